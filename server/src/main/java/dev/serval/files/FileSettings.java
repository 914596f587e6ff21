package dev.serval.files;

import java.util.function.Consumer;

/**
 * How static files are found and kept. Immutable. The names are those of Tomcat's {@code Resources}
 * element and default servlet.
 *
 * @param cachingAllowed whether anything is kept between requests; default true
 * @param cacheMaxSize KiB of file contents and entries kept per application; default 10240
 * @param cacheObjectMaxSize KiB up to which a file is kept in memory, larger ones are kept open;
 *     default 128 (Tomcat: 512), because above that sendfile was measured to be cheaper; never more
 *     than an eighth of {@code cacheMaxSize}
 * @param cacheTtl milliseconds for which a file, a directory or a missing name is believed without
 *     a check of the disk; default 5000, 0 means always check
 * @param sendfileSize KiB from which on a file that is not in memory is sent by sendfile; default
 *     48, negative means never
 * @param listings whether directories without a welcome file are listed; default false: 404
 * @param readonly whether PUT and DELETE are refused; default true
 * @param allowLinking whether symbolic links are followed, also out of the directory; default
 *     false. WEB-INF and META-INF stay closed
 * @param maxPutSize the limit in bytes of a file that a client puts; default -1, no limit
 * @param servlet the settings by further init-params of the default servlet
 * @param site further fields of files, and which addresses lead to them
 * @param precompressed which encoded forms may lie beside a file; default none
 */
public record FileSettings(
        boolean cachingAllowed,
        long cacheMaxSize,
        long cacheObjectMaxSize,
        long cacheTtl,
        long sendfileSize,
        boolean listings,
        boolean readonly,
        boolean allowLinking,
        long maxPutSize,
        DefaultServletSettings servlet,
        SiteSettings site,
        Precompressed precompressed) {

    private static final long MOST_KIB = 1024 * 1024; // one buffer holds a file

    public static final FileSettings DEFAULTS =
            new FileSettings(true, 10240, 128, 5000, 48, false, true, false);

    /** Settings with defaults for the remaining components. */
    public FileSettings(
            boolean cachingAllowed,
            long cacheMaxSize,
            long cacheObjectMaxSize,
            long cacheTtl,
            long sendfileSize,
            boolean listings,
            boolean readonly,
            boolean allowLinking) {
        this(
                cachingAllowed,
                cacheMaxSize,
                cacheObjectMaxSize,
                cacheTtl,
                sendfileSize,
                listings,
                readonly,
                allowLinking,
                -1,
                DefaultServletSettings.DEFAULTS,
                SiteSettings.DEFAULTS,
                Precompressed.NONE);
    }

    /** Throws IllegalArgumentException for a negative size of the cache, object or time. */
    public FileSettings {
        if (cacheMaxSize < 0 || cacheObjectMaxSize < 0 || cacheTtl < 0) {
            throw new IllegalArgumentException(
                    "cacheMaxSize, cacheObjectMaxSize and cacheTtl must not be negative");
        }
    }

    FileSettings withSendfileSize(long kib) {
        return change(changes -> changes.sendfileSize = kib);
    }

    /** The same with directories listed or not. */
    public FileSettings withListings(boolean value) {
        return change(changes -> changes.listings = value);
    }

    FileSettings withReadonly(boolean value) {
        return change(changes -> changes.readonly = value);
    }

    FileSettings withMaxPutSize(long bytes) {
        return change(changes -> changes.maxPutSize = bytes);
    }

    FileSettings withServlet(DefaultServletSettings value) {
        return change(changes -> changes.servlet = value);
    }

    /** The same with other settings of that kind. */
    public FileSettings withSite(SiteSettings value) {
        return change(changes -> changes.site = value);
    }

    /** The same with encoded forms beside files. */
    public FileSettings withPrecompressed(Precompressed value) {
        return change(changes -> changes.precompressed = value);
    }

    private FileSettings change(Consumer<SettingsCopy> what) {
        SettingsCopy changes = new SettingsCopy();
        what.accept(changes);
        return new FileSettings(
                cachingAllowed,
                cacheMaxSize,
                cacheObjectMaxSize,
                cacheTtl,
                changes.sendfileSize,
                changes.listings,
                changes.readonly,
                allowLinking,
                changes.maxPutSize,
                changes.servlet,
                changes.site,
                changes.precompressed);
    }

    /** A mutable copy, for a moment. */
    private final class SettingsCopy {
        long sendfileSize = FileSettings.this.sendfileSize;
        boolean listings = FileSettings.this.listings;
        boolean readonly = FileSettings.this.readonly;
        long maxPutSize = FileSettings.this.maxPutSize;
        DefaultServletSettings servlet = FileSettings.this.servlet;
        SiteSettings site = FileSettings.this.site;
        Precompressed precompressed = FileSettings.this.precompressed;
    }

    /** Bytes that the cache may hold. */
    long cacheBytes() {
        return Math.min(cacheMaxSize, Long.MAX_VALUE / 2048) * 1024;
    }

    /** Bytes up to which a file is kept in memory. */
    long objectBytes() {
        return Math.min(Math.min(cacheObjectMaxSize, MOST_KIB) * 1024, cacheBytes() / 8);
    }

    /** Whether a file of that size is sent by sendfile if it is not in memory. */
    boolean sendfile(long size) {
        return sendfileSize >= 0 && size >= sendfileSize * 1024;
    }
}
