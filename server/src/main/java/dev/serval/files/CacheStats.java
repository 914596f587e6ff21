package dev.serval.files;

/**
 * What a {@link FileCache} has done since its creation, and what it holds. Immutable; the numbers
 * are of about the same moment.
 *
 * @param hits responses without a check of the disk
 * @param misses checks of the disk
 * @param evictions files that were dropped because the cache was full
 * @param files in the cache, including encoded forms
 * @param bytes that these are counted with; at most {@code cacheMaxSize}
 */
public record CacheStats(long hits, long misses, long evictions, int files, long bytes) {
    /** All zero, for an application without files. */
    public static final CacheStats NONE = new CacheStats(0, 0, 0, 0, 0);
}
