package dev.serval.extension;

import dev.serval.classpath.ClassPathLoader;
import dev.serval.classpath.JarPart;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Enumeration;
import java.util.List;

/**
 * The classes of one extension. Thread-safe. Those of the JDK, of {@link Extensions#SPI}, {@code
 * jakarta.*} and slf4j are the server's; all others are its own, so that two extensions may bring
 * different versions of one library, and no extension sees the other classes of the server. Jars
 * that a manifest names are not followed: the jars of an extension are those in its directory.
 *
 * <p>Signatures of jars are not checked: {@link ExtensionFolder} has checked who may change a jar,
 * and a check of the compiler of pages takes a fifth of the time of the first page.
 */
final class ExtensionLoader extends ClassPathLoader {
    private static final String PREFIX = "extension ";
    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();
    private static final ClassLoader SERVER = ExtensionLoader.class.getClassLoader();

    static {
        registerAsParallelCapable();
    }

    /**
     * @param name for messages; stack traces have it, too
     * @param jars which it closes; opened without a check of signatures
     */
    ExtensionLoader(String name, List<JarPart> jars) {
        super(PREFIX + name, jars, PLATFORM);
    }

    /** The extension that has thrown an exception, for messages; null if none has. */
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

    /** Called after a look-up in the JDK by the caller. */
    @Override
    protected Class<?> findClass(String type) throws ClassNotFoundException {
        if (isServers(type)) {
            try {
                return SERVER.loadClass(type);
            } catch (ClassNotFoundException e) {
                // An extension may have its own resource of the same name.
            }
        }
        return super.findClass(type);
    }

    @Override
    public InputStream getResourceAsStream(String resource) {
        InputStream opened = PLATFORM.getResource(resource) == null ? openInJar(resource) : null;
        return opened != null ? opened : super.getResourceAsStream(resource);
    }

    private static boolean isServers(String type) {
        return type.startsWith("jakarta.")
                || type.startsWith("org.slf4j.")
                || Extensions.SPI.contains(type.substring(0, Math.max(0, type.lastIndexOf('.'))));
    }

    /** Lists of providers are its own; it does not use those of the server. */
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
