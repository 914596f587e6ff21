package dev.serval.servlet;

import dev.serval.files.FileSettings;
import jakarta.servlet.Servlet;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * Collects what makes up a context; got from {@link AppContext#builder}. Not thread-safe, used
 * once.
 */
public final class ContextBuilder {
    /** A servlet as it was given. */
    record Given(Servlet instance, int loadOnStartup, List<String> patterns) {}

    final String path;
    final Map<String, String> initParameters = new LinkedHashMap<>();
    final Map<String, Given> servlets = new LinkedHashMap<>();
    final Map<String, Map<String, String>> servletParameters = new LinkedHashMap<>();
    final Map<String, String> mimeTypes = new LinkedHashMap<>();
    Path docBase;
    Path workDir;
    String displayName;
    String version = "";
    String serverInfo = "Serval";
    String hostName = "localhost";
    List<String> welcomeFiles = List.of("index.html", "index.htm", "index.jsp");
    FileSettings files = FileSettings.DEFAULTS;
    ClassLoader classLoader;
    Predicate<InetAddress> admitted;

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

    /** What {@code getServletContextName} answers; default null. */
    public ContextBuilder displayName(String name) {
        displayName = name;
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

    public ContextBuilder initParameter(String name, String value) {
        initParameters.put(Objects.requireNonNull(name), Objects.requireNonNull(value));
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
        Given given = new Given(instance, loadOnStartup, List.of(patterns));
        if (servlets.putIfAbsent(Objects.requireNonNull(name, "name"), given) != null) {
            throw new IllegalArgumentException(
                    "context '" + path + "' has two servlets named " + name);
        }
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
     * The directory that the application sees as {@code jakarta.servlet.context.tempdir}; created
     * at start; default none.
     */
    public ContextBuilder workDir(Path directory) {
        workDir = directory;
        return this;
    }

    /** What {@code getServerInfo} answers; default {@code Serval}. Never sent to clients. */
    public ContextBuilder serverInfo(String text) {
        serverInfo = Objects.requireNonNull(text);
        return this;
    }

    /** What {@code getVirtualServerName} answers; default localhost. */
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
     * Throws IllegalArgumentException when a parameter is given for a servlet that is not there.
     */
    public AppContext build() {
        for (String servlet : servletParameters.keySet()) {
            if (!servlets.containsKey(servlet)) {
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
