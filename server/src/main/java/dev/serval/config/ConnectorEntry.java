package dev.serval.config;

import dev.serval.connector.ConnectorConfig;
import dev.serval.tls.TlsConfig;

/**
 * An element {@code Connector}. Immutable.
 *
 * @param at where it stands
 * @param config its settings, with portOffset and executor already applied, without those of TLS
 * @param tls null when it speaks plain text
 */
public record ConnectorEntry(Location at, ConnectorConfig config, TlsConfig tls) {}
