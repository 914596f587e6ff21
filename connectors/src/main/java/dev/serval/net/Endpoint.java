package dev.serval.net;

import java.io.IOException;
import java.net.SocketAddress;

/**
 * A listening socket and everything that serves its connections: transport and driver of one kind
 * of input and output. Thread-safe.
 */
public interface Endpoint {
    /** Opens the port and starts to accept. */
    void start() throws IOException;

    /** Where it listens. */
    SocketAddress address();

    /** Closes the port: no new connections; those that are open go on. */
    void pause();

    /** Those that it has open. */
    OpenConnections<?> connections();

    /** How the threads fare that run applications. */
    ThreadUse threads();

    /** True if connections should not be kept for a next request, because there is little room. */
    default boolean crowded() {
        return false;
    }

    /**
     * Threads that have run applications so far end as soon as they can: at once, or after their
     * request. Where a connection has its own thread, another thread goes on with it; an idle
     * connection is closed soon, since its thread cannot leave the read in which it waits.
     */
    void renewThreads();

    /** Other limits for the threads that run applications; see {@link Workers#limits}. */
    void limits(LoadLimits limits);

    /** Ends all threads. Connections must be closed before. */
    void stop() throws InterruptedException;
}
