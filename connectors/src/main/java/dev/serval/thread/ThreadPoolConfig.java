package dev.serval.thread;

/**
 * The threads that run applications, of one connector or of all that share an {@code Executor}.
 * Immutable. Names are those of the attributes of both elements.
 *
 * @param maxThreads calls of applications at once, without those that wait for their clients; ten
 *     times as many on virtual threads; default 200
 * @param minSpareThreads idle workers that are kept; default 10
 * @param useVirtualThreads NIO: run applications on virtual threads (JDK 21 and newer); default
 *     false
 * @param maxQueueSize requests that wait for a thread, beyond which they are refused with 503;
 *     default 4096
 * @param threadsMaxIdleTime milliseconds after which an idle worker ends; default 60000
 * @param namePrefix of the workers' names, followed by a number; null, the default, means that of
 *     the connector
 */
public record ThreadPoolConfig(
        int maxThreads,
        int minSpareThreads,
        boolean useVirtualThreads,
        int maxQueueSize,
        int threadsMaxIdleTime,
        String namePrefix) {

    public static final ThreadPoolConfig DEFAULTS =
            new ThreadPoolConfig(200, 10, false, 4096, 60_000, null);

    /** A copy with other values of the first three components, in their order. */
    public ThreadPoolConfig threads(int max, int spare, boolean virtual) {
        return new ThreadPoolConfig(
                max, spare, virtual, maxQueueSize, threadsMaxIdleTime, namePrefix);
    }
}
