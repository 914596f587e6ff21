package dev.serval.valve.around;

import dev.serval.valve.CallChain;
import dev.serval.valve.CallValve;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.Enumeration;

/**
 * The FilterValve: a filter around calls, outside of logins. Thread-safe. The filter of an engine
 * or a host belongs to no application; it must pass on the request and response that it got.
 */
public final class FilterAround implements CallValve {
    private final String className;
    private final ClassLoader shared;
    private volatile Filter filter; // written with this locked

    /**
     * @param className of the filter, with a public constructor without parameters
     * @param shared the loader of its class; null for a filter of an application
     */
    public FilterAround(String className, ClassLoader shared) {
        this.className = className;
        this.shared = shared;
    }

    /** Throws IllegalArgumentException if the class cannot be used. */
    @Override
    public void start() {
        if (shared != null) {
            try {
                filter(null);
            } catch (ServletException e) {
                throw new IllegalArgumentException(e.getMessage(), e);
            }
        }
    }

    @Override
    public void invoke(HttpServletRequest request, HttpServletResponse response, CallChain chain)
            throws IOException, ServletException {
        Filter made = filter;
        (made != null ? made : filter(request.getServletContext()))
                .doFilter(
                        request,
                        response,
                        (asked, answered) -> {
                            if (asked != request || answered != response) {
                                throw new IllegalStateException(
                                        className
                                                + " is a FilterValve and must not wrap a request or"
                                                + " a response");
                            }
                            chain.proceed();
                        });
    }

    /** For an application it is created at the first call; if that fails, no call gets past it. */
    private synchronized Filter filter(ServletContext context) throws ServletException {
        if (filter == null) {
            ClassLoader loader = shared != null ? shared : context.getClassLoader();
            try {
                Class<?> type = Class.forName(className, true, loader);
                Filter made = (Filter) type.getConstructor().newInstance();
                made.init(new Config(className, shared != null ? null : context));
                filter = made;
            } catch (ReflectiveOperationException | LinkageError | ClassCastException e) {
                throw new ServletException("FilterValve cannot use " + className + ": " + e, e);
            }
        }
        return filter;
    }

    @Override
    public synchronized void stop() {
        if (filter != null) {
            filter.destroy();
            filter = null;
        }
    }

    private record Config(String getFilterName, ServletContext context) implements FilterConfig {
        @Override
        public ServletContext getServletContext() {
            if (context == null) {
                throw new UnsupportedOperationException(
                        "a FilterValve of an Engine or a Host belongs to no application");
            }
            return context;
        }

        @Override
        public String getInitParameter(String name) {
            return null;
        }

        @Override
        public Enumeration<String> getInitParameterNames() {
            return Collections.emptyEnumeration();
        }
    }
}
