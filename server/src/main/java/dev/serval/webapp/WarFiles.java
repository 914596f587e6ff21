package dev.serval.webapp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** WARs as the deployer uses them: checks, unpacks and removes them. Stateless. */
public final class WarFiles {
    private static final Logger LOG = LoggerFactory.getLogger(WarFiles.class);

    private static final int SMALL = 1 << 20;

    private WarFiles() {}

    /** Whether the directory at its end can be read: it is written last. */
    static boolean isWhole(Path war) {
        try {
            new WarFile(war).check();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Opens a WAR for reading, without unpacking it; the caller closes it. Throws IOException when
     * it would not be unpacked.
     */
    public static FileSystem open(Path war) throws IOException {
        new WarFile(war).check();
        return FileSystems.newFileSystem(war);
    }

    /**
     * Unpacks a WAR. Throws IOException if it is broken or dangerous; nothing is left then.
     *
     * @param into the directory to make
     */
    public static void unpack(Path war, Path into) throws IOException {
        new WarFile(war).unpack(into);
    }

    /**
     * A small file of a WAR or a directory; null if it is not there. Throws IOException if it
     * cannot be read, or has more than a mebibyte.
     */
    public static byte[] read(Path application, String name) throws IOException {
        if (Files.isDirectory(application)) {
            Path file = application.resolve(name);
            return Files.isRegularFile(file) ? small(Files.newInputStream(file), name) : null;
        }
        try (ZipFile war = new ZipFile(application.toFile())) {
            ZipEntry entry = war.getEntry(name);
            return entry == null ? null : small(war.getInputStream(entry), name);
        }
    }

    private static byte[] small(InputStream opened, String name) throws IOException {
        try (InputStream in = opened) {
            byte[] bytes = in.readNBytes(SMALL + 1);
            if (bytes.length > SMALL) {
                throw new IOException(name + " has more than " + SMALL + " bytes");
            }
            return bytes;
        }
    }

    /** Removes a directory with all its content, as far as possible. */
    public static void remove(Path directory) {
        try {
            DirectoryTrees.delete(directory);
        } catch (IOException e) {
            LOG.warn("SRV-0534 {} could not be removed: {}", directory, e.toString());
        }
    }
}
