package dev.serval.startup;

import dev.serval.servlet.AppContext;
import dev.serval.webapp.WebappClassLoader;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The classes that the applications of a server have loaded, for the archive of classes. Immutable.
 *
 * <p>The server that makes the archive loads and verifies them without running a line of theirs.
 * The JVM takes a class from the archive only if its loader has found the same bytes, the same
 * superclass and the same interfaces: what the archive has in excess, or lacks, costs time at most.
 */
final class ApplicationClasses {
    /** Enough for the largest applications; an archive of them all has some 400 MB. */
    private static final int MOST = 50_000;

    /** Of each application, by the jar or directory that has them. */
    private final List<Map<Path, List<String>>> applications;

    private ApplicationClasses(List<Map<Path, List<String>>> applications) {
        this.applications = applications;
    }

    /** Of the applications of a running server that have a class loader of their own. */
    static ApplicationClasses of(List<AppContext> contexts) throws IOException {
        List<Map<Path, List<String>>> applications = new ArrayList<>();
        int left = MOST;
        for (AppContext context : contexts) {
            if (context.servletContext().getClassLoader() instanceof WebappClassLoader loader) {
                Map<Path, List<String>> loaded = loader.loaded(left);
                left -= loaded.values().stream().mapToInt(List::size).sum();
                applications.add(loaded);
            }
        }
        return new ApplicationClasses(applications);
    }

    /** What was written; nothing if there is no file. */
    static ApplicationClasses read(Path file) throws IOException {
        List<Map<Path, List<String>>> applications = new ArrayList<>();
        if (Files.exists(file)) {
            List<String> names = List.of();
            for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                if (line.isEmpty()) {
                    applications.add(new LinkedHashMap<>());
                } else if (line.startsWith("\t")) {
                    names.add(line.substring(1));
                } else {
                    names = new ArrayList<>();
                    applications.get(applications.size() - 1).put(Path.of(line), names);
                }
            }
        }
        return new ApplicationClasses(applications);
    }

    void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Map<Path, List<String>> application : applications) {
            if (application.keySet().stream().anyMatch(part -> hasControls(part.toString()))) {
                continue; // its lines would not be lines
            }
            lines.add("");
            application.forEach(
                    (part, names) -> {
                        lines.add(part.toString());
                        names.forEach(name -> lines.add("\t" + name));
                    });
        }
        Files.write(file, lines, StandardCharsets.UTF_8);
    }

    private static boolean hasControls(String path) {
        return path.chars().anyMatch(Character::isISOControl);
    }

    /**
     * The jars, as text. Directories do not count: they change with each step of a developer. Jars
     * count without their places and times, which differ when the same WAR is deployed again.
     */
    String libraries() {
        Set<String> jars = new TreeSet<>();
        for (Map<Path, List<String>> application : applications) {
            for (Path part : application.keySet()) {
                if (Files.isRegularFile(part)) {
                    jars.add(part.getFileName() + " " + part.toFile().length());
                }
            }
        }
        return String.join("\n", jars);
    }

    /**
     * Loads and verifies them, initialises none. Of classes of one name the JVM archives only one.
     *
     * @param parent that of the loaders of applications
     * @return the loaders, which have to live until the archive is written
     */
    List<ClassLoader> load(ClassLoader parent) throws MalformedURLException {
        List<ClassLoader> loaders = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Map<Path, List<String>> application : applications) {
            Set<String> own = new HashSet<>();
            List<URL> parts = new ArrayList<>();
            for (Map.Entry<Path, List<String>> part : application.entrySet()) {
                own.addAll(part.getValue());
                parts.add(part.getKey().toUri().toURL());
            }
            ClassLoader loader = new Again(parts.toArray(URL[]::new), parent, own);
            loaders.add(loader);
            for (String name : own) {
                if (seen.add(name)) {
                    load(name, loader);
                }
            }
        }
        return loaders;
    }

    private static void load(String name, ClassLoader loader) {
        try {
            // A request for members links a class, and so verifies it.
            Class.forName(name, false, loader).getDeclaredConstructors();
        } catch (ClassNotFoundException | LinkageError e) {
            // The application lives without it, or has another one at hand.
        }
    }

    /** Defines the classes that the loader of the application has defined, and those they need. */
    private static final class Again extends URLClassLoader {
        static {
            registerAsParallelCapable();
        }

        private final Set<String> own;

        Again(URL[] parts, ClassLoader parent, Set<String> own) {
            super(parts, parent);
            this.own = own;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!own.contains(name)) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : findClass(name);
            }
        }
    }
}
