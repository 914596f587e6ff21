package dev.serval.buffer;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lends large buffers for large amounts of data, and buffers of another pool for small amounts, or
 * if many large ones are on loan: slow readers must not cost much memory. Thread-safe.
 */
public final class BulkPool {
    private static final int IDLE = 16;

    private final BufferPool small;
    private final BufferPool large;
    private final int most;
    private final AtomicInteger lent = new AtomicInteger();

    /**
     * @param small the pool for small amounts
     * @param size bytes of a large buffer, more than those of a small one
     * @param most the limit of large buffers on loan
     */
    public BulkPool(BufferPool small, int size, int most) {
        this.small = small;
        this.large = new BufferPool(size, true, IDLE);
        this.most = most;
    }

    /** Bytes of a small buffer. */
    public int smallSize() {
        return small.size();
    }

    /** Lends an empty small buffer; {@link #give} must follow, once. */
    public ByteBuffer take() {
        return small.take();
    }

    /**
     * Lends an empty buffer; {@link #give} must follow, once.
     *
     * @param bytes to be sent
     */
    public ByteBuffer take(long bytes) {
        if (bytes <= small.size()) {
            return small.take();
        }
        if (lent.incrementAndGet() > most) {
            lent.decrementAndGet();
            return small.take();
        }
        try {
            return large.take();
        } catch (OutOfMemoryError e) {
            // Direct memory is exhausted; a small buffer may still be idle.
            lent.decrementAndGet();
            return small.take();
        }
    }

    /** Takes a lent buffer back. */
    public void give(ByteBuffer buffer) {
        if (buffer.capacity() == large.size()) {
            lent.decrementAndGet();
            large.give(buffer);
        } else {
            small.give(buffer);
        }
    }

    /** The number of large buffers on loan; the other pool counts its own. */
    public long outstanding() {
        return large.outstanding();
    }
}
