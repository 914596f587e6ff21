package dev.serval.security;

import dev.serval.thread.OomSafeDeque;
import dev.serval.thread.OomSafeLock;
import dev.serval.thread.TurnGuard;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The threads of logins that take their time. Those that compute slow hashes are of all realms of
 * one server: few at once, so that logins leave processors for files and servlets. A realm whose
 * users are elsewhere has others, which ask for them. Thread-safe. A thread starts when there is
 * something to do and ends when there is nothing more. Realms take turns: whoever floods one of
 * them does not fill the queue of another.
 */
public final class LoginThreads {
    private static final TurnGuard GUARD = new TurnGuard("A thread of logins");
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(1);

    private final int most;
    private final ReentrantLock lock = new ReentrantLock();
    // Those that have something waiting, by lock.
    private final ArrayDeque<LoginQueue> next = new ArrayDeque<>();
    private int running; // by lock

    /** Half of the processors, at least one. */
    public LoginThreads() {
        this(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
    }

    /**
     * @param most logins that are looked at once, at least 1
     */
    public LoginThreads(int most) {
        this.most = most;
    }

    /** False when the queue is full, or the system gives no thread. */
    boolean offer(LoginQueue queue, LoginTurn turn) {
        lock.lock();
        try {
            if (running < most) {
                return start(turn);
            }
            return queue.size() > 0 ? queue.add(turn) : addFirst(queue, turn);
        } finally {
            lock.unlock();
        }
    }

    /** By lock: both, or none of them if there is no memory. */
    private boolean addFirst(LoginQueue queue, LoginTurn turn) {
        OomSafeDeque.addLast(next, queue);
        boolean added = false;
        try {
            added = queue.add(turn);
        } finally {
            if (!added) {
                next.removeLast();
            }
        }
        return added;
    }

    /** By lock: nothing waits, since fewer run than may. */
    private boolean start(LoginTurn first) {
        // Whoever logs in may run in an application: nothing of it is inherited.
        Thread thread = new Thread(null, () -> run(first), "serval-login", 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(LoginThreads.class.getClassLoader());
        running++;
        try {
            thread.start();
            return true;
        } catch (OutOfMemoryError e) {
            // The JVM cannot create another thread; the client may try again.
            running--;
            return false;
        }
    }

    /** The one that waits gives up; false when its turn has come. */
    boolean withdraw(LoginQueue queue, LoginTurn turn) {
        lock.lock();
        try {
            boolean withdrawn = queue.remove(turn);
            if (withdrawn && queue.size() == 0) {
                next.remove(queue);
            }
            return withdrawn;
        } finally {
            lock.unlock();
        }
    }

    private void run(LoginTurn first) {
        for (LoginTurn turn = first; turn != null; turn = take()) {
            turn.run();
            GUARD.passed();
        }
    }

    /** Null at the end of the thread. */
    private LoginTurn take() {
        while (true) {
            // Whatever happens, a thread that ends is not counted any more.
            OomSafeLock.lock(lock);
            try {
                LoginQueue queue = next.peekFirst();
                if (queue == null) {
                    running--;
                    return null;
                }
                LoginTurn turn = queue.next();
                next.removeFirst();
                if (queue.size() > 0) {
                    next.addLast(queue); // needs no memory, since a place has just come free
                }
                return turn;
            } catch (OutOfMemoryError e) {
                // Nothing was taken: those that wait are asked for again, by this thread.
                GUARD.note(e);
            } finally {
                lock.unlock();
            }
            LockSupport.parkNanos(PAUSE);
        }
    }

    /** How many wait in a queue. */
    int waiting(LoginQueue queue) {
        lock.lock();
        try {
            return queue.size();
        } finally {
            lock.unlock();
        }
    }
}
