package dev.serval.container;

import dev.serval.lifecycle.ApplicationStatus.Failure;
import dev.serval.lifecycle.ApplicationStatus.State;
import java.time.Instant;

/**
 * The state of a context, since when, and its last failure. Thread-safe: read by everybody, changed
 * by whoever changes the context.
 */
final class ContextLife {
    // The letters SRV, a hyphen and four digits.
    private static final int CODE = 8;

    private volatile Stretch current = new Stretch(State.STARTING, Instant.now());
    private volatile Failure failure;

    /** A time in one state. Immutable. */
    record Stretch(State state, Instant since) {}

    Stretch current() {
        return current;
    }

    /** Null if there was none. */
    Failure failure() {
        return failure;
    }

    /** Keeps the time of a state that it is in already. */
    synchronized void become(State state) {
        if (current.state() != state) {
            current = new Stretch(state, Instant.now());
        }
    }

    /**
     * @param code null for that which the message begins with
     */
    void failed(String code, String message) {
        boolean coded = code == null && message.startsWith("SRV") && message.indexOf(' ') == CODE;
        failure =
                coded
                        ? new Failure(
                                Instant.now(),
                                message.substring(0, CODE),
                                message.substring(CODE + 1))
                        : new Failure(Instant.now(), code, message);
    }

    /** Takes over what went wrong with the one before, unless it has failed itself. */
    void follow(ContextLife before) {
        if (failure == null) {
            failure = before.failure;
        }
    }
}
