package dev.serval.valve.accesslog;

import java.util.ArrayList;
import java.util.List;

/**
 * A part of a pattern of letters. Immutable.
 *
 * @param text that stands in every line; null for a letter
 * @param letter behind the percent sign
 * @param argument the content of its braces; null if it has none
 */
record PatternToken(String text, char letter, String argument) {
    private static final String COMMON = "%h %l %u %t \"%r\" %s %b";
    private static final String COMBINED = COMMON + " \"%{Referer}i\" \"%{User-Agent}i\"";

    /** As it stands in the pattern. */
    String shown() {
        return "%" + (argument == null ? "" : "{" + argument + "}") + letter;
    }

    /** Splits a pattern; throws IllegalArgumentException with a sentence for the operator. */
    static List<PatternToken> split(String pattern) {
        String text =
                switch (pattern) {
                    case "common" -> COMMON;
                    case "combined" -> COMBINED;
                    default -> pattern;
                };
        List<PatternToken> tokens = new ArrayList<>();
        StringBuilder literal = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c != '%') {
                literal.append(c);
                continue;
            }
            String argument = null;
            if (at < text.length() && text.charAt(at) == '{') {
                int end = text.indexOf('}', at);
                if (end < 0) {
                    throw new IllegalArgumentException("%{ has no }");
                }
                argument = text.substring(at + 1, end);
                at = end + 1;
            }
            if (at == text.length()) {
                throw new IllegalArgumentException("the pattern ends within a letter");
            }
            char letter = text.charAt(at++);
            if (letter == '%' && argument == null) {
                literal.append('%');
                continue;
            }
            flush(literal, tokens);
            tokens.add(new PatternToken(null, letter, argument));
        }
        flush(literal, tokens);
        return tokens;
    }

    private static void flush(StringBuilder literal, List<PatternToken> tokens) {
        if (literal.length() > 0) {
            tokens.add(new PatternToken(literal.toString(), ' ', null));
            literal.setLength(0);
        }
    }
}
