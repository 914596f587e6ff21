package dev.serval.webapp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipException;

/**
 * Libraries as files of their own: those in a WAR that is not unpacked are copied, once each, until
 * this is closed, or the process ends. Used by one thread.
 */
final class LibraryFiles implements AutoCloseable {
    /** A jar begins as one, or with a script that runs it. */
    private static final Set<String> BEGINNINGS = Set.of("PK", "#!");

    private Path directory; // null while nothing was copied

    /**
     * Returns these jars, all that will be needed. Throws IOException if the disk has no room for
     * copies.
     */
    List<Path> fitting(List<Path> jars) throws IOException {
        if (jars.isEmpty() || isFile(jars.get(0))) {
            return jars;
        }
        directory = Files.createTempDirectory("serval-jars-");
        directory.toFile().deleteOnExit();
        long total = 0;
        for (Path jar : jars) {
            total += Files.size(jar);
        }
        long room = Files.getFileStore(directory).getUsableSpace();
        if (total > room) {
            throw new IOException(
                    "its libraries have "
                            + total
                            + " bytes, the disk of "
                            + directory.getParent()
                            + " has room for "
                            + room);
        }
        return jars;
    }

    private static boolean isFile(Path jar) {
        return jar.getFileSystem() == FileSystems.getDefault();
    }

    /**
     * To be called once for each jar. Throws IOException if the entry is longer than the WAR
     * states, or is not a jar.
     */
    Path of(Path jar) throws IOException {
        if (isFile(jar)) {
            return jar;
        }
        Path copy = directory.resolve(jar.getFileName().toString());
        copy.toFile().deleteOnExit();
        long room = Files.size(jar) - 2;
        byte[] buffer = new byte[1 << 14];
        try (InputStream in = Files.newInputStream(jar)) {
            byte[] first = in.readNBytes(2);
            if (!BEGINNINGS.contains(new String(first, StandardCharsets.ISO_8859_1))) {
                throw new ZipException("it does not begin as one");
            }
            try (OutputStream out = Files.newOutputStream(copy)) {
                out.write(first);
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    room -= n;
                    if (room < 0) {
                        throw new IOException("it is longer than the WAR tells");
                    }
                    out.write(buffer, 0, n);
                }
            }
        }
        return copy;
    }

    @Override
    public void close() {
        if (directory != null) {
            WarFiles.remove(directory);
        }
    }
}
