package dev.serval.lifecycle;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the children of a component in order and stops them in reverse. Thread-safe: start and
 * stop exclude each other. Used once:
 *
 * <pre>
 * NEW --start()--&gt; STARTED --stop()--&gt; STOPPED
 *  \                                      ^
 *   \--start() failed--&gt; FAILED          | stop() of one that was never started
 *    \--------------------------------------/
 * </pre>
 */
public final class Lifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);

    /** The states of a component. */
    public enum State {
        NEW,
        STARTED,
        STOPPED,
        FAILED
    }

    private final String name;
    private final Deque<Component> started = new ArrayDeque<>();
    private volatile State state = State.NEW;

    /**
     * @param name of the owner, for messages
     */
    public Lifecycle(String name) {
        this.name = name;
    }

    public State state() {
        return state;
    }

    /**
     * Starts children in order. If one fails, those before it are stopped again, and its exception
     * is thrown. Throws IllegalStateException if called again.
     */
    public synchronized void start(List<? extends Component> children) throws LifecycleException {
        if (state != State.NEW) {
            throw new IllegalStateException(name + " cannot be started: it is " + state);
        }
        try {
            for (Component child : children) {
                child.start();
                started.push(child);
            }
            state = State.STARTED;
        } finally {
            if (state != State.STARTED) {
                state = State.FAILED;
                stopStarted(Duration.ZERO);
            }
        }
    }

    /** Stops the children in reverse order; does nothing if they are not started. */
    public synchronized void stop(Duration within) {
        if (state == State.FAILED) {
            return;
        }
        state = State.STOPPED;
        stopStarted(within);
    }

    private void stopStarted(Duration within) {
        long end = System.nanoTime() + within.toNanos();
        while (!started.isEmpty()) {
            Component child = started.pop();
            try {
                long left = Math.max(0, end - System.nanoTime());
                child.stop(Duration.ofNanos(left));
            } catch (RuntimeException | Error e) {
                // One that fails must not keep the others from being stopped.
                LOG.error("SRV-0501 {}: {} could not be stopped", name, child, e);
            }
        }
    }
}
