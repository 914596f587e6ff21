package dev.serval.buffer;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Keeps idle objects for their next use. Thread-safe, without locks and without garbage: a row of
 * slots, of which a thread looks at a few, its own first. Never holds more objects than it has
 * slots; what finds none is left to the garbage collector.
 */
public final class Stash<T> {
    // Neighbouring slots share a cache line, so threads start this many apart.
    private static final int STRIDE = 16;
    private static final int PROBES = 8;

    private final AtomicReferenceArray<T> slots;

    /**
     * @param slots objects to keep at the most; rounded up to a power of two, at least 64
     */
    public Stash(int slots) {
        int rounded = Integer.highestOneBit(Math.max(64, slots) * 2 - 1);
        this.slots = new AtomicReferenceArray<>(rounded);
    }

    /** An idle object, which then belongs to the caller; null if none is at hand. */
    public T take() {
        int mask = slots.length() - 1;
        int start = (int) Thread.currentThread().getId() * STRIDE;
        for (int i = 0; i < PROBES; i++) {
            int slot = start + i & mask;
            if (slots.getPlain(slot) != null) {
                T idle = slots.getAndSet(slot, null);
                if (idle != null) {
                    return idle;
                }
            }
        }
        return null;
    }

    /** Takes an object over; the caller must not use it any more. */
    public void give(T idle) {
        int mask = slots.length() - 1;
        int start = (int) Thread.currentThread().getId() * STRIDE;
        for (int i = 0; i < PROBES; i++) {
            int slot = start + i & mask;
            if (slots.getPlain(slot) == null && slots.compareAndSet(slot, null, idle)) {
                return;
            }
        }
    }
}
