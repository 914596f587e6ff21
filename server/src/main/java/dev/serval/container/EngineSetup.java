package dev.serval.container;

import dev.serval.config.EngineConfig;
import dev.serval.config.HostConfig;
import dev.serval.extension.Offer.Factory;
import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.routing.HostValves;
import dev.serval.routing.InFlight;
import dev.serval.security.HostLogins;
import dev.serval.security.SingleSignOn;
import dev.serval.settings.Location;
import dev.serval.valve.CallValve;
import dev.serval.valve.ErrorReport;
import dev.serval.valve.PreRoutingValve;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The realms, valves and access logs of an engine and its hosts, from one configuration. It is
 * replaced as a whole. Immutable except for its start and stop.
 */
final class EngineSetup implements Component {
    private final EngineConfig config;
    private final Layout layout;
    private final Parts parts;
    private final Valves valves;
    private final Map<String, HostValves> hosts = new HashMap<>();
    private final InFlight inFlight = new InFlight();

    /**
     * @param current parts that may be taken over; none of them is stopped until this is started
     * @param former parts of earlier setups, which some requests still use
     */
    EngineSetup(EngineConfig config, Layout layout, List<Part<?>> current, List<Part<?>> former)
            throws LifecycleException {
        this.config = config;
        this.layout = layout;
        parts = new Parts("What Engine " + config.name() + " has around requests", current, former);
        ElementPlace place = layout.place("Engine", config.name());
        HostLogins outer =
                shared(
                        config.singleSignOn(),
                        Realms.logins(config.realm(), HostLogins.NONE, place, "", parts),
                        place,
                        "");
        valves = new Valves(config.valves(), place, "", parts);
        for (HostConfig host : config.hosts()) {
            ElementPlace own = layout.place("Host", config.name(), host.name());
            hosts.put(key(host.name()), valves(host, config, outer, own));
        }
    }

    private HostValves valves(
            HostConfig host, EngineConfig engine, HostLogins outer, ElementPlace place)
            throws LifecycleException {
        String name = key(host.name());
        HostLogins logins =
                shared(
                        host.singleSignOn(),
                        Realms.logins(host.realm(), outer, place, name, parts),
                        place,
                        name);
        Valves own = new Valves(host.valves(), place, name, parts);
        CallValve[] calls = valves.around(own);
        ErrorReport report = own.errorReport() == null ? valves.errorReport() : own.errorReport();
        UnmappedApplication nowhere =
                calls == null && report == null
                        ? null
                        : parts.part(
                                        List.of(name, UnmappedApplication.class),
                                        () ->
                                                new UnmappedApplication(
                                                        engine.name() + "/" + host.name()),
                                        made -> made)
                                .made();
        return new HostValves(
                own.preRouting(),
                calls,
                valves.completion(own),
                nowhere == null ? null : nowhere.application(),
                logins,
                report);
    }

    /**
     * Adds the logins that applications share there.
     *
     * @param made null if the configuration has none
     */
    private HostLogins shared(
            Factory<SingleSignOn> made, HostLogins logins, ElementPlace place, String name)
            throws LifecycleException {
        if (made == null) {
            return logins;
        }
        SingleSignOn shared =
                parts.current(
                                List.of(name, made),
                                () -> place.make(made, Location.NONE, "Valve"),
                                Parts.idle())
                        .made();
        return new HostLogins(logins.realm(), logins.settings(), shared);
    }

    private static String key(String host) {
        return host.toLowerCase(Locale.ROOT);
    }

    /** What it was made of. */
    EngineConfig config() {
        return config;
    }

    /** Where it was made. */
    Layout layout() {
        return layout;
    }

    /** The valves of the engine before routing; null if there is none. */
    PreRoutingValve[] preRouting() {
        return valves.preRouting();
    }

    /** The valves and logins of a host. */
    HostValves of(Host host) {
        return hosts.get(key(host.name()));
    }

    /** Counts the exchanges that use it. */
    InFlight inFlight() {
        return inFlight;
    }

    /** The parts that the next setup may take over until this one is stopped. */
    List<Part<?>> parts() {
        return parts.all();
    }

    @Override
    public void start() throws LifecycleException {
        parts.start();
    }

    @Override
    public void stop(Duration within) {
        parts.stop(within);
    }
}
