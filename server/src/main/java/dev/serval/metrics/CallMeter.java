package dev.serval.metrics;

/** Counts the calls of one servlet. Thread-safe. */
@FunctionalInterface
public interface CallMeter {
    /**
     * A request of the servlet is over. Called as {@link ExchangeMeter#completed}.
     *
     * @param nanos from its head to the end of its response
     * @param failed whether its status was 400 or more
     */
    void called(long nanos, boolean failed);
}
