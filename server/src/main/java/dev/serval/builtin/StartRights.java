package dev.serval.builtin;

import dev.serval.lifecycle.ServerListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import java.util.UUID;

/**
 * The SecurityListener: keeps the server from starting with too many rights.
 *
 * @param users as whom the server does not start
 * @param umask what has to be taken away from new files
 */
record StartRights(Set<String> users, int umask) implements ServerListener {
    @Override
    public void starting() {
        String user = System.getProperty("user.name", "");
        if (users.stream().anyMatch(user::equalsIgnoreCase)) {
            throw new IllegalStateException(
                    "SecurityListener: the server must not run as " + user + " (checkedOsUsers)");
        }
        int taken = umask == 0 ? 0 : taken();
        if ((taken & umask) != umask) {
            throw new IllegalStateException(
                    String.format(
                            "SecurityListener: the umask is %04o, and has to take away %04o at"
                                    + " least (minimumUmask)",
                            taken, umask));
        }
    }

    /** The rights that a new directory does not have; all if the file system has no such rights. */
    private static int taken() {
        Path made = Path.of(System.getProperty("java.io.tmpdir"), UUID.randomUUID().toString());
        try {
            Files.createDirectory(made);
            try {
                int rights = 0;
                for (PosixFilePermission each : Files.getPosixFilePermissions(made)) {
                    rights |= 0400 >> each.ordinal();
                }
                return 0777 & ~rights;
            } finally {
                Files.delete(made);
            }
        } catch (UnsupportedOperationException e) {
            return 0777;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
