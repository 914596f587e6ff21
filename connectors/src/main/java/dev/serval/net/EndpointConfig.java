package dev.serval.net;

import dev.serval.buffer.BufferPool;
import dev.serval.buffer.BulkPool;
import java.net.SocketAddress;
import java.nio.channels.Channel;
import java.util.function.Function;

/**
 * What an endpoint needs to know. Immutable.
 *
 * @param name of its threads
 * @param address to listen on, where sockets says nothing else
 * @param sockets how to listen, and the options of sockets
 * @param acceptCount connections that wait in the operating system's queue
 * @param maxConnections open connections, beyond which accepting pauses; 0 or less means no limit
 * @param tcpNoDelay see {@link java.net.StandardSocketOptions#TCP_NODELAY}
 * @param sendfile whether files may leave without being copied
 * @param maxThreads threads that run applications
 * @param minSpareThreads of them, how many are kept when idle
 * @param virtualThreads whether they are virtual, where there are any
 * @param inlineCalls whether event loops run short calls of applications themselves
 * @param keepAliveTimeout milliseconds that a connection may be idle; 0 or less means no limit
 * @param load how many calls may wait, and how slow clients may be
 * @param shared threads that run applications for other connectors too; null if it has its own
 * @param input lends the storage of received bytes
 * @param bulk lends buffers for what is copied to be sent
 * @param first makes the first conversation of a connection
 */
public record EndpointConfig(
        String name,
        SocketAddress address,
        SocketConfig sockets,
        int acceptCount,
        int maxConnections,
        boolean tcpNoDelay,
        boolean sendfile,
        int maxThreads,
        int minSpareThreads,
        boolean virtualThreads,
        boolean inlineCalls,
        int keepAliveTimeout,
        LoadLimits load,
        Workers shared,
        BufferPool input,
        BulkPool bulk,
        Function<Connection, Conversation> first) {

    /** The threads that run applications. */
    Workers workers(String suffix, int spare, int queueLimit, boolean virtual) {
        if (shared != null) {
            return shared;
        }
        return new Workers(
                load.namePrefix() == null ? name + suffix : load.namePrefix(),
                maxThreads,
                spare,
                queueLimit,
                virtual,
                load);
    }

    /** The same, where a loop or a group of channels has the connections: each has one call. */
    Workers workers() {
        int most = maxConnections <= 0 ? Integer.MAX_VALUE : maxConnections;
        return workers("-exec-", minSpareThreads, most, virtualThreads);
    }

    /** Ends those threads, unless there are other connectors for which they run. */
    void stop(Workers workers) throws InterruptedException {
        if (workers != shared) {
            workers.stop(load.executorTerminationTimeoutMillis());
        }
    }

    /** Who may come in; as many as maxConnections. */
    <C extends Channel> Admission<C> admission(Admission.Door<C> door, Deadlines deadlines) {
        return admission(door, deadlines, maxConnections, "maxConnections");
    }

    /**
     * Who may come in.
     *
     * @param places connections at once; 0 or less means no limit
     * @param attribute of the Connector that says how many
     */
    <C extends Channel> Admission<C> admission(
            Admission.Door<C> door, Deadlines deadlines, int places, String attribute) {
        ConnectionLimit limit = new ConnectionLimit(places);
        OverloadLog log = new OverloadLog(name, attribute, limit, 60_000);
        return new Admission<>(door, limit, deadlines, log, keepAliveTimeout);
    }

    /** The threads for what only computes, as handshakes do; none as long as there is nothing. */
    Workers computing() {
        int cores = Runtime.getRuntime().availableProcessors();
        return new Workers(name + "-compute", cores, 0, Integer.MAX_VALUE, false);
    }
}
