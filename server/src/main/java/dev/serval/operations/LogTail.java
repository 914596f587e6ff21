package dev.serval.operations;

import java.util.List;

/**
 * Some lines of a log. Immutable.
 *
 * @param file its name; null if there is none
 * @param position to ask for what comes after them
 * @param truncated whether lines before them were left out
 * @param lines without their ends
 */
public record LogTail(String file, long position, boolean truncated, List<String> lines) {
    public LogTail {
        lines = List.copyOf(lines);
    }
}
