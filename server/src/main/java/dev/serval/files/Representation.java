package dev.serval.files;

import dev.serval.http.ContentCoding;
import dev.serval.http.HttpDate;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What HTTP knows of a file: its metadata and validators (RFC 9110 §8). Immutable.
 *
 * @param type the Content-Type; null if unknown
 * @param size bytes
 * @param modified the Last-Modified date, milliseconds since the epoch, whole seconds
 * @param etag the entity tag, quoted, with {@code W/} if it is weak
 * @param settled whether the validators are strong
 * @param ranges whether it is said that ranges may be asked for
 * @param coding in which it is sent; null for none
 * @param varies whether another client may get it in another coding
 */
record Representation(
        String type,
        long size,
        long modified,
        String etag,
        boolean settled,
        boolean ranges,
        ContentCoding coding,
        boolean varies) {
    /** Milliseconds after which a further change of a file shows in its modification time. */
    static final long SETTLES_AFTER = 2000;

    /**
     * The tag is Tomcat's, from size and modification time. It is weak while the file is so young
     * that it might change again without a trace in them, and strong from two seconds on, so that
     * interrupted downloads can be resumed by If-Range; both forms have the same opaque part and so
     * match each other in If-None-Match.
     *
     * @param modifiedMillis the modification time, milliseconds since the epoch
     * @param now the time of the look at the file, milliseconds since the epoch
     */
    static Representation of(String type, long size, long modifiedMillis, long now) {
        boolean settled = settled(modifiedMillis, now);
        String tag = "\"" + size + "-" + modifiedMillis + "\"";
        // RFC 9110 §8.8.2.1: never a date in the future.
        long date = Math.floorDiv(Math.min(modifiedMillis, now), 1000L) * 1000;
        return new Representation(
                type, size, date, settled ? tag : "W/" + tag, settled, true, null, false);
    }

    /**
     * Of a file whose content is known by a checksum: its tag is strong at once, and another one
     * for another content whatever the date says.
     */
    static Representation ofContent(
            String type, long size, long modifiedMillis, long now, long checksum) {
        String tag = "\"" + size + "-" + Long.toHexString(checksum) + "\"";
        long date = Math.floorDiv(Math.min(modifiedMillis, now), 1000L) * 1000;
        return new Representation(type, size, date, tag, true, true, null, false);
    }

    /** Of a file that was found; by its checksum if that is known. */
    static Representation of(String type, Found found, long now) {
        long modified = found.modified().toMillis();
        return found.checksum() == null
                ? of(type, found.size(), modified, now)
                : ofContent(type, found.size(), modified, now, found.checksum());
    }

    /** The same file where it may be had in other codings too. */
    Representation varying() {
        return new Representation(type, size, modified, etag, settled, ranges, coding, true);
    }

    /**
     * The same in a coding: other bytes, so another tag (RFC 9110 §8.8.3.3).
     *
     * @param length of the encoded bytes
     * @param parts whether parts of them can be had
     */
    Representation encoded(ContentCoding applied, long length, boolean parts) {
        String tag = etag.substring(0, etag.length() - 1) + "-" + applied.token() + '"';
        return new Representation(
                type, length, modified, tag, settled, ranges && parts, applied, true);
    }

    /** The same with a tag of the content, which is strong at once: 128 bits of its SHA-256. */
    Representation ofHash(ByteBuffer content) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(content);
            String tag = "\"" + HexFormat.of().formatHex(digest.digest(), 0, 16) + "\"";
            return new Representation(type, size, modified, tag, true, ranges, coding, varies);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /** The same without a word of ranges. */
    Representation withoutAcceptRanges() {
        return new Representation(type, size, modified, etag, settled, false, coding, varies);
    }

    static boolean settled(long modifiedMillis, long now) {
        return now - modifiedMillis >= SETTLES_AFTER;
    }

    String lastModified() {
        return HttpDate.format(modified);
    }
}
