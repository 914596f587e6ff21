package dev.serval.extension;

import dev.serval.classpath.ClassPath;
import dev.serval.classpath.ClassPathResource;
import dev.serval.classpath.JarPart;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.security.SecureClassLoader;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.Attributes.Name;
import java.util.jar.Manifest;

/**
 * The classes of one extension. Thread-safe. Those of the JDK, of {@link Extensions#SPI}, {@code
 * jakarta.*} and slf4j are the server's; all others are its own, so that two extensions may bring
 * different versions of one library, and no extension sees the other classes of the server. Jars
 * that a manifest names are not followed: the jars of an extension are those in its directory.
 *
 * <p>Signatures of jars are not checked: {@link ExtensionFolder} has checked who may change a jar,
 * and a check of the compiler of pages takes a fifth of the time of the first page.
 */
final class ExtensionLoader extends SecureClassLoader implements Closeable {
    private static final String PREFIX = "extension ";
    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();
    private static final ClassLoader SERVER = ExtensionLoader.class.getClassLoader();

    static {
        registerAsParallelCapable();
    }

    private final ClassPath jars;

    /**
     * @param name for messages; stack traces have it, too
     * @param jars which it closes; opened without a check of signatures
     */
    ExtensionLoader(String name, List<JarPart> jars) {
        super(PREFIX + name, PLATFORM);
        this.jars = new ClassPath(jars);
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
        ClassPathResource file = jars.find(type.replace('.', '/') + ".class");
        if (file == null) {
            throw new ClassNotFoundException(type);
        }
        try {
            return define(type, file);
        } catch (IOException e) {
            throw new ClassNotFoundException(type, e);
        }
    }

    private Class<?> define(String type, ClassPathResource file) throws IOException {
        byte[] bytes = file.bytes();
        String name = type.substring(0, Math.max(0, type.lastIndexOf('.')));
        if (!name.isEmpty() && getDefinedPackage(name) == null) {
            Manifest manifest = file.part().manifest();
            definePackage(name, manifest == null ? new Attributes() : manifest.getMainAttributes());
        }
        return defineClass(type, bytes, 0, bytes.length, file.source());
    }

    private void definePackage(String name, Attributes of) {
        try {
            definePackage(
                    name,
                    of.getValue(Name.SPECIFICATION_TITLE),
                    of.getValue(Name.SPECIFICATION_VERSION),
                    of.getValue(Name.SPECIFICATION_VENDOR),
                    of.getValue(Name.IMPLEMENTATION_TITLE),
                    of.getValue(Name.IMPLEMENTATION_VERSION),
                    of.getValue(Name.IMPLEMENTATION_VENDOR),
                    null);
        } catch (IllegalArgumentException e) {
            // Another thread was faster.
        }
    }

    @Override
    protected URL findResource(String resource) {
        ClassPathResource found = jars.find(resource);
        return found == null ? null : found.url();
    }

    @Override
    protected Enumeration<URL> findResources(String resource) {
        return Collections.enumeration(jars.urls(resource));
    }

    @Override
    public InputStream getResourceAsStream(String resource) {
        if (PLATFORM.getResource(resource) == null) {
            ClassPathResource found = jars.find(resource);
            if (found != null) {
                try {
                    return found.open();
                } catch (IOException e) {
                    return null;
                }
            }
        }
        return super.getResourceAsStream(resource);
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

    @Override
    public void close() throws IOException {
        jars.close();
    }
}
