package dev.serval.valve.accesslog;

import dev.serval.http.LogValue;
import dev.serval.http.LogValue.Kind;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Reads a pattern of the fields of W3C's Extended Log File Format, with the fields and the header
 * of Tomcat's ExtendedAccessLogValve. Stateless. Dates and times are those of the end of a request,
 * in UTC. Texts of clients and applications are in double quotes, a quote within is doubled, and a
 * missing value is {@code -}.
 */
public final class ExtendedPattern {
    /** The usual fields. */
    public static final String USUAL =
            "date time c-ip cs-method cs-uri-stem cs-uri-query sc-status bytes time-taken";

    /** The values of {@code x-H} that only the container knows. */
    private static final Set<String> OF_REQUEST =
            Set.of(
                    "authType",
                    "characterEncoding",
                    "locale",
                    "requestedSessionId",
                    "requestedSessionIdFromCookie",
                    "requestedSessionIdValid");

    private final LineForm form;
    private final Wanted wanted = new Wanted();

    private ExtendedPattern(LineForm form) {
        this.form = new LineForm(ZoneOffset.UTC, form.locale(), form.charset());
    }

    /**
     * Reads a pattern: fields with blanks between them. Those that are not known print {@code -}.
     *
     * @throws IllegalArgumentException with a sentence for the operator if there is none, or if a
     *     parenthesis is open
     */
    public static AccessLogPattern parse(String pattern, LineForm form) {
        ExtendedPattern reader = new ExtendedPattern(form);
        List<LogElement> elements = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        for (String field : split(pattern)) {
            if (!elements.isEmpty()) {
                elements.add((line, completed) -> line.one(' '));
            }
            LogElement element = reader.field(field);
            if (element == null) {
                unknown.add(field);
                element = ExtendedPattern::dash;
            }
            elements.add(element);
        }
        if (elements.isEmpty()) {
            throw new IllegalArgumentException("there is no field");
        }
        String header = "#Fields: " + pattern.strip() + "\n#Version: 2.0\n#Software: Serval\n";
        return new AccessLogPattern(
                elements, unknown, reader.wanted.all(), reader.form.bytes(header));
    }

    /** A name within parentheses may have blanks. */
    private static List<String> split(String pattern) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean inside = false;
        for (char c : (pattern + " ").toCharArray()) {
            if (Character.isWhitespace(c) && !inside) {
                if (!field.isEmpty()) {
                    fields.add(field.toString());
                    field.setLength(0);
                }
                continue;
            }
            inside = c == '(' || inside && c != ')';
            field.append(c);
        }
        if (inside) {
            throw new IllegalArgumentException("( has no )");
        }
        return fields;
    }

    private LogElement field(String field) {
        int open = field.indexOf('(');
        if (open > 0 && field.endsWith(")")) {
            return named(field.substring(0, open), field.substring(open + 1, field.length() - 1));
        }
        return switch (field) {
            case "date" -> Times.of("end:yyyy-MM-dd", form);
            case "time" -> Times.of("end:HH:mm:ss", form);
            case "time-taken", "time-taken-s" -> letter('T', null);
            case "time-taken-ms" -> letter('T', "ms");
            case "time-taken-us" -> letter('T', "us");
            case "time-taken-ns" -> letter('T', "ns");
            case "time-taken-fracsec" -> letter('T', "fracsec");
            case "bytes" -> letter('b', null);
            case "cached" -> ExtendedPattern::dash;
            case "c-ip", "c-dns" -> letter('a', null);
            case "s-ip" -> letter('A', null);
            case "s-dns" -> AccessLogPattern.fixed(host());
            case "cs-method" -> letter('m', null);
            case "cs-uri" -> {
                LogElement path = letter('U', null);
                LogElement query = letter('q', null);
                yield (line, completed) -> {
                    path.append(line, completed);
                    query.append(line, completed);
                };
            }
            case "cs-uri-stem" -> letter('U', null);
            case "cs-uri-query" -> ExtendedPattern::query;
            case "sc-status" -> letter('s', null);
            case "sc-comment" -> (line, completed) -> line.one('?');
            case "x-threadname" -> letter('I', null);
            default ->
                    field.startsWith("sr-") || field.startsWith("rs-")
                            ? ExtendedPattern::dash
                            : null;
        };
    }

    private LogElement named(String field, String name) {
        return switch (field) {
            case "cs" -> quoted(letter('i', name));
            case "sc", "x-O" -> quoted(letter('o', name));
            case "sr", "rs" -> ExtendedPattern::dash;
            case "x-C" -> quoted(letter('c', name));
            case "x-A" -> noted(new LogValue(Kind.APPLICATION_ATTRIBUTE, name));
            case "x-P" -> noted(new LogValue(Kind.PARAMETER, name));
            case "x-R" -> noted(LogValue.attribute(name));
            case "x-S" -> noted(new LogValue(Kind.SESSION_ATTRIBUTE, name));
            case "x-H" -> ofRequest(name);
            default -> null;
        };
    }

    private LogElement ofRequest(String name) {
        if (OF_REQUEST.contains(name)) {
            return noted(new LogValue(Kind.REQUEST, name));
        }
        return switch (name) {
            case "remoteUser" -> quoted(letter('u', null));
            case "protocol" -> quoted(letter('H', null));
            case "contentLength" ->
                    quoted(
                            (line, completed) -> {
                                long length = completed.head().contentLength();
                                if (length < 0) {
                                    line.text("-1");
                                } else {
                                    line.number(length);
                                }
                            });
            case "scheme" -> quoted((line, completed) -> line.text(completed.origin().scheme()));
            case "secure" ->
                    quoted(
                            (line, completed) ->
                                    line.text(String.valueOf(completed.origin().secure())));
            default -> null;
        };
    }

    private LogElement letter(char letter, String argument) {
        wanted.by(letter, argument);
        return PatternLetters.element(letter, argument, form);
    }

    private LogElement noted(LogValue value) {
        wanted.value(value);
        return quoted(PatternLetters.noted(notes -> notes.value(value)));
    }

    private static LogElement quoted(LogElement inner) {
        return (line, completed) -> {
            line.quote();
            inner.append(line, completed);
            line.unquote();
        };
    }

    private static void dash(Line line, Completed completed) {
        line.one('-');
    }

    private static void query(Line line, Completed completed) {
        String query = completed.head().rawQuery();
        if (query == null) {
            line.one('-');
        } else {
            line.escaped(query);
        }
    }

    /** The name of this machine; looked up once, when the pattern is read. */
    private static byte[] host() {
        try {
            return InetAddress.getLocalHost().getHostName().getBytes(StandardCharsets.US_ASCII);
        } catch (UnknownHostException e) {
            return "localhost".getBytes(StandardCharsets.US_ASCII);
        }
    }
}
