package dev.serval.security;

import dev.serval.http.LogText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log messages of a {@link LockOutRealm}. Thread-safe. The first users that are locked within a
 * minute are logged at once, one line each; further attempts and users are counted, and the counts
 * are logged with the first login after that minute. So a flood costs a few lines a minute, in
 * bounded memory.
 */
final class LockOutLog {
    private static final Logger LOG = LoggerFactory.getLogger(LockOutLog.class);
    private static final long PERIOD = TimeUnit.MINUTES.toNanos(1);
    private static final int MOST_USERS = 10;
    private static final int LONGEST_NAME = 64;

    private final LockOutRealm.LockOutSettings settings;
    private final LongSupplier nanos;
    // Attempts by the names as shown, guarded by this.
    private final Map<String, Long> refused = new LinkedHashMap<>();
    private long otherUsers; // guarded by this
    private long otherAttempts; // guarded by this
    private volatile long began;
    private volatile boolean counting;

    LockOutLog(LockOutRealm.LockOutSettings settings, LongSupplier nanos) {
        this.settings = settings;
        this.nanos = nanos;
    }

    /** A user is locked from now on. */
    void locked(String user) {
        if (count(shown(user), 0)) {
            LOG.warn(
                    "SRV-0650 user '{}' is locked for {} s after {} failures (lockOutTime and"
                            + " failureCount of LockOutRealm)",
                    shown(user),
                    settings.lockOutTime(),
                    settings.failureCount());
        }
    }

    /** A locked user was refused. */
    void refused(String user) {
        count(shown(user), 1);
    }

    /** Counts attempts of a user; true if the name is new, and among the first. */
    private synchronized boolean count(String name, int attempts) {
        if (!counting) {
            began = nanos.getAsLong();
            counting = true;
        }
        Long before = refused.get(name);
        if (before != null || refused.size() < MOST_USERS) {
            refused.put(name, (before == null ? 0 : before) + attempts);
            return before == null;
        }
        otherUsers += 1 - attempts;
        otherAttempts += attempts;
        return false;
    }

    /** Logs the counts when their minute is over. */
    void look() {
        if (!counting || nanos.getAsLong() - began < PERIOD) {
            return;
        }
        Map<String, Long> counts;
        long users;
        long attempts;
        synchronized (this) {
            if (!counting) {
                return;
            }
            counting = false;
            counts = new LinkedHashMap<>(refused);
            users = otherUsers;
            attempts = otherAttempts;
            refused.clear();
            otherUsers = 0;
            otherAttempts = 0;
        }
        counts.values().removeIf(count -> count == 0);
        counts.forEach(
                (name, count) ->
                        LOG.warn(
                                "SRV-0661 user '{}' was refused {} more times while it was locked;"
                                        + " each attempt restarts lockOutTime",
                                name,
                                count));
        if (users + attempts > 0) {
            LOG.warn(
                    "SRV-0662 {} more users were locked, and {} attempts of such users were"
                            + " refused; the access log has the addresses",
                    users,
                    attempts);
        }
    }

    /** The name in a form that cannot end its quotes. */
    static String shown(String user) {
        return LogText.shown(user, LONGEST_NAME, "'\\");
    }
}
