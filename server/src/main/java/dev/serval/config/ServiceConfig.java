package dev.serval.config;

import dev.serval.settings.Location;
import java.time.Duration;
import java.util.List;

/**
 * The element {@code Service}: connectors, and the engine that answers what they receive.
 * Immutable.
 *
 * @param at its place
 * @param name unique in the server; default Catalina
 * @param gracefulStopAwait how long requests in flight may take when the server stops; default 20 s
 * @param executors named settings of workers, already applied to the connectors that name them
 * @param connectors in the order of the file; without those that cannot be started
 * @param engine the one that answers
 */
public record ServiceConfig(
        Location at,
        String name,
        Duration gracefulStopAwait,
        List<ExecutorConfig> executors,
        List<ConnectorEntry> connectors,
        EngineConfig engine) {
    /** For requests in flight when the server stops. */
    public static final Duration GRACEFUL_STOP_AWAIT = Duration.ofSeconds(20);

    public ServiceConfig {
        executors = List.copyOf(executors);
        connectors = List.copyOf(connectors);
    }
}
