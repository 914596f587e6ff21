package dev.serval.valve.accesslog;

/** One part of an access log line: fixed text or a letter of the pattern. Thread-safe. */
@FunctionalInterface
interface LogElement {
    /** Appends the text of this part for the exchange; never blocks. */
    void append(Line line, Completed completed);
}
