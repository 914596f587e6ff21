package dev.serval.extension;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Enumeration;

/**
 * The classes of one extension. Thread-safe. Those of the JDK, of {@link Extensions#SPI}, {@code
 * jakarta.*} and slf4j are the server's; all others are its own, so that two extensions may bring
 * different versions of one library, and none sees what the server is made of beside that.
 */
final class ExtensionLoader extends URLClassLoader {
    private static final String PREFIX = "extension ";
    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();
    private static final ClassLoader SERVER = ExtensionLoader.class.getClassLoader();

    static {
        registerAsParallelCapable();
    }

    /**
     * @param name for messages; stack traces have it, too
     */
    ExtensionLoader(String name, URL[] jars) {
        super(PREFIX + name, jars, PLATFORM);
    }

    /** What messages call the extension that has thrown something; null if none has. */
    static String thrower(Throwable thrown) {
        for (StackTraceElement frame : thrown.getStackTrace()) {
            String loader = frame.getClassLoaderName();
            boolean servers = frame.getModuleName() != null || "app".equals(loader);
            if (!servers) {
                return loader != null && loader.startsWith(PREFIX) ? loader : null;
            }
        }
        return null;
    }

    /** What is of the JDK is asked for first, by whoever calls this. */
    @Override
    protected Class<?> findClass(String type) throws ClassNotFoundException {
        if (isServers(type)) {
            try {
                return SERVER.loadClass(type);
            } catch (ClassNotFoundException e) {
                // An extension may have its own below the same name.
            }
        }
        return super.findClass(type);
    }

    private static boolean isServers(String type) {
        return type.startsWith("jakarta.")
                || type.startsWith("org.slf4j.")
                || Extensions.SPI.contains(type.substring(0, Math.max(0, type.lastIndexOf('.'))));
    }

    /** Lists of providers are its own: those of the server are not for it. */
    @Override
    public Enumeration<URL> getResources(String resource) throws IOException {
        return resource.startsWith("META-INF/services/")
                ? findResources(resource)
                : super.getResources(resource);
    }

    @Override
    public String toString() {
        return getName();
    }
}
