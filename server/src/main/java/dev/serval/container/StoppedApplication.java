package dev.serval.container;

import dev.serval.lifecycle.ApplicationStatus;
import dev.serval.lifecycle.ApplicationStatus.ApplicationState;
import dev.serval.lifecycle.ApplicationStatus.Failure;
import java.time.Instant;

/**
 * An application that was stopped on purpose, and can be started. Immutable.
 *
 * @param since when it was stopped
 * @param failure its last failure; null if it had none
 */
record StoppedApplication(ContextSource source, Instant since, Failure failure) {
    /** As {@link Context#status}. */
    ApplicationStatus status(String host, String prefix) {
        return new ApplicationStatus(
                prefix + displayPath(),
                host,
                source.config().path(),
                source.place().version(),
                ApplicationState.STOPPED,
                since,
                failure,
                0);
    }

    /** As {@link Context#displayPath}. */
    String displayPath() {
        String path = source.config().path();
        String version = source.place().version();
        return (path.isEmpty() ? "/" : path) + (version.isEmpty() ? "" : "##" + version);
    }
}
