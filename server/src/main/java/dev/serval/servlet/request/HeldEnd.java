package dev.serval.servlet.request;

import dev.serval.http.Exchange;
import dev.serval.http.Method;
import java.nio.ByteBuffer;

/**
 * Keeps the end of a response from its client until its call is over, whatever the application
 * flushes or closes: then what the request has changed is saved, and the next request, on whatever
 * node, sees it. For {@link ResponseOutput}, and used like that. The end of a chunked body, or that
 * of the connection, needs nothing; the last byte of a declared body waits here.
 */
final class HeldEnd {
    private static final int NONE = -1;

    private final Exchange exchange;
    private long sent;
    private int last = NONE;

    HeldEnd(Exchange exchange) {
        this.exchange = exchange;
        sent = exchange.written();
    }

    /** Whether a head would be the whole response (RFC 9112 §6.3), so that it has to wait. */
    boolean isHeadAlone() {
        int status = exchange.status();
        return !exchange.committed()
                && (status == 204
                        || status == 205
                        || status == 304
                        || exchange.contentLength() == 0
                        || exchange.request().method() == Method.HEAD);
    }

    /**
     * What of these bytes is sent now: all but the last one of a declared body. Takes all.
     *
     * @param end null if nothing is held
     */
    static ByteBuffer now(HeldEnd end, ByteBuffer bytes) {
        return end == null ? bytes : end.withoutLast(bytes);
    }

    private ByteBuffer withoutLast(ByteBuffer bytes) {
        int length = bytes.remaining();
        sent += length;
        if (length == 0 || sent != exchange.contentLength()) {
            return bytes;
        }
        last = bytes.get(bytes.limit() - 1) & 0xff;
        ByteBuffer rest = bytes.slice(bytes.position(), length - 1);
        bytes.position(bytes.limit());
        return rest;
    }

    /** The call is over: what is sent at last, the byte that waits or else what was gathered. */
    static ByteBuffer rest(HeldEnd end, ByteBuffer gathered) {
        if (end == null || end.last == NONE) {
            return gathered;
        }
        return ByteBuffer.wrap(new byte[] {(byte) end.last});
    }
}
