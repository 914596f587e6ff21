package dev.serval.settings;

/**
 * A place in a configuration file. Immutable.
 *
 * @param file as messages show it, for example {@code conf/server.xml}
 * @param line from 1; 0 means unknown
 * @param column from 1, in characters; 0 means unknown
 */
public record Location(String file, int line, int column) {

    /** For configuration that was given in Java. */
    public static final Location NONE = new Location("(embedded)", 0, 0);

    /** For example {@code conf/server.xml:12:7}. */
    @Override
    public String toString() {
        return line == 0 ? file : file + ":" + line + ":" + column;
    }
}
