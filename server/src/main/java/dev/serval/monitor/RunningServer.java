package dev.serval.monitor;

import dev.serval.connector.Connector;
import dev.serval.extension.PoolFigures;
import dev.serval.lifecycle.ApplicationStatus;
import dev.serval.servlet.AppContext;
import java.nio.file.Path;
import java.util.List;

/**
 * A server as monitoring sees it; a service of {@link dev.serval.extension.Place}. Thread-safe,
 * also before the server exists: then it has nothing. Never waits.
 */
public interface RunningServer {
    /** Whether new requests are welcome; makes no object. */
    boolean isReady();

    /** STARTING, READY, DRAINING or STOPPED, as in {@link dev.serval.lifecycle.Readiness}. */
    String state();

    /**
     * Why new requests are not welcome, each as a word and what follows a colon; empty if they are.
     */
    List<String> reasons();

    List<RunningService> services();

    /** The pools of all applications that were made so far (GlobalNamingResources). */
    List<RunningPool> pools();

    /** As {@link dev.serval.lifecycle.ApplicationStatuses#applications}. */
    List<ApplicationStatus> applications();

    /**
     * One service. Immutable.
     *
     * @param engine the name of its engine
     * @param jvmRoute of the ids of its sessions; null if there is none
     * @param connectors in the order of the configuration
     */
    record RunningService(
            String name,
            String engine,
            String jvmRoute,
            String defaultHost,
            List<Connector> connectors,
            List<RunningHost> hosts) {}

    /**
     * One host. Immutable.
     *
     * @param appBase as configured; null if there is none
     */
    record RunningHost(
            String name,
            List<String> aliases,
            String appBase,
            boolean autoDeploy,
            boolean deployOnStartup,
            List<RunningApplication> applications) {}

    /**
     * One application. Immutable.
     *
     * @param status its current state
     * @param docBase its files; null if it has none
     * @param context null unless it has been built
     * @param pools those of its own that were made so far
     */
    record RunningApplication(
            ApplicationStatus status, Path docBase, AppContext context, List<RunningPool> pools) {}

    /**
     * One pool of connections. Immutable.
     *
     * @param name for the look-up, such as {@code jdbc/shop}
     * @param type the name of a class
     */
    record RunningPool(String name, String type, PoolFigures figures) {}
}
