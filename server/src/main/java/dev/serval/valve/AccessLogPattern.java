package dev.serval.valve;

import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/**
 * What a line of the access log holds: letters behind percent signs, with Tomcat's meaning, and
 * text around them. Thread-safe.
 *
 * <p>Known are {@code %a %A %b %B %D %h %H %l %m %p %q %r %s %t %T %u %U %v %%} and {@code %{x}}
 * with {@code a c i p t T}; {@code %u} is {@code -} as long as there are no users. Dates are those
 * of the local zone.
 */
public final class AccessLogPattern {
    private static final String COMMON = "%h %l %u %t \"%r\" %s %b";
    private static final String COMBINED = COMMON + " \"%{Referer}i\" \"%{User-Agent}i\"";

    private final LogElement[] elements;

    private AccessLogPattern(List<LogElement> elements) {
        this.elements = elements.toArray(LogElement[]::new);
    }

    /**
     * Reads a pattern; {@code common} and {@code combined} are names for the usual ones.
     *
     * @throws IllegalArgumentException with a sentence for the operator when a letter is unknown or
     *     cannot be had
     */
    public static AccessLogPattern parse(String pattern) {
        return parse(pattern, ZoneId.systemDefault());
    }

    static AccessLogPattern parse(String pattern, ZoneId zone) {
        String text =
                switch (pattern) {
                    case "common" -> COMMON;
                    case "combined" -> COMBINED;
                    default -> pattern;
                };
        List<LogElement> elements = new ArrayList<>();
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
            flush(literal, elements);
            elements.add(PatternLetters.element(letter, argument, zone));
        }
        flush(literal, elements);
        return new AccessLogPattern(elements);
    }

    void append(Line line, Completed completed) {
        for (LogElement element : elements) {
            element.append(line, completed);
        }
    }

    private static void flush(StringBuilder literal, List<LogElement> elements) {
        if (literal.length() > 0) {
            byte[] bytes = literal.toString().getBytes(StandardCharsets.UTF_8);
            elements.add((line, completed) -> line.text(bytes));
            literal.setLength(0);
        }
    }
}
