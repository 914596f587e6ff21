package dev.serval.buffer;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lends a large buffer to whoever has much to send, and one of another pool for little, or when
 * many large ones are lent: who reads slowly must not cost much memory. Thread-safe.
 */
public final class BulkPool {
    /** Bytes of a large buffer; larger ones were measured to be no faster. */
    static final int LARGE = 128 * 1024;

    /** Large buffers that are lent at the most, 8 MiB together. */
    static final int MOST = 64;

    private final BufferPool small;
    private final BufferPool large = new BufferPool(LARGE, true, 16);
    private final AtomicInteger lent = new AtomicInteger();

    /**
     * @param small what is lent for little
     */
    public BulkPool(BufferPool small) {
        this.small = small;
    }

    /**
     * Lends an empty buffer; {@link #give} must follow, once.
     *
     * @param bytes that are to be sent
     */
    public ByteBuffer take(long bytes) {
        if (bytes <= small.size()) {
            return small.take();
        }
        if (lent.incrementAndGet() > MOST) {
            lent.decrementAndGet();
            return small.take();
        }
        return large.take();
    }

    /** Takes a lent buffer back. */
    public void give(ByteBuffer buffer) {
        if (buffer.capacity() == LARGE) {
            lent.decrementAndGet();
            large.give(buffer);
        } else {
            small.give(buffer);
        }
    }

    /** Large buffers that are lent at this moment; the other pool counts its own. */
    public long outstanding() {
        return large.outstanding();
    }
}
