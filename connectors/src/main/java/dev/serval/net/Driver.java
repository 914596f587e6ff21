package dev.serval.net;

import java.util.concurrent.Executor;

/** The threads of a connection. Thread-safe. */
public interface Driver extends Executor {
    /** Runs a short task soon, as the owner of the connection. */
    @Override
    void execute(Runnable task);

    /**
     * Gives a call that may block to a worker. False where a thread belongs to the connection: then
     * the caller runs it in place, and says {@link #ran} behind it. Throws
     * RejectedExecutionException when too many calls wait.
     */
    boolean dispatch(Call call);

    /**
     * Gives a task that only computes, and for longer than an event loop may, to a thread that no
     * application holds. False where the caller runs it in place, also when there is no thread.
     */
    boolean compute(Runnable task);

    /** The calling thread has run in place what {@link #dispatch} left to it. */
    default void ran() {}

    /**
     * Gives a task that may block to another thread than the caller's, wherever that is. A {@link
     * Call} counts as by {@link #dispatch}, and is told when it has waited for too long: for those
     * of whom there are several on a connection, which is read meanwhile. Throws
     * RejectedExecutionException when too many tasks wait.
     */
    void fork(Runnable task);

    /**
     * For a task that an event has brought: true when the calling thread is an event loop with
     * nothing else under way and such tasks have been short. Then the caller runs it in place, and
     * says {@link #ran} behind it; else by {@link #fork}. By default never.
     */
    default boolean runsInPlace(Pace pace) {
        return false;
    }

    /**
     * The calling thread waits until somebody runs {@code parked}, for what its connection brings
     * beside its socket, for example a window. It gives an event loop away first, and another call
     * may run meanwhile. Throws IllegalStateException on a thread that has to bring that itself.
     */
    default void await(Parked parked) {
        parked.awaitClient();
    }

    /**
     * The connection goes on after {@link Next#SUSPEND}: what the calling thread is to run for
     * that, or null when the connection's own thread does.
     */
    Runnable resume(Connection connection);
}
