package dev.serval.lifecycle;

import java.util.Map;

/**
 * The levels of the loggers of the process, which can be changed while it runs. Thread-safe.
 * Changes last until the process ends or the log is configured anew.
 */
public interface LogLevels {
    /** The name of the root logger. */
    String ROOT = "ROOT";

    /** For a program that configures its log itself: no loggers are known. */
    LogLevels NONE =
            new LogLevels() {
                @Override
                public Map<String, String> levels() {
                    return Map.of();
                }

                @Override
                public void set(String logger, String level) {
                    throw new IllegalArgumentException(
                            "the levels of this log cannot be changed while it runs");
                }
            };

    /**
     * The loggers that have a level of their own, with that level in capitals, in the order of
     * their names. That of a logger counts for all below it that have none.
     */
    Map<String, String> levels();

    /**
     * Gives a logger a level of its own.
     *
     * @param logger its name, or {@link #ROOT}; at most 250 characters
     * @param level TRACE, DEBUG, INFO, WARN, ERROR or OFF, in capitals or not; empty to restore the
     *     level before the first change
     * @throws IllegalArgumentException with a sentence for the operator if there is no such level,
     *     if the name is no name of a logger, or if more than 1000 levels have been changed
     */
    void set(String logger, String level);
}
