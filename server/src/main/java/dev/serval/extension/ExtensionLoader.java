package dev.serval.extension;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Enumeration;

/**
 * The classes of one extension. Thread-safe. Those of the JDK, of Serval, {@code jakarta.*} and
 * slf4j are the server's; all others are its own, so that two extensions may bring different
 * versions of one library, and none sees what the server is made of beside that.
 */
final class ExtensionLoader extends URLClassLoader {
    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();
    private static final ClassLoader SERVER = ExtensionLoader.class.getClassLoader();
    private static final String[] SHARED = {"dev.serval.", "jakarta.", "org.slf4j."};

    static {
        registerAsParallelCapable();
    }

    private final String name;

    /**
     * @param name for messages
     */
    ExtensionLoader(String name, URL[] jars) {
        super(jars, PLATFORM);
        this.name = name;
    }

    /** What is of the JDK is asked for first, by whoever calls this. */
    @Override
    protected Class<?> findClass(String type) throws ClassNotFoundException {
        for (String shared : SHARED) {
            if (type.startsWith(shared)) {
                try {
                    return SERVER.loadClass(type);
                } catch (ClassNotFoundException e) {
                    break; // an extension may have its own below the same name
                }
            }
        }
        return super.findClass(type);
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
        return "extension " + name;
    }
}
