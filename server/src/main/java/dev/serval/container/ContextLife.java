package dev.serval.container;

import dev.serval.jfr.Flight;
import dev.serval.lifecycle.ApplicationStatus;
import dev.serval.lifecycle.ApplicationStatus.ApplicationState;
import dev.serval.lifecycle.ApplicationStatus.Failure;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The state of a context with its time, and its last failure. Thread-safe: any thread may read it,
 * the thread that changes the context writes it.
 */
final class ContextLife {
    // The length of a code: the letters SRV, a hyphen and four digits.
    private static final int CODE = 8;

    private final Supplier<String> name;
    private volatile Stretch current = new Stretch(ApplicationState.STARTING, Instant.now());
    private volatile Failure failure;

    /** A period in one state. Immutable. */
    record Stretch(ApplicationState state, Instant since) {
        ApplicationStatus status(
                String name,
                String host,
                String path,
                String version,
                Failure failure,
                int sessions) {
            return new ApplicationStatus(
                    name, host, path, version, state, since, failure, sessions);
        }
    }

    Stretch current() {
        return current;
    }

    /** Null if there was none. */
    Failure failure() {
        return failure;
    }

    /**
     * @param name of the application
     */
    ContextLife(Supplier<String> name) {
        this.name = name;
    }

    /** Keeps the time if it already has that state. */
    synchronized void become(ApplicationState state) {
        if (current.state() != state) {
            current = new Stretch(state, Instant.now());
            Failure last = state == ApplicationState.FAILED ? failure : null;
            Flight.deployed(name.get(), state, last == null ? null : last.line());
            notifyAll();
        }
    }

    /**
     * Waits until it has that state.
     *
     * @return false if it has not reached the state in time
     */
    synchronized boolean await(ApplicationState state, Duration within)
            throws InterruptedException {
        long end = System.nanoTime() + within.toNanos();
        while (current.state() != state) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    /**
     * @param code null for the one at the beginning of the message
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

    /** Takes over the failure of the former context, unless it has one itself. */
    void follow(ContextLife before) {
        if (failure == null) {
            failure = before.failure;
        }
    }
}
