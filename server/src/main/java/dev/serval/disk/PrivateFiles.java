package dev.serval.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Files that only the user of the server can read and write, and that exist completely or not at
 * all. Stateless.
 */
public final class PrivateFiles {
    private static final Set<PosixFilePermission> OWNER =
            PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> OWNERS_FILE =
            PosixFilePermissions.fromString("rw-------");
    private static final Set<OpenOption> NEW =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    private PrivateFiles() {}

    /** Writes the bytes of a file. */
    @FunctionalInterface
    public interface Content {
        /** Writes the content; if it throws, the file stays as it was. */
        void write(FileChannel out) throws IOException;
    }

    /**
     * Makes a directory and those above it that are missing, for the owner alone. One that is there
     * stays as it is.
     */
    public static void directory(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, rights(directory, OWNER));
        }
    }

    /** Makes a directory, and denies others access to it, even if it exists already. */
    public static void ownDirectory(Path directory) throws IOException {
        Files.createDirectories(directory);
        PosixFileAttributeView view =
                Files.getFileAttributeView(directory, PosixFileAttributeView.class);
        if (view != null && !view.readAttributes().permissions().equals(OWNER)) {
            view.setPermissions(OWNER);
        }
    }

    /**
     * Creates or replaces a file atomically: a reader sees the old content or the new one. Its
     * directory is made, and made private. After a failure of the system it may be empty.
     */
    public static void replace(Path file, byte[] content) throws IOException {
        Path directory = file.getParent();
        ownDirectory(directory);
        Path half = Files.createTempFile(directory, "new", ".tmp"); // for its owner only
        try {
            Files.write(half, content);
            replace(file, half);
        } finally {
            Files.deleteIfExists(half);
        }
    }

    /**
     * The same for a file in an existing directory, safe also after a failure of the system: the
     * content is on the disk before the file takes its place. Used by one thread at a time for a
     * file.
     *
     * @param time of its last change; null for now
     */
    public static void replaceSafely(Path file, FileTime time, Content content) throws IOException {
        Path half = file.resolveSibling(file.getFileName() + ".tmp");
        Files.deleteIfExists(half); // of a process that was killed
        try {
            try (FileChannel out = FileChannel.open(half, NEW, rights(file, OWNERS_FILE))) {
                content.write(out);
                out.force(true);
            }
            if (time != null) {
                Files.setLastModifiedTime(half, time);
            }
            replace(file, half);
        } finally {
            Files.deleteIfExists(half);
        }
    }

    /** The same for content that is in memory. */
    public static void replaceSafely(Path file, ByteBuffer content) throws IOException {
        replaceSafely(
                file,
                null,
                out -> {
                    while (content.hasRemaining()) {
                        out.write(content);
                    }
                });
    }

    private static void replace(Path file, Path half) throws IOException {
        try {
            Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(half, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Opens a file for appending; it is created if it is missing. */
    public static FileChannel append(Path file) throws IOException {
        return FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND),
                rights(file, OWNERS_FILE));
    }

    private static FileAttribute<?>[] rights(Path file, Set<PosixFilePermission> rights) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(rights)}
                : new FileAttribute<?>[0];
    }

    /**
     * Whether only the user of the server can have written a file: others may have put it there if
     * the directory is not private.
     */
    public static boolean isOwn(Path file) throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(
                        file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view == null) {
            return true; // a file system without such rights
        }
        PosixFileAttributes found = view.readAttributes();
        if (!found.isRegularFile()
                || found.permissions().contains(PosixFilePermission.GROUP_WRITE)
                || found.permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
            return false;
        }
        if (found.owner().getName().equals("root")) {
            return true; // root may do everything, for example for an image of a container
        }
        Path made = Files.createTempFile("own", ".tmp");
        try {
            return Files.getOwner(made).equals(found.owner());
        } finally {
            Files.delete(made);
        }
    }

    /** Denies others access to a file, before it is put into its place. */
    public static void close(Path file) throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view != null) {
            view.setPermissions(OWNERS_FILE);
        }
    }
}
