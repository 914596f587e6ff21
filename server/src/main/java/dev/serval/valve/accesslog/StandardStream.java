package dev.serval.valve.accesslog;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/**
 * What the process was started with for its output or its errors, by the names that it has in the
 * file system. Owned by the writer's thread. It is written as it is and not opened a second time,
 * so that it may be a socket or a pipe, and that nothing of what others write there is overwritten.
 */
final class StandardStream implements LogTarget {
    private static final Set<String> OUTPUT = Set.of("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1");
    private static final Set<String> ERRORS = Set.of("/dev/stderr", "/dev/fd/2", "/proc/self/fd/2");

    private final FileOutputStream stream;

    private StandardStream(FileDescriptor descriptor) {
        stream = new FileOutputStream(descriptor);
    }

    /** The one of that name; null if it is no such name. */
    static StandardStream of(Path path) {
        String name = path.toString();
        if (OUTPUT.contains(name)) {
            return new StandardStream(FileDescriptor.out);
        }
        return ERRORS.contains(name) ? new StandardStream(FileDescriptor.err) : null;
    }

    @Override
    public void write(Chunk chunk) throws IOException {
        stream.write(chunk.bytes, 0, chunk.length);
    }

    /** Somebody is watching. */
    @Override
    public long gatherMillis() {
        return 20;
    }

    @Override
    public void close() {
        // The process needs it until its end.
    }
}
