package dev.serval.webapp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/** A library, or a directory of classes. Immutable; compared by identity. Nothing stays open. */
final class Archive {
    /** The limit of a class file, in bytes; longer ones are not read to their end. */
    static final int LARGEST_CLASS = 32 << 20;

    /** The limit of a descriptor or a list in a library, in bytes. */
    static final int LARGEST_DESCRIPTOR = 1 << 20;

    /** Receives the content of an archive. */
    interface Content {
        /**
         * A class file: its name, and the number of its bytes in the array, which is reused; more
         * than {@link #LARGEST_CLASS} if it is too long.
         */
        void classFile(String name, byte[] bytes, int length);

        /** The name of a class file that is not read. */
        void skipped(String name);

        /** The name of another file. */
        void file(String name);
    }

    private final Path path;
    private final String shown;
    private final boolean jar;
    private final Path war;

    private Archive(Path path, String shown, boolean jar, Path war) {
        this.path = path;
        this.shown = shown;
        this.jar = jar;
        this.war = war;
    }

    static Archive jar(Path path, String shown) {
        return jar(path, shown, null);
    }

    /**
     * @param war the WAR from which the jar was unpacked in this run of the server; null if it was
     *     not
     */
    static Archive jar(Path path, String shown, Path war) {
        return new Archive(path, shown, true, war);
    }

    static Archive classes(Path directory, String shown) {
        return new Archive(directory, shown, false, null);
    }

    /** The WAR from which it was unpacked; null if it was not. */
    Path war() {
        return war;
    }

    Path path() {
        return path;
    }

    /** Or else a directory. */
    boolean isJar() {
        return jar;
    }

    /** For messages. */
    String shown() {
        return shown;
    }

    /**
     * The bytes of a file, or null if it is not there. Throws IOException if it cannot be read, or
     * is longer than a class or a descriptor may be.
     */
    byte[] read(String name) throws IOException {
        if (!jar) {
            Path file = path.resolve(name);
            if (!Files.isRegularFile(file)) {
                return null;
            }
            try (InputStream in = Files.newInputStream(file)) {
                return bytes(in, name);
            }
        }
        try (OpenArchives jars = new OpenArchives()) {
            return jars.read(this, name);
        }
    }

    /**
     * Reads a file of an application to its end.
     *
     * @param name of the file, for the message
     * @throws IOException if it cannot be read, or is too long
     */
    static byte[] bytes(InputStream in, String name) throws IOException {
        boolean isClass = name.endsWith(".class");
        int most = isClass ? LARGEST_CLASS : LARGEST_DESCRIPTOR;
        byte[] bytes = in.readNBytes(most + 1);
        if (bytes.length > most) {
            throw new IOException(
                    name
                            + " has more than "
                            + most
                            + " bytes, the most that a "
                            + (isClass ? "class" : "descriptor")
                            + " may have; make it shorter");
        }
        return bytes;
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

    /**
     * Shows every class of it, in the version for this Java where there are several, and the names
     * of all other files.
     *
     * @param classes whether class files are read; otherwise only names are passed
     */
    void content(boolean classes, Content taker) throws IOException {
        if (jar) {
            try (JarFile file = open();
                    Stream<JarEntry> entries = file.versionedStream()) {
                byte[] buffer = new byte[1 << 14];
                Iterator<JarEntry> each = entries.iterator();
                while (each.hasNext()) {
                    JarEntry entry = each.next();
                    String name = entry.getName();
                    if (!isClass(name)) {
                        if (!entry.isDirectory()) {
                            taker.file(name);
                        }
                    } else if (classes) {
                        try (InputStream in = file.getInputStream(entry)) {
                            int length = 0;
                            for (int n = 0;
                                    n >= 0 && length <= LARGEST_CLASS;
                                    length += Math.max(n, 0)) {
                                if (length == buffer.length) {
                                    buffer = Arrays.copyOf(buffer, 2 * length);
                                }
                                n = in.read(buffer, length, buffer.length - length);
                            }
                            taker.classFile(name, buffer, length);
                        }
                    } else {
                        taker.skipped(name);
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
            if (!isClass(name)) {
                taker.file(name);
            } else if (classes) {
                try (InputStream in = Files.newInputStream(file)) {
                    byte[] bytes = in.readNBytes(LARGEST_CLASS + 1);
                    taker.classFile(name, bytes, bytes.length);
                }
            } else {
                taker.skipped(name);
            }
        }
    }

    private static boolean isClass(String name) {
        return name.endsWith(".class")
                && !name.endsWith("module-info.class")
                && !name.endsWith("package-info.class")
                && !name.startsWith("META-INF/");
    }

    /** Opens a jar; the caller closes it. */
    JarFile open() throws IOException {
        return new JarFile(path.toFile(), false, ZipFile.OPEN_READ, Runtime.version());
    }
}
