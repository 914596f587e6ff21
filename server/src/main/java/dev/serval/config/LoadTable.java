package dev.serval.config;

import dev.serval.net.LoadLimits;
import dev.serval.settings.Attribute;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import dev.serval.thread.ThreadPoolConfig;

/**
 * The attributes of {@code Connector} for high load and slow clients, and how they are read; for
 * {@link ConnectorTable} and {@link ConnectorReader}. Stateless.
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

    private LoadTable() {}

    static LoadLimits read(Rows rows, ExecutorReader executors, Reading reading) {
        String name = rows.get(EXECUTOR);
        int maxThreads =
                rows.of(
                        "maxThreads",
                        Format.integer(Unit.NONE, 1, 100_000),
                        THREADS.maxThreads(),
                        "Calls of applications that run at once, each on a worker; those that wait for"
                                + " their clients are not counted. Where threads are virtual, ten times"
                                + " as many.");
        int minSpareThreads =
                rows.of(
                        "minSpareThreads",
                        Format.integer(Unit.NONE, 0, 100_000),
                        THREADS.minSpareThreads(),
                        "Idle workers that are kept.");
        boolean virtual =
                rows.flag(
                        "useVirtualThreads",
                        THREADS.useVirtualThreads(),
                        "NIO: run applications on virtual threads (JDK 21 and newer).");
        boolean inline =
                rows.flag(
                        "inlineCalls",
                        DEFAULTS.inlineCalls(),
                        "NIO: run servlets whose calls have been short on the thread that has read the"
                                + " request. Should one wait or last, another thread takes over what"
                                + " that thread had to do, and the next calls go to workers. false: to"
                                + " workers always.");
        int timeout =
                positive(
                        rows.get(
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
                                                        + " connection by sending a byte now and then"),
                                "socket.soTimeout"));
        Integer keepAlive =
                rows.get(
                        Attribute.of(
                                        "keepAliveTimeout",
                                        Format.limit(Unit.MILLISECONDS, 0),
                                        null,
                                        "How long an idle connection is kept. From three quarters of"
                                                + " maxConnections on, the less the fewer are left.")
                                .shown("connectionTimeout"));
        rows.get(
                Attribute.of(
                                "socket.soTimeout",
                                Format.limit(Unit.MILLISECONDS, 0),
                                null,
                                "The same as connectionTimeout, which wins.")
                        .shown("connectionTimeout"));
        boolean sameForBodies =
                rows.flag(
                        "disableUploadTimeout",
                        true,
                        "With false, connectionUploadTimeout holds for bodies, not connectionTimeout.");
        int upload =
                rows.of(
                        "connectionUploadTimeout",
                        Format.limit(Unit.MILLISECONDS, 0),
                        300_000,
                        "For waits for a body, when disableUploadTimeout is false.");
        int requestRate =
                rows.of(
                        "minRequestDataRate",
                        Format.integer(Unit.NONE, 0, MAX),
                        DEFAULTS.minRequestDataRate(),
                        "The least rate of a body in bytes per second. Waits for it add up, bytes"
                                + " give time back at this rate; a client slower for longer than the"
                                + " time for bodies gets a 408. 0: any byte renews the time.");
        int responseRate =
                rows.of(
                        "minResponseDataRate",
                        Format.integer(Unit.NONE, 0, MAX),
                        DEFAULTS.minResponseDataRate(),
                        "The same for a client that reads its response; its connection is reset.");
        int maxQueueSize =
                rows.get(
                        Attribute.of(
                                        "maxQueueSize",
                                        Format.integer(Unit.NONE, 0, MAX),
                                        THREADS.maxQueueSize(),
                                        "Requests that wait for one of maxThreads; others are answered 503 with"
                                                + " Retry-After.")
                                .stricter(
                                        Integer.MAX_VALUE,
                                        "2147483647",
                                        "a request behind thousands is answered when its client"
                                                + " has long gone"));
        int maxQueueTime =
                rows.of(
                        "maxQueueTime",
                        Format.limit(Unit.MILLISECONDS, 0),
                        DEFAULTS.maxQueueTime(),
                        "How long a request waits for one of maxThreads before it is answered 503 with"
                                + " Retry-After.");
        int maxIdleTime =
                rows.of(
                        "threadsMaxIdleTime",
                        Format.integer(Unit.MILLISECONDS, 1, MAX),
                        THREADS.threadsMaxIdleTime(),
                        "After which an idle worker ends, beyond minSpareThreads.");
        ThreadPoolConfig own =
                new ThreadPoolConfig(
                        maxThreads, minSpareThreads, virtual, maxQueueSize, maxIdleTime, null);
        return new LoadLimits(
                threads(name, own, rows, executors, reading),
                inline,
                timeout,
                keepAlive == null ? timeout : positive(keepAlive),
                sameForBodies ? 0 : positive(upload),
                requestRate,
                responseRate,
                positive(maxQueueTime),
                rows.get(
                        Attribute.of(
                                        "executorTerminationTimeoutMillis",
                                        Format.integer(Unit.MILLISECONDS, 0, MAX),
                                        DEFAULTS.executorTerminationTimeoutMillis(),
                                        "How long a stop waits for busy workers, after the time that requests"
                                                + " in flight have, before it interrupts them.")
                                .differs(
                                        "5000",
                                        "requests in flight have had the time of the stop already")));
    }

    private static ThreadPoolConfig threads(
            String name,
            ThreadPoolConfig own,
            Rows rows,
            ExecutorReader executors,
            Reading reading) {
        ExecutorConfig executor =
                name == null ? null : executors.find(name, rows.at("executor"), reading);
        ThreadPoolConfig threads = executor == null ? own : executor.threads();
        if (threads.useVirtualThreads() && Runtime.version().feature() < 21) {
            reading.warning(
                    executor == null ? rows.at("useVirtualThreads") : executor.at(),
                    "virtual threads need JDK 21 or newer; platform threads are used");
        }
        int max = threads.maxThreads();
        // As in Tomcat, where the larger one wins silently.
        return threads.minSpareThreads() <= max
                ? threads
                : threads.threads(max, max, threads.useVirtualThreads());
    }

    /** In Tomcat 0 also means no limit. */
    private static int positive(int timeout) {
        return timeout == 0 ? -1 : timeout;
    }
}
