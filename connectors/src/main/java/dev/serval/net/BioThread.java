package dev.serval.net;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One connection's own thread, virtual where there are any. While it is blocked in a read it only
 * has the reader's role: it gives the ownership lock away, so that others may run owner tasks, and
 * takes it again when the read returns.
 *
 * <pre>
 *   RUN (lock held) -- read() --> BLOCKED (lock free) -- bytes, end, expiry --> RUN
 *    |  SUSPEND                                                                  ^
 *    +--> WAITING (lock free) -- resume(), when() ------------------------------+
 * </pre>
 */
final class BioThread implements Driver, Runnable {
    private final ReentrantLock ownership = new ReentrantLock();
    private final Condition more = ownership.newCondition();
    // Tasks of others, which any holder of the lock runs; and what the thread itself has to go on
    // with.
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private Runnable turn;
    private Connection connection;

    void connection(Connection connection) {
        this.connection = connection;
        this.turn = connection;
    }

    @Override
    public void run() {
        ownership.lock();
        try {
            while (true) {
                runTasks();
                Runnable mine = turn;
                if (mine != null) {
                    turn = null;
                    mine.run();
                } else if (connection.closed()) {
                    return;
                } else {
                    more.awaitUninterruptibly();
                }
            }
        } finally {
            ownership.unlock();
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

    /** In place: a thread belongs to the connection. */
    @Override
    public void dispatch(Runnable task) {
        task.run();
    }

    @Override
    public Runnable resume(Connection connection) {
        later(connection);
        return null;
    }

    /** The connection's own thread runs the task as its next turn. */
    void later(Runnable task) {
        ownership.lock();
        try {
            turn = task;
            more.signal();
        } finally {
            ownership.unlock();
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
        ownership.lock();
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            if (task == connection) {
                // A turn of the connection belongs on its own thread.
                turn = task;
                more.signal();
            } else {
                task.run();
            }
        }
    }
}
