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
 * The turns of one exchange: what it does for its application, one thread at a time, on threads of
 * the server with the application's class loader. Thread-safe. A thread that finds nothing to do
 * leaves; the next event brings another one.
 */
public final class ApplicationTurns {
    private final Exchange exchange;
    private final ContextIdentity identity;
    // Null where each turn has a thread that may block.
    private final Pace pace;
    private final Runnable turn;
    private final Consumer<Throwable> stuck;
    private final ReentrantLock lock = new ReentrantLock();
    // Under the lock. The first turn is that of the call.
    private boolean running = true;

    /**
     * @param pace of the turns that events bring: where they have been short, an event loop runs
     *     them itself; null if there is none
     * @param steps what a turn does; it says by {@link #rest} that nothing is left
     * @param stuck told when an event has come, but no thread for it
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

    /** Asks, or changes, what events change; none is noted meanwhile. */
    <T> T ask(Supplier<T> task) {
        lock.lock();
        try {
            return task.get();
        } finally {
            lock.unlock();
        }
    }

    /** The same without an answer. */
    void change(Runnable task) {
        lock.lock();
        try {
            task.run();
        } finally {
            lock.unlock();
        }
    }

    /** Under the lock: whether a thread is at a turn. */
    boolean isRunning() {
        return running;
    }

    /** Under the lock, in a turn: it leaves, and the next event brings another one. */
    void rest() {
        running = false;
    }

    /**
     * If nobody is at a turn, another thread comes for what was noted, or an event loop that was
     * told of the event does it before this returns.
     *
     * @param note notes it under the lock; false when there is no turn any more
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

    /** On another thread, in place of the turn that ends with this. */
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
     * Does something for an application on another thread.
     *
     * @param without told when there is none: the server is stopped, or too much waits
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
            // What the application leaves behind is nothing to the next one.
            Thread.interrupted();
            MDC.clear();
            ContextClassLoader.leave(before);
        }
    }
}
