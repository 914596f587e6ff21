package dev.serval.net;

import dev.serval.thread.OomSafeLock;
import dev.serval.thread.TurnGuard;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One connection's own thread, virtual where there are any. It runs a request in place; what an
 * application does asynchronously runs on workers beside it, so that neither waits for the other.
 * While it is blocked in a read it only has the reader's role: it gives the ownership lock away, so
 * that others may run owner tasks, and takes it again when the read returns.
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
    // Held for moments only: who adds a turn never waits for the one who runs.
    private final ReentrantLock turning = new ReentrantLock();
    private final Condition more = turning.newCondition();
    private final Workers workers;
    private final ThreadFactory threads;
    // Null where threads are of the platform.
    private final FairCarrierQueue carrierQueue;
    // Tasks of others, which any holder of the lock runs; and what the thread itself has to go on
    // with, guarded by turning.
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> turns = new ArrayDeque<>(2);
    private Connection connection;
    private BioTransport socket;
    // Written by the connection's own thread: whether it has run an application.
    private volatile boolean used;
    private volatile boolean renewed;
    private volatile Thread runner;
    // By that thread: it runs a call of the application, which counts among those of the workers.
    private boolean counted;
    private long began;

    /**
     * @param workers for what an application does beside the connection
     * @param threads makes the connection's own thread
     * @param carrierQueue for virtual threads, else null
     */
    BioThread(Workers workers, ThreadFactory threads, FairCarrierQueue carrierQueue) {
        this.workers = workers;
        this.threads = threads;
        this.carrierQueue = carrierQueue;
    }

    /**
     * @param socket of the connection, under whatever its transport becomes
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
     * If the thread has run an application, another one takes its place as soon as it comes to the
     * end of what it does; true then. Whatever the application has left in its thread-locals goes
     * with it.
     */
    boolean renew() {
        if (!used) {
            return false;
        }
        turning.lock();
        try {
            renewed = true;
            more.signal();
        } finally {
            turning.unlock();
        }
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
                    // Its connection would never be closed; what has failed was taken off first.
                    GUARD.failed(e);
                }
            }
        } finally {
            ownership.unlock();
        }
    }

    /** Another thread goes on; false when there can be none, then this one does. */
    private boolean succeeded() {
        renewed = false;
        used = false;
        try {
            threads.newThread(this).start();
            return true;
        } catch (OutOfMemoryError | RejectedExecutionException e) {
            // What a JVM says that cannot make another thread, or another carrier.
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

    private void awaitTurn() {
        turning.lock();
        try {
            // A task may have come while the lock was held, whose bearer left it to this thread.
            while (turns.isEmpty() && tasks.isEmpty() && !renewed) {
                more.awaitUninterruptibly();
            }
        } finally {
            turning.unlock();
        }
    }

    /** Runs the task on the calling thread if the lock is free, else whoever holds it does. */
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

    /** A virtual thread waits for its turn here; one of the platform is one of maxThreads. */
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
            more.signal();
        } finally {
            turning.unlock();
        }
    }

    /** Before a blocking read: others may be the owner meanwhile. */
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

    /** After a blocking read. */
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
