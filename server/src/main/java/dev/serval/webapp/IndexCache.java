package dev.serval.webapp;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jboss.jandex.Index;
import org.jboss.jandex.IndexReader;
import org.jboss.jandex.IndexWriter;

/**
 * What was found in jars before, by their content, in a directory that outlives the server.
 * Thread-safe, also between processes. A file of it that is damaged counts for nothing; nothing
 * that fails here is more than a scan.
 */
public final class IndexCache {
    /** Remembers nothing. */
    public static final IndexCache NONE = new IndexCache(null);

    private static final int MOST = 1000;
    private static final String END = "-" + Runtime.version().feature() + ".idx";
    private static final int DIGEST = 32;

    private final Path directory;

    private IndexCache(Path directory) {
        this.directory = directory;
    }

    /** In a directory, which is made when it is needed; null for one that remembers nothing. */
    public static IndexCache in(Path directory) {
        return directory == null ? NONE : new IndexCache(directory);
    }

    /**
     * Where the index of a jar is, or is to be; null where nothing is remembered. It depends on the
     * version of Java too, since jars may have classes for some versions only.
     */
    Path file(Path jar) throws IOException {
        if (directory == null) {
            return null;
        }
        MessageDigest digest = sha256();
        try (InputStream in = new DigestInputStream(Files.newInputStream(jar), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return directory.resolve(HexFormat.of().formatHex(digest.digest()) + END);
    }

    /** What is in such a file; null when there is nothing of use. */
    Index read(Path file) {
        if (file == null || !Files.isRegularFile(file)) {
            return null;
        }
        try {
            byte[] all = Files.readAllBytes(file);
            byte[] index = Arrays.copyOfRange(all, Math.min(DIGEST, all.length), all.length);
            if (!MessageDigest.isEqual(
                    sha256().digest(index), Arrays.copyOf(all, Math.min(DIGEST, all.length)))) {
                return null;
            }
            Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
            return new IndexReader(new ByteArrayInputStream(index)).read();
        } catch (IOException | RuntimeException e) {
            return null; // the jar itself is read then
        }
    }

    void write(Path file, Index index) {
        if (file == null) {
            return;
        }
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            new IndexWriter(bytes).write(index);
            Files.createDirectories(directory);
            Path half = Files.createTempFile(directory, "new", ".tmp");
            try {
                try (OutputStream out = Files.newOutputStream(half)) {
                    out.write(sha256().digest(bytes.toByteArray()));
                    bytes.writeTo(out);
                }
                Files.move(
                        half,
                        file,
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(half);
            }
            limit();
        } catch (IOException | RuntimeException e) {
            // The next start scans again.
        }
    }

    /** Half of them go when there are too many: those that nobody has asked for the longest. */
    private void limit() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.toList();
        }
        if (files.size() <= MOST) {
            return;
        }
        Map<Path, FileTime> times = new TreeMap<>();
        for (Path file : files) {
            times.put(file, time(file));
        }
        for (Path file :
                files.stream()
                        .sorted(Comparator.comparing(times::get))
                        .limit(files.size() - MOST / 2)
                        .toList()) {
            Files.deleteIfExists(file);
        }
    }

    private static FileTime time(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException e) {
            return FileTime.from(Instant.EPOCH); // another process was faster
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new UncheckedIOException(new IOException(e)); // every JDK has it
        }
    }
}
