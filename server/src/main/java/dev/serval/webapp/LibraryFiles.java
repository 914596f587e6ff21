package dev.serval.webapp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipException;

/**
 * Libraries as files of their own: those in a WAR that is not unpacked are copied, once each, until
 * this is closed. Used by one thread.
 */
final class LibraryFiles implements AutoCloseable {
    private static final byte[] PK = {'P', 'K'};

    private Path directory; // null while nothing was copied

    /** All jars that there will be. Throws IOException where the disk has no room for copies. */
    List<Path> fitting(List<Path> jars) throws IOException {
        if (jars.isEmpty() || isFile(jars.get(0))) {
            return jars;
        }
        directory = Files.createTempDirectory("serval-jars-");
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
     * To be asked once for each of them. Throws IOException where more comes than the WAR tells, or
     * something else than a jar.
     */
    Path of(Path jar) throws IOException {
        if (isFile(jar)) {
            return jar;
        }
        Path copy = directory.resolve(jar.getFileName().toString());
        long room = Files.size(jar) - PK.length;
        byte[] buffer = new byte[1 << 14];
        try (InputStream in = Files.newInputStream(jar)) {
            if (!Arrays.equals(in.readNBytes(PK.length), PK)) {
                throw new ZipException("it does not begin as one");
            }
            try (OutputStream out = Files.newOutputStream(copy)) {
                out.write(PK);
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
