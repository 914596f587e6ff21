package dev.serval.metrics;

/**
 * Takes figures of a server's requests, for example to pass them on to a system of monitoring.
 * Thread-safe. Offered by an extension as {@link dev.serval.extension.Kind#METRICS}; the server's
 * own is {@link ServerMetrics}. It returns a meter once per connector and once per start of an
 * application; from then on a request costs one call of each meter, and without consumers nothing.
 */
public interface MetricsConsumer {
    /**
     * The meter for all exchanges of a connector, also for those that were refused before any
     * application was found.
     *
     * @param name as that of its threads, for example {@code http-nio-8080}
     * @return null if they are not counted
     */
    ExchangeMeter connector(String name);

    /**
     * The meter for the exchanges of an application, its files included. A successor at the same
     * path gets another call.
     *
     * @param host the name of its host
     * @param path empty for the root
     * @return null if they are not counted
     */
    ApplicationMeter application(String host, String path);
}
