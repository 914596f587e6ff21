package dev.serval.valve;

import dev.serval.http.FieldName;
import dev.serval.http.RequestHead;
import java.time.ZoneId;
import java.util.Locale;

/** The letters of a pattern, one place for all. Stateless. */
final class PatternLetters {
    private static final String LATER = "FILoSXrs";

    private PatternLetters() {}

    /** The element for {@code %letter} or, with an argument, {@code %{argument}letter}. */
    static LogElement element(char letter, String argument, ZoneId zone) {
        return argument == null ? plain(letter, zone) : with(argument, letter, zone);
    }

    private static LogElement plain(char letter, ZoneId zone) {
        return switch (letter) {
            case 'a', 'h' -> (line, completed) -> Addresses.append(line, completed.peer().remote());
            case 'A' -> (line, completed) -> Addresses.append(line, completed.peer().local());
            case 'b' -> PatternLetters::bytesOrDash;
            case 'B' -> (line, completed) -> line.number(completed.bodyBytes());
            case 'D' -> (line, completed) -> line.number(completed.nanos() / 1000);
            case 'H' -> (line, completed) -> line.text(completed.head().version().text());
            case 'l' -> (line, completed) -> line.one('-');
            case 'L' -> PatternLetters::requestId;
            case 'm' -> PatternLetters::method;
            case 'p' -> Addresses::serverPort;
            case 'q' -> PatternLetters::query;
            case 'r' -> PatternLetters::requestLine;
            case 's' -> PatternLetters::status;
            case 't' -> Times.common(zone);
            case 'T' -> (line, completed) -> line.number(completed.nanos() / 1_000_000_000);
            case 'u' -> PatternLetters::user;
            case 'U' -> PatternLetters::path;
            case 'v' -> Addresses::serverName;
            default -> throw unknown("%" + letter, letter);
        };
    }

    private static LogElement with(String argument, char letter, ZoneId zone) {
        String shown = "%{" + argument + "}" + letter;
        return switch (letter) {
            case 'a' ->
                    switch (argument) {
                        case "remote" -> plain('a', zone);
                        case "peer" ->
                                (line, completed) ->
                                        Addresses.append(
                                                line,
                                                completed.exchange().connectionPeer().remote());
                        default ->
                                throw new IllegalArgumentException(
                                        shown + " is not remote or peer");
                    };
            case 'p' ->
                    switch (argument) {
                        case "local" -> plain('p', zone);
                        case "remote" -> Addresses::remotePort;
                        default ->
                                throw new IllegalArgumentException(
                                        shown + " is not local or remote");
                    };
            case 'i' -> field(argument);
            case 'c' -> new CookieElement(argument);
            case 't' -> Times.of(argument, zone);
            case 'T' -> elapsed(argument, shown, zone);
            default -> throw unknown(shown, letter);
        };
    }

    private static IllegalArgumentException unknown(String shown, char letter) {
        return new IllegalArgumentException(
                LATER.indexOf(letter) >= 0
                        ? shown + " is not available yet"
                        : shown + " is not a letter of access log patterns");
    }

    private static void bytesOrDash(Line line, Completed completed) {
        long bytes = completed.bodyBytes();
        if (bytes == 0) {
            line.one('-');
        } else {
            line.number(bytes);
        }
    }

    /** Of a request that the log tells of. */
    private static void requestId(Line line, Completed completed) {
        String id = completed.exchange().idIfAny();
        line.text(id == null ? "-" : id);
    }

    /** Who has logged in; the name is the client's, so it is escaped. */
    private static void user(Line line, Completed completed) {
        String user = completed.exchange().user();
        if (user == null) {
            line.one('-');
        } else {
            line.escaped(user);
        }
    }

    /** A response that never went out has no status to show. */
    private static void status(Line line, Completed completed) {
        if (completed.exchange().committed()) {
            line.number(completed.exchange().status());
        } else {
            line.one('-');
        }
    }

    private static void requestLine(Line line, Completed completed) {
        if (!completed.hasRequestLine()) {
            line.one('-');
            return;
        }
        RequestHead head = completed.head();
        line.escaped(head.methodName());
        line.one(' ');
        line.escaped(head.bytes(), head.targetStart(), head.targetEnd());
        line.one(' ');
        line.text(head.version().text());
    }

    private static void method(Line line, Completed completed) {
        String name = completed.head().methodName();
        if (name.isEmpty()) {
            line.one('-');
        } else {
            line.escaped(name);
        }
    }

    private static void path(Line line, Completed completed) {
        if (completed.hasRequestLine()) {
            line.escaped(completed.head().rawPath());
        } else {
            line.one('-');
        }
    }

    private static void query(Line line, Completed completed) {
        String query = completed.head().rawQuery();
        if (query != null) {
            line.one('?');
            line.escaped(query);
        }
    }

    /** All values of a request field, with commas between. */
    private static LogElement field(String text) {
        FieldName name = FieldName.of(text);
        return (line, completed) -> {
            RequestHead head = completed.head();
            int index = head.indexOf(name, 0);
            if (index < 0 || head.valueStart(index) == head.valueEnd(index)) {
                line.one('-');
                return;
            }
            while (index >= 0) {
                line.escaped(head.bytes(), head.valueStart(index), head.valueEnd(index));
                index = head.indexOf(name, index + 1);
                if (index >= 0) {
                    line.one(',');
                }
            }
        };
    }

    private static LogElement elapsed(String unit, String shown, ZoneId zone) {
        return switch (unit.toLowerCase(Locale.ROOT)) {
            case "s" -> plain('T', zone);
            case "ms" -> (line, completed) -> line.number(completed.nanos() / 1_000_000);
            case "us" -> plain('D', zone);
            case "ns" -> (line, completed) -> line.number(completed.nanos());
            case "fracsec" ->
                    (line, completed) -> {
                        line.number(completed.nanos() / 1_000_000_000);
                        line.one('.');
                        line.number(completed.nanos() / 1_000_000 % 1000, 3);
                    };
            default ->
                    throw new IllegalArgumentException(
                            shown + " is not one of s, ms, us, ns, fracsec");
        };
    }
}
