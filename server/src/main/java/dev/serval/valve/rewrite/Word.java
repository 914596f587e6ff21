package dev.serval.valve.rewrite;

import java.util.ArrayList;
import java.util.List;

/**
 * One word of a line. Immutable.
 *
 * @param column where it begins, counted from 1
 */
record Word(String text, int column) {
    /**
     * The words of a line. A text in quotation marks is one word, in which a backslash escapes a
     * mark; elsewhere a backslash escapes a blank.
     */
    static List<Word> of(String line) throws RuleMistake {
        List<Word> words = new ArrayList<>();
        int at = 0;
        while (true) {
            while (at < line.length() && Character.isWhitespace(line.charAt(at))) {
                at++;
            }
            if (at == line.length()) {
                return words;
            }
            int start = at;
            char quote = line.charAt(at);
            boolean quoted = quote == '"' || quote == '\'';
            at += quoted ? 1 : 0;
            StringBuilder text = new StringBuilder();
            while (at < line.length() && !ends(line.charAt(at), quote, quoted)) {
                if (line.charAt(at) == '\\' && at + 1 < line.length()) {
                    // The backslash is kept, for the expression or the substitution.
                    boolean mark = quoted && line.charAt(at + 1) == quote;
                    text.append(mark ? "" : "\\");
                    at++;
                }
                text.append(line.charAt(at++));
            }
            if (quoted) {
                if (at == line.length()) {
                    throw new RuleMistake(start + 1, "a quotation mark is missing at the end");
                }
                at++;
            }
            words.add(new Word(text.toString(), start + 1));
        }
    }

    private static boolean ends(char c, char quote, boolean quoted) {
        return quoted ? c == quote : Character.isWhitespace(c);
    }
}
