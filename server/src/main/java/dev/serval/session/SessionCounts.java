package dev.serval.session;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * Counts the sessions of an application that were created and ended, for monitoring. Thread-safe.
 * Sessions are created and ended far less often than requests, so a lock is enough.
 */
public final class SessionCounts {
    /** The number of most recent sessions that the rates cover. */
    private static final int SAMPLE = 100;

    private long created;
    private long expired;
    private int rejected;
    private int most;
    private long ended;
    private long seconds;
    private long longest;
    private final Deque<Long> creations = new ArrayDeque<>();
    private final Deque<Long> expirations = new ArrayDeque<>();

    SessionCounts() {}

    /** Those of the sessions of an application. */
    public static SessionCounts of(Sessions sessions) {
        return sessions.counts;
    }

    /**
     * One was created.
     *
     * @param now how many there are with it
     */
    synchronized void created(int now) {
        created++;
        most = Math.max(most, now);
        note(creations);
    }

    /**
     * One has ended.
     *
     * @param byApplication whether the application has ended it; otherwise it has timed out
     */
    synchronized void ended(Session session, boolean byApplication) {
        long alive = System.currentTimeMillis() - session.created();
        long aliveSeconds = TimeUnit.MILLISECONDS.toSeconds(alive);
        ended++;
        seconds += aliveSeconds;
        longest = Math.max(longest, aliveSeconds);
        if (!byApplication) {
            expired++;
            note(expirations);
        }
    }

    /** One was refused, since there were too many. */
    synchronized void refused() {
        rejected++;
    }

    private static void note(Deque<Long> times) {
        times.addLast(System.nanoTime());
        if (times.size() > SAMPLE) {
            times.removeFirst();
        }
    }

    public synchronized long created() {
        return created;
    }

    /**
     * The sessions that have timed out; sessions that the application has ended are not counted.
     */
    public synchronized long expired() {
        return expired;
    }

    public synchronized int rejected() {
        return rejected;
    }

    /** The greatest number of sessions at the same time. */
    public synchronized int most() {
        return most;
    }

    public synchronized int longestSeconds() {
        return (int) Math.min(Integer.MAX_VALUE, longest);
    }

    public synchronized int averageSeconds() {
        return ended == 0 ? 0 : (int) Math.min(Integer.MAX_VALUE, seconds / ended);
    }

    public synchronized int createdPerMinute() {
        return perMinute(creations);
    }

    public synchronized int expiredPerMinute() {
        return perMinute(expirations);
    }

    private static int perMinute(Deque<Long> times) {
        if (times.isEmpty()) {
            return 0;
        }
        long nanos = Math.max(1, System.nanoTime() - times.getFirst());
        return (int)
                Math.min(
                        Integer.MAX_VALUE,
                        Math.round((double) times.size() * TimeUnit.MINUTES.toNanos(1) / nanos));
    }
}
