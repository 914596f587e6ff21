package dev.serval.files;

import dev.serval.http.Compression;
import dev.serval.http.FieldName;
import dev.serval.net.FileRegion;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One version of one file: metadata with its field lines encoded, and the content, either in memory
 * or as a file kept open. Thread-safe. A file that changes gets a new object.
 */
final class CachedFile {
    /** The largest size in bytes of a file that is compressed. */
    static final long MOST_COMPRESSED = 2 * 1024 * 1024;

    private static final long TOUCH_NANOS = 50_000_000;

    private final String name;
    private final Resource found;
    private final FileHead head;
    private final Variants variants;
    private final String links;
    private final long weight;
    private final boolean onDisk;
    private final boolean made;
    private final ReentrantLock opening = new ReentrantLock();
    private volatile ByteBuffer body;
    private volatile long checked;
    private volatile long used;
    private volatile boolean retired;
    private OpenFile open; // guarded by opening
    private volatile FileHead varyingHead;
    private volatile Coverage coverage;

    /** The settings that were used last, and their result. */
    private record Coverage(Compression settings, boolean covers) {}

    /**
     * @param name the requested path
     * @param body the content; null if it stays on the disk
     * @param now the time of the look at the file, nanoseconds
     * @param variants its encoded forms
     */
    CachedFile(
            String name,
            Resource found,
            Representation representation,
            ByteBuffer body,
            long now,
            Variants variants) {
        this(name, found, representation, body, now, variants, false);
    }

    /**
     * A form of a file that exists only in memory.
     *
     * @param found the file it was made of
     */
    static CachedFile made(
            String name, Resource found, Representation representation, ByteBuffer body, long now) {
        return new CachedFile(name, found, representation, body, now, Variants.NONE, true);
    }

    private CachedFile(
            String name,
            Resource found,
            Representation representation,
            ByteBuffer body,
            long now,
            Variants variants,
            boolean made) {
        this.made = made;
        this.name = name;
        this.found = found;
        this.head = new FileHead(variants.any() ? representation.varying() : representation);
        this.variants = variants;
        this.body = body;
        this.onDisk = body == null;
        this.weight = 1024L + 2L * name.length() + (onDisk ? 0 : body.capacity());
        this.checked = now;
        this.used = now;
        this.links = links(head.representation());
    }

    /** The requested path, decoded. */
    String name() {
        return name;
    }

    /** Bytes of the file, which are not those that are sent if it is compressed here. */
    long size() {
        return found.size();
    }

    /** The Content-Type; null if unknown. */
    String contentType() {
        return head.representation().type();
    }

    Resource found() {
        return found;
    }

    Representation representation() {
        return head.representation();
    }

    /** The head that is sent before the content. */
    FileHead head() {
        return head;
    }

    /** The same if a connector compresses the file for other clients. */
    FileHead varyingHead() {
        FileHead varying = varyingHead;
        if (varying == null) {
            varying = representation().varies() ? head : new FileHead(representation().varying());
            varyingHead = varying;
        }
        return varying;
    }

    /** The Link field of a 200, which may be sent ahead; null if it has none. */
    String links() {
        return links;
    }

    private static String links(Representation representation) {
        for (FileResponse.Field line : representation.further()) {
            if (line.name() == FieldName.LINK) {
                return line.value();
            }
        }
        return null;
    }

    /** Its encoded forms. */
    Variants variants() {
        return variants;
    }

    /** Whether it is compressed here for clients that accept it. */
    boolean isCompressed(Compression settings) {
        if (settings.isOff()) {
            return false;
        }
        Coverage known = coverage;
        if (known == null || known.settings != settings) {
            boolean covers =
                    size() <= MOST_COMPRESSED
                            && representation().coding() == null
                            && !representation().isFixed()
                            && settings.covers(contentType(), size());
            known = new Coverage(settings, covers);
            coverage = known;
        }
        return known.covers;
    }

    /**
     * The content in memory, read-only; null if it is not in memory. Each call makes a new view,
     * which belongs to the connection until the last byte was sent.
     */
    ByteBuffer body() {
        ByteBuffer content = body;
        return content == null ? null : content.duplicate();
    }

    /**
     * The shared content in memory; null if it is not in memory. The caller must not change its
     * position.
     */
    ByteBuffer sharedBody() {
        return body;
    }

    /** True while the last look at the disk is younger than that. */
    boolean isFresh(long now, long ttlNanos) {
        return !retired && now - checked < ttlNanos;
    }

    /** Whether the cache has dropped it. */
    boolean isRetired() {
        return retired;
    }

    /** Notes a use, coarsely, so that threads do not contend for the cache line. */
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

    /** Whether the disk still has this version. */
    boolean isSame(Resource other) {
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
     * The open file, opened at the first use, and again after an interrupted thread has closed it.
     * The caller must release it. Accesses the disk. Throws {@link FileChanged} if the path no
     * longer has this version.
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
        if (made) {
            // The cache has just dropped it.
            throw new FileChanged(found.path());
        }
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

    /** The cache drops it: responses in progress finish, then nothing is kept. */
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
}
