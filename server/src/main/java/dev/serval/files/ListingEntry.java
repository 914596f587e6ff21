package dev.serval.files;

/**
 * One line of a listing. Immutable.
 *
 * @param name without slash
 * @param directory whether it is a directory
 * @param size bytes; 0 for a directory
 * @param modified milliseconds since the epoch; negative when it is not known
 */
record ListingEntry(String name, boolean directory, long size, long modified) {}
