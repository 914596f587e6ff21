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
 * <p>From three quarters of the limit on the time that one may be idle shrinks with the room that
 * is left; those that have been idle for longest are closed first, some at a time. Where no place
 * is left and somebody waits, one goes for each who waits: first the one that has owed the whole of
 * a head for longest (it gets a 408), then the one that has been idle for longest. A connection
 * that has a whole head is never closed.
 *
 * <p>Among those that owe a head, those of a client that holds an eighth of all connections or more
 * go before all others, those of the largest first ({@link ConnectionsPerClient}): whoever takes
 * all places by slow heads does not drive out others that are slow. Connections through one proxy
 * are one client unless the PROXY protocol tells more. Clients that have many addresses are not
 * known by this.
 */
final class Shedding {
    // A client that asks again and again is not idle between two requests, and a head takes the
    // time that a long way needs.
    private static final long LEAST_MILLIS = 500;
    // Where idle connections may stay for ever, this is what shrinks.
    private static final long LONG_IDLE_MILLIS = 60_000;
    // Of all connections, this part is closed at a time.
    private static final int SHARE = 16;
    // One that was told to go and is still there after that time has had its head after all.
    private static final long LEAVING_MILLIS = 250;
    // A look that has found nobody is not repeated before.
    private static final long LOOK_MILLIS = 50;

    /**
     * One that may be closed.
     *
     * @param since when it has owed a head; 0 for one that is idle
     * @param idle milliseconds; 0 for one that owes a head
     * @param crowd connections of its client if these are many, else 0
     */
    private record Candidate(Connection connection, long since, long idle, int crowd) {
        // Those of the largest crowd, then those who have owed for longest.
        static final Comparator<Candidate> OWING =
                Comparator.comparingInt(Candidate::crowd)
                        .reversed()
                        .thenComparingLong(Candidate::since)
                        .thenComparingLong(Candidate::number);
        static final Comparator<Candidate> IDLE =
                Comparator.comparingLong(Candidate::idle).reversed();

        /** Of those that came in the same millisecond, the first has the least. */
        long number() {
            return connection.transport().peer().number();
        }
    }

    private final Deadlines deadlines;
    private final ConnectionLimit limit;
    private final OverloadLog log;
    private final long idleMillis;
    private final ReentrantLock lock = new ReentrantLock();
    // By lock: what the last look has found, those that go first in front.
    private final Queue<Candidate> candidates = new ArrayDeque<>();
    private long looked = millis() - LOOK_MILLIS;
    // By lock: those that were told to go, and when.
    private final Map<Connection, Long> leaving = new LinkedHashMap<>();
    private volatile boolean someLeave;

    /**
     * @param keepAliveTimeout milliseconds that a connection may be idle; 0 or less means for ever
     */
    Shedding(Deadlines deadlines, ConnectionLimit limit, OverloadLog log, int keepAliveTimeout) {
        this.deadlines = deadlines;
        this.limit = limit;
        this.log = log;
        idleMillis = keepAliveTimeout <= 0 ? LONG_IDLE_MILLIS : keepAliveTimeout;
        // Once now: without descriptors no class can be loaded any more.
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

    /** By the sweep: closes idle ones while there is little room. */
    void sweep() {
        if (someLeave) {
            forgetThoseWhoStay();
        }
        double room = limit.room();
        // Where there is none at all, nobody goes before somebody waits.
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

    /** From any thread: so many are to go, those included that are on their way. */
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
                // Before it is closed, so that its end is not missed.
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

    /** Else one that had its head after all would be told later that it gives way. */
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
        // Where there may be more, the next look need not wait.
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

    /** False when it is not any more what it was when it was looked at. */
    private boolean close(Candidate candidate) {
        Connection connection = candidate.connection;
        boolean owes = candidate.idle == 0;
        if (owes) {
            // Before it can happen: whoever owns the connection looks at it then.
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
