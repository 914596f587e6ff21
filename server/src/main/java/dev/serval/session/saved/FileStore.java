package dev.serval.session.saved;

import dev.serval.disk.PrivateFiles;
import dev.serval.session.store.SessionStore;
import dev.serval.session.store.SessionStoreException;
import dev.serval.session.store.StoredSession;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.PriorityQueue;
import java.util.zip.CRC32;

/**
 * The FileStore: a directory with a file for each session, for one node. Thread-safe, as long as no
 * two threads work on the same id.
 *
 * <p>No file name comes from a client: it is a hash of the id, which the file repeats. The
 * modification time of a file is the expiry of its session, so that expired sessions are found
 * without reading files.
 *
 * <pre>
 *   number of the form (4 bytes), version (8), id, bytes, CRC-32 of all before it (8);
 *   id and bytes with their lengths (4) before them
 * </pre>
 */
public final class FileStore implements SessionStore {
    private static final int FORM = 0x53525602;
    private static final String SUFFIX = ".session";
    private static final int MOST_ID = 1024;
    // The year 2255, beyond which Java cannot represent file times.
    private static final long NEVER = 9_000_000_000_000L;

    private final Path directory;

    /**
     * @param directory made when the first session is stored
     */
    public FileStore(Path directory) {
        this.directory = directory;
    }

    @Override
    public StoredSession load(String id) throws SessionStoreException {
        Path file = file(id);
        try {
            StoredSession found = read(file);
            return found == null || !found.id().equals(id) ? null : found;
        } catch (IOException e) {
            throw failure("cannot read", file, e);
        }
    }

    @Override
    public boolean save(StoredSession session, long loaded) throws SessionStoreException {
        Path file = file(session.id());
        try {
            if (version(file) != loaded) {
                return false;
            }
            PrivateFiles.directory(directory);
            ByteBuffer bytes = bytes(session);
            PrivateFiles.replaceSafely(
                    file,
                    time(session.expires()),
                    out -> {
                        while (bytes.hasRemaining()) {
                            out.write(bytes);
                        }
                    });
            return true;
        } catch (IOException e) {
            throw failure("cannot write", file, e);
        }
    }

    private static ByteBuffer bytes(StoredSession session) {
        byte[] id = session.id().getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes =
                ByteBuffer.allocate(
                        3 * Integer.BYTES + 2 * Long.BYTES + id.length + session.bytes().length);
        bytes.putInt(FORM).putLong(session.version()).putInt(id.length).put(id);
        bytes.putInt(session.bytes().length).put(session.bytes());
        CRC32 crc = new CRC32();
        crc.update(bytes.array(), 0, bytes.position());
        return bytes.putLong(crc.getValue()).flip();
    }

    /** 0 if there is no readable one. */
    private static long version(Path file) throws IOException {
        try (InputStream opened = Files.newInputStream(file)) {
            DataInputStream in = new DataInputStream(opened);
            return in.readInt() == FORM ? in.readLong() : 0;
        } catch (NoSuchFileException | EOFException e) {
            return 0;
        }
    }

    /** Null if there is no file; a damaged file is removed. */
    private static StoredSession read(Path file) throws IOException {
        byte[] all;
        long expires;
        try {
            if (Files.size(file) > StoredSession.MAX_BYTES + 2L * MOST_ID) {
                return damaged(file);
            }
            expires = Files.getLastModifiedTime(file).toMillis();
            all = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(all);
        int ends = all.length - Long.BYTES;
        if (ends < 2 * Integer.BYTES + Long.BYTES || in.getInt() != FORM) {
            return damaged(file);
        }
        CRC32 crc = new CRC32();
        crc.update(all, 0, ends);
        if (in.getLong(ends) != crc.getValue()) {
            return damaged(file);
        }
        long version = in.getLong();
        byte[] id = part(in, MOST_ID);
        byte[] bytes = id == null ? null : part(in, StoredSession.MAX_BYTES);
        if (bytes == null || version < 1) {
            return damaged(file);
        }
        return new StoredSession(
                new String(id, StandardCharsets.UTF_8),
                version,
                expires >= NEVER ? Long.MAX_VALUE : expires,
                bytes);
    }

    private static byte[] part(ByteBuffer in, int most) {
        int length = in.remaining() < Integer.BYTES ? -1 : in.getInt();
        if (length < 0 || length > most || length > in.remaining()) {
            return null;
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private static StoredSession damaged(Path file) throws IOException {
        Files.deleteIfExists(file);
        return null;
    }

    @Override
    public boolean touch(String id, long expires) throws SessionStoreException {
        Path file = file(id);
        try {
            Files.setLastModifiedTime(file, time(expires));
            return true;
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            throw failure("cannot change", file, e);
        }
    }

    @Override
    public boolean remove(String id) throws SessionStoreException {
        Path file = file(id);
        try {
            return Files.deleteIfExists(file);
        } catch (IOException e) {
            throw failure("cannot remove", file, e);
        }
    }

    @Override
    public List<StoredSession> claimExpired(long now, int most) throws SessionStoreException {
        List<StoredSession> claimed = new ArrayList<>();
        each(
                file -> {
                    if (claimed.size() < most
                            && Files.getLastModifiedTime(file).toMillis() <= now) {
                        StoredSession found = read(file);
                        if (found != null && Files.deleteIfExists(file)) {
                            claimed.add(found);
                        }
                    }
                });
        return claimed;
    }

    @Override
    public List<String> ids(String after, int most) throws SessionStoreException {
        PriorityQueue<String> first = new PriorityQueue<>(Comparator.reverseOrder());
        each(
                file -> {
                    StoredSession found = read(file);
                    String id = found == null ? null : found.id();
                    if (id != null && (after == null || id.compareTo(after) > 0)) {
                        first.add(id);
                        if (first.size() > most) {
                            first.poll();
                        }
                    }
                });
        return first.stream().sorted().toList();
    }

    @Override
    public long size() throws SessionStoreException {
        long[] count = new long[1];
        each(file -> count[0]++);
        return count[0];
    }

    @Override
    public void close() {}

    /** Does something with a file. */
    @FunctionalInterface
    private interface Visit {
        void to(Path file) throws IOException;
    }

    private void each(Visit visit) throws SessionStoreException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
            for (Path file : files) {
                try {
                    visit.to(file);
                } catch (NoSuchFileException e) {
                    // It has been removed meanwhile.
                }
            }
        } catch (NoSuchFileException e) {
            // Nothing was stored yet.
        } catch (IOException e) {
            throw failure("cannot read", directory, e);
        }
    }

    private static FileTime time(long expires) {
        return FileTime.fromMillis(Math.max(0, Math.min(expires, NEVER)));
    }

    private Path file(String id) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(id.getBytes(StandardCharsets.UTF_8));
            return directory.resolve(HexFormat.of().formatHex(hash) + SUFFIX);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }

    private static SessionStoreException failure(String what, Path file, IOException e) {
        return new SessionStoreException("the FileStore " + what + " " + file + ": " + e, e);
    }
}
