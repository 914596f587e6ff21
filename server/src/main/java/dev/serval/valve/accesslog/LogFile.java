package dev.serval.valve.accesslog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file of a period. Owned by the writer's thread. It may also be a named pipe or a device:
 * existing content is never truncated or replaced, lines are appended.
 *
 * <pre>
 * current file -- the period is over (renameOnRotate) --&gt; the period's file
 *         \---- maxBytes is reached ---------------------&gt; the period's file with the next number
 *          \--- others have moved it (checkExists) ------&gt; a new one is begun
 * </pre>
 */
final class LogFile implements LogTarget {
    /** Opens files; tests give others. */
    @FunctionalInterface
    interface Opener {
        FileChannel open(Path path, Set<StandardOpenOption> how) throws IOException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(AccessLog.class);
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);
    private static final byte[] NOTHING = {};
    private static final int TYPE = 0170000;
    private static final int PIPE = 0010000;

    private final LogFiles files;
    private final LogRotation rotation;
    private final LogFiles.Periods periods;
    private final OldLogs old;
    private final byte[] header;
    private final Opener opener;
    private String stamp;
    private FileChannel channel;
    // The key by which the file is known again; null if there is none.
    private Object key;
    private boolean regular = true;
    // Until then the file is not rotated, however large it is.
    private long kept = System.nanoTime();

    LogFile(LogFiles files, byte[] header, ZoneId zone, InstantSource clock, Opener opener) {
        this.files = files;
        this.rotation = files.rotatable() ? files.rotation() : files.rotation().fixed();
        this.periods = files.periods(zone);
        this.old = new OldLogs(files, rotation.maxDays(), clock);
        this.header = header;
        this.opener = opener;
    }

    @Override
    public void write(Chunk chunk) throws IOException {
        if (channel == null || !chunk.stamp.equals(stamp)) {
            change(chunk.stamp);
        } else if (rotation.checkExists() && regular && !isThere()) {
            close();
            open(chunk.stamp);
        }
        if (!regular) {
            append(chunk);
            return;
        }
        long before = channel.size();
        if (isFull(before, chunk.length)) {
            close();
            move(files.current(stamp), files.free(stamp, true));
            open(stamp);
            before = channel.size();
        }
        ByteBuffer first = ByteBuffer.wrap(before == 0 ? header : NOTHING);
        ByteBuffer lines = ByteBuffer.wrap(chunk.bytes, 0, chunk.length);
        try {
            writeAll(first);
            writeAll(lines);
        } catch (IOException e) {
            // A full disk takes a part of the lines: this part is removed, so that no line is split
            // later, unless another process has written after it.
            if (channel.size() == before + first.position() + lines.position()) {
                channel.truncate(before);
            }
            throw e;
        }
    }

    private boolean isFull(long size, int more) {
        return rotation.maxBytes() > 0
                && size > header.length
                && size + more > rotation.maxBytes()
                && System.nanoTime() - kept >= 0;
    }

    /** Writes to the reader of a pipe or a device. */
    private void append(Chunk chunk) throws IOException {
        try {
            writeAll(ByteBuffer.wrap(chunk.bytes, 0, chunk.length));
        } catch (IOException e) {
            close(); // the reader has gone: another one may come
            throw e;
        }
    }

    private void writeAll(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    @Override
    public long gatherMillis() {
        if (!rotation.buffered()) {
            return 0;
        }
        return regular ? 500 : 20; // a user may watch a terminal or pipe
    }

    @Override
    public void close() throws IOException {
        FileChannel last = channel;
        channel = null;
        if (last != null) {
            last.close();
        }
    }

    /** Begins another period, or the first one. */
    private void change(String next) throws IOException {
        close();
        if (files.rotatable() && rotation.renameOnRotate()) {
            putAway(next);
        }
        open(next);
        old.remove(files.current(next));
    }

    /** Renames the file without a date to its date, if its last line is of another period. */
    private void putAway(String next) throws IOException {
        Path current = files.current(next);
        if (!Files.isRegularFile(current) || files.path(next).equals(current)) {
            return;
        }
        String its =
                stamp != null ? stamp : periods.of(Files.getLastModifiedTime(current).toMillis());
        if (!its.equals(next)) {
            move(current, files.free(its, false));
        }
    }

    /** Moves a file; if that fails, lines go on into the same file for a minute. */
    private void move(Path from, Path to) {
        try {
            Files.move(from, to);
        } catch (NoSuchFileException e) {
            // Others have moved it.
        } catch (IOException e) {
            kept = System.nanoTime() + MINUTE;
            LOG.warn(
                    "SRV-0782 {} of the access log cannot be named {}: {}", from, to, e.toString());
        }
    }

    private boolean isThere() {
        return Objects.equals(key, keyOf(files.current(stamp))) && key != null;
    }

    /** The key of the file, independent of its name; null if there is no file. */
    private static Object keyOf(Path path) {
        try {
            Object known = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
            return known == null ? path : known;
        } catch (IOException e) {
            return null;
        }
    }

    private void open(String next) throws IOException {
        if (!Files.isDirectory(files.directory())) {
            Files.createDirectories(files.directory());
        }
        Path path = files.current(next);
        regular = !Files.exists(path) || Files.isRegularFile(path);
        // Opened for both, a pipe does not wait for a reader.
        Set<StandardOpenOption> how =
                isPipe(path)
                        ? Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE)
                        : regular
                                ? Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                                : Set.of(StandardOpenOption.APPEND);
        channel = opener.open(path, how);
        stamp = next;
        key = regular && rotation.checkExists() ? keyOf(path) : null;
        if (!regular) {
            writeAll(ByteBuffer.wrap(header));
        }
    }

    private boolean isPipe(Path path) throws IOException {
        return !regular
                && path.getFileSystem().supportedFileAttributeViews().contains("unix")
                && (((Integer) Files.getAttribute(path, "unix:mode")) & TYPE) == PIPE;
    }
}
