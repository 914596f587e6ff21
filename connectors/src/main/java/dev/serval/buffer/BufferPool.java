package dev.serval.buffer;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.LongAdder;

/**
 * Lends buffers of one size. Thread-safe. Counts loans, so that a test can assert that none is
 * outstanding.
 */
public final class BufferPool {
    private final int size;
    private final boolean direct;
    private final ObjectPool<ByteBuffer> idle;
    private final LongAdder lent = new LongAdder();

    /**
     * @param size bytes of each buffer
     * @param direct whether they are outside of the heap
     * @param slots the limit of idle buffers that are kept
     */
    public BufferPool(int size, boolean direct, int slots) {
        this.size = size;
        this.direct = direct;
        this.idle = new ObjectPool<>(slots);
    }

    /** Bytes of each buffer. */
    public int size() {
        return size;
    }

    /** Lends an empty buffer; {@link #give} must follow, once. */
    public ByteBuffer take() {
        ByteBuffer buffer = idle.take();
        if (buffer == null) {
            buffer = direct ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size);
        }
        // Counted afterwards, since there may be no memory.
        lent.increment();
        return buffer.clear();
    }

    /** Takes a lent buffer back. */
    public void give(ByteBuffer buffer) {
        lent.decrement();
        idle.give(buffer);
    }

    /** The number of buffers on loan. */
    public long outstanding() {
        return lent.sum();
    }
}
