package dev.serval.files;

import dev.serval.http.FieldName;
import dev.serval.net.FileRegion;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One version of one file: metadata with its field lines encoded, and the content, either in memory
 * or as a file kept open. Thread-safe. A file that changes gets a new object.
 */
final class CachedFile {
    private static final byte[] CRLF = {'\r', '\n'};
    private static final long TOUCH_NANOS = 50_000_000;

    private final String name;
    private final Found found;
    private final Representation representation;
    private final byte[] wholeFields;
    private final byte[] knownFields;
    private final byte[] etag;
    private final byte[] lastModified;
    private final String links;
    private final long weight;
    private final boolean onDisk;
    private final ReentrantLock opening = new ReentrantLock();
    private volatile ByteBuffer body;
    private volatile long checked;
    private volatile long used;
    private volatile boolean retired;
    private OpenFile open; // by opening

    /**
     * @param name the path that it was asked for by
     * @param body the content, or null when it stays on the disk
     * @param now the time of the look at the file, nanoseconds
     */
    CachedFile(String name, Found found, Representation representation, ByteBuffer body, long now) {
        this.name = name;
        this.found = found;
        this.representation = representation;
        this.body = body;
        this.onDisk = body == null;
        this.weight = 1024L + 2L * name.length() + (onDisk ? 0 : body.capacity());
        this.checked = now;
        this.used = now;
        this.wholeFields = encode(FileResponse.metadata(representation));
        this.knownFields = encode(FileResponse.known(representation));
        this.links = links(representation);
        this.etag = representation.etag().getBytes(StandardCharsets.ISO_8859_1);
        this.lastModified = representation.lastModified().getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The path that it was asked for by, decoded. */
    String name() {
        return name;
    }

    /** Bytes of the file. */
    long size() {
        return found.size();
    }

    /** The Content-Type; null if unknown. */
    String contentType() {
        return representation.type();
    }

    Found found() {
        return found;
    }

    Representation representation() {
        return representation;
    }

    /** The encoded field lines of a 200; never to be written to. */
    byte[] wholeFields() {
        return wholeFields;
    }

    /** The encoded field lines of a 304; never to be written to. */
    byte[] knownFields() {
        return knownFields;
    }

    /** The Link field of a 200, which may be sent ahead; null if it has none. */
    String links() {
        return links;
    }

    private static String links(Representation representation) {
        for (FileResponse.Line line : representation.further()) {
            if (line.name() == FieldName.LINK) {
                return line.value();
            }
        }
        return null;
    }

    /** The entity tag as it is sent; never to be written to. */
    byte[] etagBytes() {
        return etag;
    }

    /** The Last-Modified date as it is sent; never to be written to. */
    byte[] lastModifiedBytes() {
        return lastModified;
    }

    /**
     * The content in memory, read-only; null when it is not there. Each call makes a new view: it
     * belongs to the connection until the last byte has left, and no other may move its position.
     */
    ByteBuffer body() {
        ByteBuffer content = body;
        return content == null ? null : content.duplicate();
    }

    /** True while the last look at the disk is younger than that. */
    boolean isFresh(long now, long ttlNanos) {
        return !retired && now - checked < ttlNanos;
    }

    /** Notes a use, coarsely: threads must not fight for the line of memory. */
    void touch(long now) {
        if (now - used > TOUCH_NANOS) {
            used = now;
        }
    }

    /** When it was last used, nanoseconds. */
    long used() {
        return used;
    }

    /** Notes that the disk still has this version. */
    void confirm(long now) {
        checked = now;
    }

    /** Whether what the disk has now is this version. */
    boolean isSame(Found other) {
        return found.isSame(other);
    }

    /** Bytes that this object is charged with. */
    long weight() {
        return weight;
    }

    /** Whether it was made without its content, so that a file may be kept open. */
    boolean isOnDisk() {
        return onDisk;
    }

    /**
     * The open file, opened at the first use, and again after a thread that was interrupted has
     * closed it. The caller must release it. Touches the disk. Throws {@link FileChanged} when the
     * path no longer has this version.
     */
    OpenFile open() throws IOException {
        opening.lock();
        try {
            if (open != null) {
                if (open.channel().isOpen() && open.retain()) {
                    return open;
                }
                open.release();
                open = null;
            }
            OpenFile opened = openThisVersion();
            if (!retired && opened.retain()) {
                open = opened;
            }
            return opened;
        } finally {
            opening.unlock();
        }
    }

    private OpenFile openThisVersion() throws IOException {
        OpenFile opened = OpenFile.open(found);
        boolean same = false;
        try {
            same = isSame(found.again());
        } finally {
            if (!same) {
                opened.release();
            }
        }
        if (!same) {
            throw new FileChanged(found.path());
        }
        return opened;
    }

    /** A part of the file to send; see {@link #open}. The receiver releases it. */
    FileRegion region(long first, long length) throws IOException {
        OpenFile file = open();
        return new FileRegion(file.channel(), first, length, file::release);
    }

    /** The cache lets go: what is being sent is finished, then nothing is kept. */
    void retire() {
        opening.lock();
        try {
            retired = true;
            body = null;
            if (open != null) {
                open.release();
                open = null;
            }
        } finally {
            opening.unlock();
        }
    }

    private static byte[] encode(List<FileResponse.Line> lines) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(192);
        for (FileResponse.Line line : lines) {
            bytes.writeBytes(line.name().prefix());
            bytes.writeBytes(line.value().getBytes(StandardCharsets.ISO_8859_1));
            bytes.writeBytes(CRLF);
        }
        return bytes.toByteArray();
    }
}
