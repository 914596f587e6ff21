package dev.serval.servlet.registration;

import dev.serval.pages.PageServlet;
import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The servlets and filters of a context and their mappings: open until the context is initialised,
 * then read only (Servlet 6.1 §4.4). Used by one thread while it is open.
 */
public final class Registrations {
    /** The init-param with the page of a JSP servlet, under Tomcat's name. */
    public static final String JSP_FILE = "jspFile";

    /** Tomcat's name of the default servlet. */
    public static final String DEFAULT = "default";

    private final ContextIdentity identity;
    private final ServletContext context;
    private final Components components;
    private final Predicate<Object> elsewhere;
    private final Set<String> describedPatterns;
    private final CallsInFlight calls = new CallsInFlight();
    private final Map<String, RegisteredServlet> servlets = new LinkedHashMap<>();
    private final Map<String, RegisteredFilter> filters = new LinkedHashMap<>();
    private final List<RegisteredFilterMapping> mappings = new ArrayList<>();
    // The index after the mappings that precede those of descriptors.
    private int early;
    // Servlets from createServlet, by identity.
    private final Set<Servlet> created =
            Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
    private RegisteredServlet yielding;
    private volatile boolean closed;
    private boolean restricted;
    private final Pages pages;

    /**
     * @param context what servlets and filters see of the application
     * @param elsewhere whether another application has a servlet or filter as its own
     * @param pages who executes pages
     */
    public Registrations(
            ContextIdentity identity,
            ServletContext context,
            Components components,
            Predicate<Object> elsewhere,
            Set<String> describedPatterns,
            Pages pages) {
        this.identity = identity;
        this.context = context;
        this.components = components;
        this.elsewhere = elsewhere;
        this.describedPatterns = describedPatterns;
        this.pages = pages;
    }

    // ---- what servlets and filters need

    public ContextIdentity identity() {
        return identity;
    }

    ServletContext context() {
        return context;
    }

    public Components components() {
        return components;
    }

    /** Patterns that a descriptor constrains: annotations and programs do not change them. */
    public Set<String> describedPatterns() {
        return describedPatterns;
    }

    /** The requests inside the context. */
    public CallsInFlight calls() {
        return calls;
    }

    // ---- open or not

    public void requireOpen(String what) {
        requireUnrestricted(what);
        if (closed) {
            throw new IllegalStateException(
                    "Servlet 6.1 §4.4: context '"
                            + identity.path()
                            + "' is initialised, "
                            + what
                            + " cannot be changed any more");
        }
    }

    /** Refuses methods that only listeners declared by a descriptor or an annotation may call. */
    public void requireUnrestricted(String what) {
        if (restricted) {
            throw new UnsupportedOperationException(
                    "Servlet 6.1 §4.4: "
                            + what
                            + " is not for a ServletContextListener that was itself added by a"
                            + " program");
        }
    }

    /** Whether a listener is running that may not change anything. */
    void restrict(boolean now) {
        restricted = now;
    }

    public void close() {
        closed = true;
    }

    public boolean isClosed() {
        return closed;
    }

    /** Whether that object is a servlet or a filter here. */
    public boolean holds(Object instance) {
        return servlets.values().stream().anyMatch(s -> s.holds(instance))
                || filters.values().stream().anyMatch(f -> f.filter() == instance);
    }

    // ---- servlets

    public Collection<RegisteredServlet> servlets() {
        return servlets.values();
    }

    public Map<String, RegisteredServlet> servletsByName() {
        return servlets;
    }

    /** A servlet of the server's own, which is not registered by this. */
    public RegisteredServlet ofServer(String className, Servlet instance) {
        return new RegisteredServlet(this, DEFAULT, className, null, instance, -1);
    }

    public void add(RegisteredServlet servlet) {
        servlets.put(servlet.getName(), servlet);
    }

    /** Its mappings give way if another servlet claims them. */
    public void yielding(RegisteredServlet servlet) {
        yielding = servlet;
    }

    /** Adds or completes a servlet of a program; null if the name is taken. */
    public RegisteredServlet addServlet(
            String name, String className, Class<? extends Servlet> type, Servlet instance) {
        requireName(name);
        Objects.requireNonNull(className, "servlet");
        requireOpen("servlet " + name);
        boolean given = instance != null;
        RegisteredServlet declared = servlets.get(name);
        boolean taken =
                declared != null
                        && declared.getClassName() != null
                        && (!declared.standsForPages() || instance instanceof PageServlet);
        if (taken || given && (holds(instance) || elsewhere.test(instance))) {
            return null;
        }
        if (declared != null) {
            declared.complete(className, type, instance);
            return declared;
        }
        RegisteredServlet servlet =
                new RegisteredServlet(this, name, className, type, instance, -1);
        add(servlet);
        return servlet;
    }

    /** Makes a servlet, which the program may then add. */
    public <T extends Servlet> T createServlet(Class<T> type) throws ServletException {
        requireUnrestricted("createServlet");
        T servlet = components.make(type, "servlet");
        created.add(servlet);
        return servlet;
    }

    /** Adds a servlet object of a program; null if the name is taken. */
    public RegisteredServlet addServlet(String name, Servlet servlet) {
        RegisteredServlet added = addServlet(name, servlet.getClass().getName(), null, servlet);
        if (added != null && !created.contains(servlet)) {
            // Servlet 6.1 §13.4.1: its creator decides its security.
            added.described(null);
        }
        return added;
    }

    /** The application starts, for whoever executes its pages. */
    public void beginPages() throws ServletException {
        pages.begin(context, components);
    }

    /** The message if nothing executes pages. */
    public String withoutPages() {
        return MissingPages.sentence(pages);
    }

    /** Adds a page as a servlet; null if the name is taken. */
    public RegisteredServlet addPage(String name, String file) {
        if (file == null || !file.startsWith("/")) {
            throw new IllegalArgumentException(
                    "Servlet 6.1 §4.4.1.4: a JSP file has a path from the root of the application");
        }
        String brought = pages.brought();
        RegisteredServlet page =
                brought == null
                        ? addServlet(name, file, null, pages.servlet())
                        : addServlet(name, brought, null, null);
        if (page != null) {
            RegisteredServlet all = servlets.get("jsp");
            if (all != null && all != page) {
                all.getInitParameters().forEach(page::setInitParameter);
            }
            page.setInitParameter(JSP_FILE, file);
        }
        return page;
    }

    /** Whether another servlet has the pattern and keeps it. */
    boolean isTaken(String pattern, RegisteredServlet by) {
        return servlets.values().stream()
                .anyMatch(
                        s ->
                                s != by
                                        && s != yielding
                                        && !s.standsForPages()
                                        && s.getMappings().contains(pattern));
    }

    /** The pattern is another servlet's now. */
    void claim(String pattern, RegisteredServlet by) {
        if (yielding != null && by != yielding) {
            yielding.unmap(pattern);
        }
        for (RegisteredServlet servlet : servlets.values()) {
            if (servlet.standsForPages() && !by.standsForPages()) {
                servlet.unmap(pattern);
            }
        }
    }

    // ---- filters

    public Collection<RegisteredFilter> filters() {
        return filters.values();
    }

    public Map<String, RegisteredFilter> filtersByName() {
        return filters;
    }

    public void add(RegisteredFilter filter) {
        filters.put(filter.getName(), filter);
    }

    /** Adds or completes a filter of a program; null if the name is taken. */
    public RegisteredFilter addFilter(
            String name, String className, Class<? extends Filter> type, Filter instance) {
        requireName(name);
        Objects.requireNonNull(className, "filter");
        requireOpen("filter " + name);
        boolean given = instance != null;
        RegisteredFilter declared = filters.get(name);
        if (declared != null && declared.getClassName() != null
                || given && (holds(instance) || elsewhere.test(instance))) {
            return null;
        }
        if (declared != null) {
            declared.complete(className, type, instance);
            return declared;
        }
        RegisteredFilter filter = new RegisteredFilter(this, name, className, type, instance);
        add(filter);
        return filter;
    }

    public List<RegisteredFilterMapping> mappings() {
        return mappings;
    }

    List<RegisteredFilterMapping> mappingsOf(RegisteredFilter filter) {
        return mappings.stream().filter(mapping -> mapping.filter() == filter).toList();
    }

    /**
     * Adds a mapping.
     *
     * @param after whether it follows the existing ones
     */
    public void map(RegisteredFilterMapping mapping, boolean after) {
        for (String pattern : mapping.urlPatterns()) {
            UrlPattern.check(pattern, "filter " + mapping.filter().getName());
        }
        mappings.add(after ? mappings.size() : early++, mapping);
    }

    /**
     * Throws ServletException for a component that was declared without a class and got none
     * (Servlet 6.1 §4.4.1).
     *
     * @param declaredAt places, by "servlet" or "filter" and the name
     */
    public void requireComplete(Map<String, String> declaredAt) throws ServletException {
        for (RegisteredServlet servlet : servlets.values()) {
            String what = "servlet " + servlet.getName();
            if (servlet.getClassName() == null) {
                throw new ServletException(
                        declaredAt.get(what)
                                + ": "
                                + what
                                + " needs a servlet-class or a jsp-file, or a program that adds"
                                + " its class by addServlet");
            }
        }
        for (RegisteredFilter filter : filters.values()) {
            String what = "filter " + filter.getName();
            if (filter.getClassName() == null) {
                throw new ServletException(
                        declaredAt.get(what)
                                + ": "
                                + what
                                + " needs a filter-class, or a program that adds its class by"
                                + " addFilter");
            }
        }
    }

    private static void requireName(String name) {
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("Servlet 6.1 §4.4: a registration has a name");
        }
    }
}
