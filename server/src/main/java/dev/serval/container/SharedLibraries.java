package dev.serval.container;

import dev.serval.extension.Extensions;
import dev.serval.extension.Kind;
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
 * What all applications of a server have in common: the parent loader, the default descriptors,
 * what was found in jars.
 */
final class SharedLibraries {
    private static final Logger LOG = LoggerFactory.getLogger(SharedLibraries.class);

    private final Map<String, DefaultDescriptors> defaults = new ConcurrentHashMap<>();
    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private final Extensions extensions;
    private SharedLoader shared;
    private IndexCache indexes;

    SharedLibraries(Extensions extensions) {
        this.extensions = extensions;
    }

    /** What the server has beside what is its own. */
    Extensions extensions() {
        return extensions;
    }

    /** Whether this is said for the first time, of a file that all applications have. */
    boolean isNews(String line) {
        return told.add(line);
    }

    /**
     * The parent of the class loaders of applications: that of {@code lib/} of base and home, or
     * for embedding the loader of whoever embeds.
     */
    synchronized ClassLoader parent(Layout layout) throws IOException {
        if (layout.base() == null) {
            ClassLoader caller = Thread.currentThread().getContextClassLoader();
            return caller != null ? caller : SharedLibraries.class.getClassLoader();
        }
        if (shared == null) {
            shared = SharedLoader.of(libs(layout), serverJars(layout), extensions.api());
        }
        return shared;
    }

    /** Where users put jars for all applications: the base first, as with Tomcat. */
    static List<Path> libs(Layout layout) {
        Set<Path> libs = new LinkedHashSet<>();
        for (Path root : new Path[] {layout.base(), layout.home()}) {
            if (root != null) {
                libs.add(root.resolve("lib").toAbsolutePath().normalize());
            }
        }
        return List.copyOf(libs);
    }

    /** What was found in jars before. */
    synchronized IndexCache indexes(Layout layout) {
        if (indexes == null) {
            indexes = IndexCache.in(layout.indexes());
        }
        return indexes;
    }

    /** Those in the home that applications do not see. */
    static List<Path> serverJars(Layout layout) throws IOException {
        Path lib = layout.home() == null ? null : layout.home().resolve("lib").toAbsolutePath();
        Path list = lib == null ? null : lib.resolve("serval.classpath");
        return list != null && Files.isRegularFile(list)
                ? Files.readAllLines(list, StandardCharsets.UTF_8).stream()
                        .map(name -> lib.resolve(name).normalize())
                        .toList()
                : List.of();
    }

    /** Those of a host; what is wrong in them, or without effect, is logged once. */
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

    /** The default descriptors of a host, by their names for people. */
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

    /** To be called when no application runs any more. */
    synchronized void close() {
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
