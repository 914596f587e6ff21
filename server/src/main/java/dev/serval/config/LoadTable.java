package dev.serval.config;

import dev.serval.net.LoadLimits;
import dev.serval.net.ThreadPoolConfig;
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
    private static final ThreadPoolConfig THREADS = DEFAULTS.threads();

    static final Attribute<String> EXECUTOR =
            Attribute.text(
                    "executor",
                    "The name of an Executor, whose workers it shares; its settings replace"
                            + " maxThreads, minSpareThreads, useVirtualThreads, maxQueueSize and"
                            + " threadsMaxIdleTime.");
    private static final Attribute<Integer> MAX_THREADS =
            Attribute.of(
                    "maxThreads",
                    Format.integer(Unit.NONE, 1, 100_000),
                    THREADS.maxThreads(),
                    "Calls of applications that run at once, each on a worker; those that wait for"
                            + " their clients are not counted. Where threads are virtual, ten times"
                            + " as many.");
    private static final Attribute<Integer> MIN_SPARE_THREADS =
            Attribute.of(
                    "minSpareThreads",
                    Format.integer(Unit.NONE, 0, 100_000),
                    THREADS.minSpareThreads(),
                    "Idle workers that are kept.");
    private static final Attribute<Boolean> USE_VIRTUAL_THREADS =
            Attribute.flag(
                    "useVirtualThreads",
                    THREADS.useVirtualThreads(),
                    "NIO: run applications on virtual threads (JDK 21 and newer).");
    private static final Attribute<Boolean> INLINE_CALLS =
            Attribute.flag(
                    "inlineCalls",
                    DEFAULTS.inlineCalls(),
                    "NIO: run servlets whose calls have been short on the thread that has read the"
                            + " request. Should one wait or last, another thread takes over what"
                            + " that thread had to do, and the next calls go to workers. false: to"
                            + " workers always.");
    private static final Attribute<Integer> CONNECTION_TIMEOUT =
            Attribute.of(
                            "connectionTimeout",
                            Format.limit(Unit.MILLISECONDS, 0),
                            DEFAULTS.connectionTimeout(),
                            "For a request head to arrive as a whole, for waits for a body, and for"
                                    + " waits for a client that does not read. Bytes give time back"
                                    + " to the last two, see minRequestDataRate and"
                                    + " minResponseDataRate.")
                    .differs(
                            "60000 for each read",
                            "the time counts for the whole head, so that a client cannot hold a"
                                    + " connection by sending a byte now and then");
    private static final Attribute<Integer> KEEP_ALIVE_TIMEOUT =
            Attribute.of(
                            "keepAliveTimeout",
                            Format.limit(Unit.MILLISECONDS, 0),
                            null,
                            "How long an idle connection is kept. From three quarters of"
                                    + " maxConnections on, the less the fewer are left.")
                    .shown("connectionTimeout");
    private static final Attribute<Integer> SO_TIMEOUT =
            Attribute.of(
                            "socket.soTimeout",
                            Format.limit(Unit.MILLISECONDS, 0),
                            null,
                            "The same as connectionTimeout, which wins.")
                    .shown("connectionTimeout");
    private static final Attribute<Boolean> DISABLE_UPLOAD_TIMEOUT =
            Attribute.flag(
                    "disableUploadTimeout",
                    true,
                    "With false, connectionUploadTimeout holds for bodies, not connectionTimeout.");
    private static final Attribute<Integer> CONNECTION_UPLOAD_TIMEOUT =
            Attribute.of(
                    "connectionUploadTimeout",
                    Format.limit(Unit.MILLISECONDS, 0),
                    300_000,
                    "For waits for a body, when disableUploadTimeout is false.");
    private static final Attribute<Integer> MIN_REQUEST_DATA_RATE =
            Attribute.of(
                    "minRequestDataRate",
                    Format.integer(Unit.NONE, 0, MAX),
                    DEFAULTS.minRequestDataRate(),
                    "Bytes per second that a body must come with. Waits for it add up, bytes give"
                            + " time back at this rate; who is slower for longer than the time for"
                            + " bodies gets a 408. 0: any byte renews the whole time.");
    private static final Attribute<Integer> MIN_RESPONSE_DATA_RATE =
            Attribute.of(
                    "minResponseDataRate",
                    Format.integer(Unit.NONE, 0, MAX),
                    DEFAULTS.minResponseDataRate(),
                    "The same for a client that reads its response; its connection is reset.");
    private static final Attribute<Integer> MAX_QUEUE_SIZE =
            Attribute.of(
                            "maxQueueSize",
                            Format.integer(Unit.NONE, 0, MAX),
                            THREADS.maxQueueSize(),
                            "Requests that wait for one of maxThreads; others are answered 503 with"
                                    + " Retry-After.")
                    .differs(
                            "2147483647",
                            "what waits behind thousands is answered when its client has long"
                                    + " gone");
    private static final Attribute<Integer> MAX_QUEUE_TIME =
            Attribute.of(
                    "maxQueueTime",
                    Format.limit(Unit.MILLISECONDS, 0),
                    DEFAULTS.maxQueueTime(),
                    "How long a request waits for one of maxThreads before it is answered 503 with"
                            + " Retry-After.");
    private static final Attribute<Integer> THREADS_MAX_IDLE_TIME =
            Attribute.of(
                    "threadsMaxIdleTime",
                    Format.integer(Unit.MILLISECONDS, 1, MAX),
                    THREADS.threadsMaxIdleTime(),
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
                    EXECUTOR,
                    MAX_THREADS,
                    MIN_SPARE_THREADS,
                    USE_VIRTUAL_THREADS,
                    INLINE_CALLS,
                    CONNECTION_TIMEOUT,
                    KEEP_ALIVE_TIMEOUT,
                    SO_TIMEOUT,
                    DISABLE_UPLOAD_TIMEOUT,
                    CONNECTION_UPLOAD_TIMEOUT,
                    MIN_REQUEST_DATA_RATE,
                    MIN_RESPONSE_DATA_RATE,
                    MAX_QUEUE_SIZE,
                    MAX_QUEUE_TIME,
                    THREADS_MAX_IDLE_TIME,
                    EXECUTOR_TERMINATION_TIMEOUT);

    private LoadTable() {}

    static LoadLimits read(Values values, ExecutorReader executors, Reading reading) {
        String name = values.get(EXECUTOR);
        ExecutorConfig executor =
                name == null ? null : executors.find(name, values.at(EXECUTOR), reading);
        ThreadPoolConfig threads = executor == null ? threads(values) : executor.threads();
        if (threads.useVirtualThreads() && Runtime.version().feature() < 21) {
            reading.warning(
                    executor == null ? values.at(USE_VIRTUAL_THREADS) : executor.at(),
                    "virtual threads need JDK 21 or newer; platform threads are used");
        }
        int max = threads.maxThreads();
        int timeout = positive(values.first(CONNECTION_TIMEOUT, SO_TIMEOUT));
        Integer keepAlive = values.get(KEEP_ALIVE_TIMEOUT);
        boolean sameTimeout = values.get(DISABLE_UPLOAD_TIMEOUT);
        return new LoadLimits(
                // As in Tomcat, where the larger one wins silently.
                threads.minSpareThreads() <= max
                        ? threads
                        : threads.threads(max, max, threads.useVirtualThreads()),
                values.get(INLINE_CALLS),
                timeout,
                keepAlive == null ? timeout : positive(keepAlive),
                sameTimeout ? 0 : positive(values.get(CONNECTION_UPLOAD_TIMEOUT)),
                values.get(MIN_REQUEST_DATA_RATE),
                values.get(MIN_RESPONSE_DATA_RATE),
                positive(values.get(MAX_QUEUE_TIME)),
                values.get(EXECUTOR_TERMINATION_TIMEOUT));
    }

    private static ThreadPoolConfig threads(Values values) {
        return new ThreadPoolConfig(
                values.get(MAX_THREADS),
                values.get(MIN_SPARE_THREADS),
                values.get(USE_VIRTUAL_THREADS),
                values.get(MAX_QUEUE_SIZE),
                values.get(THREADS_MAX_IDLE_TIME),
                null);
    }

    /** Tomcat takes 0 for no limit too. */
    private static int positive(int timeout) {
        return timeout == 0 ? -1 : timeout;
    }
}
