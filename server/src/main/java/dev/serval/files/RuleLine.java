package dev.serval.files;

import java.util.ArrayList;
import java.util.List;

/**
 * A line {@code pattern = value}, or {@code name: value}, of a setting. Immutable.
 *
 * @param setting its name, for messages
 * @param number from 1
 * @param pattern as written
 * @param value null if there is no {@code =}
 */
record RuleLine(String setting, int number, String pattern, String value) {
    /** The lines of a text, without empty lines and comments. */
    static List<RuleLine> all(String text, String setting) {
        return all(text, setting, '=');
    }

    /** The same with another separator. */
    static List<RuleLine> all(String text, String setting, char between) {
        List<RuleLine> lines = new ArrayList<>();
        int number = 0;
        for (String line : text.split("\r\n|\r|\n", -1)) {
            number++;
            String rule = line.strip();
            if (rule.isEmpty() || rule.startsWith("#")) {
                continue;
            }
            int middle = rule.indexOf(between);
            lines.add(
                    middle < 0
                            ? new RuleLine(setting, number, rule, null)
                            : new RuleLine(
                                    setting,
                                    number,
                                    rule.substring(0, middle).strip(),
                                    rule.substring(middle + 1).strip()));
        }
        return lines;
    }

    /** The files that it is for; throws IllegalArgumentException if the pattern is malformed. */
    FilePattern files() {
        try {
            return FilePattern.of(pattern);
        } catch (IllegalArgumentException e) {
            throw problem(e.getMessage());
        }
    }

    IllegalArgumentException problem(String reason) {
        return new IllegalArgumentException(setting + ", line " + number + ": " + reason);
    }
}
