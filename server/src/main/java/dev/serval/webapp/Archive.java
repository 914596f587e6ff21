package dev.serval.webapp;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/** A library, or a directory of classes. Immutable; compared by identity. Nothing stays open. */
final class Archive {
    /** Takes a class file: its name in the archive, and its bytes while the call lasts. */
    interface ClassFiles {
        void take(String name, InputStream bytes) throws IOException;
    }

    private final Path path;
    private final String shown;
    private final boolean jar;

    private Archive(Path path, String shown, boolean jar) {
        this.path = path;
        this.shown = shown;
        this.jar = jar;
    }

    static Archive jar(Path path, String shown) {
        return new Archive(path, shown, true);
    }

    static Archive classes(Path directory, String shown) {
        return new Archive(directory, shown, false);
    }

    Path path() {
        return path;
    }

    /** Or else a directory. */
    boolean isJar() {
        return jar;
    }

    /** For people. */
    String shown() {
        return shown;
    }

    /** The bytes of a file, or null when it is not there. */
    byte[] read(String name) throws IOException {
        if (!jar) {
            Path file = path.resolve(name);
            return Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
        }
        try (JarFile file = open()) {
            JarEntry entry = file.getJarEntry(name);
            if (entry == null || entry.isDirectory()) {
                return null;
            }
            try (InputStream in = file.getInputStream(entry)) {
                return in.readAllBytes();
            }
        }
    }

    /** Names of all files of a directory, sorted. */
    Iterator<String> names() throws IOException {
        try (Stream<Path> walk = Files.walk(path)) {
            return walk.filter(Files::isRegularFile)
                    .map(file -> path.relativize(file).toString().replace('\\', '/'))
                    .sorted()
                    .toList()
                    .iterator();
        }
    }

    /** Whether it holds a directory. */
    boolean hasDirectory(String name) throws IOException {
        if (!jar) {
            return Files.isDirectory(path.resolve(name));
        }
        try (JarFile file = open()) {
            return file.getEntry(name + "/") != null
                    || file.stream().anyMatch(entry -> entry.getName().startsWith(name + "/"));
        }
    }

    /** Every class of it, in the version for this Java where there are several. */
    void classFiles(ClassFiles taker) throws IOException {
        if (jar) {
            try (JarFile file = open();
                    Stream<JarEntry> entries = file.versionedStream()) {
                Iterator<JarEntry> each = entries.filter(e -> isClass(e.getName())).iterator();
                while (each.hasNext()) {
                    JarEntry entry = each.next();
                    try (InputStream in = file.getInputStream(entry)) {
                        taker.take(entry.getName(), in);
                    }
                }
            }
            return;
        }
        List<Path> files;
        try (Stream<Path> walk = Files.walk(path)) {
            files = walk.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path file : files) {
            String name = path.relativize(file).toString().replace('\\', '/');
            if (isClass(name)) {
                taker.take(name, new ByteArrayInputStream(Files.readAllBytes(file)));
            }
        }
    }

    private static boolean isClass(String name) {
        return name.endsWith(".class")
                && !name.endsWith("module-info.class")
                && !name.endsWith("package-info.class")
                && !name.startsWith("META-INF/");
    }

    private JarFile open() throws IOException {
        return new JarFile(path.toFile(), false, ZipFile.OPEN_READ, Runtime.version());
    }
}
