package dev.serval.valve.accesslog;

import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import dev.serval.http.LogNotes;
import dev.serval.http.LogValue;
import dev.serval.http.RequestHead;
import dev.serval.net.Peer;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Locale;
import java.util.function.Function;

/** All letters of a pattern. Stateless. */
final class PatternLetters {
    private PatternLetters() {}

    /**
     * The element for {@code %letter} or, with an argument, {@code %{argument}letter}; null if
     * there is none.
     */
    static LogElement element(char letter, String argument, LineForm form) {
        return argument == null ? plain(letter, form) : with(argument, letter, form);
    }

    private static LogElement plain(char letter, LineForm form) {
        return switch (letter) {
            case 'a', 'h' ->
                    (line, completed) ->
                            Addresses.append(line, completed, completed.peer().remote());
            case 'A' ->
                    (line, completed) ->
                            Addresses.append(line, completed, completed.peer().local());
            case 'b' -> PatternLetters::bytesOrDash;
            case 'B' -> (line, completed) -> line.number(completed.bodyBytes());
            case 'D' -> (line, completed) -> line.number(completed.nanos() / 1000);
            case 'F' -> PatternLetters::commitMillis;
            case 'H' -> (line, completed) -> line.text(completed.head().version().text());
            case 'I' -> noted(LogNotes::thread);
            case 'l' -> (line, completed) -> line.one('-');
            case 'L' -> PatternLetters::requestId;
            case 'm' -> PatternLetters::method;
            case 'p' -> Addresses::serverPort;
            case 'q' -> PatternLetters::query;
            case 'r' -> PatternLetters::requestLine;
            case 's' -> PatternLetters::status;
            case 'S' -> noted(LogNotes::sessionId);
            case 't' -> Times.common(form);
            case 'T' -> (line, completed) -> line.number(completed.nanos() / 1_000_000_000);
            case 'u' -> PatternLetters::user;
            case 'U' -> PatternLetters::path;
            case 'v' -> Addresses::serverName;
            case 'X' -> PatternLetters::connection;
            default -> null;
        };
    }

    private static LogElement with(String argument, char letter, LineForm form) {
        return switch (letter) {
            case 'a' ->
                    switch (argument) {
                        case "remote" -> plain('a', form);
                        case "peer" ->
                                (line, completed) ->
                                        Addresses.append(
                                                line,
                                                completed,
                                                completed.exchange().connectionPeer().remote());
                        default -> null;
                    };
            case 'p' ->
                    switch (argument) {
                        case "local" -> plain('p', form);
                        case "remote" -> Addresses::remotePort;
                        default -> null;
                    };
            case 'i' -> field(argument);
            case 'c' -> new CookieElement(argument);
            case 'L' -> argument.equals("c") ? PatternLetters::connectionId : null;
            case 'o' -> new ResponseFieldElement(argument);
            case 'r' -> value(LogValue.attribute(argument));
            case 's' -> value(new LogValue(LogValue.Kind.SESSION_ATTRIBUTE, argument));
            case 't' -> Times.of(argument, form);
            case 'T' -> elapsed(argument, form);
            default -> null;
        };
    }

    private static LogElement value(LogValue value) {
        return noted(notes -> notes.value(value));
    }

    /** A value noted while the request ran; it is always escaped. */
    static LogElement noted(Function<LogNotes, String> what) {
        return (line, completed) -> {
            LogNotes notes = completed.exchange().notes();
            String text = notes == null ? null : what.apply(notes);
            if (text == null) {
                line.one('-');
            } else {
                line.escaped(text);
            }
        };
    }

    /** A response that was never sent was not committed. */
    private static void commitMillis(Line line, Completed completed) {
        LogNotes notes = completed.exchange().notes();
        if (notes == null || notes.commitNanos() < 0) {
            line.one('-');
        } else {
            line.number(notes.commitNanos() / 1_000_000);
        }
    }

    /** X: the response is incomplete; a plus: another request may follow; a minus: none does. */
    private static void connection(Line line, Completed completed) {
        Exchange exchange = completed.exchange();
        if (exchange.aborted() || !exchange.committed()) {
            line.one('X');
        } else {
            line.one(exchange.keepsConnection() ? '+' : '-');
        }
    }

    /** The value of {@code ServletConnection.getConnectionId}: its two ends and its number. */
    private static void connectionId(Line line, Completed completed) {
        Peer peer = completed.exchange().peer();
        end(line, completed, peer.remote());
        line.one('-');
        end(line, completed, peer.local());
        line.one('-');
        line.number(peer.number());
    }

    private static void end(Line line, Completed completed, SocketAddress socket) {
        int port = 0;
        if (socket instanceof InetSocketAddress internet) {
            Addresses.append(line, completed, socket);
            port = internet.getPort();
        }
        line.one(':');
        line.number(port);
    }

    private static void bytesOrDash(Line line, Completed completed) {
        long bytes = completed.bodyBytes();
        if (bytes == 0) {
            line.one('-');
        } else {
            line.number(bytes);
        }
    }

    /** The id of the request, if the line is about one. */
    private static void requestId(Line line, Completed completed) {
        String id = completed.exchange().idIfAny();
        line.text(id == null ? "-" : id);
    }

    /** The user who has logged in; the client chooses the name, so it is escaped. */
    private static void user(Line line, Completed completed) {
        String user = completed.exchange().user();
        if (user == null) {
            line.one('-');
        } else {
            line.escaped(user);
        }
    }

    /** A response that was never sent has no status. */
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

    /** All values of a request field, separated by commas. */
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

    private static LogElement elapsed(String unit, LineForm form) {
        return switch (unit.toLowerCase(Locale.ROOT)) {
            case "s" -> plain('T', form);
            case "ms" -> (line, completed) -> line.number(completed.nanos() / 1_000_000);
            case "us" -> plain('D', form);
            case "ns" -> (line, completed) -> line.number(completed.nanos());
            case "fracsec" ->
                    (line, completed) -> {
                        line.number(completed.nanos() / 1_000_000_000);
                        line.one('.');
                        line.number(completed.nanos() / 1_000_000 % 1000, 3);
                    };
            default -> null;
        };
    }
}
