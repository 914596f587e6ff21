package dev.serval.files;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The directory of new content until it is complete: it is within the directory of the files, so
 * that one rename puts the content into its place, and has a name that is never served ({@link
 * SafePath#UPLOADS}). It exists only while it is needed. Thread-safe; accesses the disk.
 *
 * <p>Files that a crash has left behind are deleted if they were not written to for {@value
 * #LEFT_MILLIS} ms: at the start and with later uploads. Until then they may belong to another
 * instance, which uses the same directory while an application is replaced.
 */
final class Uploads {
    static final long LEFT_MILLIS = 600_000;
    private static final long SWEEP_NANOS = 60_000_000_000L;

    private final Path directory;
    private final SecureRandom random = new SecureRandom();
    private final AtomicLong swept = new AtomicLong(System.nanoTime());

    /**
     * @param docBase of the files
     */
    Uploads(Path docBase) {
        this.directory = docBase.resolve(SafePath.UPLOADS);
    }

    /** The name of a new file, which is not there yet. */
    Path next() throws IOException {
        long last = swept.get();
        if (System.nanoTime() - last > SWEEP_NANOS
                && swept.compareAndSet(last, System.nanoTime())) {
            sweep();
        }
        return directory.resolve(new BigInteger(128, random).toString(36));
    }

    /** Creates the file that {@link #next} has named, with the usual permissions of files. */
    FileChannel create(Path upload) throws IOException {
        IOException failure = null;
        // Another upload may be the last to leave, and take the directory along.
        for (int i = 0; i < 10; i++) {
            if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectories(directory);
            }
            try {
                return FileChannel.open(
                        upload, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
            } catch (NoSuchFileException e) {
                failure = e;
            }
        }
        throw failure;
    }

    /** Removes what is left of an upload, which is in its place or has failed. */
    void end(Path upload) {
        try {
            Files.deleteIfExists(upload);
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            // There are other uploads, or the next sweep will remove it.
        }
    }

    /** Removes abandoned uploads. */
    void sweep() {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        FileTime old = FileTime.fromMillis(System.currentTimeMillis() - LEFT_MILLIS);
        try (DirectoryStream<Path> uploads = Files.newDirectoryStream(directory)) {
            for (Path upload : uploads) {
                FileTime written = Files.getLastModifiedTime(upload, LinkOption.NOFOLLOW_LINKS);
                if (written.compareTo(old) < 0) {
                    Files.deleteIfExists(upload);
                }
            }
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            // Some are still being written, or another process was faster.
        }
    }

    /** Gives an upload the permissions of the file that it replaces. */
    static void keepRights(Path old, Path upload) throws IOException {
        try {
            Files.setPosixFilePermissions(upload, Files.getPosixFilePermissions(old));
        } catch (UnsupportedOperationException e) {
            // This file system has no permissions.
        }
    }

    /** Writes all of it. */
    static void write(FileChannel target, ByteBuffer bytes) throws WriteRefused {
        try {
            while (bytes.hasRemaining()) {
                target.write(bytes);
            }
        } catch (IOException e) {
            throw WriteRefused.by(e, "an upload");
        }
    }

    /** Forces written bytes to the disk. */
    static void force(FileChannel channel, String path) throws WriteRefused {
        try {
            channel.force(false);
        } catch (IOException e) {
            throw WriteRefused.by(e, path);
        }
    }
}
