package dev.serval.session.saved;

import dev.serval.disk.PrivateFiles;
import dev.serval.session.store.StoredSession;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * All sessions of an application in one file, and beside it a file with the ids of those that have
 * ended since. Used by one thread at a time, except {@link #ended}.
 *
 * <p>The file stays after it was read, since a process that is killed writes no new one. So that no
 * logout is undone then, the ids of sessions in the file that end are added to the other file.
 *
 * <pre>
 *   number of the form (4 bytes), then sessions: id, expiry (8), bytes, CRC-32 of these (8);
 *   id and bytes with their lengths (4) before them; at the end a length of -1
 * </pre>
 */
final class SessionFile {
    private static final int FORM = 0x53525601;
    private static final int MOST_ID = 1024;
    private static final int END = -1;

    private final Path file;
    private final Path gone;
    private FileChannel ending; // guarded by this

    SessionFile(Path file) {
        this.file = file;
        gone = file.resolveSibling(file.getFileName() + ".ended");
    }

    Path path() {
        return file;
    }

    /** Takes one session. */
    @FunctionalInterface
    interface Taker {
        void take(StoredSession session) throws IOException;
    }

    /** Passes all sessions to a taker. */
    @FunctionalInterface
    interface Giver {
        void give(Taker to) throws IOException;
    }

    /** Replaces the file; the former one stays if it cannot be written. */
    void write(Giver all) throws IOException {
        PrivateFiles.directory(file.toAbsolutePath().getParent());
        PrivateFiles.replaceSafely(
                file,
                null,
                channel -> {
                    OutputStream buffered =
                            new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
                    DataOutputStream out = new DataOutputStream(buffered);
                    out.writeInt(FORM);
                    all.give(session -> write(session, out));
                    out.writeInt(END);
                    out.flush();
                });
        forgetEnded();
    }

    private static void write(StoredSession session, DataOutputStream out) throws IOException {
        byte[] id = session.id().getBytes(StandardCharsets.UTF_8);
        out.writeInt(id.length);
        out.write(id);
        out.writeLong(session.expires());
        out.writeInt(session.bytes().length);
        out.write(session.bytes());
        out.writeLong(checksum(id, session.expires(), session.bytes()));
    }

    private static long checksum(byte[] id, long expires, byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(id);
        crc.update(ByteBuffer.allocate(Long.BYTES).putLong(expires).flip());
        crc.update(bytes);
        return crc.getValue();
    }

    /**
     * Reads the sessions that have not ended since; all have version 1.
     *
     * @return whether there is such a file
     * @throws IOException if it is damaged; the sessions before that place were given
     */
    boolean read(Taker to) throws IOException {
        Set<String> ended = readEnded();
        try (InputStream opened = Files.newInputStream(file)) {
            long left = Files.size(file);
            DataInputStream in = new DataInputStream(new BufferedInputStream(opened, 1 << 16));
            if (in.readInt() != FORM) {
                throw new IOException("is no file of sessions, or one of another release");
            }
            while (true) {
                int length = in.readInt();
                if (length == END) {
                    return true;
                }
                byte[] id = bytes(in, length, MOST_ID);
                long expires = in.readLong();
                // The allocated memory is limited by the length of the file.
                long most = Math.min(left, StoredSession.MAX_BYTES);
                byte[] bytes = bytes(in, in.readInt(), most);
                if (in.readLong() != checksum(id, expires, bytes)) {
                    throw new IOException("has a session with another checksum");
                }
                String text = new String(id, StandardCharsets.UTF_8);
                if (!ended.contains(text)) {
                    to.take(new StoredSession(text, 1, expires, bytes));
                }
            }
        } catch (NoSuchFileException e) {
            return false;
        } catch (EOFException e) {
            throw new IOException("is cut off", e);
        }
    }

    private static byte[] bytes(DataInputStream in, int length, long most) throws IOException {
        if (length < 0 || length > most) {
            throw new IOException("has a length of " + length);
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return bytes;
    }

    private Set<String> readEnded() throws IOException {
        try {
            return new HashSet<>(Files.readAllLines(gone, StandardCharsets.ISO_8859_1));
        } catch (NoSuchFileException e) {
            return Set.of();
        }
    }

    /** A session of the file has ended: no later start finds it. */
    synchronized void ended(String id) throws IOException {
        if (ending == null) {
            ending = PrivateFiles.append(gone);
        }
        ByteBuffer line = ByteBuffer.wrap((id + "\n").getBytes(StandardCharsets.ISO_8859_1));
        while (line.hasRemaining()) {
            ending.write(line);
        }
    }

    /** Deletes both files. */
    synchronized void delete() throws IOException {
        Files.deleteIfExists(file);
        forgetEnded();
    }

    synchronized void close() throws IOException {
        if (ending != null) {
            ending.close();
            ending = null;
        }
    }

    private synchronized void forgetEnded() throws IOException {
        close();
        Files.deleteIfExists(gone);
    }
}
