package dev.serval.webapp;

import dev.serval.classpath.ClassPath;
import dev.serval.classpath.ClassPathLoader;
import dev.serval.classpath.ClassPathPart;
import dev.serval.classpath.DirectoryPart;
import dev.serval.lifecycle.ContextClassLoader;
import dev.serval.naming.NamingEntries;
import dev.serval.naming.NamingScope;
import dev.serval.webapp.logging.BroughtLogging;
import dev.serval.webapp.logging.JulLevels;
import dev.serval.webapp.logging.LevelFile;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Enumeration;
import java.util.List;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The classes and resources of one web application. Thread-safe, and classes load in parallel.
 *
 * <p>Its own come first, WEB-INF/classes before WEB-INF/lib, then the parent's, with the exceptions
 * of Servlet 6.1 §10.7.2: what the JDK has and what the parent has of {@code jakarta.*} cannot be
 * replaced. An application that brings its own slf4j sees nothing of the parent's, nor of the
 * providers that the parent lists for it; on an installed server, under a {@link SharedLoader},
 * none does.
 *
 * <p>Making the first one turns the JDK's cache for {@code jar:} URLs off, see {@link
 * java.net.URLConnection#setDefaultUseCaches(String, boolean)}.
 */
public final class WebappClassLoader extends ClassPathLoader implements NamingScope {
    private static final Logger LOG = LoggerFactory.getLogger(WebappClassLoader.class);
    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

    static {
        registerAsParallelCapable();
    }

    private final Path docBase;
    private final List<Path> parts;
    private final Set<ServerClasses> owned;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean mayHaveDrivers;
    private volatile NamingEntries naming = NamingEntries.NONE;
    private volatile String application;
    private volatile LevelFile levels = LevelFile.NONE;
    private volatile Set<String> brought = Set.of();
    private volatile boolean delegating;
    private volatile boolean privileged;

    /**
     * @param docBase its WEB-INF is used; null if there is none
     * @param extra directories of classes, searched after WEB-INF/classes, and jars, searched after
     *     those of WEB-INF/lib
     * @param parent a {@link SharedLoader}, or for embedding the loader of the embedding program
     * @throws IOException if a jar is damaged; the message names it
     */
    public WebappClassLoader(Path docBase, List<Path> extra, ClassLoader parent)
            throws IOException {
        this(parts(docBase, extra), docBase, parent);
    }

    private WebappClassLoader(List<Path> parts, Path docBase, ClassLoader parent)
            throws IOException {
        super(null, open(parts), parent == null ? PLATFORM : parent);
        Jars.keepNoneOpen();
        this.docBase = docBase;
        this.application = String.valueOf(docBase);
        this.parts = List.copyOf(parts);
        this.owned = owned(classPath());
    }

    private static List<Path> parts(Path docBase, List<Path> extra) throws IOException {
        List<Path> parts = new ArrayList<>();
        if (docBase != null && Files.isDirectory(docBase.resolve("WEB-INF/classes"))) {
            parts.add(docBase.resolve("WEB-INF/classes"));
        }
        for (Path part : extra) {
            if (Files.isDirectory(part)) {
                parts.add(part);
            }
        }
        if (docBase != null) {
            parts.addAll(Jars.in(docBase.resolve("WEB-INF/lib")));
        }
        for (Path part : extra) {
            if (!Files.isDirectory(part)) {
                parts.add(part);
            }
        }
        return parts;
    }

    /** Opens each jar, so that a damaged one is reported now, instead of missing classes later. */
    private static List<ClassPathPart> open(List<Path> paths) throws IOException {
        List<ClassPathPart> parts = new ArrayList<>();
        try {
            for (Path path : paths) {
                parts.add(Files.isDirectory(path) ? new DirectoryPart(path) : Jars.part(path));
            }
            return parts;
        } catch (IOException | RuntimeException | Error e) {
            ClassPathPart.abandon(parts);
            throw e;
        }
    }

    /** The libraries of the server of which the application has its own copy. */
    private static Set<ServerClasses> owned(ClassPath classPath) {
        Set<ServerClasses> owned = EnumSet.noneOf(ServerClasses.class);
        for (ServerClasses group : ServerClasses.values()) {
            if (group.marks().stream().anyMatch(mark -> classPath.find(mark) != null)) {
                owned.add(group);
            }
        }
        return owned;
    }

    /** The directories of classes and the jars that it reads, in the order of search. */
    public List<Path> parts() {
        return parts;
    }

    /** Sets the name of the application in the log; the default is its directory. */
    public void application(String path) {
        application = path;
    }

    /** Sets the application's own levels of loggers of java.util.logging, until it ends. */
    public void levels(LevelFile file) {
        levels = file;
        JulLevels.PROCESS.add(file);
    }

    /** The levels that the application gives loggers of java.util.logging. */
    public LevelFile levels() {
        return levels;
    }

    /** The name in the log of the application of a loader or its child; null if there is none. */
    public static String applicationOf(ClassLoader loader) {
        WebappClassLoader its = of(loader);
        return its == null ? null : its.application;
    }

    /** The loader of the application of a loader or its child; null if there is none. */
    public static WebappClassLoader of(ClassLoader loader) {
        for (ClassLoader each = loader; each != null; each = each.getParent()) {
            if (each instanceof WebappClassLoader its) {
                return its;
            }
        }
        return null;
    }

    /** Makes the loader delegate to its parent first; to be called before it loads a class. */
    public void delegate() {
        delegating = true;
    }

    /**
     * Shows the application the interfaces that manage the server; to be called before it loads a
     * class.
     */
    public void privileged() {
        privileged = true;
    }

    /** Sets the names that the application's threads look up; to be called before it runs. */
    public void naming(NamingEntries entries) {
        naming = entries;
    }

    /**
     * Sets packages of {@code jakarta.*} whose implementation the application brings: the packages
     * are its own as far as it has them, and only its own providers of them are seen. To be called
     * before a class of them is loaded.
     */
    void brings(Set<String> packages) {
        brought = Set.copyOf(packages);
    }

    private boolean isBrought(String className) {
        return brought.contains(className.substring(0, Math.max(0, className.lastIndexOf('.'))));
    }

    @Override
    public NamingEntries namingEntries() {
        return naming;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            Class<?> type = known != null ? known : look(name);
            if (resolve) {
                resolveClass(type);
            }
            return type;
        }
    }

    private Class<?> look(String name) throws ClassNotFoundException {
        if (name.indexOf('/') >= 0) {
            throw new ClassNotFoundException(name);
        }
        if (ServerClasses.isOfJdk(name)) {
            if (name.equals("java.sql.Driver")) {
                // Every driver among the server's classes has loaded it before.
                mayHaveDrivers = true;
            }
            Class<?> type = tried(PLATFORM, name);
            if (type != null) {
                return type;
            }
        }
        boolean operations = ServerClasses.isOfOperations(name);
        if (operations && privileged) {
            return WebappClassLoader.class.getClassLoader().loadClass(name);
        }
        boolean parentFirst = isGiven(name) && !operations;
        if (parentFirst) {
            Class<?> type = tried(getParent(), name);
            if (type != null) {
                return type;
            }
        }
        try {
            return findClass(name);
        } catch (ClassNotFoundException e) {
            if (!operations && !parentFirst && !isHidden(ServerClasses.of(name))) {
                Class<?> type = tried(getParent(), name);
                if (type != null) {
                    return type;
                }
            }
            throw notFound(name, e);
        }
    }

    /**
     * Whether a class is one that the server or its extensions show, the same for all applications.
     */
    private boolean isGiven(String name) {
        if (isHidden(ServerClasses.of(name)) || isBrought(name)) {
            return false;
        }
        return delegating
                || name.startsWith("jakarta.")
                || getParent() instanceof SharedLoader shared && shared.shownBy(name) != null;
    }

    /** Whether it has classes of a group itself. */
    boolean brings(ServerClasses group) {
        return owned.contains(group);
    }

    private static Class<?> tried(ClassLoader loader, String name) {
        try {
            return loader.loadClass(name);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    private ClassNotFoundException notFound(String name, ClassNotFoundException cause) {
        if (name.startsWith("javax.servlet.")) {
            return new ClassNotFoundException(JavaxServlet.sentence(name, null), cause);
        }
        if (closed.get()) {
            return new ClassNotFoundException(
                    name + " (the application in " + docBase + " has been stopped)", cause);
        }
        return cause;
    }

    @Override
    public URL getResource(String name) {
        String own = own(name);
        boolean parentFirst = isParentFirst(own);
        URL resource = parentFirst ? getParent().getResource(name) : findResource(own);
        if (resource != null) {
            return resource;
        }
        if (parentFirst) {
            return findResource(own);
        }
        return isHidden(own) ? null : getParent().getResource(name);
    }

    /** As in Tomcat, its own resources are found with a slash before their names, too. */
    private static String own(String name) {
        return name.startsWith("/") ? name.substring(1) : name;
    }

    @Override
    public InputStream getResourceAsStream(String name) {
        String own = own(name);
        InputStream opened = isParentFirst(own) ? null : openInJar(own);
        return opened != null ? opened : super.getResourceAsStream(name);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        String own = own(name);
        List<URL> found = Collections.list(findResources(own));
        if (!isHidden(own)) {
            List<URL> inherited = Collections.list(getParent().getResources(name));
            found.addAll(isParentFirst(own) ? 0 : found.size(), inherited);
        }
        return Collections.enumeration(found);
    }

    /**
     * Class files are searched like classes; other resources are searched in the application first,
     * unless it delegates.
     */
    private boolean isParentFirst(String resource) {
        if (!resource.endsWith(".class")) {
            return delegating && !isHidden(resource);
        }
        String type = resource.substring(0, resource.length() - 6).replace('/', '.');
        return ServerClasses.isOfJdk(type) || isGiven(type);
    }

    private boolean isHidden(String resource) {
        return isHidden(ServerClasses.ofResource(resource))
                || ServerClasses.isService(resource) && isBrought(ServerClasses.service(resource));
    }

    private boolean isHidden(ServerClasses group) {
        return group != null && owned.contains(group);
    }

    /**
     * Closes everything that was opened through it and undoes what would keep it in memory: JDBC
     * drivers that its classes registered, what the JDK's caches know of them, linked records. What
     * cannot be undone safely is named in the log: threads that the application has left running,
     * values in thread-locals of others, registrations with the JVM. A second call does nothing.
     */
    @Override
    public void close() throws IOException {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            BroughtLogging.end(this, this::owns, application);
            if (mayHaveDrivers) {
                deregisterDrivers();
            }
            ResourceBundle.clearCache(this);
            LinkedRecords.forget();
            report(new LoadedBy(this));
            JdkCaches.forget(new LoadedBy(this), knows("java.beans.Introspector"));
        } finally {
            JulLevels.PROCESS.remove(levels);
            super.close();
        }
    }

    /** The names of the classes in one of its {@link #parts} that it has loaded, from any part. */
    public List<String> loaded(Path part) throws IOException {
        return Jars.classes(part).stream().filter(this::owns).toList();
    }

    /** Whether it has loaded a class of that name from its own parts. */
    private boolean owns(String name) {
        Class<?> loaded = findLoadedClass(name);
        return loaded != null && loaded.getClassLoader() == this;
    }

    private void report(LoadedBy its) {
        LeftThreads.report(its, application);
        LeftThreadLocals.report(its, application);
        LeftRegistrations.hooks(its, application);
        LeftRegistrations.handler(its, application);
        if (knows("javax.management.ObjectName")) {
            LeftRegistrations.mbeans(its, application);
        }
        if (knows("java.util.logging.Handler")) {
            LeftRegistrations.logHandlers(its, application);
        }
        if (knows("java.security.Provider")) {
            LeftRegistrations.providers(its, application);
        }
    }

    /** Whether a class of the application has used that one of the JDK. */
    private boolean knows(String name) {
        return findLoadedClass(name) != null;
    }

    /**
     * Deregisters drivers by a class of the application, since the DriverManager shows drivers only
     * to classes that can see them.
     */
    private void deregisterDrivers() {
        // The first use of the DriverManager loads drivers by this loader: the closed loader must
        // not be used.
        ClassLoader before = ContextClassLoader.enter(PLATFORM);
        try {
            for (String driver : JdbcDrivers.definedBy(this::define).get()) {
                LOG.info(
                        "Deregistered the JDBC driver {}, which [{}] had left registered",
                        driver,
                        application);
            }
        } catch (IOException | ReflectiveOperationException | LinkageError e) {
            LOG.warn("SRV-0842 The JDBC drivers of [{}] could not be deregistered", application, e);
        } finally {
            ContextClassLoader.leave(before);
        }
    }

    private Class<?> define(String name, byte[] bytes) {
        return defineClass(name, bytes, 0, bytes.length);
    }

    @Override
    public String toString() {
        return "WebappClassLoader[" + docBase + "]";
    }
}
