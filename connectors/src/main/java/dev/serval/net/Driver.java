package dev.serval.net;

import java.util.concurrent.Executor;

/** The threads of a connection. Thread-safe. */
public interface Driver extends Executor {
    /** Runs a short task soon, as the owner of the connection. */
    @Override
    void execute(Runnable task);

    /**
     * Gives a call that may block to a worker. False where a thread belongs to the connection: the
     * caller then runs it in place, and calls {@link #ran} after it. Throws
     * RejectedExecutionException when too many calls wait.
     */
    boolean dispatch(Call call);

    /**
     * Gives a task that computes for longer than an event loop may to a thread that no application
     * holds. False if the caller has to run it in place, also because there is no thread.
     */
    boolean compute(Runnable task);

    /** The calling thread has run in place what {@link #dispatch} left to it. */
    default void ran() {}

    /**
     * Gives a task that may block to another thread, never to the caller's. A {@link Call} counts
     * as with {@link #dispatch}, and is told when it has waited for too long. This is for protocols
     * that have several calls on one connection, which is read meanwhile. Throws
     * RejectedExecutionException when too many tasks wait.
     */
    void fork(Runnable task);

    /**
     * For a task that an event has brought: true if the calling thread is an event loop with
     * nothing else under way and such tasks have been short. The caller then runs it in place, and
     * calls {@link #ran} after it; otherwise it uses {@link #fork}. False by default.
     */
    default boolean runsInPlace(Pace pace) {
        return false;
    }

    /**
     * The calling thread waits until another runs {@code parked}, for something that arrives by its
     * connection, for example a window. It gives an event loop away first, and another call may run
     * meanwhile. Throws IllegalStateException on a thread that has to deliver this itself.
     */
    default void await(Parked parked) {
        parked.awaitClient();
    }

    /**
     * The connection goes on after {@link Next#SUSPEND}. Returns what the calling thread has to run
     * for that; null if the connection's own thread goes on.
     */
    Runnable resume(Connection connection);
}
