package dev.serval.tests;

import dev.serval.connector.ConnectorConfig;
import dev.serval.http.HttpLimits;
import dev.serval.http.RequestRules;
import dev.serval.net.LoadLimits;
import dev.serval.net.SocketConfig;
import dev.serval.thread.ThreadPoolConfig;

/** Connector settings that differ from the defaults in what one test needs. Mutable, not shared. */
final class Settings {
    private static final LoadLimits USUAL = LoadLimits.DEFAULTS;

    int connectionTimeout = 20_000;
    int keepAliveTimeout = 20_000;
    int maxKeepAliveRequests = -1;
    int maxConnections = 8192;
    int maxThreads = 200;
    boolean useVirtualThreads;
    HttpLimits limits = HttpLimits.DEFAULTS;
    RequestRules rules = RequestRules.DEFAULTS;
    SocketConfig sockets = SocketConfig.DEFAULTS;
    LoadLimits load = LoadLimits.DEFAULTS;

    /** The defaults but for these minimum rates. */
    static LoadLimits rates(int request, int response) {
        return load(0, request, response, USUAL.threads().maxQueueSize(), USUAL.maxQueueTime());
    }

    /** The defaults but for these bounds of the queue. */
    static LoadLimits queue(int size, int millis) {
        return load(0, USUAL.minRequestDataRate(), USUAL.minResponseDataRate(), size, millis);
    }

    /** The defaults but for the waits for a body, in milliseconds. */
    static LoadLimits uploads(int millis) {
        return load(
                millis,
                USUAL.minRequestDataRate(),
                USUAL.minResponseDataRate(),
                USUAL.threads().maxQueueSize(),
                USUAL.maxQueueTime());
    }

    private static LoadLimits load(
            int upload, int requestRate, int responseRate, int queueSize, int queueTime) {
        ThreadPoolConfig threads = USUAL.threads();
        return new LoadLimits(
                new ThreadPoolConfig(
                        threads.maxThreads(),
                        threads.minSpareThreads(),
                        threads.useVirtualThreads(),
                        queueSize,
                        threads.threadsMaxIdleTime(),
                        threads.namePrefix()),
                USUAL.inlineCalls(),
                USUAL.connectionTimeout(),
                USUAL.keepAliveTimeout(),
                upload,
                requestRate,
                responseRate,
                queueTime,
                USUAL.executorTerminationTimeoutMillis());
    }

    Settings connectionTimeout(int milliseconds) {
        connectionTimeout = milliseconds;
        return this;
    }

    Settings keepAliveTimeout(int milliseconds) {
        keepAliveTimeout = milliseconds;
        return this;
    }

    Settings maxKeepAliveRequests(int requests) {
        maxKeepAliveRequests = requests;
        return this;
    }

    Settings maxConnections(int connections) {
        maxConnections = connections;
        return this;
    }

    Settings maxThreads(int threads) {
        maxThreads = threads;
        return this;
    }

    Settings useVirtualThreads(boolean virtual) {
        useVirtualThreads = virtual;
        return this;
    }

    Settings load(LoadLimits changed) {
        load = changed;
        return this;
    }

    Settings limits(HttpLimits changed) {
        limits = changed;
        return this;
    }

    Settings rules(RequestRules changed) {
        rules = changed;
        return this;
    }

    ConnectorConfig config(Wire wire) {
        return ConnectorConfig.of(wire.io(), 0)
                .change()
                .address("localhost")
                .limits(limits)
                .rules(rules)
                .sockets(sockets)
                .load(load)
                .maxConnections(maxConnections)
                .connectionTimeout(connectionTimeout)
                .keepAliveTimeout(keepAliveTimeout)
                .maxKeepAliveRequests(maxKeepAliveRequests)
                .maxThreads(maxThreads)
                .minSpareThreads(Math.min(10, maxThreads))
                .useVirtualThreads(useVirtualThreads)
                .tls(wire.tls() ? TestTls.shared() : null)
                .done();
    }
}
