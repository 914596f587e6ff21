package dev.serval.files;

import dev.serval.http.ContentCoding;
import dev.serval.http.FieldName;
import dev.serval.http.HttpDate;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * What HTTP knows of a file: its metadata and validators (RFC 9110 §8). Immutable.
 *
 * @param type the Content-Type; null if unknown
 * @param size bytes
 * @param modified the Last-Modified date, milliseconds since the epoch, whole seconds
 * @param etag the entity tag, quoted, with {@code W/} if it is weak
 * @param settled whether the validators are strong
 * @param ranges whether the response has Accept-Ranges
 * @param coding the content coding of the bytes; null if there is none
 * @param varies whether another client may get it in another coding
 * @param further the additional fields of its responses; see {@link SiteSettings}
 */
record Representation(
        String type,
        long size,
        long modified,
        String etag,
        boolean settled,
        boolean ranges,
        ContentCoding coding,
        boolean varies,
        List<FileResponse.Field> further) {
    /** Milliseconds after which a further change of a file shows in its modification time. */
    static final long SETTLES_AFTER = 2000;

    /**
     * The representation of a resource that was found, with the tag that the settings ask for.
     *
     * @param body its content; null if the content stays on the disk
     * @param now the time of the look at the file, milliseconds since the epoch
     */
    static Representation of(
            String type,
            Resource found,
            ByteBuffer body,
            DefaultServletSettings settings,
            long now) {
        long modified = found.modified().toMillis();
        Representation plain =
                found.checksum() == null
                        ? of(type, found.size(), modified, now)
                        : ofContent(type, found.size(), modified, now, found.checksum());
        if (settings.useStrongETags() && body != null) {
            plain = plain.ofHash(body.duplicate());
        }
        return settings.useAcceptRanges() ? plain : plain.withoutAcceptRanges();
    }

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
                type,
                size,
                date,
                settled ? tag : "W/" + tag,
                settled,
                true,
                null,
                false,
                List.of());
    }

    /**
     * The representation of a file whose content has a checksum: its tag is strong at once, and
     * different for different content, whatever the date is.
     */
    static Representation ofContent(
            String type, long size, long modifiedMillis, long now, long checksum) {
        String tag = "\"" + size + "-" + Long.toHexString(checksum) + "\"";
        long date = Math.floorDiv(Math.min(modifiedMillis, now), 1000L) * 1000;
        return new Representation(type, size, date, tag, true, true, null, false, List.of());
    }

    /** The same for an application with settings of its own. */
    Representation of(String path, SiteSettings site) {
        if (site.equals(SiteSettings.DEFAULTS)) {
            return this;
        }
        List<FileResponse.Field> lines = new ArrayList<>();
        String cacheControl = site.cacheControl(path, type);
        if (cacheControl != null) {
            lines.add(FileResponse.Field.yielding(FieldName.CACHE_CONTROL, cacheControl));
        }
        String links = site.links(path, type);
        if (links != null) {
            lines.add(FileResponse.Field.yielding(FieldName.LINK, links));
        }
        lines.addAll(site.fields());
        return new Representation(
                type, size, modified, etag, settled, ranges, coding, varies, List.copyOf(lines));
    }

    /** The same file where it may be had in other codings too. */
    Representation varying() {
        return new Representation(
                type, size, modified, etag, settled, ranges, coding, true, further);
    }

    /**
     * The same in a coding: other bytes, so another tag (RFC 9110 §8.8.3.3).
     *
     * @param length of the encoded bytes
     * @param parts whether ranges of them can be requested
     */
    Representation encoded(ContentCoding applied, long length, boolean parts) {
        String tag = etag.substring(0, etag.length() - 1) + "-" + applied.token() + '"';
        return new Representation(
                type, length, modified, tag, settled, ranges && parts, applied, true, further);
    }

    /** Whether its Cache-Control forbids transformation (RFC 9111 §5.2.2.6). */
    boolean isFixed() {
        for (FileResponse.Field line : further) {
            if (line.name() == FieldName.CACHE_CONTROL
                    && line.value().toLowerCase(Locale.ROOT).contains("no-transform")) {
                return true;
            }
        }
        return false;
    }

    /** The same with a tag of the content, which is strong at once: 128 bits of its SHA-256. */
    Representation ofHash(ByteBuffer content) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(content);
            String tag = "\"" + HexFormat.of().formatHex(digest.digest(), 0, 16) + "\"";
            return new Representation(
                    type, size, modified, tag, true, ranges, coding, varies, further);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /** The same without Accept-Ranges. */
    private Representation withoutAcceptRanges() {
        return new Representation(
                type, size, modified, etag, settled, false, coding, varies, further);
    }

    static boolean settled(long modifiedMillis, long now) {
        return now - modifiedMillis >= SETTLES_AFTER;
    }

    String lastModified() {
        return HttpDate.format(modified);
    }
}
