package dev.serval.ops;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;

/**
 * How full the heap is of what a garbage collection has left there. Stateless. Loaded when it is
 * asked for the first time, since the management of the JDK takes a start some time.
 */
final class HeapUse {
    // What is left so seldom lasts: most applications fail by then.
    private static final int FULL = 95;
    // Of what is there now: the collection may be long over.
    private static final int STILL_FULL = 85;

    private static final MemoryPoolMXBean OLD = old();

    private HeapUse() {}

    /** The pool of the old, or the only one; null if it is not known. */
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

    /** Of the largest size that the heap may have; 0 if it is not known. */
    static int percent() {
        return OLD == null ? 0 : percent(OLD.getCollectionUsage());
    }

    private static int percent(MemoryUsage usage) {
        return usage == null || usage.getMax() <= 0
                ? 0
                : (int) (100 * usage.getUsed() / usage.getMax());
    }
}
