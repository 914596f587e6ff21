package dev.serval.jmx;

import dev.serval.connector.Connector;
import dev.serval.extension.PoolFigures;
import dev.serval.monitor.RunningServer;
import dev.serval.monitor.RunningServer.RunningHost;
import dev.serval.monitor.RunningServer.RunningPool;
import dev.serval.monitor.RunningServer.RunningService;
import java.util.Arrays;
import java.util.List;
import javax.management.ObjectName;

/** The beans of the server, its services, engines and hosts. Stateless. */
final class GeneralBeans {
    private static final String CORE = "org.apache.catalina.core.";
    private static final String STARTED = "STARTED";

    private GeneralBeans() {}

    static void server(BeanNames names, RunningServer server, Beans all) {
        all.add(
                names.of("type=Server"),
                server,
                () ->
                        new MonitoringBean(CORE + "StandardServer", "The server")
                                .text("className", CORE + "StandardServer")
                                .text("serverInfo", GeneralBeans::serverInfo)
                                .text("serverNumber", GeneralBeans::serverNumber)
                                .text("stateName", () -> state(server))
                                .names(
                                        "serviceNames",
                                        () -> new ObjectName[] {names.of("type=Service")}));
        all.add(
                names.of("type=StringCache"),
                server,
                () ->
                        new MonitoringBean(
                                        "org.apache.tomcat.util.buf.StringCache",
                                        "There is no such cache here: all figures are 0")
                                .number("accessCount", 0)
                                .number("hitCount", 0)
                                .number("cacheSize", 0)
                                .number("maxStringSize", 0)
                                .number("trainThreshold", 0)
                                .flag("byteEnabled", false)
                                .flag("charEnabled", false));
    }

    private static String serverInfo() {
        return "Serval/" + serverNumber();
    }

    private static String serverNumber() {
        String version = GeneralBeans.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    private static String state(RunningServer server) {
        return switch (server.state()) {
            case "READY" -> STARTED;
            case "DRAINING" -> "STOPPING";
            default -> server.state();
        };
    }

    /** A pool of connections, under a name of its own. */
    static void pool(ObjectName name, RunningPool pool, Beans all) {
        PoolFigures figures = pool.figures();
        all.add(
                name,
                figures,
                () ->
                        new MonitoringBean(pool.type(), "A pool of connections")
                                .text("name", pool.name())
                                .number("numActive", figures::active)
                                .number("numIdle", figures::idle)
                                .number("numWaiters", figures::waiting)
                                .number("maxTotal", figures::most));
    }

    // A bean keeps its values, never the service or host: these hold the applications of that time,
    // and would keep them in memory long after they have been replaced.

    static void service(BeanNames names, RunningService service, Beans all) {
        String name = service.name();
        String engine = service.engine();
        String jvmRoute = service.jvmRoute();
        String defaultHost = service.defaultHost();
        List<Connector> connectors = service.connectors();
        all.add(
                names.of("type=Service"),
                List.of(name, connectors),
                () ->
                        new MonitoringBean(CORE + "StandardService", "A service")
                                .text("className", CORE + "StandardService")
                                .text("name", name)
                                .text("stateName", STARTED)
                                .names(
                                        "connectorNames",
                                        () ->
                                                connectors.stream()
                                                        .map(names::ofConnector)
                                                        .toArray(ObjectName[]::new)));
        all.add(
                names.of("type=Engine"),
                Arrays.asList(engine, jvmRoute, defaultHost),
                () ->
                        new MonitoringBean(CORE + "StandardEngine", "An engine")
                                .text("className", CORE + "StandardEngine")
                                .text("name", engine)
                                .text("defaultHost", defaultHost)
                                .text("jvmRoute", jvmRoute)
                                .text("stateName", STARTED)
                                .number("startStopThreads", 1)
                                .number("backgroundProcessorDelay", 10));
    }

    static void host(BeanNames names, RunningHost host, Beans all) {
        String name = host.name();
        String appBase = host.appBase();
        List<String> aliases = host.aliases();
        boolean autoDeploy = host.autoDeploy();
        boolean deployOnStartup = host.deployOnStartup();
        all.add(
                names.ofHost(name),
                Arrays.asList(name, appBase, aliases, autoDeploy, deployOnStartup),
                () ->
                        new MonitoringBean(CORE + "StandardHost", "A virtual host")
                                .text("className", CORE + "StandardHost")
                                .text("name", name)
                                .text("appBase", appBase)
                                .texts("aliases", () -> aliases.toArray(String[]::new))
                                .flag("autoDeploy", autoDeploy)
                                .flag("deployOnStartup", deployOnStartup)
                                .text("stateName", STARTED));
    }
}
