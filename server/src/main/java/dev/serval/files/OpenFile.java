package dev.serval.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A file channel that several responses share, closed after its last use. Thread-safe; the channel
 * is only ever read at stated positions.
 */
final class OpenFile {
    private static final Set<OpenOption> FOR_READING =
            Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

    private final FileChannel channel;
    private final AtomicInteger users = new AtomicInteger(1);

    private OpenFile(FileChannel channel) {
        this.channel = channel;
    }

    /** Opens a file that was found; the caller is its first user. */
    static OpenFile open(Resource found) throws IOException {
        return found.member() == null ? open(found.path()) : copyOf(found.member());
    }

    /**
     * A file in a jar has no bytes of its own to send: they are unpacked into a file without a
     * name, which goes when the channel is closed, or the JVM ends.
     */
    private static OpenFile copyOf(JarMember member) throws IOException {
        Path copy = Files.createTempFile("serval-", ".resource");
        boolean opened = false;
        try {
            try (InputStream in = member.stream()) {
                Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
            }
            FileChannel channel =
                    FileChannel.open(
                            copy, StandardOpenOption.READ, StandardOpenOption.DELETE_ON_CLOSE);
            opened = true;
            return new OpenFile(channel);
        } finally {
            if (!opened) {
                Files.deleteIfExists(copy);
            }
        }
    }

    private static OpenFile open(Path path) throws IOException {
        return new OpenFile(
                SpareDescriptors.PROCESS.open(() -> FileChannel.open(path, FOR_READING)));
    }

    FileChannel channel() {
        return channel;
    }

    /** Counts one more user; false if the last one has already left. */
    boolean retain() {
        while (true) {
            int count = users.get();
            if (count == 0) {
                return false;
            }
            if (users.compareAndSet(count, count + 1)) {
                return true;
            }
        }
    }

    /** One user leaves; to be called once per user. */
    void release() {
        if (users.decrementAndGet() == 0) {
            try {
                channel.close();
            } catch (IOException e) {
                // It was only read: a failed close loses nothing.
            }
        }
    }
}
