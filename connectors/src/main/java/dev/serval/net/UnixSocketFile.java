package dev.serval.net;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The file by which clients find a listening Unix domain socket. Owned by its listener. */
final class UnixSocketFile {
    private static final Logger LOG = LoggerFactory.getLogger(UnixSocketFile.class);
    private static final int TYPE = 0170000;
    private static final int SOCKET = 0140000;

    private final Path path;
    // The key of the file that this server made: another server may have replaced the file.
    private final Object key;

    private UnixSocketFile(Path path, Object key) {
        this.path = path;
        this.key = key;
    }

    /**
     * Binds the channel. The socket gets its permissions in a private directory before it gets its
     * name, so that no unauthorised user can connect in between. A file that a crash has left is
     * replaced.
     */
    static UnixSocketFile bind(ServerSocketChannel channel, UnixSocket settings, int backlog)
            throws IOException {
        requireFree(settings);
        Path path = settings.path();
        if (!isPosix(path)) {
            Files.deleteIfExists(path);
            channel.bind(UnixDomainSocketAddress.of(path), backlog);
            return new UnixSocketFile(path, key(path));
        }
        Path directory = privateDirectory(path.getParent());
        Path first = directory.resolve("s");
        try {
            channel.bind(UnixDomainSocketAddress.of(first), backlog);
            Files.setPosixFilePermissions(first, settings.pathPermissions());
            Object key = key(first);
            Files.move(first, path, StandardCopyOption.ATOMIC_MOVE);
            return new UnixSocketFile(path, key);
        } finally {
            Files.deleteIfExists(first);
            Files.delete(directory);
        }
    }

    Path path() {
        return path;
    }

    /** Deletes the file, unless another one has replaced it. */
    void delete() {
        try {
            if (key != null && key.equals(key(path))) {
                Files.delete(path);
            }
        } catch (NoSuchFileException e) {
            // Another process has deleted it.
        } catch (IOException e) {
            LOG.warn("SRV-0913 The socket {} could not be removed: {}", path, e.toString());
        }
    }

    static void requireFree(UnixSocket settings) throws IOException {
        requireParent(settings);
        Path path = settings.path();
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!isSocket(path)) {
            throw new BindException(path + " is there and is no socket; it is not replaced");
        }
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            // A listener whose queue is full must not make this wait.
            channel.configureBlocking(false);
            channel.connect(UnixDomainSocketAddress.of(path));
            throw new BindException(path + " is in use: somebody listens on it");
        } catch (BindException e) {
            throw e;
        } catch (ConnectException e) {
            LOG.debug("{} was left by a server that is gone", path);
        } catch (IOException e) {
            throw new BindException(
                    path + " is there, and whether somebody listens cannot be seen: " + e);
        }
    }

    private static void requireParent(UnixSocket settings) throws IOException {
        Path parent = settings.path().getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw new BindException(
                    "the directory of the socket " + settings.path() + " does not exist");
        }
        if (!isPosix(parent)) {
            return;
        }
        String owner = Files.getOwner(parent).getName();
        if (settings.parentOwner() != null && !owner.equals(settings.parentOwner())) {
            throw new BindException(
                    parent
                            + " belongs to "
                            + owner
                            + " and not to "
                            + settings.parentOwner()
                            + ", see unixDomainSocketParentOwner");
        }
        if (settings.parentPermissions() != null) {
            Set<PosixFilePermission> more = new HashSet<>(Files.getPosixFilePermissions(parent));
            more.removeAll(settings.parentPermissions());
            if (!more.isEmpty()) {
                throw new BindException(
                        parent
                                + " gives more permissions than "
                                + PosixFilePermissions.toString(settings.parentPermissions())
                                + ", see unixDomainSocketParentPermissions");
            }
        }
    }

    private static Path privateDirectory(Path parent) throws IOException {
        while (true) {
            // Short, since the length of a socket's path is limited.
            int number = ThreadLocalRandom.current().nextInt(1 << 20);
            try {
                return Files.createDirectory(
                        parent.resolve(".s" + Integer.toString(number, 36)),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rwx------")));
            } catch (FileAlreadyExistsException e) {
                // Tries another number.
            }
        }
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static boolean isSocket(Path path) throws IOException {
        if (!path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return attributes(path).isOther();
        }
        int mode = (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        return (mode & TYPE) == SOCKET;
    }

    private static Object key(Path path) throws IOException {
        return attributes(path).fileKey();
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }
}
