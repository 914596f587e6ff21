package dev.serval.security;

import dev.serval.net.ClientNetwork;
import dev.serval.net.Pause;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The logins of one realm that wait for a slow hash. Thread-safe. Whoever waits leaves the place of
 * a worker to others; whoever finds the queue full, or waits for too long, gets a {@link
 * LoginsBusyException}.
 *
 * <p>Clients take turns. Where no place is free, the last that waits of whoever has most is refused
 * for a client that has less, even with the new one. So one client alone may fill the queue, and a
 * few of them keep nobody else out. Nothing is remembered of clients whose logins do not wait.
 */
final class HashQueue {
    /** Rounds from which on a hash takes long: below, a queue would cost as much. */
    static final int SLOW = 1000;

    private final HashThreads threads;
    private final RealmLimits limits;
    // By the lock of the threads, in the order of coming; and their clients, each once, in the
    // order of their turns.
    private final Deque<HashTurn> waiting = new ArrayDeque<>();
    private final Deque<ClientNetwork> clients = new ArrayDeque<>();

    HashQueue(HashThreads threads, RealmLimits limits) {
        this.threads = threads;
        this.limits = limits;
    }

    RealmLimits limits() {
        return limits;
    }

    /** How many wait; by the lock of the threads. */
    int size() {
        return waiting.size();
    }

    /** By the lock of the threads: false if no place is left for it. */
    boolean add(HashTurn turn) {
        if (waiting.size() >= limits.maxQueueSize() && !makeRoom(turn.client())) {
            return false;
        }
        waiting.addLast(turn);
        if (!clients.contains(turn.client())) {
            clients.addLast(turn.client());
        }
        return true;
    }

    private boolean makeRoom(ClientNetwork client) {
        Map<ClientNetwork, Integer> counts = new HashMap<>();
        waiting.forEach(turn -> counts.merge(turn.client(), 1, Integer::sum));
        HashTurn out = null;
        int most = counts.getOrDefault(client, 0) + 1;
        for (HashTurn turn : waiting) {
            int count = counts.get(turn.client());
            if (count > most || out != null && turn.client().equals(out.client())) {
                most = count;
                out = turn;
            }
        }
        if (out == null) {
            return false;
        }
        // Made first: there may be no memory for it.
        LoginsBusyException busy = busy("more of its client wait than of others");
        remove(out);
        out.refuse(busy);
        return true;
    }

    /** By the lock of the threads: it waits no longer; false when it has not waited. */
    boolean remove(HashTurn turn) {
        boolean waited = waiting.remove(turn);
        if (waited && !waits(turn.client())) {
            clients.remove(turn.client());
        }
        return waited;
    }

    private boolean waits(ClientNetwork client) {
        for (HashTurn turn : waiting) {
            if (turn.client().equals(client)) {
                return true;
            }
        }
        return false;
    }

    /** By the lock of the threads: the first one of the client whose turn it is. */
    HashTurn next() {
        ClientNetwork client = clients.peekFirst();
        HashTurn next = waiting.peekFirst();
        for (HashTurn turn : waiting) {
            if (turn.client().equals(client)) {
                next = turn;
                break;
            }
        }
        if (remove(next) && clients.remove(next.client())) {
            clients.addLast(next.client());
        }
        return next;
    }

    /**
     * Compares on a thread for that, and waits for the result.
     *
     * @param client its address; null if it is not known
     */
    boolean compare(String client, BooleanSupplier comparison) {
        HashTurn turn = new HashTurn(ClientNetwork.of(client), comparison);
        if (!threads.offer(this, turn)) {
            throw busy("as many wait as may");
        }
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limits.maxQueueTime());
        try (Pause pause = Pause.begin()) {
            if (!turn.await(until)) {
                if (threads.withdraw(this, turn)) {
                    throw busy("its turn has not come in time");
                }
                // Its turn has come: the result is worth the rest.
                turn.await();
            }
        }
        return turn.result();
    }

    private LoginsBusyException busy(String why) {
        return new LoginsBusyException(
                "a password was not looked at, "
                        + why
                        + "; see maxQueueSize ("
                        + limits.maxQueueSize()
                        + ") and maxQueueTime ("
                        + limits.maxQueueTime()
                        + " ms) of its Realm",
                (int) TimeUnit.MILLISECONDS.toSeconds(limits.maxQueueTime()));
    }
}
