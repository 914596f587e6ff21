package dev.serval.container;

import dev.serval.config.EngineConfig;
import dev.serval.config.HostConfig;
import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.routing.HostValves;
import dev.serval.routing.InFlight;
import dev.serval.security.HostLogins;
import dev.serval.security.SingleSignOn;
import dev.serval.settings.Location;
import dev.serval.valve.CallValve;
import dev.serval.valve.PreRoutingValve;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What an engine and its hosts have around requests, as it is configured at one time: realms,
 * valves, access logs. Another one takes its place as a whole. Immutable but for its start and
 * stop.
 */
final class EngineSetup implements Component {
    private final Parts parts;
    private final Valves valves;
    private final Map<String, HostValves> hosts = new HashMap<>();
    private final InFlight inFlight = new InFlight();

    /**
     * @param before what may be taken over; none of it is stopped until this is started
     */
    EngineSetup(EngineConfig config, Layout layout, List<Part<?>> before)
            throws LifecycleException {
        parts = new Parts("What Engine " + config.name() + " has around requests", before);
        ElementPlace place = layout.place("Engine");
        HostLogins outer = Realms.logins(config.realm(), HostLogins.NONE, place, "", parts);
        valves = new Valves(config.valves(), place, "", parts);
        for (HostConfig host : config.hosts()) {
            hosts.put(key(host.name()), valves(host, config, outer, layout.place("Host")));
        }
    }

    private HostValves valves(
            HostConfig host, EngineConfig engine, HostLogins outer, ElementPlace place)
            throws LifecycleException {
        String name = key(host.name());
        HostLogins logins = Realms.logins(host.realm(), outer, place, name, parts);
        if (host.singleSignOn() != null) {
            SingleSignOn shared =
                    parts.part(
                                    List.of(name, host.singleSignOn()),
                                    () -> place.make(host.singleSignOn(), Location.NONE, "Valve"))
                            .made();
            logins = new HostLogins(logins.realm(), logins.settings(), shared);
        }
        Valves own = new Valves(host.valves(), place, name, parts);
        CallValve[] calls = valves.around(own);
        UnmappedApplication nowhere =
                calls == null
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
                logins);
    }

    private static String key(String host) {
        return host.toLowerCase(Locale.ROOT);
    }

    /** Those of the engine that look before routing; null if there is none. */
    PreRoutingValve[] preRouting() {
        return valves.preRouting();
    }

    /** What stands around the requests of a host. */
    HostValves of(Host host) {
        return hosts.get(key(host.name()));
    }

    /** Counts the exchanges that use it. */
    InFlight inFlight() {
        return inFlight;
    }

    /** What the next one may take over as long as this one is not stopped. */
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
