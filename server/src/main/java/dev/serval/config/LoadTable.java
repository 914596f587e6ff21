package dev.serval.config;

import dev.serval.net.LoadLimits;
import dev.serval.settings.Attribute;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import dev.serval.settings.Values;
import java.util.List;

/**
 * The attributes of {@code Connector} that keep it answering under load and with slow clients, and
 * how they are read; for {@link ConnectorTable} and {@link ConnectorReader}. Stateless.
 */
final class LoadTable {
    private static final int MAX = Integer.MAX_VALUE;
    private static final LoadLimits DEFAULTS = LoadLimits.DEFAULTS;

    private static final Attribute<Boolean> DISABLE_UPLOAD_TIMEOUT =
            Attribute.of(
                    "disableUploadTimeout",
                    Format.bool(),
                    true,
                    "With false, connectionUploadTimeout holds for bodies, not connectionTimeout.");
    private static final Attribute<Integer> CONNECTION_UPLOAD_TIMEOUT =
            Attribute.of(
                    "connectionUploadTimeout",
                    Format.integer(Unit.MILLISECONDS, 0, MAX, -1, "no limit"),
                    300_000,
                    "For waits for a body, when disableUploadTimeout is false.");
    private static final Attribute<Integer> MIN_REQUEST_DATA_RATE =
            rate(
                    "minRequestDataRate",
                    DEFAULTS.minRequestDataRate(),
                    "Bytes per second that a body must come with. Waits for it add up, bytes give"
                            + " time back at this rate; who is slower for longer than the time for"
                            + " bodies gets a 408. 0: any byte renews the whole time.");
    private static final Attribute<Integer> MIN_RESPONSE_DATA_RATE =
            rate(
                    "minResponseDataRate",
                    DEFAULTS.minResponseDataRate(),
                    "The same for a client that reads its response; its connection is reset.");
    private static final Attribute<Integer> MAX_QUEUE_SIZE =
            Attribute.of(
                            "maxQueueSize",
                            Format.integer(Unit.NONE, 0, MAX),
                            DEFAULTS.maxQueueSize(),
                            "Requests that wait for one of maxThreads; others are answered 503 with"
                                    + " Retry-After.")
                    .differs(
                            "2147483647",
                            "what waits behind thousands is answered when its client has long"
                                    + " gone");
    private static final Attribute<Integer> MAX_QUEUE_TIME =
            Attribute.of(
                    "maxQueueTime",
                    Format.integer(Unit.MILLISECONDS, 0, MAX, -1, "no limit"),
                    DEFAULTS.maxQueueTime(),
                    "How long a request waits for one of maxThreads before it is answered 503 with"
                            + " Retry-After.");
    private static final Attribute<Integer> THREADS_MAX_IDLE_TIME =
            Attribute.of(
                    "threadsMaxIdleTime",
                    Format.integer(Unit.MILLISECONDS, 1, MAX),
                    DEFAULTS.threadsMaxIdleTime(),
                    "After which an idle worker ends, beyond minSpareThreads.");
    private static final Attribute<Integer> EXECUTOR_TERMINATION_TIMEOUT =
            Attribute.of(
                            "executorTerminationTimeoutMillis",
                            Format.integer(Unit.MILLISECONDS, 0, MAX),
                            DEFAULTS.executorTerminationTimeoutMillis(),
                            "How long a stop waits for busy workers, after the time that requests"
                                    + " in flight have, before it interrupts them.")
                    .differs("5000", "requests in flight have had the time of the stop already");

    static final List<Attribute<?>> ATTRIBUTES =
            List.of(
                    DISABLE_UPLOAD_TIMEOUT,
                    CONNECTION_UPLOAD_TIMEOUT,
                    MIN_REQUEST_DATA_RATE,
                    MIN_RESPONSE_DATA_RATE,
                    MAX_QUEUE_SIZE,
                    MAX_QUEUE_TIME,
                    THREADS_MAX_IDLE_TIME,
                    EXECUTOR_TERMINATION_TIMEOUT);

    private LoadTable() {}

    /**
     * @param executor whose settings count instead; null if the connector names none
     */
    static LoadLimits read(Values values, ExecutorConfig executor) {
        boolean sameTimeout = values.get(DISABLE_UPLOAD_TIMEOUT);
        return new LoadLimits(
                values.get(MIN_REQUEST_DATA_RATE),
                values.get(MIN_RESPONSE_DATA_RATE),
                sameTimeout ? 0 : positive(values.get(CONNECTION_UPLOAD_TIMEOUT)),
                executor != null ? executor.maxQueueSize() : values.get(MAX_QUEUE_SIZE),
                positive(values.get(MAX_QUEUE_TIME)),
                executor != null ? executor.maxIdleTime() : values.get(THREADS_MAX_IDLE_TIME),
                values.get(EXECUTOR_TERMINATION_TIMEOUT),
                executor != null ? executor.namePrefix() : null);
    }

    private static Attribute<Integer> rate(String name, int fallback, String doc) {
        return Attribute.of(name, Format.integer(Unit.NONE, 0, MAX), fallback, doc);
    }

    /** Tomcat takes 0 for no limit too. */
    static int positive(int timeout) {
        return timeout == 0 ? -1 : timeout;
    }
}
