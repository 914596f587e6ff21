package dev.serval.container;

import dev.serval.config.ContextConfig;
import dev.serval.config.HostConfig;
import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.Lifecycle;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.routing.ContextTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A virtual host: finds its web applications and starts them. Thread-safe. */
public final class Host implements Component {
    private final HostConfig config;
    private final String engine;
    private final Layout layout;
    private final AccessLogs accessLogs;
    private final Lifecycle lifecycle;
    private volatile List<Context> contexts = List.of();

    Host(HostConfig config, String engine, Layout layout) {
        this.config = config;
        this.engine = engine;
        this.layout = layout;
        this.accessLogs = new AccessLogs(config.accessLogs(), layout);
        this.lifecycle = new Lifecycle("Host " + config.name());
    }

    public String name() {
        return config.name();
    }

    public List<String> aliases() {
        return config.aliases();
    }

    /** Those that were found when the host was started, ordered by path. */
    public List<Context> contexts() {
        return contexts;
    }

    AccessLogs accessLogs() {
        return accessLogs;
    }

    ContextTable table() {
        return ContextTable.of(contexts.stream().map(Context::application).toList());
    }

    @Override
    public void start() throws LifecycleException {
        Path appBase = config.appBase() == null ? null : appBase();
        List<ContextConfig> found = new ArrayList<>(config.contexts());
        if (appBase != null && config.deployOnStartup()) {
            found.addAll(new AppBase(appBase, config, descriptors()).directories());
        }
        List<Context> ordered = new ArrayList<>();
        for (ContextConfig context : found) {
            ordered.add(new Context(context, place(context, appBase)));
        }
        ordered.sort(Comparator.comparing(Context::path));
        List<Component> children = new ArrayList<>();
        children.add(accessLogs);
        children.addAll(ordered);
        contexts = List.copyOf(ordered);
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

    /** Where Tomcat keeps descriptors of this host's applications; null when embedded. */
    private Path descriptors() {
        return layout.base() == null
                ? null
                : layout.resolve("conf").resolve(engine).resolve(config.name());
    }

    private Place place(ContextConfig context, Path appBase) {
        Path docBase = null;
        if (context.docBase() != null) {
            docBase =
                    appBase == null
                            ? layout.resolve(context.docBase())
                            : appBase.resolve(context.docBase()).normalize();
        }
        return new Place(config.name(), docBase, appBase, workDir(context), descriptors(), layout);
    }

    private Path workDir(ContextConfig context) {
        if (context.workDir() != null) {
            return layout.resolve(context.workDir());
        }
        if (layout.base() == null) {
            return null;
        }
        String host = config.name().replace('*', '_');
        Path directory =
                config.workDir() != null
                        ? layout.resolve(config.workDir())
                        : layout.resolve("work").resolve(engine).resolve(host);
        String name = context.path().isEmpty() ? "ROOT" : context.path().substring(1);
        return directory.resolve(name.replace('/', '#'));
    }
}
