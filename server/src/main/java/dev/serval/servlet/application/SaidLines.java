package dev.serval.servlet.application;

import dev.serval.http.LogText;
import java.util.stream.Collectors;

/**
 * Makes messages of applications safe for a log: they may have several lines, but those after the
 * first are indented, so that none looks like another message. Stateless.
 */
public final class SaidLines {
    private SaidLines() {}

    /**
     * @param front the beginning of each line; may be empty
     * @param message null is written as the word
     */
    public static String of(String front, String message) {
        return String.valueOf(message)
                .replace("\t", "    ")
                .lines()
                .map(line -> LogText.shown(line, Integer.MAX_VALUE, ""))
                .collect(Collectors.joining("\n    " + front, front, ""));
    }
}
