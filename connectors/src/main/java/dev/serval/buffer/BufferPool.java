package dev.serval.buffer;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Lends buffers of one size. Thread-safe, without locks and without garbage: a row of slots, of
 * which a thread looks at a few, its own first. What finds no slot is left to the garbage
 * collector, so that a pool never holds more than {@code slots} idle buffers. Counts loans, so that
 * a test can assert that none is outstanding.
 */
public final class BufferPool {
    // Neighbouring slots share cache lines, so threads start this many apart.
    private static final int STRIDE = 16;
    private static final int PROBES = 8;

    private final int size;
    private final boolean direct;
    private final AtomicReferenceArray<ByteBuffer> slots;
    private final LongAdder lent = new LongAdder();

    /**
     * @param size bytes of each buffer
     * @param direct outside of the heap
     * @param slots idle buffers to keep at the most; rounded up to a power of two
     */
    public BufferPool(int size, boolean direct, int slots) {
        this.size = size;
        this.direct = direct;
        int rounded = Math.max(PROBES, Integer.highestOneBit(Math.max(1, slots - 1)) * 2);
        this.slots = new AtomicReferenceArray<>(rounded);
    }

    /** Bytes of each buffer. */
    public int size() {
        return size;
    }

    /** Lends an empty buffer; {@link #give} must follow, once. */
    public ByteBuffer take() {
        lent.increment();
        int start = start();
        for (int i = 0; i < PROBES; i++) {
            int slot = start + i & slots.length() - 1;
            if (slots.getPlain(slot) != null) {
                ByteBuffer buffer = slots.getAndSet(slot, null);
                if (buffer != null) {
                    return buffer.clear();
                }
            }
        }
        return direct ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size);
    }

    /** Takes a lent buffer back. */
    public void give(ByteBuffer buffer) {
        lent.decrement();
        int start = start();
        for (int i = 0; i < PROBES; i++) {
            int slot = start + i & slots.length() - 1;
            if (slots.getPlain(slot) == null && slots.compareAndSet(slot, null, buffer)) {
                return;
            }
        }
    }

    /** Buffers that are lent at this moment. */
    public long outstanding() {
        return lent.sum();
    }

    private int start() {
        return (int) Thread.currentThread().getId() * STRIDE;
    }
}
