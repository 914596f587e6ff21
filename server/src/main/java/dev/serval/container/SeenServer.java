package dev.serval.container;

import dev.serval.config.HostConfig;
import dev.serval.lifecycle.ApplicationStatus;
import dev.serval.lifecycle.Readiness;
import dev.serval.monitor.RunningServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A server as monitoring sees it. Immutable. */
record SeenServer(Server server) implements RunningServer {
    @Override
    public boolean isReady() {
        return server.readiness().isReady();
    }

    @Override
    public String state() {
        return server.readiness().state().name();
    }

    @Override
    public List<String> reasons() {
        Readiness.Moment now = server.readiness().now();
        List<String> reasons = new ArrayList<>();
        if (now.state() != Readiness.State.READY) {
            reasons.add(now.state().name().toLowerCase(Locale.ROOT) + ": " + now.reason());
        }
        now.obstacles().forEach((name, why) -> reasons.add(name + ": " + why));
        return reasons;
    }

    @Override
    public List<RunningService> services() {
        return server.services().stream().map(SeenServer::service).toList();
    }

    private static RunningService service(Service service) {
        Engine engine = service.engine();
        return new RunningService(
                service.name(),
                engine.name(),
                service.config().engine().jvmRoute(),
                service.config().engine().defaultHost(),
                service.connectors(),
                engine.hosts().stream().map(SeenServer::host).toList());
    }

    private static RunningHost host(Host host) {
        HostConfig config = host.config();
        return new RunningHost(
                host.name(),
                host.aliases(),
                config.appBase(),
                config.autoDeploy(),
                config.deployOnStartup(),
                host.running());
    }

    @Override
    public List<RunningPool> pools() {
        return server.pools();
    }

    @Override
    public List<ApplicationStatus> applications() {
        return server.applications();
    }
}
