package dev.serval.net;

import dev.serval.buffer.BufferPool;
import dev.serval.buffer.BulkPool;
import dev.serval.thread.ThreadPoolConfig;
import java.net.SocketAddress;
import java.util.function.Function;

/**
 * What an endpoint needs to know. Immutable.
 *
 * @param name of its threads
 * @param address to listen on, unless sockets names another place
 * @param sockets how to listen, how many connections, and the options of sockets
 * @param load how many threads, how many calls may wait, and how slow clients may be
 * @param shared threads that run applications for other connectors too; null if it has its own
 * @param input lends the storage of received bytes
 * @param bulk lends buffers for what is copied to be sent
 * @param first makes the first conversation of a connection
 */
public record EndpointConfig(
        String name,
        SocketAddress address,
        SocketConfig sockets,
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
        String prefix = load.threads().namePrefix();
        return new Workers(
                prefix == null ? name + suffix : prefix,
                load.threads().maxThreads(),
                spare,
                queueLimit,
                virtual,
                load);
    }

    /** The same for a loop or a channel group, where each connection has at most one call. */
    Workers workers() {
        ThreadPoolConfig pool = load.threads();
        return workers(
                "-exec-", pool.minSpareThreads(), mostConnections(), pool.useVirtualThreads());
    }

    int mostConnections() {
        return sockets.maxConnections() <= 0 ? Integer.MAX_VALUE : sockets.maxConnections();
    }

    /** Creates a thread for those of which none is idle: later the system may give none. */
    static void prestart(Workers workers) {
        workers.tryExecute(() -> {});
    }

    /** Ends those threads, unless there are other connectors for which they run. */
    void stop(Workers workers) throws InterruptedException {
        if (workers != shared) {
            workers.stop(load.executorTerminationTimeoutMillis());
        }
    }

    /**
     * The threads for tasks that only compute, such as handshakes; they are created when needed.
     */
    Workers computing() {
        int cores = Runtime.getRuntime().availableProcessors();
        return new Workers(name + "-compute", cores, 0, Integer.MAX_VALUE, false);
    }
}
