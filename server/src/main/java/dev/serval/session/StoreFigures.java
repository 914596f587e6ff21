package dev.serval.session;

/**
 * Figures of the store of an application's sessions since the application was started. Immutable.
 *
 * @param failed calls that the store did not answer, or answered with a failure
 * @param refused calls that were not made, because the store had failed before, or {@code
 *     maxStoreCalls} calls were waiting for it
 * @param unremoved sessions that have ended here but are still in the store, since they could not
 *     be removed
 */
public record StoreFigures(long failed, long refused, int unremoved) {
    /** The sums of both. */
    public StoreFigures plus(StoreFigures other) {
        return new StoreFigures(
                failed + other.failed, refused + other.refused, unremoved + other.unremoved);
    }
}
