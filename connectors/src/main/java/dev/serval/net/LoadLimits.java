package dev.serval.net;

import dev.serval.thread.ThreadPoolConfig;

/**
 * The limits that keep a connector answering under overload and with slow clients. Immutable. Names
 * are those of the {@code Connector} attributes.
 *
 * @param threads that run applications, and how many requests wait for them
 * @param inlineCalls NIO: run calls of servlets whose calls have been short on the thread of the
 *     event loop; another thread takes the loop over if such a call waits or lasts; default true
 * @param connectionTimeout milliseconds for a request head to arrive, for waits for a body, and for
 *     waits for a client that does not read; default 60000; 0 or less means no limit
 * @param keepAliveTimeout milliseconds that an idle connection is kept; default 60000; 0 or less
 *     means no limit
 * @param connectionUploadTimeout milliseconds for waits for a body; 0, the default, means {@code
 *     connectionTimeout}; below 0 means no limit
 * @param minRequestDataRate bytes per second that the body of a request must come with, averaged
 *     over the time in which the server waits for it; a client that is slower for longer than the
 *     time for a body gets a 408; default 240; 0 or less means that any byte renews that time
 * @param minResponseDataRate bytes per second that a client must read with, averaged over the time
 *     in which the server waits for it; the connection of one that is slower for longer than {@code
 *     connectionTimeout} is reset; default 240; 0 or less means that any byte renews that time
 * @param maxQueueTime milliseconds that a request waits for a thread before it is refused with 503;
 *     default 10000; 0 or less means no limit
 * @param executorTerminationTimeoutMillis milliseconds that a stop waits for workers before it
 *     interrupts them; default 1000
 */
public record LoadLimits(
        ThreadPoolConfig threads,
        boolean inlineCalls,
        int connectionTimeout,
        int keepAliveTimeout,
        int connectionUploadTimeout,
        int minRequestDataRate,
        int minResponseDataRate,
        int maxQueueTime,
        int executorTerminationTimeoutMillis) {

    public static final LoadLimits DEFAULTS =
            new LoadLimits(
                    ThreadPoolConfig.DEFAULTS, true, 60_000, 60_000, 0, 240, 240, 10_000, 1000);

    /** Milliseconds that a wait for bytes of a body may take; 0 or less means no limit. */
    public int bodyTimeout() {
        return connectionUploadTimeout == 0 ? connectionTimeout : connectionUploadTimeout;
    }

    /** A copy with other threads, inlineCalls and time-outs in milliseconds. */
    public LoadLimits with(ThreadPoolConfig pool, boolean inline, int connection, int keepAlive) {
        return new LoadLimits(
                pool,
                inline,
                connection,
                keepAlive,
                connectionUploadTimeout,
                minRequestDataRate,
                minResponseDataRate,
                maxQueueTime,
                executorTerminationTimeoutMillis);
    }
}
