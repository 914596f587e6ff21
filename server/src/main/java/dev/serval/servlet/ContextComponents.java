package dev.serval.servlet;

import dev.serval.pages.PageServlet;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletSecurityElement;
import java.util.ArrayList;
import java.util.EventListener;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The servlets, filters, listeners and initializers that make up a context, as they are given. Not
 * thread-safe. The part of {@link ContextBuilder} that grows with the application.
 */
public abstract sealed class ContextComponents permits ContextBuilder {
    final GivenComponents given;

    /**
     * @param path that of the context
     */
    ContextComponents(String path) {
        given = new GivenComponents(path);
    }

    /** The components that the next call adds to. */
    abstract ContextBuilder self();

    /**
     * Adds a servlet. Throws IllegalArgumentException if the name is taken.
     *
     * @param loadOnStartup negative: initialised by its first request; else at start, in ascending
     *     order
     * @param patterns as in Servlet 6.1 §12.2
     */
    public ContextBuilder servlet(
            String name, Servlet instance, int loadOnStartup, String... patterns) {
        Objects.requireNonNull(instance, "servlet");
        // An object comes from the embedding program, which knows what it does.
        return add(
                name,
                new GivenComponents.GivenServlet(
                        instance,
                        instance.getClass().getName(),
                        loadOnStartup,
                        true,
                        List.of(patterns),
                        Map.of(),
                        null));
    }

    /**
     * Adds a servlet by its class, which the class loader of the context loads when the servlet is
     * initialised; its patterns come by {@link #servletMapping}. Throws IllegalArgumentException if
     * the name is taken.
     *
     * @param loadOnStartup negative: initialised by its first request; else at start, in ascending
     *     order
     * @param multipartOrNull limits of multipart bodies; null if it takes none
     */
    public ContextBuilder servletClass(
            String name,
            String className,
            int loadOnStartup,
            boolean asyncSupported,
            Map<String, String> init,
            MultipartConfigElement multipartOrNull) {
        Objects.requireNonNull(className, "class name");
        return add(
                name,
                new GivenComponents.GivenServlet(
                        null,
                        className,
                        loadOnStartup,
                        asyncSupported,
                        List.of(),
                        new LinkedHashMap<>(init),
                        multipartOrNull));
    }

    /** Adds a servlet for pages, else as {@link #servletClass}. */
    public ContextBuilder pageServlet(
            String name,
            PageServlet servlet,
            int loadOnStartup,
            boolean asyncSupported,
            Map<String, String> init,
            MultipartConfigElement multipartOrNull) {
        return add(
                name,
                new GivenComponents.GivenServlet(
                        servlet,
                        servlet.getClass().getName(),
                        loadOnStartup,
                        asyncSupported,
                        List.of(),
                        new LinkedHashMap<>(init),
                        multipartOrNull));
    }

    /**
     * Declares a servlet whose class a program names later, by {@code addServlet} (Servlet 6.1
     * §4.4.1). Throws IllegalArgumentException if the name is taken.
     *
     * @param declaredAt file, line and column, for the error if nobody does
     */
    public ContextBuilder preliminaryServlet(
            String name,
            String declaredAt,
            int loadOnStartup,
            boolean asyncSupported,
            Map<String, String> init,
            MultipartConfigElement multipartOrNull) {
        given.preliminary.put("servlet " + name, declaredAt);
        return add(
                name,
                new GivenComponents.GivenServlet(
                        null,
                        null,
                        loadOnStartup,
                        asyncSupported,
                        List.of(),
                        new LinkedHashMap<>(init),
                        multipartOrNull));
    }

    private ContextBuilder add(String name, GivenComponents.GivenServlet servlet) {
        if (given.servlets.putIfAbsent(Objects.requireNonNull(name, "name"), servlet) != null) {
            throw new IllegalArgumentException(
                    "context '" + given.path + "' has two servlets named " + name);
        }
        return self();
    }

    /** More patterns of a servlet that is or will be added (Servlet 6.1 §12.2). */
    public ContextBuilder servletMapping(String name, String... patterns) {
        given.servletMappings
                .computeIfAbsent(Objects.requireNonNull(name, "name"), key -> new ArrayList<>())
                .addAll(List.of(patterns));
        return self();
    }

    /** Adds a filter. Throws IllegalArgumentException if the name is taken. */
    public ContextBuilder filter(
            String name, Filter instance, boolean asyncSupported, Map<String, String> init) {
        String className = Objects.requireNonNull(instance, "filter").getClass().getName();
        return add(
                new GivenComponents.GivenFilter(
                        name, instance, className, asyncSupported, new LinkedHashMap<>(init)));
    }

    /**
     * Adds a filter by its class, which the class loader of the context loads at start. Throws
     * IllegalArgumentException if the name is taken.
     */
    public ContextBuilder filterClass(
            String name, String className, boolean asyncSupported, Map<String, String> init) {
        Objects.requireNonNull(className, "class name");
        return add(
                new GivenComponents.GivenFilter(
                        name, null, className, asyncSupported, new LinkedHashMap<>(init)));
    }

    /** Declares a filter whose class a program names later; see {@link #preliminaryServlet}. */
    public ContextBuilder preliminaryFilter(
            String name, String declaredAt, boolean asyncSupported, Map<String, String> init) {
        given.preliminary.put("filter " + name, declaredAt);
        return add(
                new GivenComponents.GivenFilter(
                        name, null, null, asyncSupported, new LinkedHashMap<>(init)));
    }

    private ContextBuilder add(GivenComponents.GivenFilter filter) {
        Objects.requireNonNull(filter.name(), "name");
        if (given.filters.stream().anyMatch(other -> other.name().equals(filter.name()))) {
            throw new IllegalArgumentException(
                    "context '" + given.path + "' has two filters named " + filter.name());
        }
        given.filters.add(filter);
        return self();
    }

    /**
     * Maps a filter. Filters run in the order of these calls, those by pattern before those by the
     * name of a servlet (Servlet 6.1 §6.2.4).
     *
     * @param types empty means REQUEST
     * @param servletNames {@code *} stands for every servlet
     */
    public ContextBuilder filterMapping(
            String filterName,
            Set<DispatcherType> types,
            List<String> urlPatterns,
            List<String> servletNames) {
        given.filterMappings.add(
                new GivenComponents.GivenMapping(
                        Objects.requireNonNull(filterName, "name"),
                        types.isEmpty() ? Set.of(DispatcherType.REQUEST) : Set.copyOf(types),
                        List.copyOf(urlPatterns),
                        List.copyOf(servletNames)));
        return self();
    }

    /** Adds a listener of any kind that Servlet 6.1 §11 knows. */
    public ContextBuilder listener(EventListener instance) {
        String className = Objects.requireNonNull(instance, "listener").getClass().getName();
        given.listeners.add(new GivenComponents.GivenListener(instance, className));
        return self();
    }

    /** Adds a listener by its class, which the class loader of the context loads at start. */
    public ContextBuilder listenerClass(String className) {
        given.listeners.add(
                new GivenComponents.GivenListener(
                        null, Objects.requireNonNull(className, "class name")));
        return self();
    }

    /**
     * Is called at start, before all listeners, in the order of these calls.
     *
     * @param handled the classes that it asked for by HandlesTypes; null or empty if there is none
     */
    public ContextBuilder initializer(ServletContainerInitializer sci, Set<Class<?>> handled) {
        given.initializers.add(
                new GivenComponents.GivenInitializer(
                        Objects.requireNonNull(sci, "initializer"),
                        handled == null ? Set.of() : new LinkedHashSet<>(handled)));
        return self();
    }

    /**
     * What ServletSecurity on the class of a servlet says, so that the class is not loaded for it
     * when the context starts.
     *
     * @param elementOrNull null if there is no such annotation, or it must not count
     */
    public ContextBuilder servletSecurity(String servlet, ServletSecurityElement elementOrNull) {
        given.servletSecurity.put(servlet, Optional.ofNullable(elementOrNull));
        return self();
    }

    /** Links a role name that a servlet uses to a role of the application (Servlet 6.1 §13.3). */
    public ContextBuilder roleLink(String servlet, String name, String role) {
        given.roleLinks.computeIfAbsent(servlet, key -> new LinkedHashMap<>()).put(name, role);
        return self();
    }

    /** The role with which a servlet calls others. */
    public ContextBuilder runAs(String servlet, String role) {
        given.runAs.put(servlet, Objects.requireNonNull(role));
        return self();
    }

    /** An initialisation parameter of a servlet that is or will be added. */
    public ContextBuilder servletParameter(String servlet, String name, String value) {
        given.servletParameters
                .computeIfAbsent(servlet, key -> new LinkedHashMap<>())
                .put(Objects.requireNonNull(name), Objects.requireNonNull(value));
        return self();
    }

    /**
     * An init-param of the servlet for files, under Tomcat's names; it comes after {@link #files}.
     * A value that is not allowed keeps the context from starting.
     */
    public ContextBuilder fileParameter(String name, String value) {
        given.fileParameters.put(Objects.requireNonNull(name), Objects.requireNonNull(value));
        return self();
    }

    /**
     * A further servlet for the same files, with init-params of its own; its patterns come by
     * {@link #servletMapping}. Throws IllegalArgumentException if the name is taken.
     */
    public ContextBuilder fileServlet(String name, Map<String, String> init) {
        given.requireNew(name);
        given.fileServlets.put(name, new LinkedHashMap<>(init));
        return self();
    }

    /**
     * WebDAV for the same files, with init-params under Tomcat's names; its patterns come by {@link
     * #servletMapping}. Throws IllegalArgumentException if the name is taken.
     */
    public ContextBuilder webdavServlet(String name, Map<String, String> init) {
        given.requireNew(name);
        given.webdavServlets.put(name, new LinkedHashMap<>(init));
        return self();
    }
}
