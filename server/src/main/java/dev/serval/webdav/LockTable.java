package dev.serval.webdav;

import dev.serval.files.SafePath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * The locks of an application, in memory: they end with it, and each by its timeout. Thread-safe.
 * There are no more than {@value #MOST} at a time, and no more than {@value #MOST_AT_ONE} shared
 * ones at the place of a new one, since all of them appear in every response about a resource that
 * they protect.
 */
final class LockTable {
    static final int MOST = 2048;
    static final int MOST_AT_ONE = 16;

    /** Seconds that a lock may last without being refreshed (RFC 4918 §10.7). */
    static final long LONGEST = 3600;

    private final LongSupplier nanoClock;
    private final ReentrantLock guard = new ReentrantLock();
    private final Map<String, Lock> locks = new LinkedHashMap<>(); // by token; guarded

    LockTable(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** The locks that protect a path. */
    List<Lock> covering(String path) {
        return select(lock -> lock.covers(path));
    }

    /** The locks whose root is exactly that path. */
    List<Lock> at(String path) {
        return select(lock -> lock.path().equals(path));
    }

    /** The locks whose root is below a path. */
    List<Lock> below(String path) {
        return select(lock -> isBelow(lock.path(), path));
    }

    /** Seconds that are left of a lock. */
    long secondsLeft(Lock lock) {
        return Math.max(0, (lock.expires() - nanoClock.getAsLong()) / 1_000_000_000);
    }

    /** The locks that conflict with a new one (RFC 4918 §6.2, §7.4). */
    List<Lock> conflicts(String path, boolean exclusive, Depth depth) {
        return select(
                lock ->
                        (exclusive || lock.exclusive())
                                && (lock.covers(path)
                                        || depth == Depth.INFINITY && isBelow(lock.path(), path)));
    }

    /**
     * A new lock; null if another one conflicts with it, or if there are too many.
     *
     * @param creator null without a login
     */
    Lock create(
            String path,
            boolean exclusive,
            Depth depth,
            String owner,
            String creator,
            long seconds) {
        guard.lock();
        try {
            if (!conflicts(path, exclusive, depth).isEmpty() || isFull(path)) {
                return null;
            }
            String token = "urn:uuid:" + UUID.randomUUID();
            Lock lock = new Lock(token, path, exclusive, depth, owner, creator, end(seconds));
            locks.put(token, lock);
            return lock;
        } finally {
            guard.unlock();
        }
    }

    /** Whether there is no room for another one at a path. */
    boolean isFull(String path) {
        guard.lock();
        try {
            return covering(path).size() >= MOST_AT_ONE || locks.size() >= MOST;
        } finally {
            guard.unlock();
        }
    }

    /** The lock with a new timeout; null if it has ended. */
    Lock refresh(Lock lock, long seconds) {
        guard.lock();
        try {
            Lock longer = lock.until(end(seconds));
            return locks.replace(lock.token(), longer) == null ? null : longer;
        } finally {
            guard.unlock();
        }
    }

    /** Ends a lock; false if it has ended by itself. */
    boolean remove(Lock lock) {
        guard.lock();
        try {
            return locks.remove(lock.token()) != null;
        } finally {
            guard.unlock();
        }
    }

    /**
     * Removes the locks at that path and below it, since the resources are gone (RFC 4918 §6.1).
     */
    void removeTree(String path) {
        guard.lock();
        try {
            locks.values().removeIf(lock -> SafePath.isAtOrBelow(lock.path(), path));
        } finally {
            guard.unlock();
        }
    }

    private long end(long seconds) {
        return nanoClock.getAsLong() + Math.min(Math.max(1, seconds), LONGEST) * 1_000_000_000;
    }

    private static boolean isBelow(String path, String root) {
        return path.length() > root.length() && SafePath.isAtOrBelow(path, root);
    }

    private interface Choice {
        boolean takes(Lock lock);
    }

    private List<Lock> select(Choice choice) {
        guard.lock();
        try {
            long now = nanoClock.getAsLong();
            locks.values().removeIf(lock -> lock.expires() - now <= 0);
            List<Lock> found = new ArrayList<>();
            for (Lock lock : locks.values()) {
                if (choice.takes(lock)) {
                    found.add(lock);
                }
            }
            return found;
        } finally {
            guard.unlock();
        }
    }
}
