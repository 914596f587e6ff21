package dev.serval.config;

import dev.serval.connector.Connector;
import dev.serval.connector.ConnectorConfig;
import dev.serval.extension.Offer.Factory;
import dev.serval.http.Protocol;
import dev.serval.settings.Location;
import dev.serval.tls.TlsConfig;
import java.util.List;

/**
 * An element {@code Connector}. Immutable.
 *
 * @param at its place
 * @param config its settings, with portOffset and the limits of its executor already applied,
 *     without those of TLS
 * @param executor the Executor whose workers it shares; null if it has its own
 * @param tls null if it uses plain text
 * @param first the protocol that its clients speak if they ask for no other
 * @param protocols further protocols, preferred to {@code first} in this order
 */
public record ConnectorEntry(
        Location at,
        ConnectorConfig config,
        String executor,
        TlsConfig tls,
        Protocol first,
        List<Factory<Protocol>> protocols) {
    public ConnectorEntry {
        protocols = List.copyOf(protocols);
    }

    /** A connector with HTTP/1.1 only. */
    public ConnectorEntry(Location at, ConnectorConfig config, String executor, TlsConfig tls) {
        this(at, config, executor, tls, Connector.HTTP, List.of());
    }
}
