package dev.serval.files;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Raw paths and the files that they led to lately. Thread-safe; look-ups neither lock nor allocate.
 * A table of fixed ways that grows up to {@value #MOST} places: a client that spells one path in a
 * thousand ways only pushes out other paths, which are then looked up without this table.
 */
final class LearntPaths {
    static final int MOST = 1 << 15;
    private static final int FEWEST = 1 << 8;
    private static final int WAYS = 4;
    private static final int LONGEST = 512;

    /** A path with its file, and when it was learnt, nanoseconds. */
    private record Entry(byte[] path, int hash, CachedFile file, long learnt) {
        boolean isFor(byte[] bytes, int start, int end, int wanted) {
            return hash == wanted && Arrays.equals(path, 0, path.length, bytes, start, end);
        }
    }

    private final long ttlNanos;
    private final ReentrantLock writing = new ReentrantLock();
    private volatile AtomicReferenceArray<Entry> table = new AtomicReferenceArray<>(FEWEST);

    LearntPaths(long ttlNanos) {
        this.ttlNanos = ttlNanos;
    }

    /** The file that those bytes led to; null if it is unknown or was learnt too long ago. */
    CachedFile find(byte[] bytes, int start, int end, long now) {
        AtomicReferenceArray<Entry> places = table;
        int hash = hash(bytes, start, end);
        for (int way = 0; way < WAYS; way++) {
            Entry entry = places.getAcquire(place(hash, way, places));
            if (entry != null && entry.isFor(bytes, start, end, hash)) {
                return now - entry.learnt < ttlNanos ? entry.file : null;
            }
        }
        return null;
    }

    /** Learns a path, in place of the same path, of one that is too old, or of the oldest. */
    void put(byte[] path, CachedFile file, long now) {
        if (path.length > LONGEST) {
            return;
        }
        Entry entry = new Entry(path, hash(path, 0, path.length), file, now);
        writing.lock();
        try {
            if (!place(entry, table, now)) {
                if (table.length() < MOST) {
                    grow(now);
                }
                if (!place(entry, table, now)) {
                    table.setRelease(oldest(entry.hash, table), entry);
                }
            }
        } finally {
            writing.unlock();
        }
    }

    private boolean place(Entry entry, AtomicReferenceArray<Entry> places, long now) {
        int free = -1;
        for (int way = 0; way < WAYS; way++) {
            int at = place(entry.hash, way, places);
            Entry other = places.getPlain(at);
            if (other != null && other.isFor(entry.path, 0, entry.path.length, entry.hash)) {
                places.setRelease(at, entry);
                return true;
            }
            if (free < 0 && (other == null || now - other.learnt >= ttlNanos)) {
                free = at;
            }
        }
        if (free < 0) {
            return false;
        }
        places.setRelease(free, entry);
        return true;
    }

    private void grow(long now) {
        AtomicReferenceArray<Entry> larger = new AtomicReferenceArray<>(table.length() * 2);
        for (int i = 0; i < table.length(); i++) {
            Entry entry = table.getPlain(i);
            if (entry != null && now - entry.learnt < ttlNanos) {
                place(entry, larger, now);
            }
        }
        table = larger;
    }

    private static int oldest(int hash, AtomicReferenceArray<Entry> places) {
        int oldest = place(hash, 0, places);
        for (int way = 1; way < WAYS; way++) {
            int at = place(hash, way, places);
            if (places.getPlain(at).learnt - places.getPlain(oldest).learnt < 0) {
                oldest = at;
            }
        }
        return oldest;
    }

    private static int place(int hash, int way, AtomicReferenceArray<Entry> places) {
        return hash + way & places.length() - 1;
    }

    private static int hash(byte[] bytes, int start, int end) {
        int hash = 1;
        for (int i = start; i < end; i++) {
            hash = 31 * hash + bytes[i];
        }
        // Names that differ in their last digits must not fill neighbouring places.
        hash *= 0x9E3779B9;
        return hash ^ hash >>> 16;
    }
}
