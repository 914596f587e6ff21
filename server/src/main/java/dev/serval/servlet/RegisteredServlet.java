package dev.serval.servlet;

import dev.serval.files.DefaultServlet;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.annotation.MultipartConfig;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A servlet of a context: its configuration and its one instance. Thread-safe. It is initialised
 * once, at start or by its first request, however many requests come at the same time (Servlet 6.1
 * §2.3.2).
 */
public final class RegisteredServlet implements ServletRegistration, ServletConfig {
    private static final Logger LOG = LoggerFactory.getLogger(RegisteredServlet.class);

    private final String name;
    private final Servlet servlet;
    private final int loadOnStartup;
    private final List<String> patterns;
    private final Map<String, String> parameters;
    private final ServletContext context;
    private final ReentrantLock initialising = new ReentrantLock();
    private volatile boolean ready;
    private volatile Unavailability unavailable;

    RegisteredServlet(
            ServletContext context,
            String name,
            Servlet servlet,
            int loadOnStartup,
            List<String> patterns,
            Map<String, String> parameters) {
        this.context = context;
        this.name = name;
        this.servlet = servlet;
        this.loadOnStartup = loadOnStartup;
        this.patterns = List.copyOf(patterns);
        this.parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    /** Limits of multipart bodies; null when it takes none. */
    MultipartConfigElement multipart() {
        MultipartConfig annotation = servlet.getClass().getAnnotation(MultipartConfig.class);
        return annotation == null ? null : new MultipartConfigElement(annotation);
    }

    /** When to initialise: at start in ascending order, or by the first request if negative. */
    int loadOnStartup() {
        return loadOnStartup;
    }

    /** True for our own servlet for files, whatever it is mapped to. */
    public boolean servesFiles() {
        return servlet instanceof DefaultServlet;
    }

    /**
     * The initialised instance. Waits while another thread initialises it. Throws what {@code init}
     * throws (the next call tries again), or an UnavailableException while the servlet says so.
     */
    Servlet instance() throws ServletException {
        Unavailability until = unavailable;
        if (until != null) {
            if (!until.isOver(System.nanoTime())) {
                throw until.asException(System.nanoTime());
            }
            unavailable = null;
        }
        if (!ready) {
            initialise();
        }
        return servlet;
    }

    private void initialise() throws ServletException {
        initialising.lock();
        try {
            if (!ready) {
                servlet.init(this);
                ready = true;
            }
        } catch (UnavailableException e) {
            unavailable(e);
            throw e;
        } finally {
            initialising.unlock();
        }
    }

    /** The servlet said that it cannot answer, for some time or for good (Servlet 6.1 §2.3.3.2). */
    void unavailable(UnavailableException cause) {
        Unavailability known = unavailable;
        long now = System.nanoTime();
        if (known != null && !known.isOver(now)) {
            // Our own refusal, on its way back: the time must not start anew.
            return;
        }
        unavailable = Unavailability.of(cause, now);
        LOG.warn(
                "SRV-0602 servlet {} of context '{}' is unavailable {}: {}",
                name,
                context.getContextPath(),
                cause.isPermanent() ? "for good" : "for some time",
                cause.getMessage());
    }

    /** Ends the instance if it was initialised. Throws what {@code destroy} throws. */
    void destroy() {
        initialising.lock();
        try {
            if (ready) {
                ready = false;
                servlet.destroy();
            }
        } finally {
            initialising.unlock();
        }
    }

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
        return servlet.getClass().getName();
    }

    @Override
    public ServletContext getServletContext() {
        return context;
    }

    @Override
    public Collection<String> getMappings() {
        return patterns;
    }

    @Override
    public String getRunAsRole() {
        return null;
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
        return parameters;
    }

    @Override
    public Set<String> addMapping(String... urlPatterns) {
        throw alreadyInitialised();
    }

    @Override
    public boolean setInitParameter(String parameter, String value) {
        throw alreadyInitialised();
    }

    @Override
    public Set<String> setInitParameters(Map<String, String> initParameters) {
        throw alreadyInitialised();
    }

    private IllegalStateException alreadyInitialised() {
        return new IllegalStateException(
                "Servlet 6.1 §4.4: context '"
                        + context.getContextPath()
                        + "' is initialised, servlet "
                        + name
                        + " cannot be changed any more");
    }
}
