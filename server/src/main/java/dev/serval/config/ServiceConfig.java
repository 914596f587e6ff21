package dev.serval.config;

import java.util.List;

/**
 * The element {@code Service}: connectors, and the engine that answers what they receive.
 * Immutable.
 *
 * @param at where it stands
 * @param name unique in the server; default Catalina
 * @param executors named settings of workers, already applied to the connectors that name them
 * @param connectors in the order of the file; those that cannot be started yet are left out
 * @param engine the one that answers
 */
public record ServiceConfig(
        Location at,
        String name,
        List<ExecutorConfig> executors,
        List<ConnectorEntry> connectors,
        EngineConfig engine) {
    public ServiceConfig {
        executors = List.copyOf(executors);
        connectors = List.copyOf(connectors);
    }
}
