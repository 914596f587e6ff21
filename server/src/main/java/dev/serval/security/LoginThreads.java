package dev.serval.security;

import dev.serval.thread.OomSafeDeque;
import dev.serval.thread.OomSafeLock;
import dev.serval.thread.TurnGuard;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The threads of logins that take long. All realms of one server share those that compute slow
 * hashes: few at once, so that logins leave processors for files and servlets. A realm whose users
 * are elsewhere has threads of its own, which look them up. Thread-safe. A thread starts when there
 * is work and ends when there is none. Realms take turns: a flood of logins to one realm does not
 * fill the queue of another.
 */
public final class LoginThreads {
    private static final TurnGuard GUARD = new TurnGuard("A thread of logins");
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(1);

    private final int most;
    private final ReentrantLock lock = new ReentrantLock();
    // Queues with waiting logins; guarded by lock.
    private final ArrayDeque<LoginQueue> next = new ArrayDeque<>();
    private int running; // guarded by lock

    /** Half of the processors, at least one. */
    public LoginThreads() {
        this(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
    }

    /**
     * @param most logins that are processed at once, at least 1
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

    /** Adds both, or neither if there is no memory. Guarded by lock. */
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

    /** Starts a thread; no login waits, since fewer threads run than may. Guarded by lock. */
    private boolean start(LoginTurn first) {
        // The caller may run in an application: nothing of it is inherited.
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

    /** Gives up a login that waits; false if its turn has come. */
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

    /** Takes the next login; null ends the thread. */
    private LoginTurn take() {
        while (true) {
            // In any case, a thread that ends is not counted any more.
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
                // No login was taken: this thread tries again.
                GUARD.note(e);
            } finally {
                lock.unlock();
            }
            LockSupport.parkNanos(PAUSE);
        }
    }

    /** The number of logins that wait in a queue. */
    int waiting(LoginQueue queue) {
        lock.lock();
        try {
            return queue.size();
        } finally {
            lock.unlock();
        }
    }
}
