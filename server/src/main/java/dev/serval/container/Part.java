package dev.serval.container;

import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.LifecycleException;
import java.time.Duration;

/**
 * A realm or a valve, with its configuration. Several {@link EngineSetup}s may share it: it is
 * started for the first and stopped with the last. Thread-safe.
 */
final class Part<T> implements Component {
    private final Object madeOf;
    private final T made;
    private final Component life;
    private int holders; // guarded by this

    /**
     * @param madeOf equal to that of every equivalent part
     * @param life starts and stops it
     */
    Part(Object madeOf, T made, Component life) {
        this.madeOf = madeOf;
        this.made = made;
        this.life = life;
    }

    Object madeOf() {
        return madeOf;
    }

    T made() {
        return made;
    }

    @Override
    public synchronized void start() throws LifecycleException {
        if (holders == 0) {
            life.start();
        }
        holders++;
    }

    @Override
    public synchronized void stop(Duration within) {
        holders--;
        if (holders == 0) {
            life.stop(within);
        }
    }

    /** For messages. */
    @Override
    public String toString() {
        return String.valueOf(made);
    }
}
