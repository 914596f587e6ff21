package dev.serval.valve.accesslog;

/**
 * How log files are rotated, apart from the change of their names with time. Immutable.
 *
 * @param maxDays for how many days files are kept that are not written any more; 0 or less for ever
 * @param maxBytes of a file: before a write that would exceed it, what it holds moves to a file
 *     with a number; 0 or less for no limit
 * @param renameOnRotate whether the file that is written has no date in its name, and gets it when
 *     its time is over
 * @param checkExists whether each write checks that the file still exists, so that others may move
 *     it
 * @param buffered whether lines wait up to half a second for others
 */
public record LogRotation(
        int maxDays, long maxBytes, boolean renameOnRotate, boolean checkExists, boolean buffered) {
    /** Files of any size, kept for ever. */
    public static final LogRotation USUAL = new LogRotation(-1, -1, false, false, true);

    /** The same for a file that never changes. */
    LogRotation fixed() {
        return new LogRotation(-1, -1, false, checkExists, buffered);
    }
}
