package dev.serval.servlet.registration;

import dev.serval.files.DefaultServlet;
import dev.serval.http.Refusal;
import dev.serval.metrics.ApplicationMeter;
import dev.serval.metrics.CallMeter;
import dev.serval.net.Pace;
import dev.serval.pages.PageServlet;
import jakarta.annotation.security.DeclareRoles;
import jakarta.annotation.security.RunAs;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.annotation.MultipartConfig;
import jakarta.servlet.annotation.ServletSecurity;
import java.lang.annotation.Annotation;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A servlet of a context: its configuration and its one instance. Its configuration is open until
 * the context is initialised, then thread-safe. It is initialised once, at start or by its first
 * request, however many requests come at the same time (Servlet 6.1 §2.3.2).
 */
public final class RegisteredServlet implements ServletRegistration.Dynamic, ServletConfig {
    private static final Logger LOG = LoggerFactory.getLogger(RegisteredServlet.class);

    private final Registrations owner;
    private final String name;
    private final boolean files;
    private final Set<String> patterns = new LinkedHashSet<>();
    private final Map<String, String> parameters = new LinkedHashMap<>();
    private final Map<String, String> roleLinks = new LinkedHashMap<>();
    private ServletSecurityElement security;
    // False as long as the annotation of its class counts.
    private boolean securityKnown;
    private boolean annotated = true;
    private final Pace pace = new Pace();
    private CallMeter meter;
    private final ReentrantLock initialising = new ReentrantLock();
    // Null while it is preliminary: declared, but without a class.
    private String className;
    private int loadOnStartup;
    private boolean asyncSupported;
    private MultipartConfigElement multipart;
    private String runAsRole;
    private volatile Class<? extends Servlet> type;
    private Servlet servlet;
    private volatile boolean ready;
    private volatile Unavailability unavailable;

    /**
     * @param className null while it is preliminary
     * @param type null if it is loaded by its name
     * @param instance null if it is made from its class
     */
    public RegisteredServlet(
            Registrations owner,
            String name,
            String className,
            Class<? extends Servlet> type,
            Servlet instance,
            int loadOnStartup) {
        this.owner = owner;
        this.name = name;
        this.className = className;
        this.type = type;
        this.servlet = instance;
        this.loadOnStartup = loadOnStartup;
        this.files = instance instanceof DefaultServlet;
    }

    /** Completes a servlet that was declared without a class (Servlet 6.1 §4.4.1). */
    void complete(String named, Class<? extends Servlet> given, Servlet instance) {
        className = named;
        type = given;
        servlet = instance;
    }

    /** When to initialise: at start in ascending order, or by the first request if negative. */
    public int loadOnStartup() {
        return loadOnStartup;
    }

    /** True for the server's servlet for files, whatever it is mapped to. */
    public boolean servesFiles() {
        return files;
    }

    /** Called at the start: null if nobody counts the requests of its application. */
    public void meter(ApplicationMeter application) {
        meter = application == null ? null : application.servlet(name);
    }

    /** Counts its requests; null if nobody does. */
    public CallMeter meter() {
        return meter;
    }

    /** The pace of its calls. */
    public Pace pace() {
        return pace;
    }

    /** Why the server's own servlet answers with that status; null if it is no such servlet. */
    public Refusal refusal(int status) {
        if (servlet instanceof Refusing refusing) {
            return refusing.refusal();
        }
        if (!files) {
            return null;
        }
        return switch (status) {
            case 404 -> Refusal.NOT_FOUND;
            case 405 -> Refusal.METHOD;
            default -> null;
        };
    }

    /** Whether that object is the instance. */
    boolean holds(Object object) {
        return servlet == object;
    }

    /** Whether it is the server's own for pages, which gives way to one of the application. */
    boolean standsForPages() {
        return servlet instanceof PageServlet;
    }

    /** Whether it executes whatever page a path leads to: the files of a directory are its own. */
    public boolean executesPages() {
        return standsForPages() && !parameters.containsKey(Registrations.JSP_FILE);
    }

    boolean isAsyncSupported() {
        return asyncSupported;
    }

    /** The limits of multipart bodies; null if it accepts none. */
    public MultipartConfigElement multipart() {
        if (multipart == null && annotated && type != null) {
            MultipartConfig annotation = type.getAnnotation(MultipartConfig.class);
            return annotation == null ? null : new MultipartConfigElement(annotation);
        }
        return multipart;
    }

    /** The descriptor that declares it is complete: annotations of its class do not count. */
    public void ignoreAnnotations() {
        annotated = false;
    }

    /** The annotation of its class as the descriptor reader found it; null if there is none. */
    public void described(ServletSecurityElement element) {
        security = element;
        securityKnown = true;
    }

    /**
     * Its security by registration, otherwise by the annotation of its class; null if there is
     * none.
     */
    public ServletSecurityElement security() {
        if (!securityKnown && !files) {
            ServletSecurity annotation = annotation(ServletSecurity.class);
            described(annotation == null ? null : new ServletSecurityElement(annotation));
        }
        return security;
    }

    /** Null also if the class is missing: the call itself reports that. */
    private <A extends Annotation> A annotation(Class<A> kind) {
        try {
            return files || !annotated ? null : type().getAnnotation(kind);
        } catch (ServletException e) {
            return null;
        }
    }

    /** The roles that its class declares, if the class was loaded anyway. */
    public void addRolesTo(Set<String> roles) {
        DeclareRoles declared =
                type == null || !annotated ? null : type.getAnnotation(DeclareRoles.class);
        if (declared != null) {
            roles.addAll(List.of(declared.value()));
        }
    }

    /** Roles of the application by the names that this servlet has for them. */
    public void links(Map<String, String> links) {
        roleLinks.putAll(links);
    }

    /** The role that a name is linked to; null if there is no such link. */
    public String roleLink(String role) {
        return roleLinks.get(role);
    }

    private Class<? extends Servlet> type() throws ServletException {
        Class<? extends Servlet> known = type;
        return known != null ? known : learnType();
    }

    private Class<? extends Servlet> learnType() throws ServletException {
        initialising.lock();
        try {
            if (type == null) {
                type =
                        servlet != null
                                ? servlet.getClass()
                                : Instances.load(
                                        owner.identity().loader(),
                                        className,
                                        Servlet.class,
                                        "servlet");
            }
            return type;
        } finally {
            initialising.unlock();
        }
    }

    /**
     * The initialised instance. Waits while another thread initialises it. Throws what {@code init}
     * throws, with the name of the class (the next call tries again), or an UnavailableException
     * while the servlet is unavailable.
     */
    public Servlet instance() throws ServletException {
        if (unavailable != null) {
            requireAvailable();
        }
        return ready ? servlet : initialised();
    }

    private void requireAvailable() throws UnavailableException {
        Unavailability until = unavailable;
        if (until != null && !until.isOver(System.nanoTime())) {
            throw until.asException(System.nanoTime());
        }
    }

    private Servlet initialised() throws ServletException {
        initialising.lock();
        try {
            if (!ready) {
                // Another thread may have failed meanwhile.
                requireAvailable();
                unavailable = null;
                initialise();
            }
            return servlet;
        } finally {
            initialising.unlock();
        }
    }

    /** Servlet 6.1 §2.3.2.1: one that fails in init is released; the next try has a new one. */
    private void initialise() throws ServletException {
        Servlet given = servlet;
        Servlet made = given == null ? owner.components().make(type(), "servlet") : given;
        try {
            init(made);
            servlet = made;
            ready = true;
        } finally {
            if (!ready && given == null) {
                owner.components().end(made);
            }
        }
    }

    private void init(Servlet made) throws ServletException {
        try {
            made.init(this);
        } catch (UnavailableException e) {
            unavailable(e);
            throw e;
        } catch (ServletException | RuntimeException | Error e) {
            throw new InitFailure(
                    "servlet " + name + " (" + className + ") failed in init: " + e, e);
        }
    }

    /** The servlet said that it cannot answer, for some time or for good (Servlet 6.1 §2.3.3.2). */
    public void unavailable(UnavailableException cause) {
        Unavailability known = unavailable;
        long now = System.nanoTime();
        if (known != null && !known.isOver(now)) {
            // The server's own exception on its way back: the time must not begin again.
            return;
        }
        unavailable = Unavailability.of(cause, now);
        if (cause.isPermanent() && ready) {
            Retirement.begin(owner.identity(), owner.calls(), name, this::destroy);
        }
        LOG.warn(
                "SRV-0602 servlet {} of context '{}' is unavailable {}: {}",
                name,
                owner.identity().encodedPath(),
                cause.isPermanent() ? "for good" : "for some time",
                cause.getMessage());
    }

    /** Ends the instance if it was initialised, once. Throws what {@code destroy} throws. */
    public void destroy() {
        initialising.lock();
        Servlet released = servlet;
        try {
            if (ready) {
                ready = false;
                servlet.destroy();
            }
        } finally {
            owner.components().end(released);
            initialising.unlock();
        }
    }

    // ---- ServletConfig and ServletRegistration

    @Override
    public String getName() {
        return name;
    }

    @Override
    public String getServletName() {
        return name;
    }

    @Override
    public String getClassName() {
        return className;
    }

    @Override
    public ServletContext getServletContext() {
        return owner.context();
    }

    @Override
    public Collection<String> getMappings() {
        return Collections.unmodifiableSet(patterns);
    }

    @Override
    public String getRunAsRole() {
        if (runAsRole != null) {
            return runAsRole;
        }
        RunAs annotation = annotation(RunAs.class);
        return annotation == null ? null : annotation.value();
    }

    @Override
    public String getInitParameter(String parameter) {
        return parameters.get(parameter);
    }

    @Override
    public Enumeration<String> getInitParameterNames() {
        return Collections.enumeration(parameters.keySet());
    }

    @Override
    public Map<String, String> getInitParameters() {
        return InitParameters.copy(parameters);
    }

    // ---- while the context is open

    /** Adds patterns without checking those of other servlets; for descriptions. */
    public void map(Collection<String> more) {
        patterns.addAll(more);
    }

    /** Removes a pattern that another servlet has claimed. */
    void unmap(String pattern) {
        patterns.remove(pattern);
    }

    @Override
    public Set<String> addMapping(String... urlPatterns) {
        requireOpen();
        if (urlPatterns == null || urlPatterns.length == 0) {
            throw new IllegalArgumentException("Servlet 6.1 §4.4.1: servlet mapping without URL");
        }
        Set<String> taken = new LinkedHashSet<>();
        for (String pattern : urlPatterns) {
            UrlPattern.requireServlet(pattern, name);
            if (owner.isTaken(pattern, this)) {
                taken.add(pattern);
            }
        }
        if (taken.isEmpty()) {
            for (String pattern : urlPatterns) {
                owner.claim(pattern, this);
                patterns.add(pattern);
            }
        }
        return taken;
    }

    @Override
    public boolean setInitParameter(String parameter, String value) {
        requireOpen();
        return InitParameters.set(parameters, parameter, value);
    }

    @Override
    public Set<String> setInitParameters(Map<String, String> initParameters) {
        requireOpen();
        return InitParameters.set(parameters, initParameters);
    }

    @Override
    public void setLoadOnStartup(int number) {
        requireOpen();
        loadOnStartup = number;
    }

    @Override
    public void setAsyncSupported(boolean supported) {
        requireOpen();
        asyncSupported = supported;
    }

    @Override
    public void setMultipartConfig(MultipartConfigElement config) {
        requireOpen();
        multipart = required(config, "a multipart configuration");
    }

    /** Stored only: there are no enterprise beans to call with it. */
    @Override
    public void setRunAsRole(String role) {
        requireOpen();
        runAsRole = required(role, "the name of a role");
    }

    @Override
    public Set<String> setServletSecurity(ServletSecurityElement constraint) {
        requireOpen();
        described(required(constraint, "a constraint"));
        Set<String> unaffected = new LinkedHashSet<>(patterns);
        unaffected.retainAll(owner.describedPatterns());
        return unaffected;
    }

    private static <T> T required(T given, String what) {
        if (given == null) {
            throw new IllegalArgumentException("ServletRegistration.Dynamic: " + what + " is null");
        }
        return given;
    }

    private void requireOpen() {
        owner.requireOpen("servlet " + name);
    }
}
