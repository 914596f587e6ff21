package dev.serval.http;

import dev.serval.buffer.InputBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * How a protocol with one request at a time frames the body of a request; used by {@link
 * ReceivedBody}. Owned by the thread that reads the body.
 */
public interface BodyFraming {
    /**
     * Copies body bytes into {@code target} and consumes them and their framing from {@code input},
     * never what follows the body.
     *
     * @return bytes copied; 0 if more input is needed or the target is full; -1 at the end of the
     *     body
     */
    int decode(InputBuffer input, ByteBuffer target) throws HttpError;

    /** True once another protocol has begun, whose bytes are taken as they are. */
    default boolean passesThrough() {
        return false;
    }

    /** Called before a wait for bytes: sends what the peer waits for before it sends them. */
    void prompt() throws IOException;
}
