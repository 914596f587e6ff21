package dev.serval.container;

import dev.serval.config.ContextConfig;
import dev.serval.config.EngineConfig;
import dev.serval.config.HostConfig;
import dev.serval.lifecycle.ApplicationStatus;
import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.Lifecycle;
import dev.serval.lifecycle.LifecycleException;
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
import java.util.Set;

/**
 * A virtual host: starts the web applications that are declared and those in its appBase, and keeps
 * up with the appBase while it runs. Thread-safe.
 */
public final class Host implements Component {
    private final HostConfig config;
    private final String engine;
    private final String prefix;
    private final Layout layout;
    private final Applications applications;
    private final Lifecycle lifecycle;
    private volatile HostPaths places;

    /**
     * @param engine of which it is one
     */
    Host(HostConfig config, EngineConfig engine, Layout layout) {
        this.config = config;
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
        return config.aliases();
    }

    /** Those that are deployed now, ordered by path and version. */
    public List<Context> contexts() {
        return applications.contexts();
    }

    /**
     * How its applications fare now, ordered by path and version: those that are deployed, those
     * that answer 503 too, and beside them others that are just started or are about to end. What
     * was undeployed is not among them; after the stop of the host all that it had are.
     */
    public List<ApplicationStatus> applications() {
        return applications.statuses(prefix);
    }

    /** What stands before the paths of its applications where people read them. */
    String prefix() {
        return prefix;
    }

    /**
     * Deploys an application while the host runs, or replaces the one at its path; no request is
     * lost. Relative paths begin at the appBase.
     *
     * @throws LifecycleException when it cannot start; what was there before goes on
     */
    public void deploy(ContextConfig context) throws LifecycleException {
        requireStarted();
        applications.deploy(declared(context)).run();
    }

    private Context declared(ContextConfig context) {
        return new Context(context, places.declared(context), applications);
    }

    /**
     * Takes an application away while the host runs; its last requests are answered.
     *
     * @param path empty for the root
     * @return false when there is none
     */
    public boolean undeploy(String path) {
        requireStarted();
        return applications.undeploy(path, "");
    }

    private void requireStarted() {
        if (lifecycle.state() != Lifecycle.State.STARTED) {
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

    /** Starts those of the configuration; stops all that are there in the end. */
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

    /** Starts those of the appBase and keeps up with it. */
    private final class AppBaseApplications implements Component {
        private final Path appBase;
        private Deployer deployer;

        AppBaseApplications(Path appBase) {
            this.appBase = appBase;
        }

        @Override
        public void start() throws LifecycleException {
            Set<String> taken = new HashSet<>();
            config.contexts().forEach(context -> taken.add(context.path()));
            deployer =
                    new Deployer(
                            new DeployerSettings(
                                    name(),
                                    appBase,
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
