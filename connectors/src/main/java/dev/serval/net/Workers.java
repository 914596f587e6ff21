package dev.serval.net;

import dev.serval.thread.OomSafeDeque;
import dev.serval.thread.OomSafeLock;
import dev.serval.thread.Threads;
import dev.serval.thread.TurnGuard;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that run applications, and the queue before them. Thread-safe. The number of calls
 * that run at once is limited; a call that waits for its client is not counted, so that slow
 * uploads block nobody. Further calls wait in order, each {@link Call} for a limited time.
 *
 * <p>The idle thread that was used last is used first, so that few threads stay warm and the others
 * end. Each task has a virtual thread of its own where threads are virtual.
 */
public final class Workers {
    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
    // A call that waits costs no thread where threads are virtual.
    private static final int VIRTUAL_PER_THREAD = 10;
    // How many platform threads may wait for clients, per thread that may run.
    private static final int PAUSED_PER_THREAD = 5;
    // The workers whose task the thread runs.
    private static final ThreadLocal<Workers> CURRENT = new ThreadLocal<>();
    private final ThreadFactory factory;
    private final boolean virtual;
    private final int spare;
    private final ReentrantLock lock = OomSafeLock.withQueue();
    private final WaitingCalls queue;
    private final VirtualCalls calls;
    private final ArrayDeque<Worker> idle = new ArrayDeque<>();
    private final Set<Worker> all = new HashSet<>();
    private final Condition ended = lock.newCondition();
    private final TurnGuard guard;
    private int max; // guarded by lock
    private boolean stopped;
    private boolean waking; // guarded by lock: a thread that was called has not come yet
    private int generation; // guarded by lock
    private int loops; // guarded by lock: event loops in a call, with platform threads
    private int paused; // guarded by lock: calls that wait for their clients

    /**
     * @param name of the threads; a number follows
     * @param max the limit of tasks at once
     * @param spare idle threads that are kept
     * @param queueLimit the limit of tasks that wait for a thread
     * @param virtual a virtual thread per task; ignored before JDK 21
     */
    public Workers(String name, int max, int spare, int queueLimit, boolean virtual) {
        this(name + "-", max, spare, queueLimit, virtual, LoadLimits.DEFAULTS);
    }

    /** The same with limits for calls; ten times as many run at once on virtual threads. */
    public Workers(
            String prefix, int max, int spare, int queueLimit, boolean virtual, LoadLimits load) {
        this(
                prefix,
                virtual ? Threads.virtual(prefix) : Threads.platform(prefix),
                max,
                spare,
                queueLimit,
                virtual && Threads.haveVirtual(),
                load);
    }

    /**
     * @param factory makes virtual threads if {@code virtual}, otherwise platform threads
     */
    Workers(
            String prefix,
            ThreadFactory factory,
            int max,
            int spare,
            int queueLimit,
            boolean virtual,
            LoadLimits load) {
        this.virtual = virtual;
        this.factory = factory;
        this.max = this.virtual ? VIRTUAL_PER_THREAD * max : max;
        this.spare = spare;
        guard = new TurnGuard("The pool of threads " + prefix);
        queue = new WaitingCalls(queueLimit, load, guard);
        calls = new VirtualCalls(this, queue, factory, guard);
    }

    /**
     * Runs the task on one of the threads; throws RejectedExecutionException if too many tasks
     * wait. If this throws anything, the task does not run.
     */
    public void execute(Runnable task) {
        WaitingCalls.Busy busy = null;
        lock.lock();
        try {
            if (stopped && !virtual) {
                throw new RejectedExecutionException("stopped");
            }
            boolean full = !roomForCall() || !virtual && idle.isEmpty() && all.size() >= most();
            int waiting = queue.size() - (waking ? 1 : 0);
            if (full && waiting >= queue.limit(task)) {
                busy = queue.refused(1, busy() - paused, max);
                throw new RejectedExecutionException("maxThreads are busy and the queue is full");
            }
            queue.add(task);
            if (virtual) {
                if (!calls.start(paused, max) && calls.running() == 0) {
                    throw queue.removeLast();
                }
            } else if (!waking && !wake() && all.isEmpty() && roomForCall()) {
                throw queue.removeLast();
            }
        } finally {
            lock.unlock();
            queue.tell(busy);
        }
    }

    /** The same, but false if the task cannot run: there is no thread, or these were stopped. */
    boolean tryExecute(Runnable task) {
        try {
            execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /**
     * Sets other limits from now on. Waiting tasks begin if there is room now. If there are too
     * many, running tasks end normally and waiting ones keep their places.
     */
    public void limits(LoadLimits limits) {
        lock.lock();
        try {
            max = (virtual ? VIRTUAL_PER_THREAD : 1) * limits.threads().maxThreads();
            queue.limits(limits);
            letIn();
        } finally {
            lock.unlock();
        }
    }

    /** Starts waiting tasks as far as there is room. Called with the lock held. */
    private void letIn() {
        if (virtual) {
            calls.start(paused, max);
        } else if (!queue.isEmpty() && !waking) {
            wake();
        }
    }

    /** How its threads fare; read without the lock, and so a hint. */
    public ThreadUse use() {
        return queue.use(virtual ? calls.running() : all.size(), busy(), max);
    }

    /** The threads that may now run or wait for clients. Called with the lock held. */
    private int most() {
        return max + Math.min(paused, PAUSED_PER_THREAD * max);
    }

    /** The threads that run tasks or were called, with event loops. Called with the lock held. */
    private int busy() {
        return virtual ? calls.running() : all.size() - idle.size() + loops;
    }

    private boolean roomForCall() {
        return virtual ? calls.running() - paused < max : busy() < most();
    }

    /**
     * For an event loop that runs calls itself, one at a time, until {@link #exit}: true if there
     * is room for one and none waits. Its thread then counts as one of these workers.
     */
    boolean tryEnter() {
        // Before it is counted, since this may need memory.
        CURRENT.set(this);
        lock.lock();
        try {
            if (stopped || !queue.isEmpty() || !roomForCall()) {
                CURRENT.set(null);
                return false;
            }
            if (virtual) {
                calls.entered();
            } else {
                loops++;
            }
        } finally {
            lock.unlock();
        }
        return true;
    }

    /** Called after {@link #tryEnter}, on the same thread: another call may run instead. */
    void exit() {
        leave();
        // Not removed: a loop comes back with its next turn.
        CURRENT.set(null);
    }

    /** Runs the task on its own virtual thread. */
    void runVirtual(Runnable task) {
        try {
            CURRENT.set(this);
            task.run();
        } catch (Throwable e) {
            failed(e);
        } finally {
            leave();
        }
    }

    /** Never throws, so that what follows is done. */
    private void failed(Throwable cause) {
        if (cause instanceof VirtualMachineError) {
            guard.note(cause);
            return;
        }
        try {
            LOG.error("SRV-0904 A task failed; please report this", cause);
        } catch (Throwable e) {
            guard.note(e);
        }
    }

    /** True if each task has a virtual thread. */
    boolean virtual() {
        return virtual;
    }

    /** A virtual thread or an event loop has ended its call. */
    void leave() {
        OomSafeLock.lock(lock);
        try {
            if (virtual) {
                calls.left();
            } else {
                loops--;
            }
            letIn();
        } finally {
            lock.unlock();
        }
    }

    /**
     * The calling thread is about to wait for a client: where it runs a task of workers, another
     * one may run meanwhile. Returns those workers, on which {@link #resumed} must follow, or null.
     */
    static Workers pausing() {
        Workers current = CURRENT.get();
        if (current != null) {
            current.pause();
        }
        return current;
    }

    /** A task of these workers waits for its client: another one may run meanwhile. */
    void pause() {
        OomSafeLock.lock(lock);
        try {
            paused++;
            letIn();
        } finally {
            lock.unlock();
        }
    }

    /** The wait that {@link #pause} began is over. For a while more calls than allowed may run. */
    void resumed() {
        OomSafeLock.lock(lock);
        try {
            paused--;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Called by the sweep: refuses calls that have waited too long, and tries again to start a
     * thread if the system gave none.
     */
    void sweep() {
        List<Call> overdue;
        WaitingCalls.Busy busy = null;
        lock.lock();
        try {
            if (queue.isEmpty()) {
                return;
            }
            letIn();
            overdue = queue.overdue();
            busy = queue.refused(overdue.size(), busy() - paused, max);
        } finally {
            lock.unlock();
            queue.tell(busy);
        }
        for (Call call : overdue) {
            try {
                call.overdue();
            } catch (Throwable e) {
                failed(e);
            }
        }
    }

    /**
     * Calls one thread to the queue; false if there can be none. Called with the lock held; never
     * throws. Only one thread at a time is on its way. Until it comes, threads that end a task take
     * from the queue, so that under load few requests have to wake a thread; when it has come and
     * more tasks wait, it calls the next thread.
     */
    private boolean wake() {
        if (!roomForCall()) {
            return false;
        }
        Worker worker = idle.pollLast();
        if (worker != null) {
            worker.called = true;
            worker.wakeUp.signal();
        } else if (all.size() < most()) {
            try {
                worker = new Worker();
                all.add(worker);
                worker.thread.start();
            } catch (RuntimeException | Error e) {
                // A JVM that cannot create another thread throws an OutOfMemoryError, too.
                all.remove(worker);
                guard.note(e);
                return false;
            }
        } else {
            return false;
        }
        waking = true;
        return true;
    }

    /** Ends idle threads at once, busy ones after their task; waits for them so long at most. */
    public boolean stop(long millis) throws InterruptedException {
        long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
        List<Worker> ending = new ArrayList<>();
        lock.lock();
        try {
            stopped = true;
            ending.addAll(all);
            for (Worker worker : idle) {
                worker.wakeUp.signal();
            }
            while (!all.isEmpty() && nanos > 0) {
                nanos = ended.awaitNanos(nanos);
            }
            for (Worker worker : all) {
                LOG.warn(
                        "SRV-0903 Application code still runs on {}; it is interrupted",
                        worker.thread.getName());
                worker.thread.interrupt();
            }
            ending.removeAll(all);
            return all.isEmpty();
        } finally {
            lock.unlock();
            for (Worker worker : ending) {
                // It is about to end; a caller that looks for threads must find none.
                worker.thread.join();
            }
        }
    }

    /**
     * No thread that has run a task so far runs another: idle ones end now, busy ones after their
     * task. What applications left in their thread-locals goes with them.
     */
    public void renew() {
        lock.lock();
        try {
            generation++;
            for (Worker worker : idle) {
                worker.wakeUp.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    private final class Worker implements Runnable {
        private final int born = generation;
        private final Thread thread = factory.newThread(this);
        private final Condition wakeUp = lock.newCondition();
        private boolean called = true; // guarded by lock

        @Override
        public void run() {
            try {
                CURRENT.set(Workers.this);
                for (Runnable task = next(); task != null; task = next()) {
                    try {
                        task.run();
                    } catch (Throwable e) {
                        failed(e);
                    }
                    guard.passed();
                    // An interrupt that an application left behind must not meet the next one.
                    Thread.interrupted();
                    // Otherwise an idle thread would hold the last request, and its application.
                    task = null;
                }
            } catch (Throwable e) {
                // There was no memory for the wait; waiting tasks get another thread.
                guard.failed(e);
            } finally {
                end();
            }
        }

        private Runnable next() {
            lock.lock();
            try {
                long nanos = queue.idleNanos();
                while (true) {
                    if (called) {
                        called = false;
                        waking = false;
                        if (queue.size() > 1) {
                            wake();
                        }
                    }
                    if (born != generation && succeeded()) {
                        return null;
                    }
                    if (all.size() - paused > max) {
                        // It stood in for a thread that waited for its client and is back.
                        all.remove(this);
                        return null;
                    }
                    // Otherwise loops run calls in its place; the one that ends calls it.
                    Runnable task = busy() <= most() ? queue.poll() : null;
                    if (task != null || stopped || born != generation) {
                        return task;
                    }
                    OomSafeDeque.addLast(idle, this);
                    while (!called && !stopped && born == generation && nanos > 0) {
                        nanos = wakeUp.awaitNanos(nanos);
                    }
                    if (!called) {
                        idle.remove(this);
                        if (nanos <= 0 && all.size() > spare) {
                            return null;
                        }
                    }
                    nanos = queue.idleNanos();
                }
            } catch (InterruptedException e) {
                // Interrupted by stop(), or by an application that interrupts its own thread late.
                idle.remove(this);
                return null;
            } finally {
                lock.unlock();
            }
        }

        /** Whether other threads run what waits; if none can be created, this one goes on. */
        private boolean succeeded() {
            all.remove(this);
            if (queue.isEmpty() || waking || wake()) {
                return true;
            }
            all.add(this);
            return false;
        }

        private void end() {
            OomSafeLock.lock(lock);
            try {
                all.remove(this);
                idle.remove(this);
                if (called) {
                    waking = false;
                }
                if (!queue.isEmpty() && !waking) {
                    wake();
                }
                ended.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }
}
