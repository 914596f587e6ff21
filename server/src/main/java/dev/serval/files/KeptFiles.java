package dev.serval.files;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Files by name, bounded in bytes and in open files; files with the largest product of age and size
 * go first, so that a large file does not push out many small ones. Thread-safe. A removed file is
 * retired.
 */
final class KeptFiles {
    static final int MOST_OPEN = 256;

    private final long mostBytes;
    private final LongSupplier nanoClock;
    private final ConcurrentHashMap<String, CachedFile> files = new ConcurrentHashMap<>();
    private final AtomicLong weight = new AtomicLong();
    private final AtomicInteger onDisk = new AtomicInteger();
    private final LongAdder evictions = new LongAdder();
    private final ReentrantLock trimming = new ReentrantLock();

    KeptFiles(long mostBytes, LongSupplier nanoClock) {
        this.mostBytes = mostBytes;
        this.nanoClock = nanoClock;
    }

    CachedFile get(String name) {
        return files.get(name);
    }

    /** Puts a file in place of the one that has its name, and makes room. */
    void put(CachedFile file) {
        CachedFile previous = files.put(file.name(), file);
        weight.addAndGet(file.weight());
        if (file.isOnDisk()) {
            onDisk.incrementAndGet();
        }
        if (previous != null) {
            discharge(previous);
        }
        trim(file);
    }

    /** Removes this version of a file, if it is there. */
    void remove(CachedFile file) {
        if (files.remove(file.name(), file)) {
            discharge(file);
        }
    }

    /** Removes the files at that path and below it. */
    void removeTree(String path) {
        for (CachedFile file : files.values()) {
            if (SafePath.isAtOrBelow(file.name(), path)) {
                remove(file);
            }
        }
    }

    void clear() {
        for (CachedFile file : files.values()) {
            remove(file);
        }
    }

    int size() {
        return files.size();
    }

    /** The number of files that had to make room so far. */
    long evictions() {
        return evictions.sum();
    }

    /** The bytes that the files are charged with. */
    long weight() {
        return weight.get();
    }

    /**
     * Whether that many more bytes bring the cache near its bound, so that other files will have to
     * go.
     */
    boolean isFullWith(long bytes) {
        return weight.get() + bytes > trimmedBytes();
    }

    private void discharge(CachedFile file) {
        weight.addAndGet(-file.weight());
        if (file.isOnDisk()) {
            onDisk.decrementAndGet();
        }
        file.retire();
    }

    /** Removes files down to seven eighths at once, so that a walk over all entries is rare. */
    private void trim(CachedFile latest) {
        if (weight.get() <= mostBytes && onDisk.get() <= MOST_OPEN) {
            return;
        }
        trimming.lock();
        try {
            boolean heavy = weight.get() > mostBytes;
            boolean many = onDisk.get() > MOST_OPEN;
            if (!heavy && !many) {
                return;
            }
            for (CachedFile file : largestAndOldestFirst()) {
                boolean lightens = heavy && weight.get() > trimmedBytes();
                boolean closes = many && file.isOnDisk() && onDisk.get() > MOST_OPEN / 8 * 7;
                if ((lightens || closes) && file != latest) {
                    remove(file);
                    evictions.increment();
                }
            }
            // A file that is too large by itself is used once and not kept.
            if (weight.get() > mostBytes) {
                remove(latest);
            }
        } finally {
            trimming.unlock();
        }
    }

    private long trimmedBytes() {
        return mostBytes / 8 * 7;
    }

    private List<CachedFile> largestAndOldestFirst() {
        // Sorted by a copy of the times, which go on changing.
        record Use(CachedFile file, double cost) {}
        long now = nanoClock.getAsLong();
        List<Use> uses = new ArrayList<>(files.size());
        for (CachedFile file : files.values()) {
            uses.add(new Use(file, (double) (now - file.used() + 1) * file.weight()));
        }
        uses.sort(Comparator.comparingDouble(Use::cost).reversed());
        List<CachedFile> sorted = new ArrayList<>(uses.size());
        for (Use use : uses) {
            sorted.add(use.file());
        }
        return sorted;
    }
}
