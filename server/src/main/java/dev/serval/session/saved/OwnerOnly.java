package dev.serval.session.saved;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Files that other users of the system can neither read nor change, and that are there as a whole
 * or not at all. Stateless.
 */
final class OwnerOnly {
    private static final Set<OpenOption> NEW =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    private OwnerOnly() {}

    /** Makes a directory and those above it. */
    static void directory(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, rights(directory, "rwx------"));
        }
    }

    /** Writes a file to the disk beside another one, which it replaces then. */
    static void replace(Path file, Content content) throws IOException {
        replace(file, null, content);
    }

    /**
     * @param time of its last change; null for now
     */
    static void replace(Path file, FileTime time, Content content) throws IOException {
        Path beside = file.resolveSibling(file.getFileName() + ".tmp");
        Files.deleteIfExists(beside); // of a process that was killed
        try {
            try (FileChannel out = FileChannel.open(beside, NEW, rights(file, "rw-------"))) {
                content.write(out);
                out.force(true);
            }
            if (time != null) {
                Files.setLastModifiedTime(beside, time);
            }
            try {
                Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    /** Opens a file to add to it. */
    static FileChannel append(Path file) throws IOException {
        return FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND),
                rights(file, "rw-------"));
    }

    private static FileAttribute<?>[] rights(Path file, String text) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text))
                }
                : new FileAttribute<?>[0];
    }

    /** Writes the bytes of a file. */
    @FunctionalInterface
    interface Content {
        void write(FileChannel out) throws IOException;
    }
}
