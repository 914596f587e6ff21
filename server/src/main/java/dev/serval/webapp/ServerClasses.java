package dev.serval.webapp;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which classes are the server's own and not for applications. Stateless.
 *
 * <p>A group is hidden or seen as a whole: an application that brings its own slf4j must not meet
 * the server's Logback behind it.
 */
enum ServerClasses {
    LOGGING(List.of("org/slf4j/Logger.class"), "org.slf4j.", "ch.qos.logback."),
    SERVER(List.of("dev/serval/embed/Serval.class"), "dev.serval."),
    /** Seen by all applications but those that bring an engine, and with it the interfaces. */
    PAGES(
            BroughtEngine.files(),
            "jakarta.servlet.jsp.",
            "jakarta.el.",
            "org.apache.jasper.",
            "org.apache.el.",
            "org.apache.tomcat.InstanceManager");

    private static final String SERVICES = "META-INF/services/";

    /** The files that configure the server's Logback. */
    private static final Set<String> LOGGING_FILES =
            Set.of("logback.xml", "logback-test.xml", "logback.scmo", "logback-test.scmo");

    /**
     * The packages that applications may see, because they get objects of these classes or name the
     * classes.
     */
    static final List<String> SHOWN =
            List.of(
                    "dev.serval.servlet.",
                    "dev.serval.files.",
                    "dev.serval.lifecycle.",
                    "dev.serval.naming.java.");

    // For privileged applications alone.
    private static final String OPERATIONS = "dev.serval.operations.";

    private static final Set<String> JDK = packagesOfJdk();

    private final List<String> marks;
    private final String[] prefixes;

    ServerClasses(List<String> marks, String... prefixes) {
        this.marks = marks;
        this.prefixes = prefixes;
    }

    /** Files each of which shows that a class path has its own classes of this group. */
    List<String> marks() {
        return marks;
    }

    /** The group of a class; null if it belongs to none. */
    static ServerClasses of(String className) {
        for (ServerClasses group : values()) {
            for (String prefix : group.prefixes) {
                if (className.startsWith(prefix)) {
                    return group;
                }
            }
        }
        return null;
    }

    /** The group of a resource: of its package, of the service that it lists, or by its name. */
    static ServerClasses ofResource(String name) {
        if (LOGGING_FILES.contains(name)) {
            return LOGGING;
        }
        return of(isService(name) ? service(name) : name.replace('/', '.'));
    }

    /** Whether a resource is a list of providers. */
    static boolean isService(String name) {
        return name.startsWith(SERVICES);
    }

    /** The name of the service of a list of providers. */
    static String service(String list) {
        return list.substring(SERVICES.length());
    }

    /** Hidden from applications on an installed server. */
    static boolean isHidden(String className) {
        ServerClasses group = of(className);
        return group != null && group != PAGES && !isShown(className);
    }

    /** Whether a class belongs to the interfaces that manage the server. */
    static boolean isOfOperations(String className) {
        return className.startsWith(OPERATIONS);
    }

    static boolean isHiddenResource(String name) {
        ServerClasses group = ofResource(name);
        return group != null
                && group != PAGES
                && (isService(name) || !isShown(name.replace('/', '.')));
    }

    private static boolean isShown(String className) {
        for (String prefix : SHOWN) {
            if (className.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the JDK has that class's package: its own come first (Servlet 6.1 §10.7.2). */
    static boolean isOfJdk(String className) {
        int end = className.lastIndexOf('.');
        return end > 0 && JDK.contains(className.substring(0, end));
    }

    /** The packages without those of the tools, which are classes of the application loader. */
    private static Set<String> packagesOfJdk() {
        ClassLoader platform = ClassLoader.getPlatformClassLoader();
        Set<String> packages = new HashSet<>();
        for (Module module : ModuleLayer.boot().modules()) {
            if (module.getClassLoader() == null || module.getClassLoader() == platform) {
                packages.addAll(module.getPackages());
            }
        }
        return Set.copyOf(packages);
    }
}
