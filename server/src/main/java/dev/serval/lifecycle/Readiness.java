package dev.serval.lifecycle;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a server should get new requests, and if not, why. Thread-safe; reading it never waits.
 * The state only goes forward:
 *
 * <pre>
 * STARTING --ports are open--&gt; READY --told to stop--&gt; DRAINING --all has ended--&gt; STOPPED
 *     \------------------- told to stop, or failed ------------------------/
 * </pre>
 *
 * <p>Beside the state there are obstacles: named reasons of parts of the server why requests should
 * go elsewhere for now, such as a heap without room. They come and go while it is READY.
 */
public final class Readiness {
    /** The phases in the life of a server, in their order. */
    public enum State {
        /** Applications start; no port is open. */
        STARTING,
        /** Ports are open. */
        READY,
        /** Ports may still be open, but new requests should go elsewhere; it ends soon. */
        DRAINING,
        /** Nothing is served any more. */
        STOPPED
    }

    /**
     * A moment of it. Immutable.
     *
     * @param state the phase
     * @param reason why it is in this phase, for people; never empty
     * @param since when the phase began
     * @param obstacles further reasons against new requests, by the names of the parts that gave
     *     them, the oldest first
     */
    public record Moment(State state, String reason, Instant since, Map<String, String> obstacles) {
        public Moment {
            Objects.requireNonNull(state);
            Objects.requireNonNull(reason);
            Objects.requireNonNull(since);
            obstacles = Collections.unmodifiableMap(new LinkedHashMap<>(obstacles));
        }

        /** True if new requests are welcome: READY without obstacles. */
        public boolean isReady() {
            return state == State.READY && obstacles.isEmpty();
        }

        /** All reasons against new requests, for people; empty if they are welcome. */
        public List<String> reasons() {
            List<String> reasons = new ArrayList<>();
            if (state != State.READY) {
                reasons.add(reason);
            }
            obstacles.forEach((name, why) -> reasons.add(name + ": " + why));
            return reasons;
        }
    }

    // Names are those of parts of the server; a mistake there must not fill the memory.
    private static final int MOST_OBSTACLES = 100;
    private static final Logger LOG = LoggerFactory.getLogger(Readiness.class);

    private final List<Consumer<Moment>> listeners = new ArrayList<>(); // guarded by this
    private volatile Moment now =
            new Moment(State.STARTING, "the applications start", Instant.now(), Map.of());

    /** The state and all reasons, of one moment. */
    public Moment now() {
        return now;
    }

    /** The phase. */
    public State state() {
        return now.state();
    }

    /** True if new requests are welcome: READY without obstacles. */
    public boolean isReady() {
        return now.isReady();
    }

    /**
     * Enters a phase; the listeners have been called when this returns.
     *
     * @param reason for people, such as "SIGTERM"
     * @return false if it is in this phase or in a later one already; nothing changes then
     */
    public synchronized boolean enter(State next, String reason) {
        if (next.compareTo(now.state()) <= 0) {
            return false;
        }
        change(new Moment(next, reason, Instant.now(), now.obstacles()));
        return true;
    }

    /**
     * Gives or renews a reason against new requests.
     *
     * @param name of the part that gives it, which {@link #clear} takes back; at most 100 count
     */
    public synchronized void obstruct(String name, String why) {
        Map<String, String> obstacles = new LinkedHashMap<>(now.obstacles());
        boolean room = obstacles.containsKey(name) || obstacles.size() < MOST_OBSTACLES;
        if (room && !why.equals(obstacles.put(name, why))) {
            change(new Moment(now.state(), now.reason(), now.since(), obstacles));
        }
    }

    /** Takes a reason back; does nothing if there is none of this name. */
    public synchronized void clear(String name) {
        Map<String, String> obstacles = new LinkedHashMap<>(now.obstacles());
        if (obstacles.remove(name) != null) {
            change(new Moment(now.state(), now.reason(), now.since(), obstacles));
        }
    }

    /**
     * Calls a listener at every change from now on, one at a time and in their order, on the thread
     * that makes the change. A listener must not wait. Its exceptions are logged.
     *
     * @return ends the calls when it is run
     */
    public synchronized Runnable listen(Consumer<Moment> listener) {
        listeners.add(listener);
        return () -> forget(listener);
    }

    private synchronized void forget(Consumer<Moment> listener) {
        listeners.remove(listener);
    }

    /** Called with the lock held, so that all listeners get the changes in one order. */
    private void change(Moment next) {
        now = next;
        for (Consumer<Moment> listener : List.copyOf(listeners)) {
            try {
                listener.accept(next);
            } catch (RuntimeException | Error e) {
                // The others still have to be called.
                LOG.error("SRV-0760 A listener of the readiness has failed", e);
            }
        }
    }
}
