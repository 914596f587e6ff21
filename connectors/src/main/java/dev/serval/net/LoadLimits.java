package dev.serval.net;

/**
 * What keeps one connector answering when there is more to do than it can, or when clients are
 * slower than they need to be. Immutable. Names are those of the {@code Connector} attributes.
 *
 * @param minRequestDataRate bytes per second that the body of a request must come with, averaged
 *     over the time in which the server waits for it; a client that is slower for longer than the
 *     time for a body gets a 408; default 240; 0 or less means that any byte renews that time
 * @param minResponseDataRate bytes per second that a client must read with, averaged over the time
 *     in which the server waits for it; the connection of one that is slower for longer than {@code
 *     connectionTimeout} is reset; default 240; 0 or less means that any byte renews that time
 * @param connectionUploadTimeout milliseconds for waits for a body; 0, the default, means {@code
 *     connectionTimeout}; below 0 means no limit
 * @param maxQueueSize requests that wait for a thread, beyond which they are refused with 503;
 *     default 4096
 * @param maxQueueTime milliseconds that a request waits for a thread before it is refused with 503;
 *     default 10000; 0 or less means no limit
 * @param threadsMaxIdleTime milliseconds after which an idle worker ends; default 60000
 * @param executorTerminationTimeoutMillis milliseconds that a stop waits for workers before it
 *     interrupts them; default 1000
 * @param namePrefix of the workers' names, a number follows; null, the default, means that of the
 *     connector
 */
public record LoadLimits(
        int minRequestDataRate,
        int minResponseDataRate,
        int connectionUploadTimeout,
        int maxQueueSize,
        int maxQueueTime,
        int threadsMaxIdleTime,
        int executorTerminationTimeoutMillis,
        String namePrefix) {

    public static final LoadLimits DEFAULTS =
            new LoadLimits(240, 240, 0, 4096, 10_000, 60_000, 1000, null);

    /** With other minimum rates, in bytes per second. */
    public LoadLimits dataRates(int request, int response) {
        return new LoadLimits(
                request,
                response,
                connectionUploadTimeout,
                maxQueueSize,
                maxQueueTime,
                threadsMaxIdleTime,
                executorTerminationTimeoutMillis,
                namePrefix);
    }

    /** With another time for bodies, in milliseconds. */
    public LoadLimits uploadTimeout(int millis) {
        return new LoadLimits(
                minRequestDataRate,
                minResponseDataRate,
                millis,
                maxQueueSize,
                maxQueueTime,
                threadsMaxIdleTime,
                executorTerminationTimeoutMillis,
                namePrefix);
    }

    /** With another bound for what waits for a thread, and for how long, in milliseconds. */
    public LoadLimits queue(int size, int millis) {
        return new LoadLimits(
                minRequestDataRate,
                minResponseDataRate,
                connectionUploadTimeout,
                size,
                millis,
                threadsMaxIdleTime,
                executorTerminationTimeoutMillis,
                namePrefix);
    }
}
