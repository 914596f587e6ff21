package dev.serval.webapp;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Enumeration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parent of the loaders of all applications of an installed server. Thread-safe. It adds the
 * jars that users put into {@code lib/} to what the server shows, and hides the server's own
 * classes and everything that its jars list in META-INF/services: what an application finds of
 * slf4j, Logback or Jandex is its own or comes from {@code lib/}. {@code jakarta.*} is seen.
 */
public final class SharedLoader extends URLClassLoader {
    private static final Logger LOG = LoggerFactory.getLogger(SharedLoader.class);

    static {
        registerAsParallelCapable();
    }

    private SharedLoader(URL[] jars, ClassLoader server) {
        super(jars, server);
    }

    /**
     * Opens the jars of a directory. One that cannot be read is named in the log and left out.
     *
     * @param lib may be missing or null, then there are none
     * @param serverJars file names in that directory that are the server's, not the users'
     * @throws IOException when the directory cannot be read
     */
    public static SharedLoader of(Path lib, Collection<String> serverJars) throws IOException {
        Jars.keepNoneOpen();
        List<Path> users = new ArrayList<>();
        for (Path jar : lib == null ? List.<Path>of() : Jars.in(lib)) {
            if (serverJars.contains(jar.getFileName().toString())) {
                continue;
            }
            try {
                Jars.open(jar).close();
                users.add(jar);
            } catch (IOException e) {
                LOG.error("SRV-0841 No application sees {}: {}", jar, e.getMessage());
            }
        }
        return new SharedLoader(Jars.urls(users), SharedLoader.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
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

    @Override
    public URL getResource(String name) {
        return isOwnOnly(name) ? findResource(name) : super.getResource(name);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
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
