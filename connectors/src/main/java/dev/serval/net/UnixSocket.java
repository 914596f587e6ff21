package dev.serval.net;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/**
 * The settings of a Unix domain socket to listen on; names are those of the {@code Connector}
 * element, without their {@code unixDomainSocket}. Immutable.
 *
 * @param path absolute; at most about 100 bytes, which systems limit
 * @param pathPermissions who may connect: users with write permission; default {@code rw-------}
 * @param parentOwner the user who has to own the directory; null means any
 * @param parentPermissions the directory must not grant more than these; null means any
 */
public record UnixSocket(
        Path path,
        Set<PosixFilePermission> pathPermissions,
        String parentOwner,
        Set<PosixFilePermission> parentPermissions) {

    /** Read and write for the user who runs the server, and for nobody else. */
    public static final Set<PosixFilePermission> OWNER_ONLY =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    public UnixSocket {
        pathPermissions = Set.copyOf(pathPermissions);
        parentPermissions = parentPermissions == null ? null : Set.copyOf(parentPermissions);
    }

    /**
     * Binds a channel of the family UNIX: as soon as clients can find the socket, it has its
     * permissions. What a crash has left there is replaced.
     *
     * @param backlog connections that may wait to be accepted
     * @return takes the socket's file away, unless another server has replaced it
     * @throws IOException that says why it is impossible to listen there
     */
    public Runnable bind(ServerSocketChannel channel, int backlog) throws IOException {
        return UnixSocketFile.bind(channel, this, backlog)::delete;
    }

    /**
     * Throws an IOException that says why it is impossible to listen there now; changes nothing.
     */
    public void probe() throws IOException {
        UnixSocketFile.requireFree(this);
    }
}
