package dev.serval.net;

import dev.serval.thread.OomSafeLock;
import dev.serval.thread.TurnGuard;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The thread of one connection, a virtual one where the JDK has them. It runs a request in place;
 * what an application does asynchronously runs on workers beside it, so that neither waits for the
 * other. While it is blocked in a read it only has the reader's role: it gives the ownership lock
 * away, so that others may run owner tasks, and takes it again when the read returns.
 *
 * <pre>
 *   RUN (lock held) -- read() --> BLOCKED (lock free) -- bytes, end, expiry --> RUN
 *    |  SUSPEND                                                                  ^
 *    +--> WAITING (lock free) -- resume(), when(): a turn -----------------------+
 *    |
 *    +--> between two turns, once renewed: another thread goes on, this one ends
 * </pre>
 */
final class BioThread implements Driver, Runnable {
    private static final TurnGuard GUARD = new TurnGuard("The thread of a connection");

    private final ReentrantLock ownership = new ReentrantLock();
    // Held for moments only: a thread that adds a turn never waits for the one that runs.
    private final ReentrantLock turning = new ReentrantLock();
    private final Workers workers;
    private final ThreadFactory threads;
    // Null with platform threads.
    private final FairCarrierQueue carrierQueue;
    // Tasks of other threads, which any holder of the lock runs; and the turns of the thread
    // itself, guarded by turning.
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> turns = new ArrayDeque<>(2);
    private Connection connection;
    private BioTransport socket;
    // Written by the connection's own thread: whether it has run an application.
    private volatile boolean used;
    private volatile boolean renewed;
    private volatile Thread runner;
    // Written by that thread: whether it runs a call of the application, which counts among those
    // of the workers.
    private boolean counted;
    private long began;

    /**
     * @param workers for what an application does beside the connection
     * @param threads makes the connection's own thread
     * @param carrierQueue for virtual threads, otherwise null
     */
    BioThread(Workers workers, ThreadFactory threads, FairCarrierQueue carrierQueue) {
        this.workers = workers;
        this.threads = threads;
        this.carrierQueue = carrierQueue;
    }

    /**
     * @param socket of the connection, below whatever its transport becomes
     */
    void start(Connection connection, BioTransport socket) {
        this.connection = connection;
        this.socket = socket;
        Thread thread = threads.newThread(this);
        later(connection);
        if (carrierQueue == null) {
            thread.start();
        } else {
            carrierQueue.start(thread, connection::lost);
        }
    }

    BioTransport socket() {
        return socket;
    }

    /**
     * If the thread has run an application, another thread takes its place as soon as its present
     * work ends; returns true then. What the application left in its thread-locals goes with it.
     */
    boolean renew() {
        if (!used) {
            return false;
        }
        renewed = true;
        LockSupport.unpark(runner);
        return true;
    }

    @Override
    public void run() {
        runner = Thread.currentThread();
        OomSafeLock.lock(ownership);
        try {
            while (true) {
                try {
                    runTasks();
                    if (renewed && !connection.closed() && succeeded()) {
                        return;
                    }
                    Runnable mine = nextTurn();
                    if (mine != null) {
                        mine.run();
                    } else if (connection.closed()) {
                        return;
                    } else {
                        ownership.unlock();
                        try {
                            awaitTurn();
                        } finally {
                            OomSafeLock.lock(ownership);
                        }
                    }
                } catch (Throwable e) {
                    // Otherwise its connection would never be closed. What failed was taken off the
                    // queue first.
                    GUARD.failed(e);
                }
            }
        } finally {
            ownership.unlock();
        }
    }

    /** Lets another thread go on; false if none can be created, and this one goes on. */
    private boolean succeeded() {
        renewed = false;
        used = false;
        try {
            threads.newThread(this).start();
            return true;
        } catch (OutOfMemoryError | RejectedExecutionException e) {
            // The JVM cannot create another thread, or another carrier.
            used = true;
            return false;
        }
    }

    private Runnable nextTurn() {
        OomSafeLock.lock(turning);
        try {
            return turns.poll();
        } finally {
            turning.unlock();
        }
    }

    /** Without a Condition: on JDK 17 the first signal of one needs memory. */
    private void awaitTurn() {
        boolean interrupted = false;
        while (!hasWork()) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** A task may have come while the lock was held; its sender left it to this thread. */
    private boolean hasWork() {
        OomSafeLock.lock(turning);
        try {
            return !turns.isEmpty() || !tasks.isEmpty() || renewed;
        } finally {
            turning.unlock();
        }
    }

    /**
     * Runs the task on the calling thread if the lock is free; otherwise the holder of the lock
     * runs it.
     */
    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        while (!tasks.isEmpty() && ownership.tryLock()) {
            try {
                runTasks();
            } finally {
                ownership.unlock();
            }
        }
    }

    /** A virtual thread waits for its turn here; a platform thread is one of maxThreads already. */
    @Override
    public boolean dispatch(Call call) {
        if (workers.virtual()) {
            Seat.take(workers);
            counted = true;
        }
        if (carrierQueue != null) {
            began = carrierQueue.began();
        }
        used = true;
        return false;
    }

    @Override
    public boolean compute(Runnable task) {
        return false;
    }

    @Override
    public void ran() {
        if (counted) {
            counted = false;
            workers.leave();
        }
        if (carrierQueue != null) {
            carrierQueue.ended(began);
        }
    }

    /** As {@link Workers#pausing}, also for the call that the connection's own thread runs. */
    Workers pausing() {
        if (Thread.currentThread() != runner) {
            return Workers.pausing();
        }
        if (!counted) {
            return null;
        }
        workers.pause();
        return workers;
    }

    @Override
    public void fork(Runnable task) {
        workers.execute(task);
    }

    @Override
    public void await(Parked parked) {
        if (Thread.currentThread() == runner) {
            throw new IllegalStateException(
                    "The thread of a connection must not wait for what it reads itself: work that"
                            + " may block goes through Driver.fork");
        }
        parked.awaitClient();
    }

    @Override
    public Runnable resume(Connection connection) {
        later(connection);
        return null;
    }

    /** The connection's own thread runs the task as a turn of its own. Never blocks. */
    void later(Runnable task) {
        OomSafeLock.lock(turning);
        try {
            turns.add(task);
        } finally {
            turning.unlock();
        }
        if (Thread.currentThread() != runner) {
            LockSupport.unpark(runner);
        }
    }

    /** Called before a blocking read: another thread may be the owner meanwhile. */
    boolean release() {
        if (!ownership.isHeldByCurrentThread()) {
            return false;
        }
        runTasks();
        ownership.unlock();
        if (!tasks.isEmpty() && ownership.tryLock()) {
            try {
                runTasks();
            } finally {
                ownership.unlock();
            }
        }
        return true;
    }

    /** Called after a blocking read. */
    void acquire() {
        OomSafeLock.lock(ownership);
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            if (task == connection) {
                // A turn of the connection belongs on its own thread.
                later(task);
            } else {
                task.run();
            }
        }
    }
}
