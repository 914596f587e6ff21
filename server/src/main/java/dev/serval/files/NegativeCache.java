package dev.serval.files;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Names that were looked up lately and are not files: directories and missing names. Thread-safe.
 * Bounded in number; when it is full, further names are not remembered.
 */
final class NegativeCache {
    static final int MOST = 2048;
    private static final int LONGEST = 512;

    /** A name's kind and when it was seen, nanoseconds. */
    private record Known(Resource found, long seen) {}

    private final ConcurrentHashMap<String, Known> names = new ConcurrentHashMap<>();
    private final AtomicLong swept;
    private final long ttlNanos;

    NegativeCache(long ttlNanos, long now) {
        this.ttlNanos = ttlNanos;
        this.swept = new AtomicLong(now);
    }

    /** The kind of a name, if it is not older than allowed; otherwise null. */
    Resource get(String name, long now) {
        Known known = names.get(name);
        return known != null && now - known.seen < ttlNanos ? known.found : null;
    }

    void put(String name, Resource found, long now) {
        if (name.length() > LONGEST || ttlNanos == 0) {
            return;
        }
        if (names.size() >= MOST && !names.containsKey(name)) {
            sweep(now);
            if (names.size() >= MOST) {
                return;
            }
        }
        names.put(name, new Known(found, now));
    }

    void remove(String name) {
        names.remove(name);
    }

    /** Forgets the names at that path and below it. */
    void removeTree(String path) {
        names.keySet().removeIf(name -> SafePath.isAtOrBelow(name, path));
    }

    void clear() {
        names.clear();
    }

    int size() {
        return names.size();
    }

    /** Drops old names, but seldom: with a flood of random names, not each must cause a walk. */
    private void sweep(long now) {
        long last = swept.get();
        if (now - last > ttlNanos / 4 && swept.compareAndSet(last, now)) {
            names.values().removeIf(known -> now - known.seen >= ttlNanos);
        }
    }
}
