package dev.serval.files;

/**
 * What a {@link FileCache} has done since it was made, and what it holds. Immutable; the numbers
 * are of about the same moment.
 *
 * @param hits answers from what was known, without a look at the disk
 * @param misses looks at the disk
 * @param evictions files that had to go because the cache was full
 * @param files that are in it, encoded forms among them
 * @param bytes that these are charged with; at most {@code cacheMaxSize}
 */
public record CacheStats(long hits, long misses, long evictions, int files, long bytes) {
    /** Nothing at all, of an application without files. */
    public static final CacheStats NONE = new CacheStats(0, 0, 0, 0, 0);
}
