package dev.serval.valve.accesslog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * The file of a period. Owned by the writer's thread. It may be a named pipe or a device too: what
 * is there is never cut or replaced, lines follow.
 */
final class LogFile implements LogTarget {
    private static final int TYPE = 0170000;
    private static final int PIPE = 0010000;

    private final LogFiles files;
    private String stamp;
    private FileChannel channel;
    private boolean regular = true;

    LogFile(LogFiles files) {
        this.files = files;
    }

    @Override
    public void write(Chunk chunk) throws IOException {
        if (channel == null || !chunk.stamp.equals(stamp)) {
            close();
            open(chunk.stamp);
        }
        long before = regular ? channel.size() : 0;
        ByteBuffer bytes = ByteBuffer.wrap(chunk.bytes, 0, chunk.length);
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException e) {
            // A disk that is full takes a part: without it no line is split when it goes on. Where
            // somebody else has written behind it, it stays.
            if (regular && channel.size() == before + bytes.position()) {
                channel.truncate(before);
            }
            if (!regular) {
                close(); // whoever read it has gone: another may come
            }
            throw e;
        }
    }

    @Override
    public long gatherMillis() {
        return regular ? 500 : 20; // of a terminal or pipe somebody is at the other end
    }

    @Override
    public void close() throws IOException {
        FileChannel old = channel;
        channel = null;
        if (old != null) {
            old.close();
        }
    }

    private void open(String next) throws IOException {
        if (!Files.isDirectory(files.directory())) {
            Files.createDirectories(files.directory());
        }
        Path path = files.path(next);
        regular = !Files.exists(path) || Files.isRegularFile(path);
        // Opened for both, a pipe waits for nobody who reads it.
        Set<StandardOpenOption> how =
                isPipe(path)
                        ? Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE)
                        : regular
                                ? Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                                : Set.of(StandardOpenOption.APPEND);
        channel = FileChannel.open(path, how);
        stamp = next;
    }

    private boolean isPipe(Path path) throws IOException {
        return !regular
                && path.getFileSystem().supportedFileAttributeViews().contains("unix")
                && (((Integer) Files.getAttribute(path, "unix:mode")) & TYPE) == PIPE;
    }
}
