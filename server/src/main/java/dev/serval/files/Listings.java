package dev.serval.files;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * The listings of one application as bytes. Thread-safe; accesses the disk. However many requests
 * come, one listing is made at a time, and it is valid for {@code cacheTtl} unless names come or
 * go: a vast directory costs its memory once and not per request.
 */
final class Listings {
    /** The limit of all kept listings together. */
    static final int MOST_BYTES = 4 << 20;

    private static final long LONGEST_WAIT_SECONDS = 10;

    /** A requested listing. */
    record Asked(String path, ListingOrder order, boolean json) {}

    /** The same of one state of the directory: names that come and go are seen at once. */
    private record Key(Asked asked, FileTime modified) {}

    /**
     * A body, never to be written to.
     *
     * @param at when it was made, nanoseconds
     */
    record Made(byte[] body, String etag, long at) {}

    private final FileCache cache;
    private final Predicate<String> open;
    private final Map<Key, Made> kept = new ConcurrentHashMap<>();
    private final ReentrantLock making = new ReentrantLock();
    private long bytes; // by making

    /**
     * @param open whether the file of a path is open to everyone
     */
    Listings(FileCache cache, Predicate<String> open) {
        this.cache = cache;
        this.open = open;
    }

    /**
     * The listing of a directory; null if other listings take too long.
     *
     * @param contextPath decoded; always the same
     */
    Made get(Asked asked, String contextPath) throws IOException {
        Key key = new Key(asked, cache.root().find(asked.path).modified());
        Made known = fresh(key);
        if (known != null) {
            return known;
        }
        try {
            if (!making.tryLock(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) {
                return null;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while others made a listing");
        }
        try {
            known = fresh(key);
            return known != null ? known : keep(key, make(asked, contextPath));
        } finally {
            making.unlock();
        }
    }

    /** Bytes that are kept. */
    long weight() {
        making.lock();
        try {
            return bytes;
        } finally {
            making.unlock();
        }
    }

    private Made fresh(Key key) {
        Made made = kept.get(key);
        return made != null && cache.now() - made.at < cache.ttlNanos() ? made : null;
    }

    private Made make(Asked asked, String contextPath) throws IOException {
        long now = cache.now();
        ListingSettings settings = cache.settings().servlet().listing();
        Listing listing = Listing.of(cache, contextPath, asked.path, asked.order, open);
        String text =
                asked.json
                        ? ListingJson.of(listing)
                        : ListingHtml.of(listing, asked.order, settings);
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        Representation tagged =
                new Representation(null, body.length, 0, "", true, false, null, false, List.of())
                        .ofHash(ByteBuffer.wrap(body));
        return new Made(body, tagged.etag(), now);
    }

    /** All kept listings are dropped at once when they are too large together. */
    private Made keep(Key key, Made made) {
        if (cache.ttlNanos() == 0 || !cache.settings().cachingAllowed()) {
            return made;
        }
        Made before = kept.remove(key);
        bytes -= before == null ? 0 : weight(key, before);
        if (bytes + weight(key, made) > MOST_BYTES) {
            kept.clear();
            bytes = 0;
        }
        if (weight(key, made) <= MOST_BYTES) {
            kept.put(key, made);
            bytes += weight(key, made);
        }
        return made;
    }

    private static long weight(Key key, Made made) {
        return 512L + 2L * key.asked.path.length() + made.body.length;
    }
}
