package dev.serval.servlet.application;

import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import dev.serval.http.RequestHead;
import dev.serval.servlet.registration.CallsInFlight;
import dev.serval.servlet.registration.Components;
import dev.serval.servlet.registration.ContextIdentity;
import dev.serval.servlet.registration.FilterPlan;
import dev.serval.servlet.registration.Listeners;
import dev.serval.servlet.registration.MappingTable;
import dev.serval.servlet.registration.NotFoundServlet;
import dev.serval.servlet.registration.RegisteredFilter;
import dev.serval.servlet.registration.RegisteredServlet;
import dev.serval.servlet.registration.Registrations;
import dev.serval.servlet.registration.ServletMatch;
import dev.serval.servlet.settings.ContextRule;
import dev.serval.servlet.settings.ContextSettings;
import dev.serval.servlet.settings.DispatchRules;
import dev.serval.session.SessionCookie;
import dev.serval.session.Sessions;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.MappingMatch;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * What a call needs of an application: mappings, filters, listeners, sessions and settings.
 * Thread-safe; complete once the application has started.
 */
public final class Application {
    /**
     * The registrations, compiled for requests.
     *
     * @param filters null where none is mapped
     * @param upgrades those that are asked behind them about other protocols; null if there are
     *     none
     */
    private record Compiled(
            MappingTable mappings, FilterPlan filters, RegisteredFilter[] upgrades) {}

    private final ServletContext shown;
    private final ContextSettings settings;
    private final Registrations registrations;
    private final ContextIdentity identity;
    private final Listeners listeners;
    private final Sessions sessions;
    private final SessionCookie sessionCookie;
    private final ErrorPages errorPages;
    private final WelcomeFiles welcomeFiles;
    private final ServedFiles files;
    private final LocaleEncodings localeEncodings;
    private final Path workDir;
    private final RegisteredServlet nothing;
    private final ExcessBody excess = new ExcessBody();
    // Null if nothing is to be logged.
    private final NotFoundLog notFound;
    private final SentErrorLog sentErrors;
    // Null until everything is registered.
    private volatile Compiled compiled;
    private volatile boolean available;

    /**
     * @param shown what its code sees of it
     * @param workDir its temporary directory; null if there is none
     */
    public Application(
            ServletContext shown,
            ContextSettings settings,
            Registrations registrations,
            Listeners listeners,
            Sessions sessions,
            SessionCookie sessionCookie,
            ErrorPages errorPages,
            WelcomeFiles welcomeFiles,
            LocaleEncodings localeEncodings,
            Path workDir) {
        this.shown = shown;
        this.settings = settings;
        this.registrations = registrations;
        this.identity = registrations.identity();
        this.listeners = listeners;
        this.sessions = sessions;
        this.sessionCookie = sessionCookie;
        this.errorPages = errorPages;
        this.welcomeFiles = welcomeFiles;
        this.files = welcomeFiles.files();
        this.localeEncodings = localeEncodings;
        this.workDir = workDir;
        nothing = registrations.ofServer(NotFoundServlet.class.getName(), new NotFoundServlet());
        notFound =
                settings.has(ContextRule.LOG_NOT_FOUND)
                        ? new NotFoundLog(identity.path(), System::nanoTime)
                        : null;
        sentErrors = new SentErrorLog(identity.path(), System::nanoTime);
    }

    // ---- what it is

    public ContextIdentity identity() {
        return identity;
    }

    /** The decoded context path; empty for the root context. */
    public String path() {
        return identity.path();
    }

    /** The context that its own code sees. */
    public ServletContext shown() {
        return shown;
    }

    /** Its settings from the server's configuration. */
    public ContextSettings settings() {
        return settings;
    }

    /** How the paths of request dispatchers are read. */
    public DispatchRules dispatchRules() {
        return settings.dispatches();
    }

    /** The message if nothing executes pages. */
    public String withoutPages() {
        return registrations.withoutPages();
    }

    /** The temporary directory of the application; null if there is none. */
    public Path workDir() {
        return workDir;
    }

    // ---- start and stop

    /** Everything is registered: compiles it for requests. */
    public void compile() {
        boolean filtered = !registrations.mappings().isEmpty();
        compiled =
                new Compiled(
                        MappingTable.of(registrations.servlets()),
                        filtered
                                ? new FilterPlan(registrations.mappings(), registrations.servlets())
                                : null,
                        registrations.upgradeFilters());
    }

    /** True between start and stop. */
    public boolean available() {
        return available;
    }

    public void available(boolean now) {
        available = now;
    }

    /**
     * A request enters; false if it is too late. After true the caller must call {@link #leave}
     * once.
     */
    public boolean enter() {
        return calls().enter();
    }

    /** A request has left, its response included. */
    public void leave() {
        calls().leave();
    }

    public CallsInFlight calls() {
        return registrations.calls();
    }

    // ---- what is called

    /**
     * The mappings of the servlets. Throws IllegalArgumentException for a malformed pattern, and
     * for one that two servlets claim (Servlet 6.1 §12.2).
     */
    public MappingTable mappings() {
        Compiled known = compiled;
        return known == null ? MappingTable.of(registrations.servlets()) : known.mappings();
    }

    /** The filters of a call; null if there are none. */
    public RegisteredFilter[] filters(
            DispatcherType type, String target, RegisteredServlet servlet) {
        Compiled known = compiled;
        return known == null || known.filters() == null
                ? null
                : known.filters().of(type, target, servlet);
    }

    /** The filters of a call from a client; null if there are none. */
    public RegisteredFilter[] filters(RequestHead head, String target, RegisteredServlet servlet) {
        RegisteredFilter[] mapped = filters(DispatcherType.REQUEST, target, servlet);
        Compiled known = compiled;
        RegisteredFilter[] more = known == null ? null : known.upgrades();
        if (more == null || !head.has(FieldName.UPGRADE)) {
            return mapped;
        }
        if (mapped == null) {
            return more;
        }
        RegisteredFilter[] all = Arrays.copyOf(mapped, mapped.length + more.length);
        System.arraycopy(more, 0, all, mapped.length, more.length);
        return all;
    }

    /** The servlet that answers 404 if none is mapped. */
    public ServletMatch nothing(String target) {
        return new ServletMatch(nothing, MappingMatch.DEFAULT, "/", "", target, null);
    }

    /**
     * The match of the welcome file of a directory, otherwise the given match; null if there is
     * none.
     */
    public ServletMatch welcome(String path, ServletMatch match) {
        return path.endsWith("/") ? welcomeFiles.resolve(mappings(), path, match) : match;
    }

    public Components components() {
        return registrations.components();
    }

    /** Whether that object is a servlet or a filter of it. */
    boolean holds(Object component) {
        return registrations.holds(component);
    }

    public ErrorPages errorPages() {
        return errorPages;
    }

    public ServedFiles files() {
        return files;
    }

    // ---- who is told

    public Listeners listeners() {
        return listeners;
    }

    /** Logs an error from 500 on that the application has sent. */
    public void sentError(Exchange exchange, int status, String servlet, String message) {
        sentErrors.tell(exchange, status, servlet, message);
    }

    /** Logs a 404. */
    public void notFound(Exchange exchange) {
        if (notFound != null) {
            RequestHead head = exchange.request();
            notFound.tell(head.methodName(), head.rawTarget(), head.field(FieldName.REFERER));
        }
    }

    public ExcessBody excess() {
        return excess;
    }

    // ---- sessions, encodings

    /** The sessions of this application. */
    public Sessions sessions() {
        return sessions;
    }

    public SessionCookie sessionCookie() {
        return sessionCookie;
    }

    public LocaleEncodings localeEncodings() {
        return localeEncodings;
    }

    @Override
    public String toString() {
        return identity.toString();
    }
}
