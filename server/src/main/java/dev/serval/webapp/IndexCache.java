package dev.serval.webapp;

import dev.serval.disk.PrivateFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.CRC32C;

/**
 * The indexes of jars by their content, in a directory that outlives the server and that only its
 * user can read. Thread-safe, also between processes. A damaged file, or one of another version, is
 * ignored; a failure here only costs a scan.
 *
 * <p>A jar whose file has not changed since is known without being read, see {@link JarIdentities}.
 */
public final class IndexCache {
    /** Remembers nothing. */
    public static final IndexCache NONE = new IndexCache(null);

    /** The version increases when the same jar gets a different index. */
    private static final int MAGIC = 0x53524902;

    private static final String END = "-" + Runtime.version().feature() + ".idx";
    private static final int HEAD = 12;
    private static final Duration OFTEN = Duration.ofDays(1);

    private final Path directory;
    private final JarIdentities identities;
    private final AtomicBoolean grown = new AtomicBoolean();

    private IndexCache(Path directory) {
        this.directory = directory;
        this.identities = new JarIdentities(directory);
    }

    /**
     * A cache in a directory, which is made when it is needed; null means that nothing is
     * remembered.
     */
    public static IndexCache in(Path directory) {
        return directory == null ? NONE : new IndexCache(directory);
    }

    /**
     * The index of one jar.
     *
     * @param file the file of the index; null if nothing is remembered
     * @param seen what the jar was when its content was read; null if the file system cannot say
     */
    record CachedIndex(Archive jar, Path file, JarIdentities.Seen seen) {}

    /**
     * The place depends on the content of a jar and on the version of Java, since jars may have
     * classes for some versions.
     */
    CachedIndex place(Archive jar) throws IOException {
        if (directory == null) {
            return new CachedIndex(jar, null, null);
        }
        JarIdentities.Seen seen = JarIdentities.look(jar);
        String known = identities.content(seen);
        if (known == null) {
            known = hash(jar.path());
            identities.put(seen, known);
        }
        return new CachedIndex(jar, file(known), seen);
    }

    private Path file(String content) {
        return directory.resolve(content + END);
    }

    private static String hash(Path jar) throws IOException {
        MessageDigest digest = SourceContent.sha256();
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(jar)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** The index of the jar; null if there is no usable one. */
    ArchiveIndex read(CachedIndex place) {
        Path file = place.file;
        if (file == null) {
            return null;
        }
        try {
            if (!Files.isRegularFile(file)) {
                return null;
            }
            byte[] all = Files.readAllBytes(file);
            if (all.length < HEAD) {
                return null;
            }
            ByteBuffer head = ByteBuffer.wrap(all);
            if (head.getInt() != MAGIC || head.getLong() != checksum(all)) {
                return null;
            }
            Instant now = Instant.now();
            if (Files.getLastModifiedTime(file).toInstant().isBefore(now.minus(OFTEN))) {
                Files.setLastModifiedTime(file, FileTime.from(now)); // so that it is kept
            }
            byte[] index = new byte[all.length - HEAD];
            System.arraycopy(all, HEAD, index, 0, index.length);
            return new ArchiveIndex(index);
        } catch (IOException | RuntimeException e) {
            return null; // the jar itself is read then
        }
    }

    private static long checksum(byte[] all) {
        CRC32C sum = new CRC32C();
        sum.update(all, HEAD, all.length - HEAD);
        return sum.getValue() << 32 | all.length;
    }

    /**
     * Writes no index of a jar that changed while it was read, since all applications would use it.
     */
    void write(CachedIndex place, ArchiveIndex index) {
        if (place.file == null || !isSame(place.seen, JarIdentities.look(place.jar))) {
            return;
        }
        try {
            // A change within one tick of the file system's clock does not show.
            boolean shows = place.seen != null && place.seen.stable();
            if (!shows && !place.file.equals(file(hash(place.jar.path())))) {
                return;
            }
            byte[] content = index.bytes();
            byte[] all = new byte[HEAD + content.length];
            System.arraycopy(content, 0, all, HEAD, content.length);
            ByteBuffer.wrap(all).putInt(MAGIC).putLong(checksum(all));
            PrivateFiles.replace(place.file, all);
            grown.set(true);
        } catch (IOException | RuntimeException e) {
            // The next start scans again.
        }
    }

    private static boolean isSame(JarIdentities.Seen before, JarIdentities.Seen after) {
        return before == null || after == null
                ? before == after
                : before.attributes().equals(after.attributes());
    }

    /** Keeps the directory small; to be called when an application has been scanned. */
    void settle() {
        if (directory != null) {
            try {
                identities.save();
                if (grown.getAndSet(false)) {
                    CacheLimits.apply(directory);
                }
            } catch (IOException | RuntimeException e) {
                // The next start knows less.
            }
        }
    }
}
