package dev.serval.valve;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;

/** The file of a day. Owned by the writer's thread. */
final class LogFile implements LogTarget {
    private final Path directory;
    private final String prefix;
    private final String suffix;
    private LocalDate day;
    private FileChannel channel;

    LogFile(Path directory, String prefix, String suffix) {
        this.directory = directory;
        this.prefix = prefix;
        this.suffix = suffix;
    }

    /** The file of the day, for example {@code logs/access_log.2026-11-21.txt}. */
    Path path(LocalDate day) {
        return directory.resolve(prefix + "." + day + suffix);
    }

    @Override
    public void write(Chunk chunk) throws IOException {
        if (channel == null || !chunk.day.equals(day)) {
            close();
            open(chunk.day);
        }
        long before = channel.size();
        ByteBuffer bytes = ByteBuffer.wrap(chunk.bytes, 0, chunk.length);
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException e) {
            // A disk that is full takes a part: without it no line is split when it goes on.
            channel.truncate(before);
            throw e;
        }
    }

    @Override
    public long gatherMillis() {
        return 500;
    }

    @Override
    public void close() throws IOException {
        FileChannel old = channel;
        channel = null;
        if (old != null) {
            old.close();
        }
    }

    private void open(LocalDate newDay) throws IOException {
        Files.createDirectories(directory);
        channel =
                FileChannel.open(
                        path(newDay), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        day = newDay;
    }
}
