package dev.serval.valve.accesslog;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/**
 * The standard output or error stream of the process, by its names in the file system. Owned by the
 * writer's thread. It is used as it is and not opened a second time, so that it may be a socket or
 * a pipe, and nothing written there by others is overwritten.
 */
final class StandardStream implements LogTarget {
    private static final Set<String> OUTPUT = Set.of("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1");
    private static final Set<String> ERRORS = Set.of("/dev/stderr", "/dev/fd/2", "/proc/self/fd/2");

    private final FileOutputStream stream;

    // Written first; null once it is written.
    private byte[] header;

    private StandardStream(FileDescriptor descriptor, byte[] header) {
        stream = new FileOutputStream(descriptor);
        this.header = header;
    }

    /** The stream of that name; null if it is another name. */
    static StandardStream of(Path path, byte[] header) {
        String name = path.toString();
        if (OUTPUT.contains(name)) {
            return new StandardStream(FileDescriptor.out, header);
        }
        return ERRORS.contains(name) ? new StandardStream(FileDescriptor.err, header) : null;
    }

    @Override
    public void write(Chunk chunk) throws IOException {
        if (header != null) {
            stream.write(header);
            header = null;
        }
        stream.write(chunk.bytes, 0, chunk.length);
    }

    /** Short, since a user may be watching. */
    @Override
    public long gatherMillis() {
        return 20;
    }

    @Override
    public void close() {
        // The process needs it until its end.
    }
}
