package dev.serval.servlet.async;

import dev.serval.http.Exchange;
import dev.serval.lifecycle.ContextClassLoader;
import dev.serval.net.Pace;
import dev.serval.servlet.registration.ContextIdentity;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.MDC;

/**
 * The turns of one exchange: it runs code of its application on one thread at a time, with the
 * application's class loader. Thread-safe. A thread that finds nothing to do leaves; the next event
 * brings another one.
 */
public final class ApplicationTurns {
    private final Exchange exchange;
    private final ContextIdentity identity;
    // Null if each turn needs a thread that may block.
    private final Pace pace;
    private final Runnable turn;
    private final Consumer<Throwable> stuck;
    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by the lock. The first turn is that of the call.
    private boolean running = true;

    /**
     * @param pace the pace of turns that events cause: if they have been short, an event loop runs
     *     them itself; null if none is recorded
     * @param steps runs a turn; calls {@link #rest} if nothing is left
     * @param stuck called if an event has come, but there is no thread for it
     */
    ApplicationTurns(
            Exchange exchange,
            ContextIdentity identity,
            Pace pace,
            Runnable steps,
            Consumer<Throwable> stuck) {
        this.exchange = exchange;
        this.identity = identity;
        this.pace = pace;
        turn = () -> run(identity, steps);
        this.stuck = stuck;
    }

    /** Reads or changes the state under the lock, so that no event is noted meanwhile. */
    <T> T ask(Supplier<T> task) {
        lock.lock();
        try {
            return task.get();
        } finally {
            lock.unlock();
        }
    }

    /** The same without a result. */
    void change(Runnable task) {
        lock.lock();
        try {
            task.run();
        } finally {
            lock.unlock();
        }
    }

    /** Called under the lock: whether a thread runs a turn. */
    boolean isRunning() {
        return running;
    }

    /** Called under the lock, in a turn: the turn ends, and the next event brings another one. */
    void rest() {
        running = false;
    }

    /**
     * If no thread runs a turn, another thread will run one, or the calling event loop runs it
     * before this returns.
     *
     * @param note notes the event under the lock; false if there are no more turns
     */
    void event(BooleanSupplier note) {
        lock.lock();
        try {
            if (!note.getAsBoolean() || running) {
                return;
            }
            running = true;
        } finally {
            lock.unlock();
        }
        start(exchange, turn, pace, stuck);
    }

    /** Continues on another thread; the present turn ends with this. */
    public void later(Runnable other, Consumer<Throwable> without) {
        later(exchange, identity, other, without);
    }

    /** On another thread, beside the turns. Throws RejectedExecutionException if there is none. */
    void beside(Runnable other) {
        exchange.fork(() -> run(identity, other));
    }

    /** On this thread. */
    void now(Runnable other) {
        run(identity, other);
    }

    /**
     * Runs a task of an application on another thread.
     *
     * @param without called if there is none: the server is stopped, or too many tasks wait
     */
    public static void later(
            Exchange exchange,
            ContextIdentity identity,
            Runnable steps,
            Consumer<Throwable> without) {
        start(exchange, () -> run(identity, steps), null, without);
    }

    private static void start(
            Exchange exchange, Runnable turn, Pace pace, Consumer<Throwable> without) {
        try {
            exchange.redispatch(turn, pace);
        } catch (RejectedExecutionException | IllegalStateException | OutOfMemoryError e) {
            without.accept(e);
        }
    }

    private static void run(ContextIdentity identity, Runnable steps) {
        ClassLoader before = identity.enter();
        try {
            steps.run();
        } finally {
            // An interrupt that the application leaves behind must not meet the next one.
            Thread.interrupted();
            MDC.clear();
            ContextClassLoader.leave(before);
        }
    }
}
