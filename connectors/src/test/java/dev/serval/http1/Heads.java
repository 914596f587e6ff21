package dev.serval.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.buffer.Ascii;
import dev.serval.http.Framing;
import dev.serval.http.HttpError;
import dev.serval.http.HttpLimits;
import dev.serval.http.HttpVersion;
import dev.serval.http.Refusal;
import dev.serval.http.RequestHead;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Feeds heads to a parser in every way in which they can arrive; all must come to the same. */
final class Heads {
    /**
     * What a head came to: refused, or complete with {@code length} bytes, or neither when it is
     * -1.
     */
    record Parsed(
            Refusal refusal,
            int length,
            String method,
            String target,
            String path,
            String query,
            HttpVersion version,
            String host,
            int port,
            List<String> fields,
            Framing framing,
            long contentLength,
            boolean expectContinue) {

        static Parsed refused(Refusal refusal) {
            return new Parsed(
                    refusal, -1, null, null, null, null, null, null, -1, null, null, -1, false);
        }

        boolean incomplete() {
            return refusal == null && length < 0;
        }
    }

    private Heads() {}

    /** The usual request line and Host, then these lines, each with its CRLF, then the end. */
    static String with(String lines) {
        return "GET / HTTP/1.1\r\nHost: example.com\r\n" + lines + "\r\n";
    }

    /** A request that is in order but for its line. */
    static String line(String requestLine) {
        return requestLine + "\r\nHost: example.com\r\n\r\n";
    }

    static Parsed parse(String input) {
        return parse(input, HttpLimits.DEFAULTS);
    }

    static Parsed parse(String input, HttpLimits limits) {
        byte[] bytes = Ascii.bytes(input);
        Parsed whole = feed(bytes, limits, bytes.length);
        assertThat(feed(bytes, limits, 1)).as("one byte at a time").isEqualTo(whole);
        for (int split = 0; split <= bytes.length; split++) {
            assertThat(twoParts(bytes, limits, split)).as("split at %d", split).isEqualTo(whole);
            assertThat(moved(bytes, limits, split)).as("moved at %d", split).isEqualTo(whole);
        }
        return whole;
    }

    static void refused(String input, Refusal refusal) {
        assertThat(parse(input).refusal()).isEqualTo(refusal);
    }

    private static Parsed feed(byte[] bytes, HttpLimits limits, int step) {
        RequestParser parser = new RequestParser(limits);
        Parsed result = null;
        for (int limit = Math.min(step, bytes.length); ; limit += step) {
            result = once(parser, bytes, 0, Math.min(limit, bytes.length));
            if (!result.incomplete() || limit >= bytes.length) {
                return result;
            }
        }
    }

    private static Parsed twoParts(byte[] bytes, HttpLimits limits, int split) {
        RequestParser parser = new RequestParser(limits);
        Parsed first = once(parser, bytes, 0, split);
        return first.incomplete() ? once(parser, bytes, 0, bytes.length) : first;
    }

    /** The first part stands elsewhere, in another array, when the second one comes. */
    private static Parsed moved(byte[] bytes, HttpLimits limits, int split) {
        RequestParser parser = new RequestParser(limits);
        byte[] front = new byte[bytes.length + 11];
        System.arraycopy(bytes, 0, front, 11, split);
        Parsed first = once(parser, front, 11, 11 + split);
        if (!first.incomplete()) {
            return first;
        }
        Arrays.fill(front, (byte) '#');
        byte[] back = new byte[bytes.length + 3];
        System.arraycopy(bytes, 0, back, 3, bytes.length);
        parser.restart();
        return once(parser, back, 3, 3 + bytes.length);
    }

    static Parsed once(RequestParser parser, byte[] bytes, int offset, int limit) {
        int length;
        try {
            length = parser.parse(bytes, offset, limit);
        } catch (HttpError e) {
            return Parsed.refused(e.refusal());
        }
        if (length < 0) {
            return Parsed.refused(null);
        }
        RequestHead head = parser.recorder().head();
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < head.fieldCount(); i++) {
            fields.add(head.fieldName(i) + "=" + head.fieldValue(i));
        }
        return new Parsed(
                null,
                length,
                head.methodName(),
                head.rawTarget(),
                head.rawPath(),
                head.rawQuery(),
                head.version(),
                head.host(),
                head.port(),
                fields,
                head.framing(),
                head.contentLength(),
                parser.expectContinue());
    }
}
