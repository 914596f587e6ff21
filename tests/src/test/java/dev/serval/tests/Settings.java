package dev.serval.tests;

import dev.serval.connector.ConnectorConfig;
import dev.serval.http.HttpLimits;
import dev.serval.http.RequestRules;

/** Connector settings that differ from the defaults in what one test needs. Mutable, not shared. */
final class Settings {
    int connectionTimeout = 20_000;
    int keepAliveTimeout = 20_000;
    int maxKeepAliveRequests = -1;
    int maxConnections = 8192;
    HttpLimits limits = HttpLimits.DEFAULTS;
    RequestRules rules = RequestRules.DEFAULTS;

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

    Settings rules(RequestRules changed) {
        rules = changed;
        return this;
    }

    ConnectorConfig config(Wire wire) {
        return ConnectorConfig.of(wire.io(), 0)
                .change()
                .address("localhost")
                .maxConnections(maxConnections)
                .connectionTimeout(connectionTimeout)
                .keepAliveTimeout(keepAliveTimeout)
                .maxKeepAliveRequests(maxKeepAliveRequests)
                .limits(limits)
                .rules(rules)
                .tls(wire.tls() ? TestTls.shared() : null)
                .done();
    }
}
