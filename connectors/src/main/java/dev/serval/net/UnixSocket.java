package dev.serval.net;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/**
 * The settings of a Unix domain socket to listen on; names are those of the {@code Connector}
 * element, without their {@code unixDomainSocket}. Immutable.
 *
 * @param path absolute; at most about 100 bytes, which systems limit
 * @param pathPermissions who may connect; who may not write to it may not; default {@code
 *     rw-------}
 * @param parentOwner the user who has to own the directory; null: whoever
 * @param parentPermissions the directory must not give more than these; null: whatever
 */
public record UnixSocket(
        Path path,
        Set<PosixFilePermission> pathPermissions,
        String parentOwner,
        Set<PosixFilePermission> parentPermissions) {

    /** Only for the user who runs the server. */
    public static final Set<PosixFilePermission> OWNER_ONLY =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    public UnixSocket {
        pathPermissions = Set.copyOf(pathPermissions);
        parentPermissions = parentPermissions == null ? null : Set.copyOf(parentPermissions);
    }

    /** Throws an IOException that says why nobody can listen there now; changes nothing. */
    public void probe() throws IOException {
        UnixSocketFile.requireFree(this);
    }
}
