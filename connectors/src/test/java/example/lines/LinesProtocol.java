package example.lines;

import dev.serval.http.HttpService;
import dev.serval.http.Protocol;
import java.nio.charset.StandardCharsets;

/**
 * Several exchanges at a time on one connection: frames of a line that names kind, stream and
 * length, and so many bytes. A protocol for tests: what it needs, others with streams need too.
 * Immutable.
 *
 * <pre>
 *   LINES/1                                        the client's first line
 *   H 1 9   POST /a 4                              the head of a request: method, path, length
 *   D 1 2   ab       (D 1 0: the end)              a part of a body
 *   W 1 100                                        so many bytes of the response may be sent more
 *   H 1 ..  200 last + lines of fields             the head of a response; last: nothing follows
 *   E 1 0, R 1 0                                   a response that is whole, or cut
 *   G 0 0                                          no new stream is taken
 * </pre>
 */
final class LinesProtocol implements Protocol {
    static final byte[] PREFACE = "LINES/1\n".getBytes(StandardCharsets.US_ASCII);

    @Override
    public String alpn() {
        return "lines/1";
    }

    @Override
    public int firstBytes() {
        return PREFACE.length;
    }

    @Override
    public Match begins(byte[] array, int from, int to) {
        for (int i = 0; i < PREFACE.length; i++) {
            if (from + i == to) {
                return Match.MORE;
            }
            if (array[from + i] != PREFACE[i]) {
                return Match.NO;
            }
        }
        return Match.YES;
    }

    @Override
    public Conversations open(HttpService service) {
        return (connection, hosts) -> new LinesConnection(service, connection);
    }
}
