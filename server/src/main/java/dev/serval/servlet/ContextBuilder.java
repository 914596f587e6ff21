package dev.serval.servlet;

import dev.serval.files.FileSettings;
import dev.serval.files.Overlay;
import dev.serval.http.Exchange;
import dev.serval.http.LogWants;
import dev.serval.security.AuthenticatorSettings;
import dev.serval.security.LoginConfig;
import dev.serval.security.Realm;
import dev.serval.security.RealmSettings;
import dev.serval.security.SecurityConstraint;
import dev.serval.security.SingleSignOn;
import dev.serval.session.SessionSettings;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.descriptor.JspConfigDescriptor;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EventListener;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Collects what makes up a context; got from {@link AppContext#builder}. Not thread-safe, used
 * once.
 */
public final class ContextBuilder {
    /** A servlet as it was given: an instance, the name of a class, or neither yet. */
    record Given(
            Servlet instance,
            String className,
            int loadOnStartup,
            boolean asyncSupported,
            List<String> patterns,
            Map<String, String> init,
            MultipartConfigElement multipart) {}

    /** A filter as it was given: an instance, the name of a class, or neither yet. */
    record GivenFilter(
            String name,
            Filter instance,
            String className,
            boolean asyncSupported,
            Map<String, String> init) {}

    /** Which calls a filter is for. */
    record GivenMapping(
            String filter,
            Set<DispatcherType> types,
            List<String> urlPatterns,
            List<String> servletNames) {}

    /** A listener: an instance, or the name of a class. */
    record GivenListener(EventListener instance, String className) {}

    /** An initializer with the classes that it asked for; none when it has not, or found none. */
    record GivenInitializer(ServletContainerInitializer initializer, Set<Class<?>> handled) {
        /** What onStartup gets: its own to change, as libraries do; null for none (§8.2.4). */
        Set<Class<?>> given() {
            return handled.isEmpty() ? null : new LinkedHashSet<>(handled);
        }
    }

    final String path;

    /** The init-param that says which page a servlet of pages is: a name of Tomcat's. */
    public static final String JSP_FILE = "jspFile";

    String pageEngine;
    final Map<String, String> initParameters = new LinkedHashMap<>();
    private final Set<String> finalInitParameters = new HashSet<>();
    final Map<String, Given> servlets = new LinkedHashMap<>();
    final Map<String, Map<String, String>> servletParameters = new LinkedHashMap<>();
    final Map<String, String> fileParameters = new LinkedHashMap<>();
    final Map<String, Map<String, String>> fileServlets = new LinkedHashMap<>();
    final Map<String, Map<String, String>> webdavServlets = new LinkedHashMap<>();
    final Map<String, List<String>> servletMappings = new LinkedHashMap<>();
    final Map<String, String> mimeTypes = new LinkedHashMap<>();
    // What has no class yet, and where it is declared.
    final Map<String, String> preliminary = new LinkedHashMap<>();
    final List<GivenFilter> filters = new ArrayList<>();
    final List<GivenMapping> filterMappings = new ArrayList<>();
    final List<GivenListener> listeners = new ArrayList<>();
    final List<GivenInitializer> initializers = new ArrayList<>();
    final List<ErrorPages.Page> errorPages = new ArrayList<>();
    final List<SecurityConstraint> constraints = new ArrayList<>();
    final Set<String> roles = new HashSet<>();
    final Map<String, Optional<ServletSecurityElement>> servletSecurity = new LinkedHashMap<>();
    final Map<String, Map<String, String>> roleLinks = new LinkedHashMap<>();
    final Map<String, String> runAs = new LinkedHashMap<>();
    SecuritySettings security = SecuritySettings.DEFAULTS;
    boolean denyUncovered;
    final List<Path> resourceJars = new ArrayList<>();
    final List<Overlay> overlays = new ArrayList<>();
    final Map<String, String> localeEncodings = new LinkedHashMap<>();
    SessionSettings sessions = SessionSettings.DEFAULTS;
    boolean tls;
    String requestEncoding;
    String responseEncoding;
    Path docBase;
    Path workDir;
    String displayName;
    String version = "";
    String specification = "6.1";
    String serverInfo = serverInfo();
    String hostName = "localhost";
    List<String> welcomeFiles = List.of("index.html", "index.htm", "index.jsp");
    FileSettings files = FileSettings.DEFAULTS;
    ContextSettings settings = ContextSettings.DEFAULTS;
    Neighbours neighbours = Neighbours.NONE;
    JspConfigDescriptor jspConfig;
    ComponentSettings components = ComponentSettings.DEFAULTS;
    ClassLoader classLoader;
    Predicate<InetAddress> admitted;
    Consumer<Exchange> log;
    LogWants logWants;

    ContextBuilder(String path) {
        this.path = checkPath(path);
    }

    /**
     * The directory of static files, WEB-INF and META-INF; default none, then nothing is served.
     */
    public ContextBuilder docBase(Path directory) {
        docBase = directory;
        return this;
    }

    /**
     * What the server's configuration says of it, before descriptors do; default {@link
     * ContextSettings#DEFAULTS}. What it says of sessions and encodings takes the place of what was
     * said here before.
     */
    public ContextBuilder settings(ContextSettings given) {
        settings = Objects.requireNonNull(given);
        sessions = given.sessions().defaults(given.cookies());
        requestEncoding = given.requestCharacterEncoding();
        responseEncoding = given.responseCharacterEncoding();
        return this;
    }

    /** The other applications of the host; default none. */
    public ContextBuilder neighbours(Neighbours others) {
        neighbours = Objects.requireNonNull(others);
        return this;
    }

    /** What {@code getServletContextName} answers; default null. */
    public ContextBuilder displayName(String name) {
        displayName = name;
        return this;
    }

    /**
     * The version of the specification that its descriptor is for: a digit, a dot, a digit. Default
     * 6.1 (Servlet 6.1 §4.4: what {@code getEffectiveMajorVersion} answers).
     */
    public ContextBuilder specification(String name) {
        if (!name.matches("[0-9][.][0-9]")) {
            throw new IllegalArgumentException("a version is like 6.1, not " + name);
        }
        specification = name;
        return this;
    }

    /**
     * Tells it from other forms of the same application, of which several may be deployed: the
     * greatest one gets those who have no session yet. Default empty.
     */
    public ContextBuilder version(String name) {
        version = Objects.requireNonNull(name);
        return this;
    }

    /** What {@code getJspConfigDescriptor} answers; default null. */
    public ContextBuilder jspConfig(JspConfigDescriptor descriptorOrNull) {
        jspConfig = descriptorOrNull;
        return this;
    }

    /**
     * What is said of objects that the context makes; default {@link ComponentSettings#DEFAULTS}.
     */
    public ContextBuilder components(ComponentSettings settings) {
        components = Objects.requireNonNull(settings);
        return this;
    }

    public ContextBuilder initParameter(String name, String value) {
        Objects.requireNonNull(value);
        if (!finalInitParameters.contains(Objects.requireNonNull(name))) {
            initParameters.put(name, value);
        }
        return this;
    }

    /** One that no later call changes. */
    public ContextBuilder finalInitParameter(String name, String value) {
        initParameter(name, value);
        finalInitParameters.add(name);
        return this;
    }

    /**
     * Adds a servlet. Throws IllegalArgumentException when the name is taken.
     *
     * @param loadOnStartup negative: initialised by its first request; else at start, in ascending
     *     order
     * @param patterns as in Servlet 6.1 §12.2
     */
    public ContextBuilder servlet(
            String name, Servlet instance, int loadOnStartup, String... patterns) {
        Objects.requireNonNull(instance, "servlet");
        // Given as an object it is the embedding program's own, which knows what it does.
        return add(
                name,
                new Given(
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
     * initialised; its patterns come by {@link #servletMapping}. Throws IllegalArgumentException
     * when the name is taken.
     *
     * @param loadOnStartup negative: initialised by its first request; else at start, in ascending
     *     order
     * @param multipartOrNull limits of multipart bodies; null when it takes none
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
                new Given(
                        null,
                        className,
                        loadOnStartup,
                        asyncSupported,
                        List.of(),
                        new LinkedHashMap<>(init),
                        multipartOrNull));
    }

    /**
     * Declares a servlet whose class a program names later, by {@code addServlet} (Servlet 6.1
     * §4.4.1). Throws IllegalArgumentException when the name is taken.
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
        preliminary.put("servlet " + name, declaredAt);
        return add(
                name,
                new Given(
                        null,
                        null,
                        loadOnStartup,
                        asyncSupported,
                        List.of(),
                        new LinkedHashMap<>(init),
                        multipartOrNull));
    }

    private ContextBuilder add(String name, Given given) {
        if (servlets.putIfAbsent(Objects.requireNonNull(name, "name"), given) != null) {
            throw new IllegalArgumentException(
                    "context '" + path + "' has two servlets named " + name);
        }
        return this;
    }

    /** More patterns of a servlet that is or will be added (Servlet 6.1 §12.2). */
    public ContextBuilder servletMapping(String name, String... patterns) {
        servletMappings
                .computeIfAbsent(Objects.requireNonNull(name, "name"), key -> new ArrayList<>())
                .addAll(List.of(patterns));
        return this;
    }

    /** Adds a filter. Throws IllegalArgumentException when the name is taken. */
    public ContextBuilder filter(
            String name, Filter instance, boolean asyncSupported, Map<String, String> init) {
        String className = Objects.requireNonNull(instance, "filter").getClass().getName();
        return add(
                new GivenFilter(
                        name, instance, className, asyncSupported, new LinkedHashMap<>(init)));
    }

    /**
     * Adds a filter by its class, which the class loader of the context loads at start. Throws
     * IllegalArgumentException when the name is taken.
     */
    public ContextBuilder filterClass(
            String name, String className, boolean asyncSupported, Map<String, String> init) {
        Objects.requireNonNull(className, "class name");
        return add(
                new GivenFilter(name, null, className, asyncSupported, new LinkedHashMap<>(init)));
    }

    /** Declares a filter whose class a program names later; see {@link #preliminaryServlet}. */
    public ContextBuilder preliminaryFilter(
            String name, String declaredAt, boolean asyncSupported, Map<String, String> init) {
        preliminary.put("filter " + name, declaredAt);
        return add(new GivenFilter(name, null, null, asyncSupported, new LinkedHashMap<>(init)));
    }

    private ContextBuilder add(GivenFilter filter) {
        Objects.requireNonNull(filter.name(), "name");
        if (filters.stream().anyMatch(other -> other.name().equals(filter.name()))) {
            throw new IllegalArgumentException(
                    "context '" + path + "' has two filters named " + filter.name());
        }
        filters.add(filter);
        return this;
    }

    /**
     * Says which calls a filter is for. Filters run in the order of these calls, those by pattern
     * before those by the name of a servlet (Servlet 6.1 §6.2.4).
     *
     * @param types empty means REQUEST
     * @param servletNames {@code *} stands for every servlet
     */
    public ContextBuilder filterMapping(
            String filterName,
            Set<DispatcherType> types,
            List<String> urlPatterns,
            List<String> servletNames) {
        filterMappings.add(
                new GivenMapping(
                        Objects.requireNonNull(filterName, "name"),
                        types.isEmpty() ? Set.of(DispatcherType.REQUEST) : Set.copyOf(types),
                        List.copyOf(urlPatterns),
                        List.copyOf(servletNames)));
        return this;
    }

    /** Adds a listener of any kind that Servlet 6.1 §11 knows. */
    public ContextBuilder listener(EventListener instance) {
        String className = Objects.requireNonNull(instance, "listener").getClass().getName();
        listeners.add(new GivenListener(instance, className));
        return this;
    }

    /** Adds a listener by its class, which the class loader of the context loads at start. */
    public ContextBuilder listenerClass(String className) {
        listeners.add(new GivenListener(null, Objects.requireNonNull(className, "class name")));
        return this;
    }

    /**
     * The page of an error (Servlet 6.1 §10.9). Throws IllegalArgumentException when the location
     * does not start with a slash or when both status and type are given.
     *
     * @param statusOr0 the status that it is for; 0 for any, unless a type is given
     * @param exceptionTypeOrNull the name of a class of exceptions
     */
    public ContextBuilder errorPage(int statusOr0, String exceptionTypeOrNull, String location) {
        errorPages.add(new ErrorPages.Page(statusOr0, exceptionTypeOrNull, location));
        return this;
    }

    /**
     * The servlet that executes pages, which {@code addJspFile} makes; default none.
     *
     * @param className null for none: pages answer 501
     */
    public ContextBuilder pageEngine(String className) {
        pageEngine = className;
        return this;
    }

    /**
     * Is called at start, before all listeners, in the order of these calls.
     *
     * @param handled the classes that it asked for by HandlesTypes; null or empty for none
     */
    public ContextBuilder initializer(ServletContainerInitializer sci, Set<Class<?>> handled) {
        initializers.add(
                new GivenInitializer(
                        Objects.requireNonNull(sci, "initializer"),
                        handled == null ? Set.of() : new LinkedHashSet<>(handled)));
        return this;
    }

    /** How sessions are kept, as said so far. */
    public SessionSettings sessions() {
        return sessions;
    }

    /** How sessions are kept; default {@link SessionSettings#DEFAULTS}. */
    public ContextBuilder sessions(SessionSettings settings) {
        sessions = Objects.requireNonNull(settings);
        return this;
    }

    /** Whether a connector has TLS, so that sessions can be tracked by it; default false. */
    public ContextBuilder tls(boolean has) {
        tls = has;
        return this;
    }

    /** The encoding of request bodies that name none; null as the specification says. */
    public ContextBuilder requestEncoding(String charset) {
        requestEncoding = charset;
        return this;
    }

    /** The encoding of responses that name none; null as the specification says. */
    public ContextBuilder responseEncoding(String charset) {
        responseEncoding = charset;
        return this;
    }

    /**
     * The encoding that {@code setLocale} chooses.
     *
     * @param locale a language or language_COUNTRY
     */
    public ContextBuilder localeEncoding(String locale, String charset) {
        localeEncodings.put(
                Objects.requireNonNull(locale).replace('-', '_'), Objects.requireNonNull(charset));
        return this;
    }

    /**
     * Says who may have what (Servlet 6.1 §13.8). Throws IllegalArgumentException for a pattern
     * that is none.
     */
    public ContextBuilder constraint(SecurityConstraint constraint) {
        for (SecurityConstraint.Collection collection : constraint.collections()) {
            collection.patterns().forEach(p -> UrlPattern.check(p, "a security constraint"));
        }
        constraints.add(constraint);
        return this;
    }

    /** Refuses the methods that the constraints of a pattern do not speak of; default false. */
    public ContextBuilder denyUncoveredMethods(boolean deny) {
        denyUncovered = deny;
        return this;
    }

    /** Roles that the application names, which the role {@code *} stands for. */
    public ContextBuilder roles(Collection<String> names) {
        roles.addAll(names);
        return this;
    }

    /** Who the users are; default nobody. */
    public ContextBuilder realm(Realm realm, RealmSettings settings) {
        security =
                security.with(
                        Objects.requireNonNull(realm, "realm"),
                        Objects.requireNonNull(settings, "settings"));
        return this;
    }

    /** How users log in; default {@link LoginConfig#NONE}. */
    public ContextBuilder login(LoginConfig config) {
        security = security.with(Objects.requireNonNull(config, "config"));
        return this;
    }

    /** What a valve says of logins; default {@link AuthenticatorSettings#DEFAULTS}. */
    public ContextBuilder authenticator(AuthenticatorSettings settings) {
        security = security.with(Objects.requireNonNull(settings, "settings"));
        return this;
    }

    /** The logins that the applications of its host share; null, the default, for its own alone. */
    public ContextBuilder singleSignOn(SingleSignOn logins) {
        security = security.with(logins);
        return this;
    }

    /**
     * What ServletSecurity on the class of a servlet says, so that the class is not loaded for it
     * when the context starts.
     *
     * @param elementOrNull null when there is no such annotation, or it must not count
     */
    public ContextBuilder servletSecurity(String servlet, ServletSecurityElement elementOrNull) {
        servletSecurity.put(servlet, Optional.ofNullable(elementOrNull));
        return this;
    }

    /** A role of the application under the name that a servlet has for it (Servlet 6.1 §13.3). */
    public ContextBuilder roleLink(String servlet, String name, String role) {
        roleLinks.computeIfAbsent(servlet, key -> new LinkedHashMap<>()).put(name, role);
        return this;
    }

    /** The role that a servlet calls others with. */
    public ContextBuilder runAs(String servlet, String role) {
        runAs.put(servlet, Objects.requireNonNull(role));
        return this;
    }

    /** A jar whose META-INF/resources lie behind the files of the context. */
    public ContextBuilder resourceJar(Path jar) {
        resourceJars.add(Objects.requireNonNull(jar));
        return this;
    }

    /** Files over or under those of the context; in the order of these calls. */
    public ContextBuilder overlay(Overlay overlay) {
        overlays.add(Objects.requireNonNull(overlay));
        return this;
    }

    /** An initialisation parameter of a servlet that is or will be added. */
    public ContextBuilder servletParameter(String servlet, String name, String value) {
        servletParameters
                .computeIfAbsent(servlet, key -> new LinkedHashMap<>())
                .put(Objects.requireNonNull(name), Objects.requireNonNull(value));
        return this;
    }

    /**
     * An init-param of the servlet for files, under Tomcat's names; it comes after {@link #files}.
     * A value that is not allowed keeps the context from starting.
     */
    public ContextBuilder fileParameter(String name, String value) {
        fileParameters.put(Objects.requireNonNull(name), Objects.requireNonNull(value));
        return this;
    }

    /**
     * A further servlet for the same files, with init-params of its own; its patterns come by
     * {@link #servletMapping}. Throws IllegalArgumentException when the name is taken.
     */
    public ContextBuilder fileServlet(String name, Map<String, String> init) {
        requireNew(name);
        fileServlets.put(name, new LinkedHashMap<>(init));
        return this;
    }

    /**
     * WebDAV for the same files, with init-params under Tomcat's names; its patterns come by {@link
     * #servletMapping}. Throws IllegalArgumentException when the name is taken.
     */
    public ContextBuilder webdavServlet(String name, Map<String, String> init) {
        requireNew(name);
        webdavServlets.put(name, new LinkedHashMap<>(init));
        return this;
    }

    private void requireNew(String servlet) {
        if (servlets.containsKey(servlet)
                || fileServlets.containsKey(servlet)
                || webdavServlets.containsKey(servlet)) {
            throw new IllegalArgumentException(
                    "context '" + path + "' has two servlets named " + servlet);
        }
    }

    /**
     * Names that are tried in a directory, without slashes at either end; default index.html,
     * index.htm, index.jsp (Servlet 6.1 §10.10).
     */
    public ContextBuilder welcomeFiles(List<String> names) {
        for (String name : names) {
            if (name.isEmpty() || name.startsWith("/") || name.endsWith("/")) {
                throw new IllegalArgumentException(
                        "Servlet 6.1 §10.10: '" + name + "' is no welcome file");
            }
        }
        welcomeFiles = List.copyOf(names);
        return this;
    }

    /** The media type of an extension, which is given without its dot; before the built-in ones. */
    public ContextBuilder mimeType(String extension, String type) {
        mimeTypes.put(extension.toLowerCase(Locale.ROOT), Objects.requireNonNull(type));
        return this;
    }

    public ContextBuilder files(FileSettings settings) {
        files = Objects.requireNonNull(settings);
        return this;
    }

    /**
     * Which clients may come in, by the address of their connection; all others get 403 for every
     * path of the application. Default everybody.
     */
    public ContextBuilder admit(Predicate<InetAddress> addresses) {
        admitted = Objects.requireNonNull(addresses);
        return this;
    }

    /**
     * Who is told of every exchange of the application after its response has left, on whatever
     * thread; must not block. Default nobody.
     *
     * @param wants what is to be noted for it; null for nothing
     */
    public ContextBuilder log(Consumer<Exchange> told, LogWants wants) {
        log = Objects.requireNonNull(told);
        logWants = wants;
        return this;
    }

    /**
     * The directory that the application sees as {@code jakarta.servlet.context.tempdir}; created
     * at start; default none.
     */
    public ContextBuilder workDir(Path directory) {
        workDir = directory;
        return this;
    }

    private static String serverInfo() {
        String version = ContextBuilder.class.getPackage().getImplementationVersion();
        return "Serval/" + (version == null ? "development" : version);
    }

    /**
     * What {@code getServerInfo} answers, a name, a slash and a version; default that of this
     * server. Never sent to clients.
     */
    public ContextBuilder serverInfo(String text) {
        serverInfo = Objects.requireNonNull(text);
        return this;
    }

    /**
     * What {@code getVirtualServerName} answers: the same for all applications of a host, and for
     * no others; default localhost.
     */
    public ContextBuilder hostName(String name) {
        hostName = Objects.requireNonNull(name);
        return this;
    }

    /** The class loader of the application's threads; default that of the caller's thread. */
    public ContextBuilder classLoader(ClassLoader loader) {
        classLoader = loader;
        return this;
    }

    /**
     * Throws IllegalArgumentException when a parameter or a pattern is given for a servlet that is
     * not there.
     */
    public AppContext build() {
        for (String servlet : servletParameters.keySet()) {
            if (!servlets.containsKey(servlet)) {
                throw new IllegalArgumentException(
                        "context '" + path + "' has no servlet named " + servlet);
            }
        }
        for (String servlet : servletMappings.keySet()) {
            // Ours for files, by the name that Tomcat's users know.
            boolean ours = docBase != null && servlet.equals("default");
            if (!ours
                    && !servlets.containsKey(servlet)
                    && !fileServlets.containsKey(servlet)
                    && !webdavServlets.containsKey(servlet)) {
                throw new IllegalArgumentException(
                        "context '" + path + "' has no servlet named " + servlet);
            }
        }
        return new AppContext(this);
    }

    private static String checkPath(String path) {
        boolean root = path.isEmpty();
        boolean shaped = path.startsWith("/") && !path.endsWith("/") && !path.contains("//");
        boolean dotted =
                Arrays.stream(path.split("/", -1)).anyMatch(s -> s.equals(".") || s.equals(".."));
        boolean plain =
                path.chars().noneMatch(c -> c < ' ' || c == 127 || ";\\?#%*".indexOf(c) >= 0);
        if (!root && !(shaped && plain && !dotted)) {
            throw new IllegalArgumentException(
                    "Servlet 6.1 §3.5: '"
                            + path
                            + "' is no context path; it starts with / and does not end with it,"
                            + " or is empty");
        }
        return path;
    }
}
