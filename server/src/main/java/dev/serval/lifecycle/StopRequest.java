package dev.serval.lifecycle;

import java.time.Duration;
import java.util.Objects;

/**
 * A request to stop the server. Immutable.
 *
 * @param reason who asks, for people, such as "the shutdown port"
 * @param limit how long all of it may take; null for what the configuration says
 */
public record StopRequest(String reason, Duration limit) {
    public StopRequest {
        Objects.requireNonNull(reason);
    }

    /** The limit; if there is none, the given one. */
    public Duration within(Duration otherwise) {
        return limit == null ? otherwise : limit;
    }
}
