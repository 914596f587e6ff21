package dev.serval.servlet;

import dev.serval.files.CacheStats;
import dev.serval.files.EarlyHintsOver;
import dev.serval.files.FastFile;
import dev.serval.files.FileCache;
import dev.serval.files.MimeTypes;
import dev.serval.files.ResourceRoot;
import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import dev.serval.http.LogWants;
import dev.serval.http.PercentEncoding;
import dev.serval.http.RequestHead;
import dev.serval.security.ConstraintTable;
import dev.serval.security.SecurityConstraint;
import dev.serval.session.SessionCookie;
import dev.serval.session.SessionTracking;
import dev.serval.session.Sessions;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.descriptor.JspConfigDescriptor;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.MappingMatch;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MalformedURLException;
import java.net.SocketAddress;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.EventListener;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A web application: its servlets, files and attributes (Servlet 6.1 §4). Thread-safe once built.
 * Answers requests between {@link #start} and {@link #stop}; whoever stops it sees to it that no
 * request is under way any more.
 */
public final class AppContext implements ServletContext {
    private static final Logger LOG = LoggerFactory.getLogger(AppContext.class);

    /** Where ISO-8859-1 has no letters, and the application maps nothing. */
    private static final Map<String, String> UNMAPPED_LOCALES =
            Map.of("ja", "Shift_JIS", "ko", "EUC-KR", "zh", "GB18030");

    private final String path;
    private final String encodedPath;
    private final String displayName;
    private final String serverInfo;
    private final String hostName;
    private final Path workDir;
    private final ClassLoader classLoader;
    private final Predicate<InetAddress> admitted;
    private final List<String> welcomeFiles;
    private final Map<String, String> initParameters;
    private final Map<String, Object> attributes = new ConcurrentHashMap<>();
    private final Registrations registrations = new Registrations(this);
    private final Map<String, String> preliminary;
    private final Listeners listeners = new Listeners(this);
    private final Components components;
    // By createServlet, by their identity.
    private final Set<Servlet> created =
            Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
    private final List<ContextBuilder.GivenListener> givenListeners;
    private final List<ContextBuilder.GivenInitializer> initializers;
    // The class of the servlet that executes pages; null for none.
    private final String pageEngine;
    // What initializers add, until the listeners of descriptors have their places before them.
    private final List<EventListener> added = new ArrayList<>();
    private final JspConfigDescriptor jspConfig;
    private final ErrorPages errorPages;
    private final List<SecurityConstraint> constraints;
    private final boolean denyUncovered;
    private final SecuritySettings securitySettings;
    private final Consumer<Exchange> log;
    private final LogWants logWants;
    private final Set<String> roles = ConcurrentHashMap.newKeySet();
    private final Map<String, String> localeEncodings;
    private final String specification;
    private final RegisteredServlet nothing;
    private final MimeTypes mimeTypes;
    private final ContextFiles files;
    private final FileServlets fileServlets;
    // Where there are no files to ask.
    private final EarlyHintsOver earlyHints;
    private final Logger applicationLog;
    private final ContextSettings settings;
    private final Neighbours neighbours;
    private final CallsInFlight calls = new CallsInFlight();
    private final String version;
    private final SessionCookie sessionCookie;
    private final Sessions sessions;
    private final AsyncTimeouts timeouts = new AsyncTimeouts();
    private final Upgrades upgrades = new Upgrades();
    private final ExcessBody excess = new ExcessBody();
    // Null where nobody wants to hear of it.
    private final NotFoundLog notFound;
    private final SentErrorLog sentErrors;
    private volatile MappingTable mappings;
    // Null where no filter is mapped at all.
    private volatile FilterPlan filterPlan;
    private volatile ContextSecurity security;
    // The same, or null where nobody has to be asked.
    private volatile ContextSecurity guard;
    private volatile String requestEncoding;
    private volatile String responseEncoding;
    private boolean started;
    private boolean describing = true;
    private volatile boolean available;

    AppContext(ContextBuilder builder) {
        path = builder.path;
        version = builder.version;
        encodedPath = PercentEncoding.ofPath(path);
        displayName = builder.displayName;
        settings = builder.settings;
        notFound =
                settings.has(ContextRule.LOG_NOT_FOUND)
                        ? new NotFoundLog(path, System::nanoTime)
                        : null;
        sentErrors = new SentErrorLog(path, System::nanoTime);
        neighbours = builder.neighbours;
        jspConfig = builder.jspConfig;
        serverInfo = builder.serverInfo;
        hostName = builder.hostName;
        workDir = builder.workDir;
        ClassLoader caller = Thread.currentThread().getContextClassLoader();
        ClassLoader wanted = builder.classLoader != null ? builder.classLoader : caller;
        classLoader = wanted != null ? wanted : AppContext.class.getClassLoader();
        admitted = builder.admitted;
        welcomeFiles = builder.welcomeFiles;
        initParameters = new ConcurrentHashMap<>(builder.initParameters);
        sessionCookie =
                new SessionCookie(
                        builder.sessions,
                        settings.sessions(),
                        encodedPath,
                        builder.tls,
                        () -> !registrations.isClosed());
        sessions = new Sessions(this, () -> listeners, builder.sessions.distributable());
        mimeTypes = new MimeTypes(builder.mimeTypes);
        earlyHints = builder.files.site().earlyHints();
        ResourceRoot root = ContextFiles.root(builder);
        files = new ContextFiles(builder.docBase, builder.files.allowLinking(), root);
        applicationLog =
                LoggerFactory.getLogger(
                        "dev.serval.application." + (path.isEmpty() ? "ROOT" : path.substring(1)));
        givenListeners = List.copyOf(builder.listeners);
        initializers = List.copyOf(builder.initializers);
        pageEngine = builder.pageEngine;
        preliminary = Map.copyOf(builder.preliminary);
        components = new Components(this, builder.components);
        errorPages = new ErrorPages(builder.errorPages);
        constraints = List.copyOf(builder.constraints);
        denyUncovered =
                builder.denyUncovered || settings.has(ContextRule.DENY_UNCOVERED_HTTP_METHODS);
        securitySettings = builder.security;
        log = builder.log;
        logWants = builder.logWants;
        roles.addAll(builder.roles);
        localeEncodings = Map.copyOf(builder.localeEncodings);
        specification = builder.specification;
        requestEncoding = builder.requestEncoding;
        responseEncoding = builder.responseEncoding;
        nothing =
                new RegisteredServlet(
                        this,
                        FileServlets.DEFAULT,
                        Nothing.class.getName(),
                        null,
                        new Nothing(),
                        -1);
        Descriptions.register(builder, this, registrations);
        fileServlets = new FileServlets(builder, this, root, mimeTypes, registrations);
        if (workDir != null) {
            attributes.put(TEMPDIR, workDir.toFile());
        }
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

    // ---- for routing and container

    /** The decoded context path; empty for the root context. */
    public String path() {
        return path;
    }

    /** Every servlet, our own for files included. */
    public Collection<RegisteredServlet> registrations() {
        return Collections.unmodifiableCollection(registrations.servlets());
    }

    /** What the cache of its files has done so far. */
    public CacheStats cacheStats() {
        FileCache cache = fileServlets.cache();
        return cache == null ? CacheStats.NONE : cache.stats();
    }

    /** Answers for cached files on the I/O thread; null if nothing may be answered there. */
    public FastFile fastFile() {
        // Which session a connection belongs to is not to be seen in the request.
        boolean seen = !sessionCookie.tracking().by(SessionTrackingMode.SSL);
        return seen ? fileServlets.fast() : null;
    }

    /** True between start and stop. */
    public boolean available() {
        return available;
    }

    /** What tells it from other forms of itself at the same path; empty when it is the only one. */
    public String version() {
        return version;
    }

    /** Whether a cookie of a request, or its URL, names a session of this application. */
    public boolean hasSessionOf(RequestHead head) {
        if (sessionCookie.tracking().by(SessionTrackingMode.URL)) {
            String parameter = sessionCookie.parameterName();
            if (sessions.contains(PathParameter.of(head.rawPath(), parameter))) {
                return true;
            }
        }
        String name = sessionCookie.cookieName();
        // Too many are refused when the application asks for them.
        for (Cookie cookie : CookieText.parse(head.fields(FieldName.COOKIE), -1)) {
            if (cookie.getName().equals(name) && sessions.contains(cookie.getValue())) {
                return true;
            }
        }
        return false;
    }

    /**
     * What a redirect to the same place takes along: the path parameter of a session, or nothing.
     */
    public String sessionParameter(RequestHead head) {
        if (!sessionCookie.tracking().by(SessionTrackingMode.URL)) {
            return "";
        }
        String name = sessionCookie.parameterName();
        String id = PathParameter.of(head.rawPath(), name);
        return sessions.contains(id) ? ";" + PercentEncoding.ofPath(name) + "=" + id : "";
    }

    /**
     * A request comes in: false when it is too late, the context is closed. Who got true calls
     * {@link #leave} once.
     */
    public boolean enter() {
        return calls.enter();
    }

    /** A request has left, its response included. */
    public void leave() {
        calls.leave();
    }

    /** How many requests are inside, those that were answered from memory left out. */
    public int callsInFlight() {
        return calls.count();
    }

    /** Asks upgraded connections to end, which no answer ends; there will be no more of them. */
    public void closeUpgrades() {
        upgrades.close();
    }

    /** Lets no request in any more; the routing tables must not lead here by now. */
    public void close() {
        calls.close();
        upgrades.close();
    }

    /**
     * Waits until no request is inside; to be called after {@link #close}. False when some are left
     * after that time.
     */
    public boolean drain(Duration within) throws InterruptedException {
        return calls.awaitEmpty(within);
    }

    /** For a call that a thread begins with, while its request is inside. */
    boolean enterAgain() {
        return calls.enterAgain();
    }

    /** To which clients early hints are sent. */
    EarlyHintsOver earlyHints() {
        FileCache cache = fileServlets.cache();
        return cache == null ? earlyHints : cache.site().earlyHints();
    }

    /** How the paths of request dispatchers are read. */
    DispatchRules dispatchRules() {
        return settings.dispatches();
    }

    /** What the server's configuration says of it. */
    ContextSettings settings() {
        return settings;
    }

    /** An exchange is answered with an error from 500 on that the application has sent. */
    void sentError(Exchange exchange, int status, String message) {
        sentErrors.tell(exchange, status, message);
    }

    /** An exchange is answered 404. */
    void notFound(Exchange exchange) {
        if (notFound != null) {
            RequestHead head = exchange.request();
            notFound.tell(head.methodName(), head.rawTarget(), head.field(FieldName.REFERER));
        }
    }

    /** Whether an error may have a page of the application. */
    public boolean hasErrorPages() {
        return !errorPages.isEmpty();
    }

    /**
     * The mappings of the servlets. Throws IllegalArgumentException for a malformed pattern, and
     * for one that two servlets claim (Servlet 6.1 §12.2).
     */
    public MappingTable mappings() {
        MappingTable compiled = mappings;
        if (compiled == null) {
            compiled = MappingTable.of(registrations.servlets());
            if (registrations.isClosed()) {
                mappings = compiled;
            }
        }
        return compiled;
    }

    /**
     * Calls initializers, listeners, filters and the servlets that ask for it, in this order; the
     * servlets in that of their numbers (Servlet 6.1 §4.4, §8.2.4, §10.12). When one fails, those
     * before it are ended again and its exception is thrown; a servlet that is only unavailable
     * (UnavailableException) is logged. Throws IllegalStateException when it was started before.
     */
    public void start() throws ServletException {
        if (started) {
            throw new IllegalStateException("context '" + path + "' is started, or was");
        }
        started = true;
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(classLoader);
        try {
            if (workDir != null) {
                Files.createDirectories(workDir);
            }
            register();
            initialise();
            available = true;
        } catch (IOException e) {
            throw new ServletException("the work directory cannot be created: " + workDir, e);
        } finally {
            if (!available) {
                registrations.close();
                destroyAll();
                closeFiles();
            }
            thread.setContextClassLoader(before);
        }
    }

    /** All that may still add servlets, filters and listeners. */
    private void register() throws ServletException {
        for (ContextBuilder.GivenInitializer given : initializers) {
            try {
                given.initializer().onStartup(given.given(), this);
            } catch (ServletException | RuntimeException | Error e) {
                throw new ServletException(
                        "initializer " + given.initializer().getClass().getName() + " failed: " + e,
                        ErrorCall.root(e));
            }
        }
        // Those of descriptors stand before those of initializers.
        Descriptions.listen(givenListeners, components, listeners, added);
        describing = false;
        listeners.initialized(registrations);
        registrations.requireComplete(preliminary);
        registrations.close();
        fileServlets.sessionCookie(sessionCookie.cookieName());
        fileServlets.warn(path);
        secure();
        mappings = MappingTable.of(registrations.servlets());
        if (!registrations.mappings().isEmpty()) {
            filterPlan = new FilterPlan(registrations.mappings(), registrations.servlets());
        }
    }

    /** From here on it is decided who may have what. */
    private void secure() throws ServletException {
        List<SecurityConstraint> all = new ArrayList<>(constraints);
        Set<String> described = describedPatterns();
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

    /** Patterns that a descriptor constrains: annotations and programs do not change them. */
    Set<String> describedPatterns() {
        Set<String> described = new HashSet<>();
        for (SecurityConstraint constraint : constraints) {
            constraint.collections().forEach(c -> described.addAll(c.patterns()));
        }
        return described;
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
                        path,
                        ErrorCall.root(e));
            }
        }
    }

    /** Ends servlets, filters and listeners, and closes the files. A second call does nothing. */
    public void stop() {
        if (!available) {
            closeFiles();
            return;
        }
        available = false;
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(classLoader);
        try {
            timeouts.close();
            upgrades.end();
            sessions.close();
            destroyAll();
        } finally {
            thread.setContextClassLoader(before);
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
            // The application's mistake must not keep the others from being destroyed.
            LOG.warn("SRV-0603 {} {} of context '{}' failed in destroy", what, name, path, e);
        }
    }

    // ---- for calls

    /** Whether a client may come in, by the address of its connection. */
    boolean admits(SocketAddress client) {
        return admitted == null
                || client instanceof InetSocketAddress internet
                        && admitted.test(internet.getAddress());
    }

    /** The temporary directory of the application; null for none. */
    Path workDir() {
        return workDir;
    }

    /**
     * Whether another application of the host has a servlet or filter as its own; the one whose
     * place this one takes does not count.
     */
    boolean isElsewhere(Object component) {
        return neighbours.all().stream()
                .filter(other -> !other.path.equals(path))
                .anyMatch(other -> other.registrations.holds(component));
    }

    Registrations registrar() {
        return registrations;
    }

    Listeners listeners() {
        return listeners;
    }

    Components components() {
        return components;
    }

    ErrorPages errorPages() {
        return errorPages;
    }

    /** The filters of a call; null for none, which is all it costs then. */
    RegisteredFilter[] filters(DispatcherType type, String target, RegisteredServlet servlet) {
        FilterPlan plan = filterPlan;
        return plan == null ? null : plan.of(type, target, servlet);
    }

    /** What answers 404 where nothing is mapped. */
    ServletMatch nothing(String target) {
        return new ServletMatch(nothing, MappingMatch.DEFAULT, "/", "", target, null);
    }

    /** Who is told of every exchange when it is over; null for nobody. */
    public Consumer<Exchange> log() {
        return log;
    }

    /** What is to be noted for that; null for nothing. */
    public LogWants logWants() {
        return logWants;
    }

    /** Who is asked before a call; null for nobody, which is all it costs then. */
    ContextSecurity guard() {
        return guard;
    }

    /** Who has logged in, and may; there from the moment that listeners were told of the start. */
    ContextSecurity security() {
        return security;
    }

    /** Whether a file of that path may be answered without asking anybody. */
    boolean isOpen(String requested, String target) {
        return !listeners.watchRequests() && (guard == null || !guard.covers(requested, target));
    }

    /** The encoding of a locale, or of its language; null if there is none. */
    String encodingOf(Locale locale) {
        String encoding = localeEncodings.get(locale.toString());
        if (encoding == null) {
            encoding = localeEncodings.get(locale.getLanguage());
        }
        return encoding != null ? encoding : UNMAPPED_LOCALES.get(locale.getLanguage());
    }

    List<String> welcomeFiles() {
        return welcomeFiles;
    }

    /** True when a decoded path names a file that clients may have; touches the disk. */
    boolean hasFile(String decodedPath) {
        FileCache cache = fileServlets.cache();
        return cache != null && cache.find(decodedPath).isFile();
    }

    /** The same of a directory; the root always is one. */
    boolean hasDirectory(String decodedPath) {
        FileCache cache = fileServlets.cache();
        return decodedPath.equals("/") || cache != null && cache.find(decodedPath).isDirectory();
    }

    // ---- ServletContext: identity

    @Override
    public String getContextPath() {
        return encodedPath;
    }

    @Override
    public ServletContext getContext(String uripath) {
        String normal = Dispatch.normal(uripath, settings.dispatches());
        if (normal == null) {
            return null;
        }
        AppContext found = neighbours.at(normal);
        boolean own = (normal + "/").startsWith(path + "/");
        if (own && (found == null || found.path.length() <= path.length())) {
            return this;
        }
        // Unless it is allowed, they are hidden from each other.
        return settings.has(ContextRule.CROSS_CONTEXT) ? found : null;
    }

    @Override
    public int getMajorVersion() {
        return 6;
    }

    @Override
    public int getMinorVersion() {
        return 1;
    }

    @Override
    public int getEffectiveMajorVersion() {
        return specification.charAt(0) - '0';
    }

    @Override
    public int getEffectiveMinorVersion() {
        return specification.charAt(2) - '0';
    }

    @Override
    public String getServerInfo() {
        return serverInfo;
    }

    @Override
    public String getServletContextName() {
        return displayName;
    }

    @Override
    public String getVirtualServerName() {
        return hostName;
    }

    @Override
    public ClassLoader getClassLoader() {
        return classLoader;
    }

    // ---- ServletContext: files

    @Override
    public String getMimeType(String file) {
        return file == null ? null : mimeTypes.of(file);
    }

    @Override
    public Set<String> getResourcePaths(String directory) {
        return files.members(rooted(directory));
    }

    @Override
    public URL getResource(String resource) throws MalformedURLException {
        return files.url(rooted(resource));
    }

    @Override
    public InputStream getResourceAsStream(String resource) {
        String rooted = rooted(resource);
        if (rooted == null || !rooted.startsWith("/")) {
            return null;
        }
        try {
            return files.stream(rooted);
        } catch (IOException e) {
            LOG.debug("{} cannot be opened: {}", resource, e.toString());
            return null;
        }
    }

    /** With a slash where that may be left out. */
    private String rooted(String given) {
        boolean strict = settings.has(ContextRule.CONTEXT_GET_RESOURCE_REQUIRES_SLASH);
        return strict || given == null || given.startsWith("/") ? given : "/" + given;
    }

    @Override
    public String getRealPath(String virtual) {
        Path located = files.real(virtual);
        return located == null ? null : located.toString();
    }

    // ---- ServletContext: log, parameters, attributes

    @Override
    public void log(String message) {
        applicationLog.info(message);
    }

    @Override
    public void log(String message, Throwable cause) {
        applicationLog.error(message, cause);
    }

    @Override
    public String getInitParameter(String name) {
        return initParameters.get(Objects.requireNonNull(name, "name"));
    }

    @Override
    public Enumeration<String> getInitParameterNames() {
        return Collections.enumeration(initParameters.keySet());
    }

    @Override
    public boolean setInitParameter(String name, String value) {
        Objects.requireNonNull(name, "name");
        registrations.requireOpen("its parameter " + name);
        return InitParameters.set(initParameters, name, value);
    }

    @Override
    public Object getAttribute(String name) {
        return attributes.get(Objects.requireNonNull(name, "name"));
    }

    @Override
    public Enumeration<String> getAttributeNames() {
        return Collections.enumeration(attributes.keySet());
    }

    @Override
    public void setAttribute(String name, Object value) {
        Objects.requireNonNull(name, "name");
        Object before = value == null ? attributes.remove(name) : attributes.put(name, value);
        listeners.attribute(name, before, value);
    }

    @Override
    public void removeAttribute(String name) {
        Object before = attributes.remove(name);
        listeners.attribute(name, before, null);
    }

    @Override
    public String getRequestCharacterEncoding() {
        return requestEncoding;
    }

    @Override
    public void setRequestCharacterEncoding(String encoding) {
        registrations.requireOpen("its request encoding");
        requestEncoding = encoding;
    }

    @Override
    public String getResponseCharacterEncoding() {
        return responseEncoding;
    }

    @Override
    public void setResponseCharacterEncoding(String encoding) {
        registrations.requireOpen("its response encoding");
        responseEncoding = encoding;
    }

    // ---- ServletContext: registrations

    @Override
    public ServletRegistration getServletRegistration(String name) {
        registrations.requireUnrestricted("getServletRegistration");
        return registrations.servletsByName().get(name);
    }

    @Override
    public Map<String, ? extends ServletRegistration> getServletRegistrations() {
        registrations.requireUnrestricted("getServletRegistrations");
        return Collections.unmodifiableMap(registrations.servletsByName());
    }

    @Override
    public ServletRegistration.Dynamic addServlet(String name, String className) {
        return registrations.addServlet(name, className, null, null);
    }

    @Override
    public ServletRegistration.Dynamic addServlet(String name, Servlet servlet) {
        RegisteredServlet added =
                registrations.addServlet(name, servlet.getClass().getName(), null, servlet);
        if (added != null && !created.contains(servlet)) {
            // Servlet 6.1 §13.4.1: who makes it says what it demands.
            added.described(null);
        }
        return added;
    }

    @Override
    public ServletRegistration.Dynamic addServlet(String name, Class<? extends Servlet> type) {
        return registrations.addServlet(name, type.getName(), type, null);
    }

    @Override
    public ServletRegistration.Dynamic addJspFile(String name, String jspFile) {
        if (jspFile == null || !jspFile.startsWith("/")) {
            throw new IllegalArgumentException(
                    "Servlet 6.1 §4.4.1.4: a JSP file has a path from the root of the application");
        }
        return pageEngine == null
                ? registrations.addServlet(name, jspFile, null, new MissingPages())
                : registrations.addPage(name, jspFile, pageEngine);
    }

    @Override
    public <T extends Servlet> T createServlet(Class<T> type) throws ServletException {
        registrations.requireUnrestricted("createServlet");
        T servlet = components.make(type, "servlet");
        created.add(servlet);
        return servlet;
    }

    @Override
    public FilterRegistration.Dynamic addFilter(String name, String className) {
        return registrations.addFilter(name, className, null, null);
    }

    @Override
    public FilterRegistration.Dynamic addFilter(String name, Filter filter) {
        return registrations.addFilter(name, filter.getClass().getName(), null, filter);
    }

    @Override
    public FilterRegistration.Dynamic addFilter(String name, Class<? extends Filter> type) {
        return registrations.addFilter(name, type.getName(), type, null);
    }

    @Override
    public <T extends Filter> T createFilter(Class<T> type) throws ServletException {
        registrations.requireUnrestricted("createFilter");
        return components.make(type, "filter");
    }

    @Override
    public FilterRegistration getFilterRegistration(String name) {
        registrations.requireUnrestricted("getFilterRegistration");
        return registrations.filtersByName().get(name);
    }

    @Override
    public Map<String, ? extends FilterRegistration> getFilterRegistrations() {
        registrations.requireUnrestricted("getFilterRegistrations");
        return Collections.unmodifiableMap(registrations.filtersByName());
    }

    @Override
    public void addListener(String className) {
        registrations.requireOpen("its list of listeners");
        try {
            addListener(components.make(className, EventListener.class, "listener"));
        } catch (ServletException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    @Override
    public <T extends EventListener> void addListener(T listener) {
        registrations.requireOpen("its list of listeners");
        requireListener(listener.getClass());
        if (listener instanceof ServletContextListener && !describing) {
            throw new IllegalArgumentException(
                    "Servlet 6.1 §4.4.3: "
                            + listener.getClass().getName()
                            + " is a ServletContextListener, and the context starts already");
        }
        if (describing) {
            added.add(listener);
        } else {
            listeners.add(listener, true);
        }
    }

    @Override
    public void addListener(Class<? extends EventListener> type) {
        registrations.requireOpen("its list of listeners");
        requireListener(type);
        try {
            addListener(components.make(type, "listener"));
        } catch (ServletException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    @Override
    public <T extends EventListener> T createListener(Class<T> type) throws ServletException {
        registrations.requireUnrestricted("createListener");
        requireListener(type);
        return components.make(type, "listener");
    }

    private static void requireListener(Class<?> type) {
        if (!Listeners.isKnown(type)) {
            throw new IllegalArgumentException(
                    "Servlet 6.1 §4.4.3: " + type.getName() + " is no listener");
        }
    }

    @Override
    public void declareRoles(String... roleNames) {
        registrations.requireOpen("its roles");
        for (String role : roleNames) {
            if (role == null || role.isEmpty()) {
                throw new IllegalArgumentException("Servlet 6.1 §4.4.4: a role has a name");
            }
        }
        roles.addAll(List.of(roleNames));
    }

    @Override
    public JspConfigDescriptor getJspConfigDescriptor() {
        registrations.requireUnrestricted("getJspConfigDescriptor");
        return jspConfig;
    }

    // ---- ServletContext: dispatching

    @Override
    public RequestDispatcher getRequestDispatcher(String target) {
        return Dispatch.to(this, target);
    }

    @Override
    public RequestDispatcher getNamedDispatcher(String name) {
        RegisteredServlet servlet = registrations.servletsByName().get(name);
        return servlet == null ? null : Dispatch.to(this, servlet);
    }

    // ---- ServletContext: sessions

    @Override
    public SessionCookieConfig getSessionCookieConfig() {
        registrations.requireUnrestricted("getSessionCookieConfig");
        return sessionCookie;
    }

    @Override
    public void setSessionTrackingModes(Set<SessionTrackingMode> modes) {
        registrations.requireOpen("the session tracking modes");
        sessionCookie.trackingModes(modes);
    }

    @Override
    public Set<SessionTrackingMode> getDefaultSessionTrackingModes() {
        return SessionTracking.defaultModes();
    }

    @Override
    public Set<SessionTrackingMode> getEffectiveSessionTrackingModes() {
        return sessionCookie.tracking().modes();
    }

    @Override
    public int getSessionTimeout() {
        return sessionCookie.timeoutMinutes();
    }

    @Override
    public void setSessionTimeout(int minutes) {
        registrations.requireOpen("the session timeout");
        sessionCookie.timeoutMinutes(minutes);
    }

    /** The sessions of this application; for its requests, and for whoever retires it. */
    public Sessions sessions() {
        return sessions;
    }

    AsyncTimeouts timeouts() {
        return timeouts;
    }

    Upgrades upgrades() {
        return upgrades;
    }

    ExcessBody excess() {
        return excess;
    }

    SessionCookie sessionCookie() {
        return sessionCookie;
    }

    @Override
    public String toString() {
        return "context '" + path + "'";
    }
}
