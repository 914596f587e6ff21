package dev.serval.webapp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files that only the user of the server can read and write. Stateless. */
final class PrivateFiles {
    private static final Set<PosixFilePermission> OWNER =
            PosixFilePermissions.fromString("rwx------");

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

    private static void directory(Path directory) throws IOException {
        Files.createDirectories(directory);
        PosixFileAttributeView view =
                Files.getFileAttributeView(directory, PosixFileAttributeView.class);
        if (view != null && !view.readAttributes().permissions().equals(OWNER)) {
            view.setPermissions(OWNER);
        }
    }
}
