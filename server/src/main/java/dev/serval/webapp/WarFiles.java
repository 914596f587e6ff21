package dev.serval.webapp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Enumeration;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** WARs as files: whole or not, unpacked and removed again. Stateless. */
public final class WarFiles {
    private static final Logger LOG = LoggerFactory.getLogger(WarFiles.class);

    private WarFiles() {}

    /** Whether the directory at its end can be read: it is written last. */
    static boolean isWhole(Path war) {
        try (ZipFile zip = new ZipFile(war.toFile())) {
            return zip.size() > 0;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Unpacks a WAR. Throws IOException when it is broken, or when an entry would land outside
     * (CWE-22).
     *
     * @param into created; what is left of it after an exception is for the caller to remove
     */
    public static void unpack(Path war, Path into) throws IOException {
        Files.createDirectories(into);
        Path root = into.toRealPath();
        try (ZipFile zip = new ZipFile(war.toFile())) {
            Enumeration<? extends ZipEntry> entries = zip.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                unpack(zip, entry, target(root, entry.getName()));
            }
        }
    }

    private static void unpack(ZipFile zip, ZipEntry entry, Path target) throws IOException {
        if (entry.isDirectory()) {
            Files.createDirectories(target);
            return;
        }
        Files.createDirectories(target.getParent());
        try (InputStream in = zip.getInputStream(entry)) {
            Files.copy(in, target);
        }
        if (entry.getLastModifiedTime() != null) {
            Files.setLastModifiedTime(target, entry.getLastModifiedTime());
        }
    }

    private static Path target(Path root, String name) throws ZipException {
        boolean odd = name.isEmpty() || name.indexOf('\\') >= 0 || name.indexOf('\0') >= 0;
        Path target = odd ? root : root.resolve(name).normalize();
        if (target.equals(root) || !target.startsWith(root)) {
            throw new ZipException("the entry '" + name + "' would be unpacked somewhere else");
        }
        return target;
    }

    /** Removes a directory with all that it holds, as far as that can be done. */
    public static void remove(Path directory) {
        if (directory == null || !Files.exists(directory)) {
            return;
        }
        try {
            Files.walkFileTree(directory, new Removal());
        } catch (DirectoryNotEmptyException e) {
            LOG.debug("{} is in use and stays", directory);
        } catch (IOException e) {
            LOG.warn("SRV-0519 {} could not be removed: {}", directory, e.toString());
        }
    }

    private static final class Removal extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes read) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, IOException e)
                throws IOException {
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
        }
    }
}
