package dev.serval.config.xml;

import dev.serval.settings.Location;

/**
 * One problem of a configuration file. Immutable.
 *
 * @param severity ERROR: the server does not start with this file
 * @param file as shown
 * @param line from 1; 0 means the file as a whole
 * @param column from 1
 * @param message one line for the operator: the problem, and what to do
 */
public record Problem(Severity severity, String file, int line, int column, String message) {

    /** The severity of a problem. */
    public enum Severity {
        /** The server does not start. */
        ERROR,
        /** The server starts; something in the file has no effect. */
        WARNING
    }

    /** A problem at a place; line ends in the message become blanks. */
    public static Problem of(Severity severity, Location at, String message) {
        String line = message.replaceAll("[\\r\\n\\t]+", " ");
        return new Problem(severity, at.file(), at.line(), at.column(), line);
    }

    /** The place. */
    public Location at() {
        return new Location(file, line, column);
    }

    /** One line, for example {@code conf/server.xml:12:7: message}. */
    @Override
    public String toString() {
        return at() + ": " + message;
    }
}
