package dev.serval.servlet.application;

import dev.serval.http.LogText;
import java.util.stream.Collectors;

/**
 * What applications say, as a log can bear it: it may have several lines, but those after the first
 * are indented, so that none of them looks like a message of its own. Stateless.
 */
public final class SaidLines {
    private SaidLines() {}

    /**
     * @param front what each line begins with; empty for nothing
     * @param message null counts as the word
     */
    public static String of(String front, String message) {
        return String.valueOf(message)
                .replace("\t", "    ")
                .lines()
                .map(line -> LogText.shown(line, Integer.MAX_VALUE, ""))
                .collect(Collectors.joining("\n    " + front, front, ""));
    }
}
