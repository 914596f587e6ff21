package dev.serval.webapp;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The class files of an application in its directory, or in a WAR that is not unpacked, followed by
 * those of its parent. Used by one thread. It loads no class; its jars stay open until it is
 * closed.
 */
final class StoredClasses extends ClassLoader implements AutoCloseable {
    private static final String SUFFIX = ".class";

    private final Path docBase;
    private final List<Path> jars;
    private final List<ZipFile> open = new ArrayList<>();
    private Map<String, ZipFile> inJars;

    /**
     * @param docBase the directory of the application, or the root of its WAR as a file system
     * @param jars of the application, as files
     * @param parent what applications see besides their own
     */
    StoredClasses(Path docBase, List<Path> jars, ClassLoader parent) {
        super(parent);
        this.docBase = docBase;
        this.jars = jars;
    }

    /** A class file, by its name with slashes and extension; null if there is none. */
    @Override
    public InputStream getResourceAsStream(String name) {
        try {
            byte[] bytes = read(name);
            return bytes == null ? null : new ByteArrayInputStream(bytes);
        } catch (IOException e) {
            return null; // the scan of the whole jar reports that
        }
    }

    /** The same in bytes; null if there is none. */
    byte[] read(String name) throws IOException {
        String type = name.substring(0, name.length() - SUFFIX.length()).replace('/', '.');
        byte[] own = null;
        if (!ServerClasses.isOfJdk(type) && !type.startsWith("jakarta.servlet.")) {
            own = ofDirectory(name);
            own = own == null ? ofJars(name) : own;
        }
        if (own != null) {
            return own;
        }
        try (InputStream in = getParent().getResourceAsStream(name)) {
            return in == null ? null : Archive.bytes(in, name);
        }
    }

    private byte[] ofDirectory(String name) throws IOException {
        try {
            // It must not lead elsewhere.
            Path file = docBase.resolve("WEB-INF/classes").resolve("./" + name);
            if (!Files.isRegularFile(file)) {
                return null;
            }
            try (InputStream in = Files.newInputStream(file)) {
                return Archive.bytes(in, name);
            }
        } catch (InvalidPathException e) {
            return null; // no file can have such a name here
        }
    }

    private byte[] ofJars(String name) throws IOException {
        if (inJars == null) {
            inJars = new HashMap<>();
            for (Path jar : jars) {
                names(new ZipFile(jar.toFile()));
            }
        }
        ZipFile jar = inJars.get(name);
        if (jar == null) {
            return null;
        }
        try (InputStream in = jar.getInputStream(jar.getEntry(name))) {
            return Archive.bytes(in, name);
        }
    }

    private void names(ZipFile jar) {
        open.add(jar);
        Enumeration<? extends ZipEntry> entries = jar.entries();
        while (entries.hasMoreElements()) {
            String name = entries.nextElement().getName();
            if (name.endsWith(SUFFIX)) {
                inJars.putIfAbsent(name, jar);
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (ZipFile jar : open) {
            jar.close();
        }
    }
}
