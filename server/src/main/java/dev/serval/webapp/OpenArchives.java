package dev.serval.webapp;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** Jars of which many files are read: each is opened once. One thread, which closes it. */
final class OpenArchives implements AutoCloseable {
    private final Map<Archive, JarFile> open = new HashMap<>();

    /** The bytes of a file of a jar, or null if it is not there. */
    byte[] read(Archive jar, String name) throws IOException {
        JarFile file = open.get(jar);
        if (file == null) {
            file = jar.open();
            open.put(jar, file);
        }
        JarEntry entry = file.getJarEntry(name);
        if (entry == null || entry.isDirectory()) {
            return null;
        }
        try (InputStream in = file.getInputStream(entry)) {
            return Archive.bytes(in, name);
        }
    }

    @Override
    public void close() {
        for (JarFile file : open.values()) {
            try {
                file.close();
            } catch (IOException e) {
                // It was only read.
            }
        }
    }
}
