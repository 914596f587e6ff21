package dev.serval.session;

/**
 * How the store of an application's sessions has fared since the application was started.
 * Immutable.
 *
 * @param failed calls that it did not answer, or answered with a failure
 * @param refused calls that were not made, because it had failed before or as many as {@code
 *     maxStoreCalls} waited for it
 * @param unremoved sessions that have ended here, and that it still has, since they could not be
 *     removed
 */
public record StoreFigures(long failed, long refused, int unremoved) {
    /** The sums of both. */
    public StoreFigures plus(StoreFigures other) {
        return new StoreFigures(
                failed + other.failed, refused + other.refused, unremoved + other.unremoved);
    }
}
