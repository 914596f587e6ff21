package dev.serval.websocket.wire;

import dev.serval.lifecycle.PeriodicTasks;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks all connections periodically for time limits. Thread-safe; with a precision of a fifth of
 * a second. There is no timer per connection or message.
 */
final class ConnectionSweep {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionSweep.class);

    static final ConnectionSweep ALL = new ConnectionSweep();

    private static final long TICK_MILLIS = 200;

    private final Set<WebSocketConnection> open = ConcurrentHashMap.newKeySet();
    private final Runnable sweep = this::sweep;
    private boolean ticking;

    private ConnectionSweep() {}

    void add(WebSocketConnection connection) {
        open.add(connection);
        synchronized (this) {
            if (!ticking) {
                ticking = true;
                PeriodicTasks.TIMEOUTS.add(sweep, TICK_MILLIS);
            }
        }
        PeriodicTasks.TIMEOUTS.revive();
    }

    void remove(WebSocketConnection connection) {
        open.remove(connection);
    }

    private static void look(WebSocketConnection connection, long now) {
        try {
            connection.tick(now);
        } catch (RuntimeException | Error e) {
            // Most likely memory is short; the other connections are still checked, and this one
            // again.
            LOG.debug("a connection could not be looked at", e);
        }
    }

    private void sweep() {
        long now = System.nanoTime();
        open.forEach(connection -> look(connection, now));
        synchronized (this) {
            if (ticking && open.isEmpty()) {
                // The next one starts it again. On the timer's thread: this does not wait.
                ticking = false;
                PeriodicTasks.TIMEOUTS.remove(sweep);
            }
        }
    }
}
