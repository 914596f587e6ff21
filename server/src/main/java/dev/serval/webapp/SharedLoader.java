package dev.serval.webapp;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parent of the loaders of all applications of an installed server. Thread-safe. It adds the
 * jars that users put into {@code lib/} to the classes that the server shows, and hides the
 * server's own classes and everything that its jars list in META-INF/services: what an application
 * finds of slf4j or Logback is its own or comes from {@code lib/}. {@code jakarta.*} is seen.
 */
public final class SharedLoader extends URLClassLoader {
    private static final Logger LOG = LoggerFactory.getLogger(SharedLoader.class);

    static {
        registerAsParallelCapable();
    }

    private final List<Path> jars;
    private final Map<String, ClassLoader> api;

    private SharedLoader(List<Path> parts, ClassLoader server, Map<String, ClassLoader> api)
            throws IOException {
        super(Jars.urls(parts), server);
        this.jars = parts.stream().filter(Files::isRegularFile).toList();
        this.api = Map.copyOf(api);
    }

    /** The users' jars. */
    List<Path> jars() {
        return jars;
    }

    /**
     * Opens the jars of directories. One that cannot be read is named in the log and left out.
     *
     * @param libs in the order of search; those that are missing have none
     * @param serverJars jars in the directories that are the server's, not the users'
     * @throws IOException if a directory cannot be read
     */
    public static SharedLoader of(List<Path> libs, Collection<Path> serverJars) throws IOException {
        return of(libs, serverJars, Map.of());
    }

    /**
     * The same with the packages that extensions show.
     *
     * @param api by their names, packages that applications see before their own, with the loaders
     *     of their classes
     */
    public static SharedLoader of(
            List<Path> libs, Collection<Path> serverJars, Map<String, ClassLoader> api)
            throws IOException {
        return of(usersJars(libs, serverJars), api);
    }

    /**
     * The same for a class path: jars, and directories of classes.
     *
     * @throws IOException if a directory has no URL
     */
    public static SharedLoader of(List<Path> classPath, Map<String, ClassLoader> api)
            throws IOException {
        Jars.keepNoneOpen();
        List<Path> users = new ArrayList<>();
        for (Path part : classPath) {
            try {
                requireReadable(part);
                users.add(part);
            } catch (IOException e) {
                LOG.error("SRV-0841 No application sees {}: {}", part, e.getMessage());
            }
        }
        return new SharedLoader(users, SharedLoader.class.getClassLoader(), api);
    }

    /** Why parts of a class path cannot be read; empty if all can. */
    public static List<String> unreadable(List<Path> classPath) {
        List<String> reasons = new ArrayList<>();
        for (Path part : classPath) {
            try {
                requireReadable(part);
            } catch (IOException e) {
                reasons.add(e.getMessage());
            }
        }
        return reasons;
    }

    private static void requireReadable(Path part) throws IOException {
        if (!Files.isDirectory(part)) {
            Jars.part(part).close();
        }
    }

    /**
     * The jars that users have put into directories.
     *
     * @param libs in the order of search
     * @param serverJars those that are the server's
     */
    public static List<Path> usersJars(List<Path> libs, Collection<Path> serverJars)
            throws IOException {
        List<Path> jars = new ArrayList<>();
        for (Path lib : libs) {
            jars.addAll(Jars.in(lib));
        }
        jars.removeAll(serverJars);
        return jars;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        ClassLoader extension = shownBy(name);
        if (extension != null) {
            return extension.loadClass(name);
        }
        if (!ServerClasses.isHidden(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            Class<?> type = known != null ? known : findClass(name);
            if (resolve) {
                resolveClass(type);
            }
            return type;
        }
    }

    /** The loader of an extension that shows a class, or its package; null if none does. */
    ClassLoader shownBy(String className) {
        int end = className.lastIndexOf('.');
        ClassLoader shows = end < 0 ? null : api.get(className.substring(0, end));
        return shows != null ? shows : api.get(className);
    }

    /** A list of providers belongs to the extension that shows the service. */
    private ClassLoader showing(String resource) {
        if (ServerClasses.isService(resource)) {
            return shownBy(ServerClasses.service(resource));
        }
        boolean type = resource.endsWith(".class");
        int end = resource.lastIndexOf(type ? '.' : '/');
        String name = resource.substring(0, Math.max(0, end)).replace('/', '.');
        return type ? shownBy(name) : api.get(name);
    }

    @Override
    public URL getResource(String name) {
        ClassLoader extension = showing(name);
        if (extension != null) {
            return extension.getResource(name);
        }
        return isOwnOnly(name) ? findResource(name) : super.getResource(name);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        ClassLoader extension = showing(name);
        if (extension != null) {
            return extension.getResources(name);
        }
        return isOwnOnly(name) ? findResources(name) : super.getResources(name);
    }

    private static boolean isOwnOnly(String name) {
        return ServerClasses.isService(name) || ServerClasses.isHiddenResource(name);
    }

    /** Closes the jars. Their classes stay usable as far as they are loaded. */
    @Override
    public void close() throws IOException {
        super.close();
    }
}
