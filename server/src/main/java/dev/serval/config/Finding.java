package dev.serval.config;

import dev.serval.settings.Location;

/**
 * What becomes of one element, attribute or property of a file. Immutable.
 *
 * @param at where it stands
 * @param what it is, without its value, which may be a secret
 * @param why it is so, or what it is mapped to; empty where there is nothing to say
 * @param isPart whether it is lost with the element around it, which is another finding
 */
public record Finding(Location at, String what, Verdict verdict, String why, boolean isPart) {
    public Finding(Location at, String what, Verdict verdict, String why) {
        this(at, what, verdict, why, false);
    }

    /** A finding without a reason. */
    public static Finding honoured(Location at, String what) {
        return new Finding(at, what, Verdict.HONOURED, "");
    }

    /** A finding for what Serval does anyway. */
    static Finding anyway(Location at, String what) {
        return new Finding(at, what, Verdict.HONOURED, "Serval does so anyway");
    }

    /** One line, as {@code conf/server.xml:12:7: mapped: port of Server: why}. */
    @Override
    public String toString() {
        String more = why.isEmpty() || why.startsWith(what) ? why : what + ": " + why;
        return at + ": " + verdict.words() + ": " + (more.isEmpty() ? what : more);
    }
}
