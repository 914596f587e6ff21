package dev.serval.webapp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Libraries as files of their own: those in a WAR that is not unpacked are copied, once each, until
 * this is closed. One thread.
 */
final class LibraryFiles implements AutoCloseable {
    private Path directory; // null while nothing was copied

    /** To be asked once for each jar. Throws IOException where more comes than the WAR tells. */
    Path of(Path jar) throws IOException {
        if (jar.getFileSystem() == FileSystems.getDefault()) {
            return jar;
        }
        if (directory == null) {
            directory = Files.createTempDirectory("serval-jars-");
        }
        Path copy = directory.resolve(jar.getFileName().toString());
        long room = Files.size(jar);
        byte[] buffer = new byte[1 << 14];
        try (InputStream in = Files.newInputStream(jar);
                OutputStream out = Files.newOutputStream(copy)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                room -= n;
                if (room < 0) {
                    throw new IOException("it is longer than the WAR tells");
                }
                out.write(buffer, 0, n);
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
