package dev.serval.ops;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;

/**
 * How full the heap is after a garbage collection. Stateless. Loaded at the first use, since the
 * management of the JDK would delay a start.
 */
final class HeapUse {
    // With this percentage in use after a collection, most applications fail soon.
    private static final int FULL = 95;
    // The percentage in use now: the collection may be long over.
    private static final int STILL_FULL = 85;

    private static final MemoryPoolMXBean OLD = old();

    private HeapUse() {}

    /** The pool of the old generation, or the only one; null if it is not known. */
    private static MemoryPoolMXBean old() {
        MemoryPoolMXBean largest = null;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            boolean counts =
                    pool.getType() == MemoryType.HEAP
                            && pool.getCollectionUsage() != null
                            && pool.isUsageThresholdSupported();
            if (counts
                    && (largest == null
                            || pool.getUsage().getMax() > largest.getUsage().getMax())) {
                largest = pool;
            }
        }
        return largest;
    }

    static boolean isFull() {
        return percent() >= FULL && (OLD == null || percent(OLD.getUsage()) >= STILL_FULL);
    }

    /** The percentage of the maximum size of the heap; 0 if it is not known. */
    static int percent() {
        return OLD == null ? 0 : percent(OLD.getCollectionUsage());
    }

    private static int percent(MemoryUsage usage) {
        return usage == null || usage.getMax() <= 0
                ? 0
                : (int) (100 * usage.getUsed() / usage.getMax());
    }
}
