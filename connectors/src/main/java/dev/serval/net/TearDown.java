package dev.serval.net;

import dev.serval.buffer.InputBuffer;
import java.io.IOException;

/**
 * The end of a connection whose client may still be sending: shuts the output down, then reads and
 * drops, for a bounded time and number of bytes, until the client has closed, too, so that no reset
 * overtakes the last response (RFC 9112 §9.6). Owned by the owner of the connection.
 */
public final class TearDown {
    private static final int MILLIS = 5000;
    private static final int BYTES = 4 * 1024 * 1024;

    private final Connection connection;
    private final long until;
    private long dropped;
    private boolean finished;

    /**
     * @param now milliseconds of {@link System#nanoTime}
     */
    public TearDown(Connection connection, long now) {
        this.connection = connection;
        until = now + MILLIS;
    }

    /** Goes on with it, see {@link Conversation#proceed}. */
    public Next proceed() throws IOException {
        Transport transport = connection.transport();
        if (!finished) {
            if (!transport.finish()) {
                return Next.WRITE;
            }
            transport.shutdownOutput();
            finished = true;
            if (connection.givesWay()) {
                // Another connection waits for its place.
                connection.closeLater();
                return Next.CLOSE;
            }
        }
        InputBuffer input = connection.input();
        while (true) {
            input.consume(input.remaining());
            long left = until - System.nanoTime() / 1_000_000;
            if (left <= 0 || dropped > BYTES) {
                return Next.CLOSE;
            }
            transport.readTimeout(left);
            int count = transport.read(input.room(input.array().length));
            if (count < 0) {
                return Next.CLOSE;
            }
            if (count == 0) {
                input.trim();
                return Next.READ;
            }
            dropped += count;
        }
    }
}
