package dev.serval.net;

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
 * The threads that run applications, and the queue before them. Thread-safe. Only so many calls run
 * at once; one that waits for its client is not counted, so that slow uploads keep nobody out. What
 * is beyond waits in order, and a {@link Call} only so long.
 *
 * <p>An idle thread that was used last is used first, so that few threads stay warm and the others
 * end. Virtual threads are made for each task.
 */
public final class Workers {
    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);

    // A call that waits costs no thread where threads are virtual.
    private static final int VIRTUAL_PER_THREAD = 10;
    // Threads of the platform that wait for clients beside those that run, per one of these.
    private static final int PAUSED_PER_THREAD = 5;
    // Whose task the thread runs.
    private static final ThreadLocal<Workers> CURRENT = new ThreadLocal<>();

    private final ThreadFactory factory;
    private final boolean virtual;
    private final int spare;
    private final ReentrantLock lock = new ReentrantLock();
    private final WaitingCalls queue;
    private final VirtualCalls calls;
    private final ArrayDeque<Worker> idle = new ArrayDeque<>();
    private final Set<Worker> all = new HashSet<>();
    private final Condition ended = lock.newCondition();
    private final TurnGuard guard;
    private int max; // by lock
    private boolean stopped;
    private boolean waking; // by lock: a thread that was called has not come yet
    private int generation; // by lock
    private int loops; // by lock: event loops that may be in a call, where threads are not virtual
    private int paused; // by lock: of all calls, how many wait for their clients

    /**
     * @param name of the threads, a number follows
     * @param max tasks at once at the most
     * @param spare idle threads that are kept
     * @param queueLimit tasks that may wait for a thread
     * @param virtual a virtual thread per task; ignored before JDK 21
     */
    public Workers(String name, int max, int spare, int queueLimit, boolean virtual) {
        this(name + "-", max, spare, queueLimit, virtual, LoadLimits.DEFAULTS);
    }

    /** The same with limits for calls; on virtual threads ten times as many run at once. */
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
     * @param factory makes virtual threads if they are to be, else those of the platform
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
     * Runs the task on a thread of its own choice; throws RejectedExecutionException when too many
     * wait. Whatever it throws, the task does not run.
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

    /** The same, but false where it cannot run: there is no thread, or these have been stopped. */
    boolean tryExecute(Runnable task) {
        try {
            execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /**
     * Other limits from here on: what waits is let in where there is room now; where there is too
     * much, what runs ends and what waits keeps its place.
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

    /** What waits goes on as far as there is room, by lock. */
    private void letIn() {
        if (virtual) {
            calls.start(paused, max);
        } else if (!queue.isEmpty() && !waking) {
            wake();
        }
    }

    /** Threads that may run or wait for clients at the moment, by lock. */
    private int most() {
        return max + Math.min(paused, PAUSED_PER_THREAD * max);
    }

    /** Threads that run tasks or are called to, event loops included, by lock. */
    private int busy() {
        return virtual ? calls.running() : all.size() - idle.size() + loops;
    }

    private boolean roomForCall() {
        return virtual ? calls.running() - paused < max : busy() < most();
    }

    /**
     * For an event loop that runs calls itself, one at a time, until {@link #exit}: true when there
     * is room for one and none waits. Its thread counts as one of these workers' then.
     */
    boolean tryEnter() {
        // Before it is counted: that may want memory.
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

    /** After {@link #tryEnter}, on the same thread: others may run instead. */
    void exit() {
        // Not removed: a loop comes back with its next turn.
        CURRENT.set(null);
        leave();
    }

    /** On a virtual thread of its own. */
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

    /** Never throws: what follows counts. */
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

    /** True when each task has a virtual thread. */
    boolean virtual() {
        return virtual;
    }

    /** A virtual thread, or a loop, has run its call. */
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
     * one may run meanwhile. Those workers, whose {@link #resumed} must follow; null if there are
     * none.
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

    /** The wait that {@link #pause} began is over. There may be more at once for a while. */
    void resumed() {
        OomSafeLock.lock(lock);
        try {
            paused--;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Called by the sweep: refuses calls that have waited for too long, and asks for a thread again
     * where the system gave none.
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
     * Calls one thread to the queue, by lock; false when there can be none; never throws. One at a
     * time is on its way. Until it has come, those that end a task take from the queue, so that
     * under load few requests have to wake a thread; when it has come and there is more, it calls
     * the next.
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
                // An OutOfMemoryError is what a JVM says that cannot make another thread, too.
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

    /** Idle threads end at once, busy ones with their task; waits for them, at most so long. */
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
                // It has said that it ends; a caller that looks for threads must find none.
                worker.thread.join();
            }
        }
    }

    /**
     * No thread that has run a task so far runs another: idle ones end now, busy ones with their
     * task. Whatever an application has left in its thread-locals goes with them.
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
        private boolean called = true; // by lock

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
                    // What an application left behind must not meet the next one.
                    Thread.interrupted();
                    // While idle, the frame would hold the last request and so its application.
                    task = null;
                }
            } catch (Throwable e) {
                // There was no memory to wait with; what waits gets another thread.
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
                        // It stood in for one that waited for its client and is back.
                        all.remove(this);
                        return null;
                    }
                    // Else loops run calls in its place, and the one that ends calls it.
                    Runnable task = busy() <= most() ? queue.poll() : null;
                    if (task != null || stopped || born != generation) {
                        return task;
                    }
                    idle.addLast(this);
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
                // Only stop() interrupts, and an application that interrupts its own thread late.
                idle.remove(this);
                return null;
            } finally {
                lock.unlock();
            }
        }

        /** Whether others do what waits; if there can be no other thread, this one goes on. */
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
