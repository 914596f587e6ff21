package dev.serval.valve.accesslog;

import dev.serval.http.LogWants;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/**
 * The compiled format of a line of the access log. Thread-safe. It is read from letters after
 * percent signs, with Tomcat's meaning, and text; {@link JsonPattern} and {@link ExtendedPattern}
 * read others.
 *
 * <p>Known are {@code %a %A %b %B %D %F %h %H %I %l %L %m %p %q %r %s %S %t %T %u %U %v %X %%} and
 * {@code %{x}} with {@code a c i L o p r s t T}. Others print {@code -}; {@link #unknown} names
 * them. Dates are those of the local zone.
 */
public final class AccessLogPattern {
    private static final byte[] NO_LINES = {};

    private final LogElement[] elements;
    private final List<String> unknown;
    private final LogWants wants;
    private final byte[] header;

    AccessLogPattern(List<LogElement> elements, List<String> unknown, LogWants wants) {
        this(elements, unknown, wants, NO_LINES);
    }

    /**
     * @param header the lines at the beginning of a file
     */
    AccessLogPattern(
            List<LogElement> elements, List<String> unknown, LogWants wants, byte[] header) {
        this.elements = elements.toArray(LogElement[]::new);
        this.unknown = List.copyOf(unknown);
        this.wants = wants;
        this.header = header;
    }

    /**
     * Reads a pattern; {@code common} and {@code combined} are names for the usual ones.
     *
     * @throws IllegalArgumentException with a sentence for the operator if it is malformed: an open
     *     brace, a percent sign at the end, an invalid field name or date format
     */
    public static AccessLogPattern parse(String pattern) {
        return parse(pattern, LineForm.usual());
    }

    static AccessLogPattern parse(String pattern, ZoneId zone) {
        return parse(pattern, LineForm.of(zone));
    }

    /** The same with dates and text in another form. */
    public static AccessLogPattern parse(String pattern, LineForm form) {
        List<LogElement> elements = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        Wanted wanted = new Wanted();
        for (PatternToken token : PatternToken.split(pattern)) {
            if (token.text() != null) {
                elements.add(fixed(form.bytes(token.text())));
                continue;
            }
            LogElement element = PatternLetters.element(token.letter(), token.argument(), form);
            if (element == null) {
                unknown.add(token.shown());
                elements.add((line, completed) -> line.one('-'));
            } else {
                wanted.by(token.letter(), token.argument());
                elements.add(element);
            }
        }
        return new AccessLogPattern(elements, unknown, wanted.all());
    }

    /** Text that stands in every line. */
    static LogElement fixed(byte[] text) {
        return (line, completed) -> line.text(text);
    }

    /** Unknown parts; they print {@code -}. */
    public List<String> unknown() {
        return unknown;
    }

    /** What has to be noted for it while a request runs; null if nothing. */
    LogWants wants() {
        return wants;
    }

    /** The lines at the beginning of each file, with their ends; empty if there are none. */
    byte[] header() {
        return header;
    }

    void append(Line line, Completed completed) {
        for (LogElement element : elements) {
            element.append(line, completed);
        }
    }
}
