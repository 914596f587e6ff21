package dev.serval.servlet;

import dev.serval.files.CacheStats;
import dev.serval.files.FastFile;
import dev.serval.files.FileCache;
import dev.serval.files.ResourceRoot;
import dev.serval.http.LogWants;
import dev.serval.http.RequestHead;
import dev.serval.lifecycle.ContextClassLoader;
import dev.serval.metrics.ApplicationMeter;
import dev.serval.security.ConstraintTable;
import dev.serval.security.SecurityConstraint;
import dev.serval.servlet.application.Application;
import dev.serval.servlet.application.ErrorPages;
import dev.serval.servlet.application.LocaleEncodings;
import dev.serval.servlet.application.ServedFiles;
import dev.serval.servlet.application.WelcomeFiles;
import dev.serval.servlet.async.AsyncTimeouts;
import dev.serval.servlet.async.Upgrades;
import dev.serval.servlet.dispatch.ErrorCall;
import dev.serval.servlet.registration.Components;
import dev.serval.servlet.registration.ContextIdentity;
import dev.serval.servlet.registration.Listeners;
import dev.serval.servlet.registration.MappingTable;
import dev.serval.servlet.registration.RegisteredFilter;
import dev.serval.servlet.registration.RegisteredServlet;
import dev.serval.servlet.registration.Registrations;
import dev.serval.servlet.registration.SecurityElement;
import dev.serval.servlet.security.ContextSecurity;
import dev.serval.servlet.security.PathConstraints;
import dev.serval.servlet.security.SecuritySettings;
import dev.serval.servlet.settings.ContextRule;
import dev.serval.servlet.settings.ContextSettings;
import dev.serval.session.SessionCookie;
import dev.serval.session.Sessions;
import dev.serval.valve.CallValve;
import dev.serval.valve.CompletionValve;
import dev.serval.valve.ErrorReport;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.UnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of a web application: it answers requests between {@link #start} and {@link #stop}. The
 * caller of stop first waits until no request is in flight. Thread-safe once built. Its own code
 * sees an {@link ApiContext}; calls use an {@link Application}.
 */
public final class AppContext {
    private static final Logger LOG = LoggerFactory.getLogger(AppContext.class);

    private final ContextIdentity identity;
    private final String version;
    private final ContextSettings settings;
    private final ApiContext api;
    private final Application application;
    private final Registrations registrations;
    private final Listeners listeners;
    private final Components components;
    private final Sessions sessions;
    private final SessionCookie sessionCookie;
    private final ShownSession shownSession;
    private final FileServlets fileServlets;
    private final Path workDir;
    private final CallValve[] around;
    private final List<GivenComponents.GivenListener> givenListeners;
    private final List<GivenComponents.GivenInitializer> initializers;
    private final Map<String, String> preliminary;
    private final List<SecurityConstraint> constraints;
    private final boolean denyUncovered;
    private final SecuritySettings securitySettings;
    private final CompletionValve[] completion;
    private final LogWants logWants;
    private final ErrorReport errorReport;
    private final ApplicationMeter meter;
    private final AsyncTimeouts timeouts = new AsyncTimeouts();
    private final Upgrades upgrades = new Upgrades();
    private volatile ContextSecurity security;
    // The same; null if no request has to be checked.
    private volatile ContextSecurity guard;
    private boolean started;

    AppContext(ContextDescription description) {
        identity = ContextIdentity.of(description.path, description.classLoader);
        version = description.version;
        settings = description.settings;
        workDir = description.workDir;
        around = description.around;
        constraints = List.copyOf(description.constraints);
        denyUncovered =
                description.denyUncovered || settings.has(ContextRule.DENY_UNCOVERED_HTTP_METHODS);
        securitySettings = description.security;
        completion = description.completion;
        errorReport = description.errorReport;
        String host = description.hostName.substring(description.hostName.lastIndexOf('/') + 1);
        meter = description.metering.application(host, identity.path());
        logWants =
                completion == null
                        ? null
                        : Arrays.stream(completion)
                                .map(CompletionValve::wants)
                                .reduce(null, LogWants::both);
        GivenComponents given = description.given;
        givenListeners = List.copyOf(given.listeners);
        initializers = List.copyOf(given.initializers);
        preliminary = Map.copyOf(given.preliminary);
        ResourceRoot root = ContextFiles.root(description);
        api = new ApiContext(description, identity, root);
        registrations = api.registrations();
        listeners = api.listeners();
        components = registrations.components();
        sessions = api.sessions();
        sessionCookie = api.sessionCookie();
        shownSession = new ShownSession(sessions, sessionCookie);
        Descriptions.register(description, registrations);
        PathConstraints pathConstraints = new PathConstraints(() -> security);
        fileServlets =
                new FileServlets(
                        description, pathConstraints, root, api.mimeTypes(), registrations);
        ServedFiles files =
                new ServedFiles(fileServlets.cache(), description.files.site().earlyHints());
        application =
                new Application(
                        api,
                        settings,
                        registrations,
                        listeners,
                        sessions,
                        sessionCookie,
                        new ErrorPages(description.errorPages),
                        new WelcomeFiles(
                                description.welcomeFiles, files, settings.resourceOnlyServlets()),
                        new LocaleEncodings(description.localeEncodings),
                        workDir);
        api.leadsTo(application);
    }

    /**
     * Starts the description of a context.
     *
     * @param contextPath empty for the root context, else {@code /name}; throws
     *     IllegalArgumentException when it is malformed
     */
    public static ContextBuilder builder(String contextPath) {
        return new ContextBuilder(contextPath);
    }

    /** The data that its calls need, and those of its neighbours. */
    public Application application() {
        return application;
    }

    /** What its own code sees of it. */
    public ServletContext servletContext() {
        return api;
    }

    // ---- for routing and container

    /** The decoded context path; empty for the root context. */
    public String path() {
        return identity.path();
    }

    /** Every servlet, including the server's servlet for files. */
    public Collection<RegisteredServlet> registrations() {
        return Collections.unmodifiableCollection(registrations.servlets());
    }

    /** What the cache of its files has done so far. */
    public CacheStats cacheStats() {
        FileCache cache = fileServlets.cache();
        return cache == null ? CacheStats.NONE : cache.stats();
    }

    /** Serves cached files on the I/O thread; null if nothing may be served there. */
    public FastFile fastFile() {
        // With SSL tracking a request does not show whether it has a session.
        boolean seen = !sessionCookie.tracking().by(SessionTrackingMode.SSL);
        return seen ? fileServlets.fast() : null;
    }

    /** True between start and stop. */
    public boolean available() {
        return application.available();
    }

    /**
     * The version, which distinguishes it from others at the same path; empty if there is only one.
     */
    public String version() {
        return version;
    }

    /** Whether one of the first cookies of a request, or its URL, names a session here. */
    public boolean hasSessionOf(RequestHead head) {
        return shownSession.isIn(head);
    }

    /** As {@link ShownSession#parameter}. */
    public String sessionParameter(RequestHead head) {
        return shownSession.parameter(head);
    }

    /**
     * A request enters; false if the context is closed. After true the caller must call {@link
     * #leave} once.
     */
    public boolean enter() {
        return application.calls().enter();
    }

    /** A request and its response are over. */
    public void leave() {
        application.calls().leave();
    }

    /** The number of requests in flight, without those that are served from memory. */
    public int callsInFlight() {
        return application.calls().count();
    }

    /**
     * Asks upgraded connections to end, since no response ends them, and allows no new ones. Only
     * the first call counts.
     *
     * @param within the time for handlers that send a last message
     */
    public void closeUpgrades(Duration within) {
        upgrades.close(within);
    }

    /**
     * Lets no request enter any more. The routing tables must not lead here any more.
     *
     * @param within see {@link #closeUpgrades}
     */
    public void close(Duration within) {
        application.calls().close();
        upgrades.close(within);
    }

    /**
     * Waits until no request is in flight; to be called after {@link #close}. False if some are
     * left after that time.
     */
    public boolean drain(Duration within) throws InterruptedException {
        return application.calls().awaitEmpty(within);
    }

    /** Whether an error may have a page of the application. */
    public boolean hasErrorPages() {
        return !application.errorPages().isEmpty();
    }

    /**
     * The mappings of the servlets. Throws IllegalArgumentException for a malformed pattern, and
     * for one that two servlets claim (Servlet 6.1 §12.2).
     */
    public MappingTable mappings() {
        return application.mappings();
    }

    /**
     * Calls initializers, listeners, filters and the servlets that ask for it, in this order; the
     * servlets in that of their numbers (Servlet 6.1 §4.4, §8.2.4, §10.12). If one fails, those
     * before it are ended again and its exception is thrown; a servlet that is only unavailable
     * (UnavailableException) is logged. Throws IllegalStateException if it was started before.
     */
    public void start() throws ServletException {
        if (started) {
            throw new IllegalStateException(this + " is started, or was");
        }
        started = true;
        ClassLoader before = identity.enter();
        try {
            if (workDir != null) {
                Files.createDirectories(workDir);
            }
            register();
            initialise();
            sessions.open();
            application.available(true);
        } catch (IOException e) {
            throw new ServletException("the work directory cannot be created: " + workDir, e);
        } finally {
            if (!available()) {
                registrations.close();
                destroyAll();
                closeFiles();
            }
            ContextClassLoader.leave(before);
        }
    }

    /** Runs everything that may still add servlets, filters and listeners. */
    private void register() throws ServletException {
        registrations.beginPages();
        for (GivenComponents.GivenInitializer given : initializers) {
            try {
                given.initializer().onStartup(given.given(), api);
            } catch (ServletException | RuntimeException | Error e) {
                throw new ServletException(
                        "initializer " + given.initializer().getClass().getName() + " failed: " + e,
                        ErrorCall.root(e));
            }
        }
        Descriptions.listen(givenListeners, components, listeners);
        listeners.initialized(registrations);
        registrations.requireComplete(preliminary);
        registrations.close();
        registrations.servlets().forEach(servlet -> servlet.meter(meter));
        fileServlets.sessionCookie(sessionCookie.cookieName());
        fileServlets.warn(identity.path());
        secure();
        application.compile();
        fileServlets.pages(registrations.servlets(), application.mappings());
    }

    /** Compiles the security constraints. */
    private void secure() throws ServletException {
        List<SecurityConstraint> all = new ArrayList<>(constraints);
        Set<String> described = registrations.describedPatterns();
        Set<String> roles = api.roles();
        for (RegisteredServlet servlet : registrations.servlets()) {
            servlet.addRolesTo(roles);
            ServletSecurityElement element = servlet.security();
            if (element != null) {
                List<String> patterns = new ArrayList<>(servlet.getMappings());
                patterns.removeAll(described);
                all.addAll(SecurityElement.constraints(element, patterns));
            }
        }
        try {
            ConstraintTable table = new ConstraintTable(all, denyUncovered);
            security = new ContextSecurity(table, securitySettings, roles);
            guard = security.isGuarding() ? security : null;
        } catch (IllegalArgumentException e) {
            throw new ServletException(e.getMessage(), e);
        }
    }

    private void initialise() throws ServletException {
        for (RegisteredFilter filter : registrations.filters()) {
            filter.init();
        }
        List<RegisteredServlet> eager = new ArrayList<>(registrations.servlets());
        eager.removeIf(servlet -> servlet.loadOnStartup() < 0);
        eager.sort(Comparator.comparingInt(RegisteredServlet::loadOnStartup));
        for (RegisteredServlet servlet : eager) {
            try {
                servlet.instance();
            } catch (UnavailableException e) {
                // It was logged, and answers 503 or 404 from now on.
            } catch (ServletException e) {
                if (settings.has(ContextRule.FAIL_CTX_IF_SERVLET_START_FAILS)) {
                    throw e;
                }
                LOG.error(
                        "SRV-0634 servlet {} of context '{}' is not served until its init succeeds"
                                + " (failCtxIfServletStartFails)",
                        servlet.getName(),
                        identity.path(),
                        ErrorCall.told(e));
            }
        }
    }

    /** Ends servlets, filters and listeners, and closes the files. A second call does nothing. */
    public void stop() {
        if (!available()) {
            closeFiles();
            return;
        }
        application.available(false);
        ClassLoader before = identity.enter();
        try {
            timeouts.close();
            upgrades.end();
            sessions.close();
            destroyAll();
        } finally {
            ContextClassLoader.leave(before);
        }
        closeFiles();
    }

    private void closeFiles() {
        fileServlets.close();
    }

    private void destroyAll() {
        List<RegisteredServlet> servlets = new ArrayList<>(registrations.servlets());
        Collections.reverse(servlets);
        servlets.forEach(s -> destroy("servlet", s.getName(), s::destroy));
        List<RegisteredFilter> filters = new ArrayList<>(registrations.filters());
        Collections.reverse(filters);
        filters.forEach(f -> destroy("filter", f.getName(), f::destroy));
        listeners.destroyed();
        components.endAll();
    }

    private void destroy(String what, String name, Runnable end) {
        try {
            end.run();
        } catch (RuntimeException | Error e) {
            // A mistake of the application must not keep the others from being destroyed.
            LOG.warn(
                    "SRV-0603 {} {} of context '{}' failed in destroy",
                    what,
                    name,
                    identity.path(),
                    e);
        }
    }

    // ---- for calls

    /** For a further call of a request that is in flight. */
    boolean enterAgain() {
        return application.calls().enterAgain();
    }

    /** The valves around its calls, the outermost first; null if there are none. */
    public CallValve[] around() {
        return around;
    }

    ContextIdentity identity() {
        return identity;
    }

    /** The valves that are told of every completed exchange; null if there are none. */
    public CompletionValve[] completion() {
        return completion;
    }

    /** Counts its exchanges; null if nobody does. */
    public ApplicationMeter meter() {
        return meter;
    }

    /** What answers its errors without a page; null to leave them to its host. */
    public ErrorReport errorReport() {
        return errorReport;
    }

    /** What these need to have noted; null if nothing. */
    public LogWants logWants() {
        return logWants;
    }

    /** The security to check before a call; null if there is nothing to check. */
    ContextSecurity guard() {
        return guard;
    }

    /** The security of the application; set once listeners were told of the start. */
    ContextSecurity security() {
        return security;
    }

    /** Whether the file at that path may be served without a check or a listener. */
    boolean isOpen(String requested, String target) {
        return !listeners.watchRequests() && (guard == null || !guard.covers(requested, target));
    }

    /** The sessions of this application. */
    public Sessions sessions() {
        return sessions;
    }

    public AsyncTimeouts timeouts() {
        return timeouts;
    }

    Upgrades upgrades() {
        return upgrades;
    }

    @Override
    public String toString() {
        return identity.toString();
    }
}
