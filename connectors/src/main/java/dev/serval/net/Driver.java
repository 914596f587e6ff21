package dev.serval.net;

/** The threads of a connection. Thread-safe. */
public interface Driver {
    /** Runs a short task soon, as the owner of the connection. */
    void execute(Runnable task);

    /**
     * Runs a task that may block: in place where a thread belongs to the connection, else on a
     * worker. Throws RejectedExecutionException when there are too many.
     */
    void dispatch(Runnable task);

    /**
     * The connection goes on after {@link Next#SUSPEND}: what the calling thread is to run for
     * that, or null when the connection's own thread does.
     */
    Runnable resume(Connection connection);
}
