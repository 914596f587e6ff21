package dev.serval.webapp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files that only the user of the server can read and write. Stateless. */
final class PrivateFiles {
    private static final Set<PosixFilePermission> OWNER =
            PosixFilePermissions.fromString("rwx------");

    private static final Set<PosixFilePermission> OWNERS_FILE =
            PosixFilePermissions.fromString("rw-------");

    private PrivateFiles() {}

    /**
     * Creates or replaces a file atomically: a reader sees the old content or the new one. Its
     * directory is made, and made private.
     */
    static void replace(Path file, byte[] content) throws IOException {
        Path directory = file.getParent();
        directory(directory);
        Path half = Files.createTempFile(directory, "new", ".tmp"); // for its owner only
        try {
            Files.write(half, content);
            Files.move(
                    half,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(half);
        }
    }

    /**
     * Whether only the user of the server can have written a file: others may have put it there
     * where the directory is not private.
     */
    static boolean isOwn(Path file) throws IOException {
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
            return true; // who can do all, for example for an image of a container
        }
        Path made = Files.createTempFile("own", ".tmp");
        try {
            return Files.getOwner(made).equals(found.owner());
        } finally {
            Files.delete(made);
        }
    }

    /** Takes a file from others, before it is put where it is used. */
    static void close(Path file) throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view != null) {
            view.setPermissions(OWNERS_FILE);
        }
    }

    /** Makes it, and makes it private. */
    static void directory(Path directory) throws IOException {
        Files.createDirectories(directory);
        PosixFileAttributeView view =
                Files.getFileAttributeView(directory, PosixFileAttributeView.class);
        if (view != null && !view.readAttributes().permissions().equals(OWNER)) {
            view.setPermissions(OWNER);
        }
    }
}
