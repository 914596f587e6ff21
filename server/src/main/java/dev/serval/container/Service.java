package dev.serval.container;

import dev.serval.config.ConnectorEntry;
import dev.serval.config.ServiceConfig;
import dev.serval.connector.Connector;
import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.SharedWorkers;
import dev.serval.extension.Offer.Factory;
import dev.serval.http.HttpHandler;
import dev.serval.http.Protocol;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.metrics.ExchangeMeter;
import dev.serval.metrics.MeteredHandler;
import dev.serval.settings.Location;
import dev.serval.tls.TlsContexts;
import dev.serval.tls.TlsException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Connectors, and the engine that answers their requests. Immutable. */
public final class Service {
    private final ServiceConfig config;
    private final Engine engine;
    private final List<Connector> connectors;
    private final List<TlsContexts> certificates;
    private final Map<String, SharedWorkers> executors;

    private Service(
            ServiceConfig config,
            Engine engine,
            List<Connector> connectors,
            List<TlsContexts> certificates,
            Map<String, SharedWorkers> executors) {
        this.executors = Map.copyOf(executors);
        this.config = config;
        this.engine = engine;
        this.connectors = List.copyOf(connectors);
        this.certificates = List.copyOf(certificates);
    }

    static Service of(ServiceConfig config, Layout layout) throws LifecycleException {
        boolean tls =
                config.connectors().stream()
                        .anyMatch(entry -> entry.tls() != null || entry.config().tls() != null);
        Engine engine =
                new Engine(config.engine(), layout.of(config, tls), config.gracefulStopAwait());
        List<Connector> connectors = new ArrayList<>();
        List<TlsContexts> certificates = new ArrayList<>();
        Map<String, SharedWorkers> executors = new HashMap<>();
        for (ConnectorEntry entry : config.connectors()) {
            try {
                ConnectorConfig settings = entry.config();
                if (entry.tls() != null) {
                    TlsContexts contexts = new TlsContexts(entry.tls());
                    if (!contexts.obtained().isEmpty() && !layout.orders().isClaimed()) {
                        throw new LifecycleException(where(entry) + OrderedCertificates.UNCLAIMED);
                    }
                    certificates.add(contexts);
                    settings = settings.change().tls(contexts).done();
                }
                if (entry.executor() != null) {
                    SharedWorkers shared = executors.get(entry.executor());
                    if (shared == null) {
                        shared = new SharedWorkers(entry.executor(), settings.load());
                        executors.put(entry.executor(), shared);
                    }
                    settings = settings.change().executor(shared).done();
                }
                List<Protocol> protocols = new ArrayList<>(List.of(entry.first()));
                for (Factory<Protocol> protocol : entry.protocols()) {
                    ElementPlace place = layout.place("Connector");
                    protocols.add(place.make(protocol, entry.at(), "UpgradeProtocol"));
                }
                HttpHandler handler =
                        handler(engine, settings, settings.name(entry.first()), layout);
                connectors.add(new Connector(settings, handler, protocols));
            } catch (TlsException e) {
                throw new LifecycleException(where(entry) + e.getMessage(), e);
            } catch (IOException e) {
                throw new LifecycleException(where(entry) + e, e);
            }
        }
        // The thread-locals of an application would keep it in memory.
        engine.onEnd(() -> connectors.forEach(Connector::renewThreads));
        return new Service(config, engine, connectors, certificates, executors);
    }

    /** The handler of the requests of a connector. */
    private static HttpHandler handler(
            Engine engine, ConnectorConfig settings, String name, Layout layout) {
        HttpHandler handler = engine.router();
        if (settings.tls() == null && layout.orders().isClaimed()) {
            handler = layout.orders().before(handler);
        }
        ExchangeMeter meter = layout.monitored().metering().connector(name);
        return meter == null ? handler : new MeteredHandler(handler, meter);
    }

    private static String where(ConnectorEntry entry) {
        return entry.at() == Location.NONE ? "" : entry.at() + ": Connector: ";
    }

    public ServiceConfig config() {
        return config;
    }

    public String name() {
        return config.name();
    }

    public Engine engine() {
        return engine;
    }

    /** In the order of the configuration. */
    public List<Connector> connectors() {
        return connectors;
    }

    /** The workers that connectors share, by the names of their executors. */
    Map<String, SharedWorkers> executors() {
        return executors;
    }

    /** The connectors with TLS. */
    List<TlsContexts> certificates() {
        return certificates;
    }
}
