package dev.serval.net;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Closes idle connections when there are many, so that new ones find room (see {@code
 * maxConnections}). From three quarters of the limit on the time that one may be idle shrinks with
 * the room that is left; those that have been idle for longest are closed first, some at a time.
 * Owned by the sweep.
 */
final class Shedding implements Runnable {
    // A client that asks again and again is not idle between two requests.
    private static final long LEAST_IDLE_MILLIS = 500;
    // Where idle connections may stay for ever, this is what shrinks.
    private static final long LONG_IDLE_MILLIS = 60_000;
    // Of all connections, this part is closed at a time.
    private static final int SHARE = 16;

    private record Idle(Connection connection, long millis) {}

    private final Deadlines deadlines;
    private final ConnectionLimit limit;
    private final long idleMillis;

    /**
     * @param keepAliveTimeout milliseconds that a connection may be idle; 0 or less means for ever
     */
    Shedding(Deadlines deadlines, ConnectionLimit limit, int keepAliveTimeout) {
        this.deadlines = deadlines;
        this.limit = limit;
        idleMillis = keepAliveTimeout <= 0 ? LONG_IDLE_MILLIS : keepAliveTimeout;
    }

    @Override
    public void run() {
        double room = limit.room();
        if (room >= 1) {
            return;
        }
        long most = Math.max(LEAST_IDLE_MILLIS, (long) (room * idleMillis));
        List<Idle> idle = new ArrayList<>();
        for (Connection connection : deadlines.connections()) {
            long millis = connection.transport().waited();
            if (millis >= most && connection.idle()) {
                idle.add(new Idle(connection, millis));
            }
        }
        idle.sort(Comparator.comparingLong(Idle::millis).reversed());
        int count = Math.min(idle.size(), Math.max(1, limit.max() / SHARE));
        for (Idle oldest : idle.subList(0, count)) {
            Connection connection = oldest.connection;
            connection.transport().hurry(connection::idle, 0);
        }
    }
}
