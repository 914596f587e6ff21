package dev.serval.tests;

import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.http.HttpLimits;

/** Connector settings that differ from the defaults in what one test needs. Mutable, not shared. */
final class Settings {
    int connectionTimeout = 20_000;
    int keepAliveTimeout = 20_000;
    int maxKeepAliveRequests = -1;
    int maxConnections = 8192;
    HttpLimits limits = HttpLimits.DEFAULTS;

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

    Settings limits(HttpLimits changed) {
        limits = changed;
        return this;
    }

    ConnectorConfig config(IoModel io) {
        ConnectorConfig d = ConnectorConfig.of(io, 0);
        return new ConnectorConfig(
                d.io(),
                "localhost",
                d.port(),
                d.acceptCount(),
                maxConnections,
                d.maxThreads(),
                d.minSpareThreads(),
                d.useVirtualThreads(),
                connectionTimeout,
                keepAliveTimeout,
                maxKeepAliveRequests,
                d.tcpNoDelay(),
                d.useSendfile(),
                d.scheme(),
                d.secure(),
                d.proxyName(),
                d.proxyPort(),
                d.redirectPort(),
                d.server(),
                limits);
    }
}
