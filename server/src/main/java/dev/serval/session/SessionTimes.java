package dev.serval.session;

/**
 * When a session was created and used. Thread-safe. Idle time is measured by System.nanoTime, which
 * is never set back.
 */
final class SessionTimes {
    private final long created;
    private volatile long lastAccessed;
    private volatile long thisAccessed;
    private volatile long usedNanos;

    /** The times of a new session. */
    SessionTimes() {
        created = System.currentTimeMillis();
        lastAccessed = created;
        thisAccessed = created;
        usedNanos = System.nanoTime();
    }

    /** The times of a session that was kept elsewhere; its idle time has gone on meanwhile. */
    SessionTimes(SessionContent content) {
        created = content.created();
        lastAccessed = content.lastAccessed();
        thisAccessed = content.thisAccessed();
        usedNanos = nanos(content.lastUsed());
    }

    private static long nanos(long millis) {
        // The clock may have been set back.
        long idle = Math.max(0, System.currentTimeMillis() - millis);
        return System.nanoTime() - idle * 1_000_000;
    }

    long created() {
        return created;
    }

    long lastAccessed() {
        return lastAccessed;
    }

    long thisAccessed() {
        return thisAccessed;
    }

    long idleNanos(long now) {
        return now - usedNanos;
    }

    /** A request begins. */
    void begin() {
        synchronized (this) {
            lastAccessed = thisAccessed;
            thisAccessed = System.currentTimeMillis();
        }
        usedNanos = System.nanoTime();
    }

    /** It is used now. */
    void used() {
        usedNanos = System.nanoTime();
    }

    /** Sets the time of a use elsewhere, in milliseconds since 1970; a later use here counts. */
    void usedElsewhere(long millis) {
        long nanos = nanos(millis);
        if (nanos - usedNanos > 0) {
            usedNanos = nanos;
        }
    }

    /** The request is the last one until the next begins. */
    synchronized void last() {
        lastAccessed = thisAccessed;
    }
}
