package dev.serval.extension;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.SecureClassLoader;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.Attributes.Name;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipFile;

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

    /** One of its jars. */
    record Jar(JarFile file, URL place) {
        /** The URL of a resource; null if the jar has none of that name. */
        private URL url(String resource) {
            try {
                JarEntry entry = file.getJarEntry(resource);
                if (entry == null) {
                    return null;
                }
                // The entry for the version of the JDK, in a multi-release jar.
                String path = new URI(null, null, "/" + entry.getRealName(), null).getRawPath();
                return new URL("jar:" + place + "!" + path.replace("!", "%21"));
            } catch (URISyntaxException | MalformedURLException e) {
                return null; // no such name in a jar that a tool has made
            } catch (IllegalStateException e) {
                return null; // closed
            }
        }
    }

    private final List<Jar> jars;

    /**
     * @param name for messages; stack traces have it, too
     * @param jars which it closes
     */
    ExtensionLoader(String name, List<Jar> jars) {
        super(PREFIX + name, PLATFORM);
        this.jars = List.copyOf(jars);
    }

    /** Opens a jar without a check of signatures. */
    static Jar open(Path jar) throws IOException {
        // An exclamation mark would end the jar's part of the URL.
        URL place = new URL(jar.toUri().toString().replace("!", "%21"));
        return new Jar(
                new JarFile(jar.toFile(), false, ZipFile.OPEN_READ, Runtime.version()), place);
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
        throw new ClassNotFoundException(type);
    }

    private Class<?> define(String type, Jar jar, JarEntry entry) throws IOException {
        byte[] bytes;
        try (InputStream in = jar.file.getInputStream(entry)) {
            bytes = in.readAllBytes();
        }
        String name = type.substring(0, Math.max(0, type.lastIndexOf('.')));
        if (getDefinedPackage(name) == null) {
            definePackage(name, MainAttributes.of(jar.file));
        }
        CodeSource source = new CodeSource(jar.place, (Certificate[]) null);
        return defineClass(type, bytes, 0, bytes.length, source);
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
        for (Jar jar : jars) {
            URL url = jar.url(resource);
            if (url != null) {
                return url;
            }
        }
        return null;
    }

    @Override
    protected Enumeration<URL> findResources(String resource) {
        List<URL> urls = new ArrayList<>();
        for (Jar jar : jars) {
            URL url = jar.url(resource);
            if (url != null) {
                urls.add(url);
            }
        }
        return Collections.enumeration(urls);
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
    }
}
