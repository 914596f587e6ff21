package dev.serval.lifecycle;

import java.time.Duration;

/** Something that is started once and stopped once. Called by one {@link Lifecycle}. */
public interface Component {
    /** Starts; if it throws, it has undone what it did. */
    void start() throws LifecycleException;

    /**
     * Ends it; throws unchecked exceptions only for mistakes in the server.
     *
     * @param within how long work in progress may take
     */
    void stop(Duration within);
}
