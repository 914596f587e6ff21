package dev.serval.container;

import dev.serval.config.AuthenticatorConfig;
import dev.serval.config.ContextConfig;
import dev.serval.config.ServletEntry;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer.Factory;
import dev.serval.files.Overlay;
import dev.serval.lifecycle.ApplicationStatus;
import dev.serval.lifecycle.ApplicationStatus.ApplicationState;
import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.monitor.RunningServer.RunningApplication;
import dev.serval.routing.ContextTable;
import dev.serval.security.HostLogins;
import dev.serval.security.LoginConfig;
import dev.serval.servlet.AppContext;
import dev.serval.servlet.ContextBuilder;
import dev.serval.servlet.application.Neighbours;
import dev.serval.settings.Location;
import dev.serval.valve.Valve;
import dev.serval.webapp.UnpackedWar;
import dev.serval.webapp.WatchedFiles;
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
 * One web application. Thread-safe. Errors in files never keep the server from starting: an
 * application that cannot be served, or not as safely as its files require, answers 503. Errors of
 * applications given in Java are thrown.
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
    private volatile WatchedFiles watched = WatchedFiles.NONE;
    private volatile String refusal;
    private volatile Described described;
    private UnpackedWar unpacked;
    private final Parts realm = new Parts("The realm of Context", List.of(), List.of());
    private final Parts valves = new Parts("The valves of Context", List.of(), List.of());
    private ContextAuthenticator logins = new ContextAuthenticator(null);
    private Runnable outcome = () -> {};
    private final ContextLife life = new ContextLife(this::displayPath);
    private final ContextSessions sessions;

    Context(ContextConfig config, WebappPaths place, Neighbours neighbours) {
        this(config, place, neighbours, false);
    }

    /**
     * @param neighbours the applications of its host
     * @param discovered in the appBase: its descriptor is read
     */
    Context(ContextConfig config, WebappPaths place, Neighbours neighbours, boolean discovered) {
        this.neighbours = neighbours;
        this.config = config;
        this.place = place;
        this.discovered = discovered;
        this.effective = config;
        sessions = new ContextSessions(place, displayPath());
    }

    /** Empty for the root. */
    public String path() {
        return config.path();
    }

    /** Empty if there is only one. */
    public String version() {
        return place.version();
    }

    /** {@code /} for the root; a version follows after {@code ##}. */
    public String displayPath() {
        String version = place.version().isEmpty() ? "" : "##" + place.version();
        return (config.path().isEmpty() ? "/" : config.path()) + version;
    }

    /** Whether a change of its classes deploys it again. */
    boolean isReloadable() {
        return effective.reloadable() || place.conversion() != null;
    }

    /** Files whose change deploys it anew. */
    WatchedFiles watched() {
        return watched;
    }

    /** Milliseconds for requests in flight when it is replaced or removed. */
    int unloadDelay() {
        return effective.unloadDelay();
    }

    /** Whether it shares its files with the other application. */
    boolean hasFilesOf(Context other) {
        return place.docBase() != null && place.docBase().equals(other.place.docBase());
    }

    /** Why it answers 503; null if it is served. */
    public String refusal() {
        return refusal;
    }

    /** What becomes of its sessions. */
    ContextSessions sessions() {
        return sessions;
    }

    ContextLife life() {
        return life;
    }

    /** What another context of the same application is made of. */
    ContextSource source() {
        return new ContextSource(config, place, discovered);
    }

    /**
     * Its current status.
     *
     * @param host the name of its host
     * @param prefix of the host for display; empty for the default one
     */
    RunningApplication running(String host, String prefix) {
        ContextLife.Stretch now = life.current();
        // The application is complete only after the start.
        AppContext built = now.state() == ApplicationState.STARTING ? null : application;
        int count = built == null ? 0 : built.sessions().count();
        ApplicationStatus status =
                now.status(prefix + displayPath(), host, path(), version(), life.failure(), count);
        Described its = described;
        return new RunningApplication(
                status, place.docBase(), built, its == null ? List.of() : its.pools());
    }

    /** The application for the router; null before the start. */
    public AppContext application() {
        return application;
    }

    /** Its servlets, including the one for files. */
    public List<Wrapper> wrappers() {
        return application.registrations().stream()
                .map(r -> new Wrapper(r.getName(), r.getClassName(), List.copyOf(r.getMappings())))
                .toList();
    }

    /** The result of the start is not logged before {@link #tell}. */
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

    /** Logs the result of the start. */
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
                // A malformed mapping is an error of this application, not of all.
                ContextTable.of(List.of(application));
                valves.start();
                life.become(ApplicationState.STARTED);
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
            // A failure of an application does not affect the others.
            fail(Diagnostics.root(e), e);
        }
    }

    /** The time limit is at least one second. */
    @Override
    public void stop(Duration within) {
        life.become(ApplicationState.STOPPING);
        try {
            end(within);
        } finally {
            life.become(ApplicationState.STOPPED);
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
            LOG.debug("[{}] is abandoned", displayPath());
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e); // nothing else is thrown
        } finally {
            stopParts();
        }
    }

    /** A start that hangs looks like a slow one, so both are waited for. */
    private void tellOfSlowStart(long nanos, Thread thread) {
        LOG.warn(
                "SRV-0538 [{}] has not started in {} s; those after it wait. Check what its"
                        + " initializers and contextInitialized wait for; its thread {} is at{}",
                displayPath(),
                TimeUnit.NANOSECONDS.toSeconds(nanos),
                thread.getName(),
                Diagnostics.stack(thread));
    }

    private void tellOfNoEnd(long nanos, Thread thread) {
        life.failed("SRV-0537", "does not end; it is abandoned, and stays in memory");
        LOG.warn(
                "SRV-0537 [{}] does not end; it is abandoned, and stays in memory as"
                        + " long as its thread {} runs, which is at{}",
                displayPath(),
                thread.getName(),
                Diagnostics.stack(thread));
    }

    /** Removes its work files; called when it has stopped and has no successor. */
    void removeWorkDir() {
        place.removeWork();
    }

    /** The file that replaces WEB-INF/web.xml; null if there is none, and without configuration. */
    static Path webXml(ContextConfig config, WebappPaths place) {
        return config == null || config.altDDName() == null
                ? null
                : place.layout().resolve(config.altDDName());
    }

    /** Why an application with such a descriptor is not served; null if it is served. */
    static String missing(Path webXml) {
        return webXml == null || Files.isRegularFile(webXml)
                ? null
                : "altDDName names "
                        + webXml
                        + ", which is not a file; without it the protection is unknown. Put the"
                        + " descriptor there, or remove altDDName to have WEB-INF/web.xml read";
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

    /** Builds the application; returns the reason not to serve it, or null. */
    private String prepare() throws IOException, LifecycleException {
        if (place.war()) {
            Path war = Conversion.war(place, displayPath());
            unpacked = UnpackedWar.of(war, place.docBase(), place.kept());
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
            watched = new WatchedFiles(place.watched(effective.watched()));
        }
        ContextBuilder builder =
                AppContext.builder(config.path())
                        .version(place.version())
                        .hostName(place.virtualServerName())
                        .displayName(effective.displayName())
                        .workDir(place.workDir())
                        .settings(effective.settings())
                        .neighbours(neighbours)
                        .meter(place.layout().monitored().metering())
                        .tls(place.layout().tls())
                        .files(
                                config.files()
                                        .apply(
                                                ContextFileSettings.settings(
                                                        effective.resources())));
        List<Factory<Valve>> configured = new ArrayList<>(effective.valves());
        builder.sessionMaker(sessions.maker(effective.manager()));
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
            RequiredProtection protection =
                    RequiredProtection.of(
                            place, discovered, file -> ContextDescriptors.shown(place, file));
            if (protection.refusal() != null) {
                return protection.refusal();
            }
            configured.addAll(protection.valves());
            Path webXml = webXml(effective, place);
            if (missing(webXml) != null) {
                return missing(webXml);
            }
            described = new Described(place, classes(), displayPath(), webXml, brought);
            String reason = described.read(effective);
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
        Path own = place.docBase() == null ? null : place.docBase().resolve("WEB-INF");
        ElementPlace within = new ElementPlace("Context", place.layout(), login, own, place.host());
        Valves made = new Valves(configured, within, "", valves);
        builder.around(made.around()).completion(made.completion());
        builder.errorReport(made.errorReport());
        AuthenticatorConfig valve = effective.authenticator();
        logins = within.login(builder, valve == null && says ? described.authenticator() : valve);
    }

    /** The classes given in Java, and those that its resources mount. */
    private List<Path> classes() throws IOException {
        List<Path> all = new ArrayList<>(config.classes());
        all.addAll(MountedClasses.of(effective.resources().overlays()));
        return all;
    }

    /** Warns users who may rely on a descriptor that it is not read. */
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

    /** Throws for an application given in Java; one described by files answers 503. */
    private void fail(String reason, Throwable cause) throws LifecycleException {
        if (application != null) {
            Diagnostics.attempt(displayPath(), application::stop);
        }
        stopParts();
        Diagnostics.attempt(displayPath(), this::removeUnpacked);
        life.failed(null, reason);
        if (config.at() == Location.NONE) { // given in Java
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
            life.become(ApplicationState.FAILED);
        }
    }
}
