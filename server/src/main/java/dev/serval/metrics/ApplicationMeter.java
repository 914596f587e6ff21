package dev.serval.metrics;

/** Counts the exchanges of one application. Thread-safe. */
public interface ApplicationMeter extends ExchangeMeter {
    /**
     * The meter for the calls of one of its servlets; called once, at the start of the application.
     *
     * @return null, the default, if they are not counted
     */
    default CallMeter servlet(String name) {
        return null;
    }
}
