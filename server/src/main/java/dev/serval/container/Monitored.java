package dev.serval.container;

import dev.serval.lifecycle.ApplicationStatus;
import dev.serval.metrics.Metering;
import dev.serval.monitor.RunningServer;
import dev.serval.monitor.StartedWith;
import java.util.List;

/**
 * What monitoring sees of a server, for parts that are made before it, and what counts its
 * requests. Thread-safe.
 */
final class Monitored implements RunningServer {
    private final Metering metering = new Metering();
    private final StartedWith given;
    // Null until there is one.
    private volatile RunningServer server;

    Monitored(StartedWith given) {
        this.given = given;
    }

    /** Sets the source. */
    void of(RunningServer known) {
        server = known;
    }

    /** What counts requests. */
    Metering metering() {
        return metering;
    }

    /** What the starter of the server gives for monitoring. */
    StartedWith given() {
        return given;
    }

    @Override
    public boolean isReady() {
        RunningServer known = server;
        return known != null && known.isReady();
    }

    @Override
    public String state() {
        RunningServer known = server;
        return known == null ? "STARTING" : known.state();
    }

    @Override
    public List<String> reasons() {
        RunningServer known = server;
        return known == null ? List.of("starting: the server is being built") : known.reasons();
    }

    @Override
    public List<RunningService> services() {
        RunningServer known = server;
        return known == null ? List.of() : known.services();
    }

    @Override
    public List<RunningPool> pools() {
        RunningServer known = server;
        return known == null ? List.of() : known.pools();
    }

    @Override
    public List<ApplicationStatus> applications() {
        RunningServer known = server;
        return known == null ? List.of() : known.applications();
    }
}
