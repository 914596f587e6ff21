package dev.serval.http1;

import dev.serval.http.HttpError;
import dev.serval.http.HttpLimits;
import dev.serval.http.RequestHead;

/** Heads for benchmarks of what comes behind the parser. Stateless. */
public final class ParsedHead {
    private ParsedHead() {}

    /** The head that these bytes are, independent of them. */
    public static RequestHead of(byte[] bytes) {
        RequestParser parser = new RequestParser(HttpLimits.DEFAULTS);
        try {
            if (parser.parse(bytes, 0, bytes.length) != bytes.length) {
                throw new IllegalArgumentException("the head is not complete");
            }
        } catch (HttpError e) {
            throw new IllegalArgumentException(e);
        }
        return parser.recorder().release(0, bytes.length);
    }
}
