package dev.serval.net;

import dev.serval.thread.OomSafeLock;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Closes connections so that new ones find room (see {@code maxConnections}). Thread-safe.
 *
 * <p>From three quarters of the limit on, the time that a connection may be idle shrinks with the
 * room that is left; those that have been idle longest are closed first, some at a time. If no
 * place is left, one connection is closed for each that waits: first the one that has owed a whole
 * head for longest (it gets a 408), then the one that has been idle longest. A connection with a
 * whole head is never closed.
 *
 * <p>Among those that owe a head, connections of a client that holds an eighth of all connections
 * or more are closed first, those of the largest client before others ({@link
 * ConnectionsPerClient}): a client that takes all places with slow heads does not drive out other
 * slow ones. Connections through one proxy count as one client unless the PROXY protocol tells
 * more. A client with many addresses is not recognised.
 */
final class Shedding {
    // A shorter pause is not idleness, and a head needs time on a long way.
    private static final long LEAST_MILLIS = 500;
    // Where idle connections have no limit, this time shrinks instead.
    private static final long LONG_IDLE_MILLIS = 60_000;
    // This share of all connections is closed at a time.
    private static final int SHARE = 16;
    // A connection that was told to end and still exists after this time had its head after all.
    private static final long LEAVING_MILLIS = 250;
    // A search that found nothing is not repeated before this time.
    private static final long LOOK_MILLIS = 50;

    /**
     * A connection that may be closed.
     *
     * @param since when it has owed a head; 0 for one that is idle
     * @param idle milliseconds; 0 for one that owes a head
     * @param crowd connections of its client if these are many, otherwise 0
     */
    private record Candidate(Connection connection, long since, long idle, int crowd) {
        // The largest crowd first, then the longest debt.
        static final Comparator<Candidate> OWING =
                Comparator.comparingInt(Candidate::crowd)
                        .reversed()
                        .thenComparingLong(Candidate::since)
                        .thenComparingLong(Candidate::number);
        static final Comparator<Candidate> IDLE =
                Comparator.comparingLong(Candidate::idle).reversed();

        /** Orders connections that came in the same millisecond. */
        long number() {
            return connection.transport().peer().number();
        }
    }

    private final Deadlines deadlines;
    private final ConnectionLimit limit;
    private final OverloadLog log;
    private final long idleMillis;
    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by lock: what the last search found, the first to be closed in front.
    private final Queue<Candidate> candidates = new ArrayDeque<>();
    private long looked = millis() - LOOK_MILLIS;
    // Guarded by lock: connections that were told to end, and when.
    private final Map<Connection, Long> leaving = new LinkedHashMap<>();
    private volatile boolean someLeave;

    /**
     * @param keepAliveTimeout milliseconds that a connection may be idle; 0 or less means no limit
     */
    Shedding(Deadlines deadlines, ConnectionLimit limit, OverloadLog log, int keepAliveTimeout) {
        this.deadlines = deadlines;
        this.limit = limit;
        this.log = log;
        idleMillis = keepAliveTimeout <= 0 ? LONG_IDLE_MILLIS : keepAliveTimeout;
        // Once now, since without descriptors no class can be loaded later.
        rehearse();
    }

    private void rehearse() {
        ClientNetwork.of(new InetSocketAddress(0));
        List<Candidate> some = new ArrayList<>();
        some.add(new Candidate(null, 0, 0, 0));
        some.add(new Candidate(null, 1, 0, 0));
        some.sort(Candidate.OWING);
        some.sort(Candidate.IDLE);
        rank(List.of(), new ConnectionsPerClient(List.of()));
        look(millis() - LOOK_MILLIS);
    }

    /** Called by the sweep: closes idle connections while there is little room. */
    void sweep() {
        if (someLeave) {
            forgetThoseWhoStay();
        }
        double room = limit.room();
        // If there is no room at all, none is closed before another one waits.
        if (room >= 1 || room == 0) {
            return;
        }
        long most = Math.max(LEAST_MILLIS, (long) (room * idleMillis));
        List<Candidate> idle = new ArrayList<>();
        for (Connection connection : deadlines.connections()) {
            long waited = connection.transport().readWait().millis();
            if (waited >= most && connection.idle()) {
                idle.add(new Candidate(connection, 0, waited, 0));
            }
        }
        idle.sort(Candidate.IDLE);
        int count = Math.min(idle.size(), Math.max(1, limit.max() / SHARE));
        for (Candidate oldest : idle.subList(0, count)) {
            Connection connection = oldest.connection;
            connection.transport().readWait().hurry(connection::idle, 0);
        }
    }

    /**
     * From any thread: closes connections so that this number, those already told included, will
     * end.
     */
    void makeRoom(int count) {
        lock.lock();
        try {
            long now = millis();
            forgetThoseWhoStay(now);
            int left = count - leaving.size();
            while (left > 0) {
                Candidate next = next(now);
                if (next == null) {
                    return;
                }
                // Noted before it is closed, so that its end is not missed.
                leaving.put(next.connection, now);
                someLeave = true;
                if (close(next)) {
                    left--;
                } else {
                    leaving.remove(next.connection);
                }
            }
        } finally {
            someLeave = !leaving.isEmpty();
            lock.unlock();
        }
    }

    /** From any thread: a connection is gone. */
    void left(Connection connection) {
        if (!someLeave || connection == null) {
            return;
        }
        OomSafeLock.lock(lock);
        try {
            leaving.remove(connection);
            someLeave = !leaving.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Otherwise a connection that had its head after all would later end as if it gave way. */
    private void forgetThoseWhoStay() {
        OomSafeLock.lock(lock);
        try {
            forgetThoseWhoStay(millis());
            someLeave = !leaving.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    private void forgetThoseWhoStay(long now) {
        leaving.entrySet()
                .removeIf(
                        entry -> {
                            boolean stays = now - entry.getValue() >= LEAVING_MILLIS;
                            if (stays) {
                                entry.getKey().giveWay(false);
                            }
                            return stays;
                        });
    }

    private Candidate next(long now) {
        Candidate next = candidates.poll();
        if (next == null && now - looked >= LOOK_MILLIS) {
            look(now);
            next = candidates.poll();
        }
        return next;
    }

    private void look(long now) {
        List<Candidate> owing = new ArrayList<>();
        List<Candidate> idle = new ArrayList<>();
        for (Connection connection : deadlines.connections()) {
            if (leaving.containsKey(connection)) {
                continue;
            }
            if (owesForLong(connection, now)) {
                owing.add(new Candidate(connection, connection.owesSince(), 0, 0));
            } else {
                long waited = connection.transport().readWait().millis();
                if (waited >= LEAST_MILLIS && connection.idle()) {
                    idle.add(new Candidate(connection, 0, waited, 0));
                }
            }
        }
        if (owing.size() > 1) {
            owing = rank(owing, new ConnectionsPerClient(deadlines.connections()));
        }
        owing.sort(Candidate.OWING);
        idle.sort(Candidate.IDLE);
        int most = Math.max(SHARE, limit.open() / SHARE);
        candidates.addAll(owing.subList(0, Math.min(most, owing.size())));
        int rest = most - candidates.size();
        candidates.addAll(idle.subList(0, Math.min(rest, idle.size())));
        // If there may be more, the next search need not wait.
        looked = candidates.size() == most ? now - LOOK_MILLIS : now;
    }

    private static List<Candidate> rank(List<Candidate> owing, ConnectionsPerClient perClient) {
        List<Candidate> ranked = new ArrayList<>(owing.size());
        for (Candidate one : owing) {
            int crowd = perClient.of(one.connection);
            ranked.add(new Candidate(one.connection, one.since, 0, crowd));
        }
        return ranked;
    }

    private static boolean owesForLong(Connection connection, long now) {
        long since = connection.owesSince();
        return since != Conversation.OWES_NOTHING && now - since >= LEAST_MILLIS;
    }

    /** False if the connection has changed since the search. */
    private boolean close(Candidate candidate) {
        Connection connection = candidate.connection;
        boolean owes = candidate.idle == 0;
        if (owes) {
            // Set before the wait can end: the owner of the connection checks it then.
            connection.giveWay(true);
            if (!connection
                    .transport()
                    .readWait()
                    .giveUp(() -> connection.owesSince() == candidate.since)) {
                connection.giveWay(false);
                return false;
            }
        } else {
            Transport transport = connection.transport();
            if (transport.readWait().millis() < LEAST_MILLIS
                    || !transport.readWait().hurry(connection::idle, -1)) {
                return false;
            }
            transport.sweep(deadlines.now());
        }
        log.gaveWay(owes);
        return true;
    }

    private static long millis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }
}
