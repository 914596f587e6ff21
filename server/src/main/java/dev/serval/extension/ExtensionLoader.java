package dev.serval.extension;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipFile;

/**
 * The classes of one extension. Thread-safe. Those of the JDK, of {@link Extensions#SPI}, {@code
 * jakarta.*} and slf4j are the server's; all others are its own, so that two extensions may bring
 * different versions of one library, and none sees what the server is made of beside that.
 *
 * <p>Signatures of jars are not checked: who may change a jar was ({@link ExtensionFolder}), and a
 * check of the compiler of pages takes a fifth of the time of the first page.
 */
final class ExtensionLoader extends URLClassLoader {
    private static final String PREFIX = "extension ";
    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();
    private static final ClassLoader SERVER = ExtensionLoader.class.getClassLoader();

    static {
        registerAsParallelCapable();
    }

    /** One of its jars. */
    private record Jar(JarFile file, URL place) {}

    private final List<Jar> jars = new ArrayList<>();

    /**
     * @param name for messages; stack traces have it, too
     * @param files its jars, which it closes
     * @param places of the files, in their order
     */
    ExtensionLoader(String name, List<JarFile> files, URL[] places) {
        super(PREFIX + name, places, PLATFORM);
        for (int i = 0; i < places.length; i++) {
            jars.add(new Jar(files.get(i), places[i]));
        }
    }

    /** Without a check of signatures. */
    static JarFile open(Path jar) throws IOException {
        return new JarFile(jar.toFile(), false, ZipFile.OPEN_READ, Runtime.version());
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
        String file = type.replace('.', '/') + ".class";
        for (Jar jar : jars) {
            JarEntry entry = jar.file.getJarEntry(file);
            if (entry != null) {
                try {
                    return define(type, jar, entry);
                } catch (IOException e) {
                    throw new ClassNotFoundException(type, e);
                }
            }
        }
        // A jar may name others in its manifest.
        return super.findClass(type);
    }

    private Class<?> define(String type, Jar jar, JarEntry entry) throws IOException {
        byte[] bytes;
        try (InputStream in = jar.file.getInputStream(entry)) {
            bytes = in.readAllBytes();
        }
        String name = type.substring(0, Math.max(0, type.lastIndexOf('.')));
        if (getDefinedPackage(name) == null) {
            Manifest manifest = jar.file.getManifest();
            try {
                definePackage(name, manifest == null ? new Manifest() : manifest, jar.place);
            } catch (IllegalArgumentException e) {
                // Another thread was faster.
            }
        }
        CodeSource source = new CodeSource(jar.place, (Certificate[]) null);
        return defineClass(type, bytes, 0, bytes.length, source);
    }

    @Override
    public InputStream getResourceAsStream(String resource) {
        if (PLATFORM.getResource(resource) == null) {
            for (Jar jar : jars) {
                JarEntry entry = jar.file.getJarEntry(resource);
                try {
                    if (entry != null) {
                        return jar.file.getInputStream(entry);
                    }
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
        for (Jar jar : jars) {
            jar.file.close();
        }
        super.close();
    }
}
