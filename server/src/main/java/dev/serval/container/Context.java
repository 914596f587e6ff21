package dev.serval.container;

import dev.serval.config.AuthenticatorConfig;
import dev.serval.config.ContextConfig;
import dev.serval.config.ResourcesConfig;
import dev.serval.config.ServletEntry;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer.Factory;
import dev.serval.files.FileSettings;
import dev.serval.files.Overlay;
import dev.serval.lifecycle.ApplicationStatus;
import dev.serval.lifecycle.ApplicationStatus.State;
import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.routing.ContextTable;
import dev.serval.security.HostLogins;
import dev.serval.security.LoginConfig;
import dev.serval.servlet.AppContext;
import dev.serval.servlet.ContextBuilder;
import dev.serval.servlet.application.Neighbours;
import dev.serval.settings.Location;
import dev.serval.valve.Valve;
import dev.serval.webapp.ScanFilter;
import dev.serval.webapp.UnpackedWar;
import dev.serval.webapp.WarFiles;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One web application. Thread-safe. What a file describes never keeps the server from starting: an
 * application that cannot be served, or not as safely as its files ask, answers 503. What was given
 * in Java throws.
 */
public final class Context implements Component {
    private static final Logger LOG = LoggerFactory.getLogger(Context.class);

    private static final long STOP_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final ContextConfig config;
    private final WebappPaths place;
    private final Neighbours neighbours;
    private final boolean discovered;
    private volatile ContextConfig effective;
    private volatile AppContext application;
    private volatile String refusal;
    private Described described;
    private UnpackedWar unpacked;
    private final Parts realm = new Parts("The realm of Context", List.of());
    private final Parts valves = new Parts("The valves of Context", List.of());
    private ContextAuthenticator logins = new ContextAuthenticator(null);
    private Runnable outcome = () -> {};
    private final ContextLife life = new ContextLife();

    Context(ContextConfig config, WebappPaths place, Neighbours neighbours) {
        this(config, place, neighbours, false);
    }

    /**
     * @param neighbours the applications of its host
     * @param discovered in the appBase: its descriptor counts
     */
    Context(ContextConfig config, WebappPaths place, Neighbours neighbours, boolean discovered) {
        this.neighbours = neighbours;
        this.config = config;
        this.place = place;
        this.discovered = discovered;
        this.effective = config;
    }

    /** Empty for the root. */
    public String path() {
        return config.path();
    }

    /** Empty when there is only one. */
    public String version() {
        return place.version();
    }

    /** {@code /} for the root; a version follows after {@code ##}. */
    public String displayPath() {
        String version = place.version().isEmpty() ? "" : "##" + place.version();
        return (config.path().isEmpty() ? "/" : config.path()) + version;
    }

    /** Whether a change of its classes deploys it anew. */
    boolean isReloadable() {
        return effective.reloadable();
    }

    /** Milliseconds for requests in flight when it is replaced or removed. */
    int unloadDelay() {
        return effective.unloadDelay();
    }

    /** Whether what changes in the files of the other one changes here too. */
    boolean hasFilesOf(Context other) {
        return place.docBase() != null && place.docBase().equals(other.place.docBase());
    }

    /** Why it answers 503; null when it is served. */
    public String refusal() {
        return refusal;
    }

    ContextLife life() {
        return life;
    }

    /**
     * How it fares now.
     *
     * @param host the name of its host
     * @param prefix what people call the host; empty for the default one
     */
    ApplicationStatus status(String host, String prefix) {
        ContextLife.Stretch now = life.current();
        // Only then is it built for good.
        AppContext built = now.state() == State.STARTING ? null : application;
        return new ApplicationStatus(
                prefix + displayPath(),
                host,
                path(),
                version(),
                now.state(),
                now.since(),
                life.failure(),
                built == null ? 0 : built.sessions().count());
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

    /** What came of the start is not in the log before {@link #tell}. */
    @Override
    public void start() throws LifecycleException {
        if (place.docBase() == null) {
            prepareAndStart();
            return;
        }
        try {
            ApplicationThread.run(
                    "serval-start-" + displayPath(),
                    () -> {
                        prepareAndStart();
                        return null;
                    },
                    SLOW_NANOS,
                    this::tellOfSlowStart);
        } catch (LifecycleException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e); // nothing else is thrown
        }
    }

    /** Writes into the log what came of the start. */
    void tell() {
        outcome.run();
    }

    private void prepareAndStart() throws LifecycleException {
        long begin = System.nanoTime();
        try {
            String reason = prepare();
            if (reason == null) {
                realm.start();
                logins.start();
                long own = System.nanoTime();
                application.start();
                own = System.nanoTime() - own;
                // A mapping that is malformed is this application's mistake, not that of all.
                ContextTable.of(List.of(application));
                valves.start();
                life.become(State.STARTED);
                long millis = (System.nanoTime() - begin) / 1_000_000;
                long ownMillis = own / 1_000_000;
                outcome =
                        () ->
                                LOG.info(
                                        "Deployed web application [{}] from [{}] in {} ms, of"
                                                + " which {} ms in its own code",
                                        displayPath(),
                                        place.shown(),
                                        millis,
                                        ownMillis);
                return;
            }
            fail(reason, null);
        } catch (Throwable e) {
            // Whatever an application does, the others are served.
            fail(Diagnostics.root(e), e);
        }
    }

    /** It gets at least a second for it. */
    @Override
    public void stop(Duration within) {
        life.become(State.STOPPING);
        try {
            end(within);
        } finally {
            life.become(State.STOPPED);
        }
    }

    private void end(Duration within) {
        if (place.docBase() == null) {
            application.stop();
            stopParts();
            return;
        }
        try {
            ApplicationThread.within(
                    "serval-stop-" + displayPath(),
                    () -> {
                        application.stop();
                        removeUnpacked();
                        return null;
                    },
                    Math.max(within.toNanos(), STOP_NANOS),
                    this::tellOfNoEnd);
        } catch (TimeoutException e) {
            LOG.debug("[{}] is left alone", displayPath());
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e); // nothing else is thrown
        } finally {
            stopParts();
        }
    }

    /** Nobody can tell one that hangs from one that takes its time: both are waited for. */
    private void tellOfSlowStart(long nanos, Thread thread) {
        LOG.warn(
                "SRV-0538 [{}] has not started in {} s; what comes after it waits. Look for what"
                        + " its initializers and contextInitialized wait for; its thread {} is at{}",
                displayPath(),
                TimeUnit.NANOSECONDS.toSeconds(nanos),
                thread.getName(),
                Diagnostics.stack(thread));
    }

    private void tellOfNoEnd(long nanos, Thread thread) {
        life.failed("SRV-0537", "does not come to its end; it is left alone, and stays in memory");
        LOG.warn(
                "SRV-0537 [{}] does not come to its end; it is left alone, and stays in memory as"
                        + " long as its thread {} runs, which is at{}",
                displayPath(),
                thread.getName(),
                Diagnostics.stack(thread));
    }

    /** What it has written there; to be called when it has stopped, and no other one goes on. */
    void removeWorkDir() {
        if (place.ownWorkDir()) {
            WarFiles.remove(place.workDir());
        }
    }

    /** What counts in place of WEB-INF/web.xml; null for nothing, and for no configuration. */
    static Path webXml(ContextConfig config, WebappPaths place) {
        return config == null || config.altDDName() == null
                ? null
                : place.layout().resolve(config.altDDName());
    }

    /** Why an application with such a descriptor is not served; null when it is. */
    static String missing(Path webXml) {
        return webXml == null || Files.isRegularFile(webXml)
                ? null
                : "altDDName names "
                        + webXml
                        + ", which is no file; without it nobody knows what is protected. Put the"
                        + " descriptor there, or take altDDName out to have WEB-INF/web.xml read";
    }

    private void stopParts() {
        logins.stop(Duration.ZERO);
        realm.stop(Duration.ZERO);
        valves.stop(Duration.ZERO);
    }

    private void removeUnpacked() {
        if (described != null) {
            described.close();
            described = null;
        }
        if (unpacked != null) {
            unpacked.putAway();
            unpacked = null;
        }
    }

    /** Builds the application; the reason not to serve it, or null. */
    private String prepare() throws IOException, LifecycleException {
        if (place.war()) {
            unpacked = UnpackedWar.of(place.source(), place.docBase(), place.kept());
        }
        if (place.docBase() != null) {
            if (!Files.isDirectory(place.docBase())) {
                return place.docBase() + " is not a directory";
            }
            if (discovered && ContextDescriptors.refusal(place) != null) {
                return ContextDescriptors.refusal(place);
            }
            effective =
                    discovered
                            ? ContextDescriptors.found(place, config.path())
                            : ContextDescriptors.declared(place, config);
        }
        ContextBuilder builder =
                AppContext.builder(config.path())
                        .version(place.version())
                        .hostName(place.virtualServerName())
                        .displayName(effective.displayName())
                        .workDir(place.workDir())
                        .settings(effective.settings())
                        .neighbours(neighbours)
                        .tls(place.layout().tls())
                        .files(config.files().apply(settings(effective.resources())));
        List<Factory<Valve>> configured = new ArrayList<>(effective.valves());
        if (effective.realm() != null) {
            ElementPlace within = place.layout().place("Context");
            HostLogins own = Realms.logins(effective.realm(), HostLogins.NONE, within, "", realm);
            builder.realm(own.realm(), own.settings());
        }
        effective
                .parameters()
                .forEach(
                        (name, parameter) -> {
                            if (parameter.override()) {
                                builder.initParameter(name, parameter.value());
                            } else {
                                builder.finalInitParameter(name, parameter.value());
                            }
                        });
        for (ServletEntry servlet : config.servlets()) {
            String[] patterns = servlet.patterns().toArray(String[]::new);
            builder.servlet(servlet.name(), servlet.servlet(), servlet.loadOnStartup(), patterns);
        }
        for (Overlay overlay : effective.resources().overlays()) {
            if (overlay.mistake() != null) {
                return overlay.mistake();
            }
            builder.overlay(overlay);
        }
        List<ServletContainerInitializer> brought =
                place.layout().place("Context").all(Kind.INITIALIZER);
        if (place.docBase() == null) {
            brought.forEach(each -> builder.initializer(each, null));
        }
        config.initializers().forEach(given -> builder.initializer(given, null));
        if (place.docBase() != null) {
            builder.docBase(place.docBase());
        }
        if (config.filesOnly()) {
            warnOfDescriptors();
        } else if (place.docBase() != null) {
            Protection protection =
                    Protection.of(place, discovered, file -> ContextDescriptors.shown(place, file));
            if (protection.refusal() != null) {
                return protection.refusal();
            }
            configured.addAll(protection.valves());
            Path webXml = webXml(effective, place);
            if (missing(webXml) != null) {
                return missing(webXml);
            }
            described = new Described(place, classes(), displayPath(), webXml, brought);
            String reason =
                    described.read(effective.environment(), ScanFilter.of(effective.jarScan()));
            if (reason != null) {
                return reason;
            }
            around(builder, configured);
            application = described.build(builder);
            return null;
        }
        around(builder, configured);
        application = builder.build();
        return null;
    }

    private void around(ContextBuilder builder, List<Factory<Valve>> configured)
            throws LifecycleException {
        boolean says = described != null;
        LoginConfig login = says ? described.login() : LoginConfig.NONE;
        ElementPlace within = new ElementPlace("Context", place.layout(), login);
        Valves made = new Valves(configured, within, "", valves);
        builder.around(made.around()).completion(made.completion());
        AuthenticatorConfig valve = effective.authenticator();
        logins = within.login(builder, valve == null && says ? described.authenticator() : valve);
    }

    /** What was given in Java, and what its resources mount where classes are. */
    private List<Path> classes() throws IOException {
        List<Path> all = new ArrayList<>(config.classes());
        all.addAll(MountedClasses.of(effective.resources().overlays()));
        return all;
    }

    /** Whoever relies on what a descriptor says must not find out by its absence. */
    private void warnOfDescriptors() {
        Path file = place.docBase() == null ? null : place.docBase().resolve("WEB-INF/web.xml");
        if (file != null && Files.exists(file)) {
            LOG.warn(
                    "SRV-0549 [{}] serves files only: {} is not read, what it protects is not"
                            + " protected. Deploy it by webapp(...) to have it read",
                    displayPath(),
                    file);
        }
    }

    /** Given in Java it throws; described by files it answers 503. */
    private void fail(String reason, Throwable cause) throws LifecycleException {
        if (application != null) {
            Diagnostics.attempt(displayPath(), application::stop);
        }
        stopParts();
        Diagnostics.attempt(displayPath(), this::removeUnpacked);
        life.failed(null, reason);
        if (isGivenInJava()) {
            throw new LifecycleException(
                    "the application at [" + displayPath() + "] cannot start: " + reason, cause);
        }
        refusal = reason;
        outcome =
                () ->
                        LOG.error(
                                "Failed to deploy web application [{}] from [{}]: {}",
                                displayPath(),
                                place.shown(),
                                reason,
                                cause == null || Diagnostics.saysAll(cause) ? null : cause);
        application =
                AppContext.builder(config.path())
                        .version(place.version())
                        .hostName(place.virtualServerName())
                        .servlet("unavailable", new Unavailable(), 0, "/*")
                        .build();
        try {
            application.start();
        } catch (ServletException e) {
            throw new LifecycleException("[" + displayPath() + "]: " + e, e);
        } finally {
            life.become(State.FAILED);
        }
    }

    private boolean isGivenInJava() {
        return config.at() == Location.NONE;
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
