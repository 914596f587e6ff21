package dev.serval.http;

import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The exceptions of a connector from the rules for requests. Immutable. Names and meanings are
 * those of the {@code Connector} attributes; by default there are none.
 *
 * @param relaxedPathChars further characters of a path, some of {@value #RELAXABLE}; default none
 * @param relaxedQueryChars the same for a query
 * @param path which forms of a path are accepted
 * @param allowTrace whether TRACE echoes the request (RFC 9110 §9.3.8); default false
 * @param restrictedUserAgents clients whose User-Agent matches it as a whole get no persistent
 *     connection; default null, which means none
 */
public record RequestRules(
        String relaxedPathChars,
        String relaxedQueryChars,
        PathRules path,
        boolean allowTrace,
        Pattern restrictedUserAgents) {

    /**
     * The characters that {@link #relaxedPathChars} and {@link #relaxedQueryChars} may contain, as
     * in Tomcat.
     */
    public static final String RELAXABLE = "\"<>[\\]^`{|}";

    public static final RequestRules DEFAULTS =
            new RequestRules("", "", PathRules.STRICT, false, null);

    /** The leniencies in effect, each with the attribute and the value that turn it on. */
    public Map<Leniency, String> leniencies() {
        Map<Leniency, String> on = new EnumMap<>(Leniency.class);
        if (!relaxedPathChars.isEmpty()) {
            on.put(Leniency.PATH_CHARACTER, "relaxedPathChars=" + relaxedPathChars);
        }
        if (!relaxedQueryChars.isEmpty()) {
            on.put(Leniency.QUERY_CHARACTER, "relaxedQueryChars=" + relaxedQueryChars);
        }
        note(on, Leniency.ENCODED_SOLIDUS, path.encodedSolidusHandling());
        note(on, Leniency.ENCODED_REVERSE_SOLIDUS, path.encodedReverseSolidusHandling());
        if (path.allowBackslash()) {
            on.put(Leniency.BACKSLASH, "allowBackslash=true");
        }
        if (!path.rejectSuspiciousURIs()) {
            on.put(Leniency.SUSPICIOUS_PATH, "rejectSuspiciousURIs=false");
        }
        if (allowTrace) {
            on.put(Leniency.TRACE, "allowTrace=true");
        }
        return on;
    }

    private static void note(
            Map<Leniency, String> on, Leniency leniency, EncodedSolidusHandling handling) {
        if (handling != EncodedSolidusHandling.REJECT) {
            on.put(
                    leniency,
                    leniency.attribute()
                            + "="
                            + handling.name().toLowerCase(java.util.Locale.ROOT));
        }
    }
}
