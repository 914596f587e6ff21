package dev.serval.container;

import dev.serval.config.ContextEntry;
import dev.serval.config.ServerConfig;
import dev.serval.extension.Extensions;
import dev.serval.extension.Kind;
import dev.serval.monitor.RunningServer.RunningPool;
import dev.serval.webapp.DefaultDescriptors;
import dev.serval.webapp.IndexCache;
import dev.serval.webapp.SharedLoader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the applications of a server share: the parent loader, the default descriptors, the indexes
 * of jars.
 */
final class SharedLibraries {
    private static final Logger LOG = LoggerFactory.getLogger(SharedLibraries.class);

    private final Map<String, DefaultDescriptors> defaults = new ConcurrentHashMap<>();
    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private final Extensions extensions;
    private SharedLoader shared;
    private IndexCache indexes;
    private final Map<String, ContextEntry<Object>> named;
    private final List<Path> classPath;
    private NamedResources resources;
    private Map<String, Object> globals;

    SharedLibraries(ServerConfig config) {
        this.extensions = config.extensions();
        this.named = config.globals();
        this.classPath = config.compatibility().classPath();
    }

    /** The names in GlobalNamingResources. */
    Set<String> globalNames() {
        return named.keySet();
    }

    /** The content of GlobalNamingResources by name: values, and objects that are created later. */
    synchronized Map<String, Object> globals(Layout layout) throws IOException {
        if (globals == null) {
            Map<String, Object> bound = new LinkedHashMap<>();
            resources =
                    new NamedResources(
                            layout.place("GlobalNamingResources"),
                            extensions,
                            parent(layout),
                            named,
                            bound);
            resources.context().forEach((name, entry) -> bound.put(name, entry.value()));
            globals = bound;
        }
        return globals;
    }

    /** The pools among them that were made so far. */
    synchronized List<RunningPool> pools() {
        return resources == null ? List.of() : resources.pools();
    }

    /** The extensions of the server. */
    Extensions extensions() {
        return extensions;
    }

    /** Whether this line about a file of all applications is logged for the first time. */
    boolean isNews(String line) {
        return told.add(line);
    }

    /**
     * The parent of the class loaders of applications: the loader of {@code lib/} of base and home
     * or, if embedded, that of the embedding program.
     */
    synchronized ClassLoader parent(Layout layout) throws IOException {
        if (layout.base() == null) {
            ClassLoader caller = Thread.currentThread().getContextClassLoader();
            return caller != null ? caller : SharedLibraries.class.getClassLoader();
        }
        if (shared == null) {
            shared = SharedLoader.of(classPath(layout), extensions.api());
        }
        return shared;
    }

    /**
     * The jars and directories that users give all applications: those of Tomcat's directory, else
     * those in lib.
     */
    List<Path> classPath(Layout layout) throws IOException {
        return classPath != null
                ? classPath
                : SharedLoader.usersJars(libs(layout), serverJars(layout));
    }

    /** The directories of jars for all applications: the base first, as in Tomcat. */
    static List<Path> libs(Layout layout) {
        Set<Path> libs = new LinkedHashSet<>();
        for (Path root : new Path[] {layout.base(), layout.home()}) {
            if (root != null) {
                libs.add(root.resolve("lib").toAbsolutePath().normalize());
            }
        }
        return List.copyOf(libs);
    }

    /** The index of earlier scans of jars. */
    synchronized IndexCache indexes(Layout layout) {
        if (indexes == null) {
            indexes = IndexCache.in(layout.indexes());
        }
        return indexes;
    }

    /** The jars in the home that applications do not see. */
    private static List<Path> serverJars(Layout layout) throws IOException {
        Path lib = layout.home() == null ? null : layout.home().resolve("lib").toAbsolutePath();
        Path list = lib == null ? null : lib.resolve("serval.classpath");
        return list != null && Files.isRegularFile(list)
                ? Files.readAllLines(list, StandardCharsets.UTF_8).stream()
                        .map(name -> lib.resolve(name).normalize())
                        .toList()
                : List.of();
    }

    /** The default descriptors of a host; their problems are logged once. */
    DefaultDescriptors defaults(WebappPaths place) {
        DefaultDescriptors found =
                defaults.computeIfAbsent(
                        String.valueOf(place.descriptors()),
                        key -> DefaultDescriptors.of(files(place), haveEngine()));
        found.refresh().forEach(problem -> LOG.warn("SRV-0516 {}", problem));
        return found;
    }

    /** Whether an extension executes pages. */
    boolean haveEngine() {
        return !extensions.all(Kind.PAGE_ENGINE).isEmpty();
    }

    /** The default descriptors of a host, by their names in messages. */
    static Map<String, Path> files(WebappPaths place) {
        Map<String, Path> files = new LinkedHashMap<>();
        Path conf = place.layout().conf("web.xml");
        if (conf != null) {
            files.put("conf/web.xml", conf);
        }
        if (place.descriptors() != null) {
            Path ofHost = place.descriptors().resolve("web.xml.default");
            files.put("conf/.../" + place.host() + "/web.xml.default", ofHost);
        }
        return files;
    }

    /** Called when no application runs any more. */
    synchronized void close() {
        if (resources != null) {
            resources.close();
        }
        extensions.close();
        if (shared != null) {
            try {
                shared.close();
            } catch (IOException e) {
                LOG.warn("SRV-0517 The loader of lib/ could not be closed", e);
            }
            shared = null;
        }
    }
}
