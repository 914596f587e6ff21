package dev.serval.servlet;

import dev.serval.files.DefaultServlet;
import dev.serval.files.FastFile;
import dev.serval.files.FileCache;
import dev.serval.files.MimeTypes;
import dev.serval.files.ResourceRoot;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.descriptor.JspConfigDescriptor;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
    private static final String FILES = "default";

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
    private final Map<String, RegisteredServlet> servlets = new LinkedHashMap<>();
    private final MimeTypes mimeTypes;
    private final ContextFiles files;
    private final FileCache cache;
    private final FastFile fast;
    private final Logger applicationLog;
    private final CallsInFlight calls = new CallsInFlight();
    private final String version;
    private volatile boolean available;

    AppContext(ContextBuilder builder) {
        boolean unknown =
                !builder.filters.isEmpty()
                        || !builder.listeners.isEmpty()
                        || !builder.initializers.isEmpty()
                        || !builder.constraints.isEmpty()
                        || builder.servlets.values().stream().anyMatch(g -> g.instance() == null);
        if (unknown) {
            throw unsupported("what the context '" + builder.path + "' was given");
        }
        path = builder.path;
        version = builder.version;
        encodedPath = PercentEncoding.ofPath(path);
        displayName = builder.displayName;
        serverInfo = builder.serverInfo;
        hostName = builder.hostName;
        workDir = builder.workDir;
        ClassLoader caller = Thread.currentThread().getContextClassLoader();
        ClassLoader wanted = builder.classLoader != null ? builder.classLoader : caller;
        classLoader = wanted != null ? wanted : AppContext.class.getClassLoader();
        admitted = builder.admitted;
        welcomeFiles = builder.welcomeFiles;
        initParameters = new ConcurrentHashMap<>(builder.initParameters);
        mimeTypes = new MimeTypes(builder.mimeTypes);
        files = new ContextFiles(builder.docBase, builder.files.allowLinking());
        applicationLog =
                LoggerFactory.getLogger(
                        "dev.serval.application." + (path.isEmpty() ? "ROOT" : path.substring(1)));
        builder.servlets.forEach(
                (name, given) ->
                        register(
                                name,
                                given.instance(),
                                given.loadOnStartup(),
                                given.patterns(),
                                builder.servletParameters.getOrDefault(name, Map.of())));
        if (builder.docBase == null) {
            cache = null;
            fast = null;
        } else {
            boolean linking = builder.files.allowLinking();
            cache =
                    new FileCache(
                            new ResourceRoot(builder.docBase, linking), mimeTypes, builder.files);
            boolean fallbackTaken =
                    servlets.values().stream().anyMatch(s -> s.getMappings().contains("/"));
            fast = fallbackTaken || admitted != null ? null : new FastFile(cache);
            if (!fallbackTaken) {
                String name = servlets.containsKey(FILES) ? "dev.serval.files" : FILES;
                register(name, new DefaultServlet(cache, fast), 0, List.of("/"), Map.of());
            }
        }
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

    private void register(
            String name,
            Servlet instance,
            int loadOnStartup,
            List<String> patterns,
            Map<String, String> parameters) {
        servlets.put(
                name,
                new RegisteredServlet(this, name, instance, loadOnStartup, patterns, parameters));
    }

    // ---- for routing and container

    /** The decoded context path; empty for the root context. */
    public String path() {
        return path;
    }

    /** Every servlet, our own for files included. */
    public Collection<RegisteredServlet> registrations() {
        return Collections.unmodifiableCollection(servlets.values());
    }

    /** Answers for cached files on the I/O thread; null if nothing may be answered there. */
    public FastFile fastFile() {
        return fast;
    }

    /** True between start and stop. */
    public boolean available() {
        return available;
    }

    /** What tells it from other forms of itself at the same path; empty when it is the only one. */
    public String version() {
        return version;
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

    /** Lets no request in any more; the routing tables must not lead here by now. */
    public void close() {
        calls.close();
    }

    /**
     * Waits until no request is inside; to be called after {@link #close}. False when some are
     * left after that time.
     */
    public boolean drain(Duration within) throws InterruptedException {
        return calls.awaitEmpty(within);
    }

    /** For a call that a thread begins with, while its request is inside. */
    boolean enterAgain() {
        return calls.enterAgain();
    }

    /**
     * Initialises the servlets that ask for it, in the order of their numbers. When one fails,
     * those before it are destroyed again and its exception is thrown; one that is only unavailable
     * (UnavailableException) is logged.
     */
    public void start() throws ServletException {
        if (available) {
            throw new IllegalStateException("context '" + path + "' is started");
        }
        List<RegisteredServlet> eager = new ArrayList<>(servlets.values());
        eager.removeIf(servlet -> servlet.loadOnStartup() < 0);
        eager.sort(Comparator.comparingInt(RegisteredServlet::loadOnStartup));
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(classLoader);
        try {
            if (workDir != null) {
                Files.createDirectories(workDir);
            }
            for (RegisteredServlet servlet : eager) {
                try {
                    servlet.instance();
                } catch (UnavailableException e) {
                    // It was logged, and answers 503 or 404 from now on.
                }
            }
            available = true;
        } catch (IOException e) {
            throw new ServletException("the work directory cannot be created: " + workDir, e);
        } finally {
            if (!available) {
                destroyAll();
            }
            thread.setContextClassLoader(before);
        }
    }

    /** Destroys the servlets and closes the files. A second call does nothing. */
    public void stop() {
        if (!available) {
            return;
        }
        available = false;
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(classLoader);
        try {
            destroyAll();
        } finally {
            thread.setContextClassLoader(before);
        }
        if (cache != null) {
            cache.close();
        }
    }

    private void destroyAll() {
        List<RegisteredServlet> reversed = new ArrayList<>(servlets.values());
        Collections.reverse(reversed);
        for (RegisteredServlet servlet : reversed) {
            try {
                servlet.destroy();
            } catch (RuntimeException | LinkageError e) {
                // The application's mistake must not keep the others from being destroyed.
                LOG.warn(
                        "SRV-0603 servlet {} of context '{}' failed in destroy",
                        servlet.getName(),
                        path,
                        e);
            }
        }
    }

    // ---- for calls

    /** Whether a client may come in, by the address of its connection. */
    boolean admits(SocketAddress client) {
        return admitted == null
                || client instanceof InetSocketAddress internet
                        && admitted.test(internet.getAddress());
    }

    List<String> welcomeFiles() {
        return welcomeFiles;
    }

    /** True when a decoded path names a file that clients may have; touches the disk. */
    boolean hasFile(String decodedPath) {
        return cache != null && cache.find(decodedPath).isFile();
    }

    // ---- ServletContext: identity

    @Override
    public String getContextPath() {
        return encodedPath;
    }

    @Override
    public ServletContext getContext(String uripath) {
        // Other contexts are hidden: nobody has asked to see them.
        boolean own = uripath != null && (uripath + "/").startsWith(encodedPath + "/");
        return own && !encodedPath.isEmpty() ? this : null;
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
        return 6;
    }

    @Override
    public int getEffectiveMinorVersion() {
        return 1;
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
        return files.members(directory);
    }

    @Override
    public URL getResource(String resource) throws MalformedURLException {
        return files.url(resource);
    }

    @Override
    public InputStream getResourceAsStream(String resource) {
        if (resource == null || !resource.startsWith("/")) {
            return null;
        }
        Path found = files.find(resource);
        try {
            return found == null || !Files.isRegularFile(found)
                    ? null
                    : Files.newInputStream(found);
        } catch (IOException e) {
            LOG.debug("{} cannot be opened: {}", found, e.toString());
            return null;
        }
    }

    @Override
    public String getRealPath(String virtual) {
        Path located = files.locate(virtual);
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
        throw initialised();
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
        if (value == null) {
            attributes.remove(name);
        } else {
            attributes.put(name, value);
        }
    }

    @Override
    public void removeAttribute(String name) {
        attributes.remove(name);
    }

    @Override
    public String getRequestCharacterEncoding() {
        return null;
    }

    @Override
    public void setRequestCharacterEncoding(String encoding) {
        throw initialised();
    }

    @Override
    public String getResponseCharacterEncoding() {
        return null;
    }

    @Override
    public void setResponseCharacterEncoding(String encoding) {
        throw initialised();
    }

    // ---- ServletContext: registrations

    @Override
    public ServletRegistration getServletRegistration(String name) {
        return servlets.get(name);
    }

    @Override
    public Map<String, ? extends ServletRegistration> getServletRegistrations() {
        return Collections.unmodifiableMap(servlets);
    }

    @Override
    public ServletRegistration.Dynamic addServlet(String name, String className) {
        throw initialised();
    }

    @Override
    public ServletRegistration.Dynamic addServlet(String name, Servlet servlet) {
        throw initialised();
    }

    @Override
    public ServletRegistration.Dynamic addServlet(String name, Class<? extends Servlet> type) {
        throw initialised();
    }

    @Override
    public ServletRegistration.Dynamic addJspFile(String name, String jspFile) {
        throw initialised();
    }

    @Override
    public <T extends Servlet> T createServlet(Class<T> type) {
        throw unsupported("ServletContext.createServlet");
    }

    @Override
    public FilterRegistration.Dynamic addFilter(String name, String className) {
        throw initialised();
    }

    @Override
    public FilterRegistration.Dynamic addFilter(String name, Filter filter) {
        throw initialised();
    }

    @Override
    public FilterRegistration.Dynamic addFilter(String name, Class<? extends Filter> type) {
        throw initialised();
    }

    @Override
    public <T extends Filter> T createFilter(Class<T> type) {
        throw unsupported("ServletContext.createFilter");
    }

    @Override
    public FilterRegistration getFilterRegistration(String name) {
        return null;
    }

    @Override
    public Map<String, ? extends FilterRegistration> getFilterRegistrations() {
        return Map.of();
    }

    @Override
    public void addListener(String className) {
        throw initialised();
    }

    @Override
    public <T extends EventListener> void addListener(T listener) {
        throw initialised();
    }

    @Override
    public void addListener(Class<? extends EventListener> type) {
        throw initialised();
    }

    @Override
    public <T extends EventListener> T createListener(Class<T> type) {
        throw unsupported("ServletContext.createListener");
    }

    @Override
    public void declareRoles(String... roleNames) {
        throw initialised();
    }

    @Override
    public JspConfigDescriptor getJspConfigDescriptor() {
        return null;
    }

    // ---- ServletContext: not there yet

    @Override
    public RequestDispatcher getRequestDispatcher(String target) {
        throw unsupported("ServletContext.getRequestDispatcher");
    }

    @Override
    public RequestDispatcher getNamedDispatcher(String name) {
        throw unsupported("ServletContext.getNamedDispatcher");
    }

    @Override
    public SessionCookieConfig getSessionCookieConfig() {
        throw unsupported("ServletContext.getSessionCookieConfig");
    }

    @Override
    public void setSessionTrackingModes(Set<SessionTrackingMode> modes) {
        throw initialised();
    }

    @Override
    public Set<SessionTrackingMode> getDefaultSessionTrackingModes() {
        return Set.of();
    }

    @Override
    public Set<SessionTrackingMode> getEffectiveSessionTrackingModes() {
        return Set.of();
    }

    @Override
    public int getSessionTimeout() {
        return 30;
    }

    @Override
    public void setSessionTimeout(int minutes) {
        throw initialised();
    }

    static UnsupportedOperationException unsupported(String what) {
        return new UnsupportedOperationException(what + " is not supported yet");
    }

    private IllegalStateException initialised() {
        return new IllegalStateException(
                "Servlet 6.1 §4.4: context '"
                        + path
                        + "' cannot be changed any more; describe it by AppContext.builder");
    }

    @Override
    public String toString() {
        return "context '" + path + "'";
    }
}
