package dev.serval.container;

import dev.serval.config.ContextConfig;
import dev.serval.config.ResourcesConfig;
import dev.serval.config.ServletEntry;
import dev.serval.files.FileSettings;
import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.servlet.AppContext;
import dev.serval.servlet.ContextBuilder;
import jakarta.servlet.ServletException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One web application. Thread-safe. What a file describes never keeps the server from starting: an
 * application that cannot be served, or not as safely as its files ask, answers 503. What was given
 * in Java throws.
 */
public final class Context implements Component {
    private static final Logger LOG = LoggerFactory.getLogger(Context.class);

    private final ContextConfig config;
    private final Place place;
    private volatile AppContext application;
    private volatile String refusal;

    Context(ContextConfig config, Place place) {
        this.config = config;
        this.place = place;
    }

    /** Empty for the root. */
    public String path() {
        return config.path();
    }

    /** {@code /} for the root. */
    public String displayPath() {
        return config.path().isEmpty() ? "/" : config.path();
    }

    /** Why it answers 503; null when it is served. */
    public String refusal() {
        return refusal;
    }

    /** What the router knows; null before the start. */
    public AppContext application() {
        return application;
    }

    /** Its servlets, the one for files included. */
    public List<Wrapper> wrappers() {
        return application.registrations().stream()
                .map(r -> new Wrapper(r.getName(), r.getClassName(), List.copyOf(r.getMappings())))
                .toList();
    }

    @Override
    public void start() throws LifecycleException {
        long begin = System.nanoTime();
        try {
            String reason = prepare();
            if (reason == null) {
                application.start();
                long millis = (System.nanoTime() - begin) / 1_000_000;
                LOG.info(
                        "Deployed web application [{}] from [{}] in {} ms",
                        displayPath(),
                        place.docBase() == null ? "Java" : place.shown(),
                        millis);
                return;
            }
            refuse(reason, null);
        } catch (ServletException | RuntimeException e) {
            if (!config.servlets().isEmpty()) {
                throw new LifecycleException(
                        "the application at [" + displayPath() + "] cannot start: " + e, e);
            }
            refuse("it cannot start: " + e, e);
        }
    }

    @Override
    public void stop(Duration within) {
        application.stop();
    }

    /** Builds the application; the reason not to serve it, or null. */
    private String prepare() {
        ContextBuilder builder =
                AppContext.builder(config.path())
                        .hostName(place.host())
                        .displayName(config.displayName())
                        .workDir(place.workDir())
                        .files(settings(config.resources()));
        config.parameters().forEach(builder::initParameter);
        for (ServletEntry servlet : config.servlets()) {
            String[] patterns = servlet.patterns().toArray(String[]::new);
            builder.servlet(servlet.name(), servlet.servlet(), servlet.loadOnStartup(), patterns);
        }
        if (place.docBase() != null) {
            if (!Files.isDirectory(place.docBase())) {
                return place.docBase() + " is not a directory";
            }
            builder.docBase(place.docBase());
            Protection protection = Protection.of(place, config.path());
            protection.warnings().forEach(w -> LOG.warn("SRV-0514 [{}] {}", displayPath(), w));
            if (protection.refusal() != null) {
                return protection.refusal();
            }
            if (protection.allowed() != null) {
                builder.admit(protection.allowed()::allows);
            }
        }
        application = builder.build();
        return null;
    }

    private void refuse(String reason, Exception cause) throws LifecycleException {
        refusal = reason;
        LOG.error(
                "SRV-0513 Web application [{}] ({}) answers 503: {}",
                displayPath(),
                config.at(),
                reason,
                cause);
        application =
                AppContext.builder(config.path())
                        .hostName(place.host())
                        .servlet("unavailable", new Unavailable(), 0, "/*")
                        .build();
        try {
            application.start();
        } catch (ServletException e) {
            throw new LifecycleException("[" + displayPath() + "]: " + e, e);
        }
    }

    private static FileSettings settings(ResourcesConfig config) {
        FileSettings own = FileSettings.DEFAULTS;
        return new FileSettings(
                config.cachingAllowed(),
                or(config.cacheMaxSize(), own.cacheMaxSize()),
                or(config.cacheObjectMaxSize(), own.cacheObjectMaxSize()),
                or(config.cacheTtl(), own.cacheTtl()),
                own.sendfileSize(),
                own.listings(),
                own.readonly(),
                config.allowLinking());
    }

    private static long or(Integer given, long fallback) {
        return given == null ? fallback : given;
    }
}
