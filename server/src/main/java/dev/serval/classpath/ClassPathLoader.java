package dev.serval.classpath;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * Finds classes and resources in directories and jars, which it closes. Thread-safe. A
 * URLClassLoader, since libraries ask for its URLs, or add some: only those are searched by the
 * JDK. Otherwise it differs in this: a Class-Path in the manifest of a jar adds no jars, as in
 * Tomcat.
 */
public abstract class ClassPathLoader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final ClassPath classPath;
    private volatile boolean added;

    /**
     * @param name in stack traces; null if it has none
     * @param parts which it closes, even if this fails
     */
    protected ClassPathLoader(
            String name, List<? extends ClassPathPart> parts, ClassLoader parent) {
        super(name, new URL[0], parent);
        this.classPath = new ClassPath(parts);
    }

    /** Its own files; not those of URLs that were added. */
    protected final ClassPath classPath() {
        return classPath;
    }

    /** The URLs of its parts, and those that a program has added. */
    @Override
    public URL[] getURLs() {
        return Stream.concat(classPath.places().stream(), Stream.of(super.getURLs()))
                .toArray(URL[]::new);
    }

    /** Called by reflection, by libraries that add jars to the class path of a program. */
    @Override
    protected void addURL(URL url) {
        super.addURL(url);
        added = true;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        ClassPathResource file = classPath.find(name.replace('.', '/').concat(".class"));
        if (file == null) {
            if (added) {
                return super.findClass(name);
            }
            throw new ClassNotFoundException(name);
        }
        try {
            byte[] bytes = file.bytes();
            int end = name.lastIndexOf('.');
            if (end > 0) {
                definePackage(name.substring(0, end), file.part());
            }
            return defineClass(name, bytes, 0, bytes.length, file.source());
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private void definePackage(String name, ClassPathPart part) throws IOException {
        Package known = getDefinedPackage(name);
        if (known == null) {
            try {
                Manifest manifest = part.manifest();
                definePackage(name, manifest == null ? new Manifest() : manifest, part.place());
                return;
            } catch (IllegalArgumentException e) {
                known = getDefinedPackage(name); // another thread was faster
            }
        }
        if (known.isSealed() && !known.isSealed(part.place())) {
            throw new SecurityException(
                    "The package " + name + " is sealed by another jar than " + part.place());
        }
    }

    @Override
    public URL findResource(String name) {
        ClassPathResource found = classPath.find(name);
        if (found == null) {
            return added ? super.findResource(name) : null;
        }
        return found.url();
    }

    /**
     * Opens a file of a jar of its own without a URL, for which the JDK would open the jar again;
     * null if that is not possible.
     */
    protected final InputStream openInJar(String name) {
        ClassPathResource found = classPath.find(name);
        try {
            return found != null && found.part() instanceof JarPart ? found.open() : null;
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public Enumeration<URL> findResources(String name) throws IOException {
        List<URL> found = classPath.urls(name);
        if (added) {
            found.addAll(Collections.list(super.findResources(name)));
        }
        return Collections.enumeration(found);
    }

    @Override
    public void close() throws IOException {
        try {
            classPath.close();
        } finally {
            super.close();
        }
    }
}
