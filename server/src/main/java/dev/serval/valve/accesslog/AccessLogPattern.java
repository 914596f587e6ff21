package dev.serval.valve.accesslog;

import dev.serval.http.LogWants;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a line of the access log holds: letters behind percent signs, with Tomcat's meaning, and
 * text around them. Thread-safe.
 *
 * <p>Known are {@code %a %A %b %B %D %F %h %H %I %l %L %m %p %q %r %s %S %t %T %u %U %v %X %%} and
 * {@code %{x}} with {@code a c i L o p r s t T}. Others print {@code -}; {@link #unknown} names
 * them. Dates are those of the local zone.
 */
public final class AccessLogPattern {
    private static final String COMMON = "%h %l %u %t \"%r\" %s %b";
    private static final String COMBINED = COMMON + " \"%{Referer}i\" \"%{User-Agent}i\"";

    private final LogElement[] elements;
    private final List<String> unknown;
    private final LogWants wants;

    private AccessLogPattern(List<LogElement> elements, List<String> unknown, LogWants wants) {
        this.elements = elements.toArray(LogElement[]::new);
        this.unknown = List.copyOf(unknown);
        this.wants = wants;
    }

    /**
     * Reads a pattern; {@code common} and {@code combined} are names for the usual ones.
     *
     * @throws IllegalArgumentException with a sentence for the operator when it is malformed: a
     *     brace that is not closed, a percent sign at the end, no name of a field, no format of
     *     dates
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
        List<String> unknown = new ArrayList<>();
        Wanted wanted = new Wanted();
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
            LogElement element = PatternLetters.element(letter, argument, zone);
            if (element == null) {
                unknown.add("%" + (argument == null ? "" : "{" + argument + "}") + letter);
                literal.append('-');
                continue;
            }
            wanted.by(letter, argument);
            flush(literal, elements);
            elements.add(element);
        }
        flush(literal, elements);
        return new AccessLogPattern(elements, unknown, wanted.all());
    }

    /** Letters, with what is in their braces, that mean nothing; they print {@code -}. */
    public List<String> unknown() {
        return unknown;
    }

    /** What is to be noted for it while a request runs; null for nothing. */
    LogWants wants() {
        return wants;
    }

    /** Collects what letters need. */
    private static final class Wanted {
        private final Set<String> attributes = new HashSet<>();
        private final Set<String> sessionAttributes = new HashSet<>();
        private boolean commit;
        private boolean thread;
        private boolean session;

        void by(char letter, String argument) {
            if (argument == null) {
                commit |= letter == 'F';
                thread |= letter == 'I';
                session |= letter == 'S';
            } else if (letter == 'r') {
                attributes.add(argument);
            } else if (letter == 's') {
                sessionAttributes.add(argument);
            }
        }

        LogWants all() {
            boolean none =
                    !commit
                            && !thread
                            && !session
                            && attributes.isEmpty()
                            && sessionAttributes.isEmpty();
            return none
                    ? null
                    : new LogWants(commit, thread, session, attributes, sessionAttributes);
        }
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
