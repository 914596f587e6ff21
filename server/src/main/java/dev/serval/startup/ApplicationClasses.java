package dev.serval.startup;

import dev.serval.disk.PrivateFiles;
import dev.serval.servlet.AppContext;
import dev.serval.webapp.WebappClassLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The classes that the applications of a server have loaded, for the archive of classes. Immutable.
 *
 * <p>The server that makes the archive loads and verifies these classes without running their code.
 * The JVM takes a class from the archive only if its loader has found one of the same length and
 * CRC-32, the same superclass and the same interfaces: extra or missing classes in the archive only
 * cost time. The list is read only if no other user can have written it.
 */
final class ApplicationClasses {
    /** Enough for the largest applications; an archive of them all has some 400 MB. */
    private static final int MOST = 50_000;

    /** What a file name has where the locale cannot say it. */
    private static final char UNDECODABLE = '\uFFFD';

    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** None of any application. */
    static final ApplicationClasses NONE = new ApplicationClasses(List.of(), true);

    /** The classes of each application, by the jar or directory that has them. */
    private final List<Map<Path, List<String>>> applications;

    private final boolean whole;

    private ApplicationClasses(List<Map<Path, List<String>>> applications, boolean whole) {
        this.applications = applications;
        this.whole = whole;
    }

    /**
     * The classes of the applications of a running server that have a class loader of their own.
     */
    static ApplicationClasses of(List<AppContext> contexts) {
        List<Map<Path, List<String>>> applications = new ArrayList<>();
        int left = MOST;
        for (WebappClassLoader loader : loaders(contexts)) {
            Map<Path, List<String>> loaded = new LinkedHashMap<>();
            Set<String> seen = new HashSet<>();
            for (Path part : loader.parts()) {
                List<String> names = new ArrayList<>();
                for (String name : loaded(loader, part)) {
                    if (seen.size() < left && !hasControls(name) && seen.add(name)) {
                        names.add(name);
                    }
                }
                loaded.put(part, names);
            }
            left -= seen.size();
            applications.add(loaded);
        }
        return new ApplicationClasses(applications, true);
    }

    /** The loaders whose parts can be written as lines of the file. */
    private static List<WebappClassLoader> loaders(List<AppContext> contexts) {
        List<WebappClassLoader> loaders = new ArrayList<>();
        for (AppContext context : contexts) {
            if (context.servletContext().getClassLoader() instanceof WebappClassLoader loader
                    && loader.parts().stream().noneMatch(part -> hasControls(part.toString()))) {
                loaders.add(loader);
            }
        }
        return loaders;
    }

    private static boolean hasControls(String name) {
        return name.chars().anyMatch(c -> Character.isISOControl(c) || c == UNDECODABLE);
    }

    private static List<String> loaded(WebappClassLoader loader, Path part) {
        try {
            return loader.loaded(part);
        } catch (IOException | UncheckedIOException e) {
            return List.of(); // a jar that was removed, a directory that cannot be read
        }
    }

    /**
     * The classes in a file that are still there; none if there is no file, or other users can have
     * written it.
     */
    static ApplicationClasses read(Path file) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS) || !isOwn(file)) {
            return NONE;
        }
        List<Map<Path, List<String>>> applications = new ArrayList<>();
        Map<Path, List<String>> application = new LinkedHashMap<>();
        List<String> names = new ArrayList<>();
        boolean whole = true;
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            if (line.isEmpty()) {
                application = new LinkedHashMap<>();
                applications.add(application);
            } else if (line.startsWith("\t")) {
                names.add(line.substring(1));
            } else {
                names = new ArrayList<>();
                if (Files.exists(Path.of(line))) {
                    application.put(Path.of(line), names);
                } else {
                    whole = false;
                }
            }
        }
        return new ApplicationClasses(applications, whole);
    }

    private static boolean isOwn(Path file) {
        try {
            return PrivateFiles.isOwn(file);
        } catch (IOException e) {
            return false; // no place for temporary files
        }
    }

    void write(Path file) throws IOException {
        StringBuilder text = new StringBuilder();
        for (Map<Path, List<String>> application : applications) {
            text.append('\n');
            application.forEach(
                    (part, names) -> {
                        text.append(part).append('\n');
                        names.forEach(name -> text.append('\t').append(name).append('\n'));
                    });
        }
        PrivateFiles.replaceSafely(file, StandardCharsets.UTF_8.encode(text.toString()));
    }

    /** False if a jar or directory is gone: a WAR is unpacked only while a server runs. */
    boolean isWhole() {
        return whole;
    }

    /** The number of classes. */
    int size() {
        return applications.stream()
                .flatMap(application -> application.values().stream())
                .mapToInt(List::size)
                .sum();
    }

    /**
     * The jars, as text. Directories do not count: they change with each step of a developer. Jars
     * count without their places and times, which differ when the same WAR is deployed again.
     */
    String libraries() {
        return libraries(applications.stream().flatMap(each -> each.keySet().stream()));
    }

    /** The same for the applications of a running server, whatever they have loaded. */
    static String libraries(List<AppContext> contexts) {
        return libraries(loaders(contexts).stream().flatMap(loader -> loader.parts().stream()));
    }

    private static String libraries(Stream<Path> parts) {
        return parts.filter(Files::isRegularFile)
                .map(part -> part.getFileName() + " " + part.toFile().length())
                .sorted()
                .distinct()
                .collect(Collectors.joining("\n"));
    }

    /**
     * Loads and verifies the classes without initialising them. The JVM archives only one of
     * several classes with the same name.
     *
     * @param parent the parent of the loaders of applications
     * @return the loaders, which have to live until the archive is written
     */
    List<ClassLoader> load(ClassLoader parent) throws MalformedURLException {
        List<ClassLoader> loaders = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        long end = System.nanoTime() + MOST_NANOS; // the server's own classes count more
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
                if (System.nanoTime() - end < 0 && seen.add(name)) {
                    load(name, loader);
                }
            }
        }
        return loaders;
    }

    private static void load(String name, ClassLoader loader) {
        try {
            // A request for members links a class, and so verifies it; an interface has no
            // constructors, and is not linked for them. The JVM archives linked classes only.
            Class<?> type = Class.forName(name, false, loader);
            if (type.isInterface()) {
                type.getDeclaredFields();
            } else {
                type.getDeclaredConstructors();
            }
        } catch (ClassNotFoundException | LinkageError | RuntimeException e) {
            // The application works without this class, or has another one; or a signature differs.
        }
    }

    /**
     * Defines the classes that the loader of the application has defined, and the classes that they
     * need.
     */
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
