package dev.serval.config;

import dev.serval.connector.ConnectorConfig;

/**
 * An element {@code Connector}. Immutable.
 *
 * @param at where it stands
 * @param config its settings, with portOffset and executor already applied
 */
public record ConnectorEntry(Location at, ConnectorConfig config) {}
