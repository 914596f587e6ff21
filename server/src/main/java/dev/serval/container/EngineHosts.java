package dev.serval.container;

import dev.serval.config.ContextConfig;
import dev.serval.config.DeploymentConfig;
import dev.serval.config.HostConfig;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.operations.HostView;
import dev.serval.operations.NewHost;
import dev.serval.operations.OperationRefused;
import dev.serval.operations.OperationRefused.Reason;
import dev.serval.settings.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** The hosts of an engine, as an operator sees and changes them. Thread-safe. */
final class EngineHosts {
    private static final Duration STOP = Duration.ofSeconds(10);
    // The name of a host is that of directories, too.
    private static final Pattern NAME =
            Pattern.compile("(\\*\\.)?(?!\\.)[A-Za-z0-9_.:\\[\\]-]{1,253}");

    private final Supplier<Engine> engine;
    private final Layout layout;
    private final String engineName;
    private final String self;

    /**
     * @param self the name of the host of the application that asks
     */
    EngineHosts(Supplier<Engine> engine, Layout layout, String engineName, String self) {
        this.engine = engine;
        this.layout = layout;
        this.engineName = engineName;
        this.self = self;
    }

    List<HostView> all() {
        return engine.get().hosts().stream().map(this::view).toList();
    }

    private HostView view(Host host) {
        return new HostView(
                host.name(),
                host.aliases(),
                isDefault(host),
                host.isStarted(),
                isSelf(host),
                host.config().appBase(),
                host.config().autoDeploy(),
                host.contexts().size());
    }

    private boolean isDefault(Host host) {
        return engine.get().defaultHost() == host;
    }

    private boolean isSelf(Host host) {
        return host.name().equals(self);
    }

    Host required(String name) throws OperationRefused {
        if (name == null || name.isEmpty()) {
            throw new OperationRefused(Reason.BAD_HOST, String.valueOf(name));
        }
        Host host = engine.get().named(name);
        if (host == null) {
            throw new OperationRefused(Reason.NO_HOST, name);
        }
        return host;
    }

    private Host foreign(String name) throws OperationRefused {
        Host host = required(name);
        if (isSelf(host)) {
            throw new OperationRefused(Reason.SELF, name);
        }
        return host;
    }

    void add(NewHost asked) throws OperationRefused, IOException {
        String name = asked.name();
        if (name == null || name.isEmpty() || !NAME.matcher(name).matches()) {
            throw new OperationRefused(Reason.BAD_HOST, String.valueOf(name));
        }
        requireFree(name);
        for (String alias : asked.aliases()) {
            if (!NAME.matcher(alias).matches()) {
                throw new OperationRefused(Reason.BAD_HOST, alias);
            }
            requireFree(alias);
        }
        Path base = layout.base();
        String appBase =
                asked.appBase() == null || asked.appBase().isEmpty() ? name : asked.appBase();
        Path directory = layout.resolve(appBase);
        if (base != null && !directory.startsWith(base.toAbsolutePath().normalize())) {
            throw new OperationRefused(Reason.OUTSIDE, directory.toString(), base.toString());
        }
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new OperationRefused(Reason.NOT_MADE, directory.toString(), e);
        }
        HostConfig config = config(asked, appBase);
        if (asked.managerXml() != null) {
            Path xml = HostPaths.descriptors(config, engineName, layout);
            if (xml == null) {
                throw new OperationRefused(Reason.NOT_MADE, name);
            }
            Files.createDirectories(xml);
            Files.writeString(xml.resolve("manager.xml"), asked.managerXml());
        }
        try {
            engine.get().add(config);
        } catch (LifecycleException e) {
            throw new OperationRefused(Reason.HOST_FAILED, name, e);
        }
    }

    private void requireFree(String name) throws OperationRefused {
        for (Host host : engine.get().hosts()) {
            if (host.name().equalsIgnoreCase(name)
                    || host.aliases().stream().anyMatch(name::equalsIgnoreCase)) {
                throw new OperationRefused(Reason.HOST_EXISTS, name);
            }
        }
    }

    private static HostConfig config(NewHost asked, String appBase) {
        DeploymentConfig usual = DeploymentConfig.DEFAULTS;
        return new HostConfig(
                Location.NONE,
                asked.name(),
                asked.aliases(),
                appBase,
                asked.deployOnStartup(),
                asked.autoDeploy(),
                null,
                true,
                null,
                new DeploymentConfig(
                        usual.xmlBase(),
                        asked.deployXml(),
                        asked.copyXml(),
                        usual.undeployOldVersions(),
                        usual.startStopThreads(),
                        usual.legacyAppBase(),
                        usual.failing()),
                List.<ContextConfig>of(),
                List.of(),
                null,
                null);
    }

    void remove(String name) throws OperationRefused {
        Host host = foreign(name);
        requireOther(host);
        try {
            engine.get().remove(host, STOP);
        } catch (LifecycleException e) {
            throw new OperationRefused(Reason.HOST_FAILED, name, e);
        }
    }

    private void requireOther(Host host) throws OperationRefused {
        if (isDefault(host)) {
            throw new OperationRefused(Reason.DEFAULT_HOST, host.name());
        }
    }

    void start(String name) throws OperationRefused {
        Host host = foreign(name);
        if (host.isStarted()) {
            throw new OperationRefused(Reason.HOST_STARTED, name);
        }
        try {
            engine.get().restart(host);
        } catch (LifecycleException e) {
            throw new OperationRefused(Reason.HOST_FAILED, name, e);
        }
    }

    void stop(String name) throws OperationRefused {
        Host host = foreign(name);
        if (!host.isStarted()) {
            throw new OperationRefused(Reason.HOST_STOPPED, name);
        }
        requireOther(host);
        try {
            engine.get().stop(host, STOP);
        } catch (LifecycleException e) {
            throw new OperationRefused(Reason.HOST_FAILED, name, e);
        }
    }
}
