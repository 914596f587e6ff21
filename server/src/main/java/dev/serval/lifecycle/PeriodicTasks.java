package dev.serval.lifecycle;

import dev.serval.thread.OomSafeLock;
import dev.serval.thread.TurnGuard;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Calls tasks periodically, a few for all applications of the process. Thread-safe. Has a thread
 * only while it has tasks; there is never a thread or a timer per request.
 */
public final class PeriodicTasks {
    /** Ends sessions whose time is over, which runs code of applications. */
    public static final PeriodicTasks SESSIONS = new PeriodicTasks("serval-sessions");

    /** Ends asynchronous requests whose time is over; its tasks never block. */
    public static final PeriodicTasks TIMEOUTS = new PeriodicTasks("serval-timeouts");

    /** Looks at calls that take long; its tasks write to the log. */
    public static final PeriodicTasks STUCK_CALLS = new PeriodicTasks("serval-stuck-calls");

    /** Stores sessions that are idle, which may wait. */
    public static final PeriodicTasks STORES = new PeriodicTasks("serval-session-stores");

    private final String name;
    private final ReentrantLock lock = OomSafeLock.withQueue();
    private final Condition changed = lock.newCondition();
    private final Map<Runnable, Due> tasks = new ConcurrentHashMap<>();
    private final TurnGuard guard;
    private Thread thread;
    // There are tasks, but the system gave no thread for them.
    private volatile boolean starved;

    private static final class Due {
        private final long period;
        private long next;

        Due(long period, long now) {
            this.period = period;
            this.next = now + period;
        }
    }

    PeriodicTasks(String name) {
        this.name = name;
        guard = new TurnGuard("The thread " + name);
    }

    /**
     * Calls the task until {@link #remove}.
     *
     * @param millis between two calls
     */
    public void add(Runnable task, long millis) {
        lock.lock();
        try {
            tasks.put(task, new Due(TimeUnit.MILLISECONDS.toNanos(millis), System.nanoTime()));
            if (thread == null) {
                begin();
            } else {
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Called by code that relies on a task it added: the system may have given no thread then. */
    public void revive() {
        if (starved) {
            lock.lock();
            try {
                if (thread == null && !tasks.isEmpty()) {
                    begin();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /** Called with the lock held. */
    private void begin() {
        starved = true;
        try {
            Thread fresh = heirless();
            thread = fresh;
            fresh.start();
            starved = false;
        } catch (RuntimeException | Error e) {
            thread = null;
            guard.note(e);
        }
    }

    /** No call begins after this; with the last task the thread has ended when this returns. */
    public void remove(Runnable task) {
        Thread ending = null;
        lock.lock();
        try {
            tasks.remove(task);
            if (tasks.isEmpty() && thread != null) {
                ending = thread;
                thread = null;
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
        if (ending != null && ending != Thread.currentThread()) {
            join(ending);
        }
    }

    /**
     * The thread outlives the calling application and must hold nothing of it: neither inherited
     * values nor loaders nor, before JDK 24, the access control context of its callers.
     */
    @SuppressWarnings("removal") // the only way to keep the callers from being inherited
    private Thread heirless() {
        PrivilegedAction<Thread> action = () -> new Thread(null, this::run, name, 0, false);
        Thread ticking = AccessController.doPrivileged(action);
        ticking.setDaemon(true);
        ticking.setContextClassLoader(PeriodicTasks.class.getClassLoader());
        return ticking;
    }

    private static void join(Thread ending) {
        try {
            ending.join(1000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (true) {
            try {
                List<Runnable> due = await();
                if (due == null) {
                    return;
                }
                due.forEach(this::call);
                guard.passed();
            } catch (Throwable e) {
                guard.failed(e);
            }
        }
    }

    private void call(Runnable task) {
        if (!tasks.containsKey(task)) {
            return;
        }
        try {
            task.run();
        } catch (Throwable e) {
            // The other tasks are still called.
            guard.note(e);
        }
    }

    /** The tasks that are due; null if this thread is not needed any more. */
    private List<Runnable> await() {
        lock.lock();
        try {
            while (thread == Thread.currentThread()) {
                List<Runnable> due = new ArrayList<>();
                long wait = look(due);
                if (!due.isEmpty()) {
                    return due;
                }
                try {
                    changed.awaitNanos(wait);
                } catch (InterruptedException e) {
                    // An application has interrupted this thread: ignored.
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds the tasks that are due, and returns the time until the next one is. The iterator is on
     * no frame of a thread that waits: there it would keep a removed task, and its application.
     */
    private long look(List<Runnable> due) {
        long now = System.nanoTime();
        long wait = Long.MAX_VALUE;
        for (Map.Entry<Runnable, Due> entry : tasks.entrySet()) {
            Due when = entry.getValue();
            if (when.next - now <= 0) {
                when.next = now + when.period;
                due.add(entry.getKey());
            } else {
                wait = Math.min(wait, when.next - now);
            }
        }
        return wait;
    }
}
