package dev.serval.container;

import dev.serval.config.ConnectorEntry;
import dev.serval.config.ServiceConfig;
import dev.serval.connector.Connector;
import dev.serval.lifecycle.LifecycleException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Connectors, and the engine that answers what they receive. Immutable. */
public final class Service {
    private final ServiceConfig config;
    private final Engine engine;
    private final List<Connector> connectors;

    private Service(ServiceConfig config, Engine engine, List<Connector> connectors) {
        this.config = config;
        this.engine = engine;
        this.connectors = connectors;
    }

    static Service of(ServiceConfig config, Layout layout) throws LifecycleException {
        Engine engine = new Engine(config.engine(), layout);
        List<Connector> connectors = new ArrayList<>();
        for (ConnectorEntry entry : config.connectors()) {
            try {
                connectors.add(new Connector(entry.config(), engine.router()));
            } catch (IOException e) {
                throw new LifecycleException(entry.at() + ": Connector: " + e, e);
            }
        }
        // What an application has left in thread-locals would keep it in memory.
        engine.onEnd(() -> connectors.forEach(Connector::renewThreads));
        return new Service(config, engine, List.copyOf(connectors));
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
}
