package dev.serval.servlet.registration;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A filter of a context: its configuration, open until the context is initialised, and its one
 * instance, which is made and initialised at start (Servlet 6.1 §6.2.1).
 */
public final class RegisteredFilter implements FilterRegistration.Dynamic, FilterConfig {
    private final Registrations owner;
    private final String name;
    private final Map<String, String> parameters = new LinkedHashMap<>();
    // Null while it is preliminary: declared, but without a class.
    private String className;
    private Class<? extends Filter> type;
    private boolean asyncSupported;
    private Filter filter;
    private boolean ready;

    /**
     * @param className null while it is preliminary
     * @param type null if it is loaded by its name
     * @param instance null if it is made from its class
     */
    public RegisteredFilter(
            Registrations owner,
            String name,
            String className,
            Class<? extends Filter> type,
            Filter instance) {
        this.owner = owner;
        this.name = name;
        this.className = className;
        this.type = type;
        this.filter = instance;
    }

    /** Completes a filter that was declared without a class (Servlet 6.1 §4.4.2). */
    void complete(String named, Class<? extends Filter> given, Filter instance) {
        className = named;
        type = given;
        filter = instance;
    }

    /** The instance; after the start. */
    public Filter filter() {
        return filter;
    }

    boolean isAsyncSupported() {
        return asyncSupported;
    }

    /** Makes and initialises it; a failure names the class. */
    public void init() throws ServletException {
        if (filter == null) {
            filter =
                    type != null
                            ? owner.components().make(type, "filter")
                            : owner.components().make(className, Filter.class, "filter");
        }
        try {
            filter.init(this);
            ready = true;
        } catch (ServletException | RuntimeException | Error e) {
            throw new ServletException(
                    "filter " + name + " (" + className + ") failed in init: " + e, e);
        }
    }

    /** Ends the instance if it was initialised. Throws what {@code destroy} throws. */
    public void destroy() {
        try {
            if (ready) {
                ready = false;
                filter.destroy();
            }
        } finally {
            owner.components().end(filter);
        }
    }

    // ---- FilterConfig and FilterRegistration

    @Override
    public String getName() {
        return name;
    }

    @Override
    public String getFilterName() {
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

    @Override
    public Collection<String> getUrlPatternMappings() {
        return owner.mappingsOf(this).stream()
                .flatMap(mapping -> mapping.urlPatterns().stream())
                .distinct()
                .toList();
    }

    @Override
    public Collection<String> getServletNameMappings() {
        return owner.mappingsOf(this).stream()
                .flatMap(mapping -> mapping.servletNames().stream())
                .distinct()
                .toList();
    }

    // ---- while the context is open

    @Override
    public void addMappingForUrlPatterns(
            EnumSet<DispatcherType> types, boolean isMatchAfter, String... urlPatterns) {
        map(types, isMatchAfter, listed(urlPatterns), List.of());
    }

    @Override
    public void addMappingForServletNames(
            EnumSet<DispatcherType> types, boolean isMatchAfter, String... servletNames) {
        map(types, isMatchAfter, List.of(), listed(servletNames));
    }

    private static List<String> listed(String... names) {
        if (names == null || names.length == 0) {
            throw new IllegalArgumentException(
                    "Servlet 6.1 §4.4.2: a filter mapping names patterns or servlets");
        }
        return List.of(names);
    }

    private void map(
            EnumSet<DispatcherType> types, boolean after, List<String> urls, List<String> names) {
        requireOpen();
        Set<DispatcherType> wanted =
                types == null || types.isEmpty()
                        ? Set.of(DispatcherType.REQUEST)
                        : Set.copyOf(types);
        owner.map(new RegisteredFilterMapping(this, wanted, urls, names), after);
    }

    @Override
    public void setAsyncSupported(boolean supported) {
        requireOpen();
        asyncSupported = supported;
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

    private void requireOpen() {
        owner.requireOpen("filter " + name);
    }
}
