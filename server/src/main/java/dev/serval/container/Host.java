package dev.serval.container;

import dev.serval.config.ContextConfig;
import dev.serval.config.EngineConfig;
import dev.serval.config.HostConfig;
import dev.serval.config.Outline;
import dev.serval.lifecycle.ApplicationStatus;
import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.Lifecycle;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.monitor.RunningServer.RunningApplication;
import dev.serval.routing.ContextTable;
import dev.serval.webapp.Deployer;
import dev.serval.webapp.DeployerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A virtual host: starts its declared web applications and those in its appBase, and follows
 * changes of the appBase while it runs. Thread-safe.
 */
public final class Host implements Component {
    private static final Logger LOG = LoggerFactory.getLogger(Host.class);

    private final HostConfig config;
    private final String engine;
    private final String prefix;
    private final Layout layout;
    private final Applications applications;
    private final Lifecycle lifecycle;
    // Paths of declared applications; the appBase has no application for these paths.
    private final Set<String> taken = ConcurrentHashMap.newKeySet();
    // The elements of the declared applications, by their paths; empty without a file.
    private final Map<String, Outline> declared = new ConcurrentHashMap<>();
    private final HostChanges changes = new HostChanges(this);
    private volatile List<String> aliases;
    private volatile HostPaths places;
    private volatile Deployer deployer;
    private volatile Path watched;

    /**
     * @param engine that it belongs to
     */
    Host(HostConfig config, EngineConfig engine, Layout layout) {
        this.config = config;
        this.aliases = config.aliases();
        this.engine = engine.name();
        this.prefix = config.name().equalsIgnoreCase(engine.defaultHost()) ? "" : config.name();
        this.layout = layout;
        this.applications = new Applications(config.name());
        this.lifecycle = new Lifecycle("Host " + config.name());
    }

    public String name() {
        return config.name();
    }

    public List<String> aliases() {
        return aliases;
    }

    /** The deployed ones, ordered by path and version. */
    public List<Context> contexts() {
        return applications.contexts();
    }

    /**
     * The current statuses of its applications, ordered by path and version: deployed ones,
     * including those that answer 503, and others that are starting or ending. Undeployed ones are
     * not included; after the stop of the host, all applications that it had are included.
     */
    public List<ApplicationStatus> applications() {
        return applications.statuses(prefix);
    }

    /** The same with what monitoring sees of them. */
    List<RunningApplication> running() {
        return applications.running(prefix);
    }

    /** The directory whose changes it follows; null if it follows none. */
    public Path autoDeployed() {
        return watched;
    }

    /** The prefix for the paths of its applications in messages. */
    String prefix() {
        return prefix;
    }

    /**
     * Deploys an application while the host runs, or replaces the one at its path; no request is
     * lost. Relative paths begin at the appBase.
     *
     * @throws LifecycleException if it cannot start; the former one goes on
     */
    public void deploy(ContextConfig context) throws LifecycleException {
        requireStarted();
        applications.deploy(declared(context)).run();
    }

    private Context declared(ContextConfig context) {
        return new Context(context, places.declared(context), applications);
    }

    /**
     * Removes an application while the host runs; its last requests are answered.
     *
     * @param path empty for the root
     * @return false if there is none
     */
    public boolean undeploy(String path) {
        requireStarted();
        return applications.undeploy(path, "");
    }

    /**
     * Notes the elements of its declared applications, so that {@link #change} knows which have
     * changed.
     *
     * @param said the elements of the file; null without a file
     */
    void note(List<ContextConfig> contexts, Outline said) {
        declared.clear();
        for (ContextConfig context : contexts) {
            Outline outline = said == null ? null : said.at(context.at());
            if (outline != null) {
                declared.put(context.path(), outline);
            }
        }
    }

    /** Takes the aliases of another configuration; they take effect once the engine routes anew. */
    void aliases(List<String> next) {
        aliases = next;
    }

    /**
     * Removes the applications that are no longer declared, and deploys those that are new or
     * changed.
     *
     * @param said the elements of the file
     */
    void change(List<ContextConfig> next, Outline said) {
        Set<String> paths = new HashSet<>();
        next.forEach(context -> paths.add(context.path()));
        for (String path : List.copyOf(declared.keySet())) {
            if (!paths.contains(path)) {
                applications.undeploy(path, "");
                taken.remove(path);
            }
        }
        for (ContextConfig context : next) {
            Outline before = declared.get(context.path());
            Outline now = said.at(context.at());
            if (before != null && before.saysTheSame(now)) {
                continue;
            }
            if (before == null && applications.find(context.path(), "") != null) {
                LOG.warn(
                        "SRV-0768 {}: an application of the appBase is at {} already; this Context"
                                + " counts at the next start",
                        context.at(),
                        context.path().isEmpty() ? "/" : context.path());
                continue;
            }
            taken.add(context.path());
            try {
                applications.deploy(declared(context)).run();
            } catch (LifecycleException e) {
                LOG.error("SRV-0769 {}: {}", context.at(), e.getMessage());
            }
        }
        note(next, said);
    }

    /**
     * Called when it gets no more requests: its applications answer their last ones, then it stops,
     * on a thread of its own.
     */
    void retire() {
        Thread thread = new Thread(this::end, "serval-retired-" + name());
        thread.setDaemon(true);
        thread.start();
    }

    private void end() {
        long end = System.nanoTime();
        for (Context context : contexts()) {
            Duration within = Duration.ofMillis(context.unloadDelay());
            end = Math.max(end, System.nanoTime() + within.toNanos());
            context.application().close(within);
        }
        try {
            for (Context context : contexts()) {
                long left = Math.max(0, end - System.nanoTime());
                context.application().drain(Duration.ofNanos(left));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // ends sooner
        }
        stop(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
        LOG.info("Host [{}] was removed", name());
    }

    /** Takes over the declared elements and aliases of a stopped host of the same configuration. */
    void follow(Host stopped) {
        declared.putAll(stopped.declared);
        aliases = stopped.aliases;
    }

    HostConfig config() {
        return config;
    }

    boolean isStarted() {
        return lifecycle.state() == Lifecycle.State.STARTED;
    }

    /** Its applications by state. */
    Applications served() {
        return applications;
    }

    /** What an operator does with its applications. */
    HostChanges changes() {
        return changes;
    }

    /** Where its files are. */
    HostPaths places() {
        return places;
    }

    /** The deployer that follows its appBase; null if it has no appBase. */
    Deployer deployer() {
        return deployer;
    }

    /** A new context of a declared application. */
    Context again(ContextSource source) {
        return declared(source.config());
    }

    private void requireStarted() {
        if (!isStarted()) {
            throw new IllegalStateException("host " + name() + " is " + lifecycle.state());
        }
    }

    ContextTable table() {
        return applications.table();
    }

    void onChange(Runnable listener) {
        applications.onChange(listener);
    }

    void onEnd(Runnable listener) {
        applications.onEnd(listener);
    }

    @Override
    public void start() throws LifecycleException {
        Path appBase = config.appBase() == null ? null : appBase();
        places = new HostPaths(config, engine, layout, appBase);
        places.clean();
        AppBaseFiles.clean(places);
        List<Component> children = new ArrayList<>();
        children.add(new Declared());
        if (appBase != null && Files.isDirectory(appBase)) {
            children.add(new AppBaseApplications(appBase));
        }
        lifecycle.start(children);
    }

    @Override
    public void stop(Duration within) {
        lifecycle.stop(within);
    }

    private Path appBase() throws LifecycleException {
        Path appBase = layout.resolve(config.appBase());
        if (!Files.exists(appBase) && config.createDirs()) {
            try {
                Files.createDirectories(appBase);
            } catch (IOException e) {
                throw new LifecycleException(
                        config.at() + ": appBase " + appBase + " cannot be created: " + e, e);
            }
        }
        if (Files.exists(appBase) && !Files.isDirectory(appBase)) {
            throw new LifecycleException(
                    config.at() + ": appBase " + appBase + " is not a directory");
        }
        return appBase;
    }

    /** Starts the configured applications; stops all existing ones at the end. */
    private final class Declared implements Component {
        @Override
        public void start() throws LifecycleException {
            List<ContextConfig> ordered = new ArrayList<>(config.contexts());
            ordered.sort(Comparator.comparing(ContextConfig::path));
            boolean done = false;
            try {
                for (ContextConfig context : ordered) {
                    applications.deploy(declared(context)).run();
                }
                done = true;
            } finally {
                if (!done) {
                    stop(Duration.ZERO);
                }
            }
        }

        @Override
        public void stop(Duration within) {
            places.forgetUnused();
            applications.stop(within);
            places.clean();
        }
    }

    /** Starts the applications of the appBase and follows its changes. */
    private final class AppBaseApplications implements Component {
        private final Path appBase;

        AppBaseApplications(Path appBase) {
            this.appBase = appBase;
        }

        @Override
        public void start() throws LifecycleException {
            config.contexts().forEach(context -> taken.add(context.path()));
            deployer =
                    new Deployer(
                            new DeployerSettings(
                                    name(),
                                    appBase,
                                    places.legacyAppBase(),
                                    places.descriptors(),
                                    config.deployIgnore(),
                                    taken,
                                    config.deployment().undeployOldVersions(),
                                    config.deployment().threads()),
                            new Discovery(config, places, applications, appBase));
            try {
                if (config.deployOnStartup()) {
                    deployer.deployAll();
                } else {
                    deployer.skipAll();
                }
                if (config.autoDeploy()) {
                    deployer.watch();
                    watched = appBase;
                }
            } catch (IOException e) {
                throw new LifecycleException(appBase + " cannot be read: " + e, e);
            }
        }

        @Override
        public void stop(Duration within) {
            deployer.close();
        }
    }
}
