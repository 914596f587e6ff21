package dev.serval.buffer;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Keeps idle objects for their next use. Thread-safe, without locks and without garbage: an array
 * of slots, of which a thread checks a few, its own first and then the shared ones, by which
 * objects return that one thread takes and another gives back. Never holds more objects than it has
 * slots; one that finds no free slot stays its giver's.
 */
public final class ObjectPool<T> {
    // Neighbouring slots share a cache line, so threads start this many apart.
    private static final int STRIDE = 16;
    private static final int OWN = 8;
    private static final int SHARED = 32;

    private final AtomicReferenceArray<T> slots;
    private final int mask;

    /**
     * @param slots the limit of objects that are kept, besides 32 shared ones; rounded up to a
     *     power of two, at least 64
     */
    public ObjectPool(int slots) {
        int rounded = Integer.highestOneBit(Math.max(64, slots) * 2 - 1);
        this.slots = new AtomicReferenceArray<>(rounded + SHARED);
        mask = rounded - 1;
    }

    /** An idle object, which then belongs to the caller; null if none is at hand. */
    public T take() {
        T own = take((int) Thread.currentThread().getId() * STRIDE & mask, OWN);
        return own != null ? own : take(mask + 1, SHARED);
    }

    private T take(int from, int count) {
        for (int slot = from; slot < from + count; slot++) {
            if (slots.getPlain(slot) != null) {
                T idle = slots.getAndSet(slot, null);
                if (idle != null) {
                    return idle;
                }
            }
        }
        return null;
    }

    /**
     * Takes an object over, which the caller must not use any more.
     *
     * @return false if no slot is free: then the caller still owns it
     */
    public boolean give(T idle) {
        return give(idle, (int) Thread.currentThread().getId() * STRIDE & mask, OWN)
                || give(idle, mask + 1, SHARED);
    }

    private boolean give(T idle, int from, int count) {
        for (int slot = from; slot < from + count; slot++) {
            if (slots.getPlain(slot) == null && slots.compareAndSet(slot, null, idle)) {
                return true;
            }
        }
        return false;
    }
}
