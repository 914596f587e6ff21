package dev.serval.security;

import dev.serval.net.ClientNetwork;
import dev.serval.net.Pause;
import dev.serval.thread.OomSafeDeque;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The logins of one realm that wait for a slow hash, or for the source of its users. Thread-safe. A
 * login that waits leaves the place of a worker to others; if the queue is full, or the wait is too
 * long, it gets a {@link LoginsBusyException}.
 *
 * <p>Clients take turns. If the queue is full, the last login of the client with the most, counting
 * the new one, is refused in favour of a client with fewer. So one client alone may fill the queue,
 * and a few of them do not keep others out. Clients without waiting logins are not remembered.
 */
final class LoginQueue {
    /** The least rounds of a slow hash: below, a queue would cost as much. */
    static final int SLOW = 1000;

    /** Longer than any hash takes. */
    private static final long HASH_MILLIS = 600_000;

    private final LoginThreads threads;
    private final RealmLimits limits;
    // Guarded by the lock of the threads, in order of arrival; and their clients, each once, in the
    // order of their turns.
    private final ArrayDeque<LoginTurn> waiting = new ArrayDeque<>();
    private final ArrayDeque<ClientNetwork> clients = new ArrayDeque<>();

    LoginQueue(LoginThreads threads, RealmLimits limits) {
        this.threads = threads;
        this.limits = limits;
    }

    RealmLimits limits() {
        return limits;
    }

    /** The number of waiting logins; guarded by the lock of the threads. */
    int size() {
        return waiting.size();
    }

    /** Adds a login; false if no place is left for it. Guarded by the lock of the threads. */
    boolean add(LoginTurn turn) {
        if (waiting.size() >= limits.maxQueueSize() && !makeRoom(turn.client())) {
            return false;
        }
        boolean first = !clients.contains(turn.client());
        OomSafeDeque.addLast(waiting, turn);
        if (first) {
            boolean added = false;
            try {
                OomSafeDeque.addLast(clients, turn.client());
                added = true;
            } finally {
                if (!added) {
                    waiting.removeLast();
                }
            }
        }
        return true;
    }

    private boolean makeRoom(ClientNetwork client) {
        Map<ClientNetwork, Integer> counts = new HashMap<>();
        waiting.forEach(turn -> counts.merge(turn.client(), 1, Integer::sum));
        LoginTurn out = null;
        int most = counts.getOrDefault(client, 0) + 1;
        for (LoginTurn turn : waiting) {
            int count = counts.get(turn.client());
            if (count > most || out != null && turn.client().equals(out.client())) {
                most = count;
                out = turn;
            }
        }
        if (out == null) {
            return false;
        }
        // Created first, since there may be no memory for it.
        LoginsBusyException busy = busy("more of its client wait than of others");
        remove(out);
        out.refuse(busy);
        return true;
    }

    /** Removes a login; false if it was not waiting. Guarded by the lock of the threads. */
    boolean remove(LoginTurn turn) {
        // Counted first, since that needs memory, and what follows must not be left half done.
        int ofClient = 0;
        for (LoginTurn other : waiting) {
            if (other.client().equals(turn.client())) {
                ofClient++;
            }
        }
        boolean waited = waiting.remove(turn);
        if (waited && ofClient == 1) {
            clients.remove(turn.client());
        }
        return waited;
    }

    /**
     * Takes the first login of the client whose turn it is. Guarded by the lock of the threads. If
     * it throws OutOfMemoryError, all of them wait as before.
     */
    LoginTurn next() {
        ClientNetwork client = clients.peekFirst();
        LoginTurn next = waiting.peekFirst();
        for (LoginTurn turn : waiting) {
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
     * Compares on one of the threads, and waits for the result.
     *
     * @param client its address; null if it is not known
     */
    boolean compare(String client, BooleanSupplier comparison) {
        return ask(client, comparison::getAsBoolean, HASH_MILLIS);
    }

    /**
     * Asks a question on one of the threads, and waits for the answer.
     *
     * @param client its address; null if it is not known
     * @param patience milliseconds after which a question that has begun is abandoned
     */
    @SuppressWarnings("unchecked") // the answer is that of the question
    <T> T ask(String client, Supplier<T> question, long patience) {
        LoginTurn turn = new LoginTurn(ClientNetwork.of(client), question);
        if (!threads.offer(this, turn)) {
            throw busy("as many wait as may");
        }
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limits.maxQueueTime());
        try (Pause pause = Pause.begin()) {
            if (!turn.await(until)) {
                if (threads.withdraw(this, turn)) {
                    throw busy("its turn has not come in time");
                }
                // Its turn has come: the result is worth the further wait.
                if (!turn.await(until + TimeUnit.MILLISECONDS.toNanos(patience))) {
                    throw busy("there was no answer for " + patience + " ms");
                }
            }
        }
        return (T) turn.result();
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
