package dev.serval.container;

import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.Lifecycle;
import dev.serval.lifecycle.LifecycleException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Makes realms and valves, or takes over what was made of the same before: so no two access logs
 * write one file, and a realm goes on knowing who has logged in. Used by one thread.
 */
final class Parts implements Component {
    private static final Component IDLE =
            new Component() {
                @Override
                public void start() {}

                @Override
                public void stop(Duration within) {}
            };

    private final List<Part<?>> before;
    private final List<Part<?>> all = new ArrayList<>();
    private final Lifecycle lifecycle;

    /** Makes one. */
    interface Maker<T> {
        T make() throws LifecycleException;
    }

    /**
     * @param name what they are together, for messages
     * @param before what may be taken over; none of it is stopped until these are started
     */
    Parts(String name, List<Part<?>> before) {
        this.lifecycle = new Lifecycle(name);
        this.before = new ArrayList<>(before);
    }

    /**
     * @param madeOf the place, and what stands there
     * @param life starts and stops what was made
     */
    @SuppressWarnings("unchecked") // what is made of the same is of the same type
    <T> Part<T> part(List<?> madeOf, Maker<T> maker, Function<T, Component> life)
            throws LifecycleException {
        Part<T> part = null;
        for (Part<?> known : before) {
            if (known.madeOf().equals(madeOf)) {
                part = (Part<T>) known;
                break;
            }
        }
        if (part == null) {
            T made = maker.make();
            part = new Part<>(madeOf, made, life.apply(made));
        } else {
            // Two that are configured alike are two.
            before.remove(part);
        }
        all.add(part);
        return part;
    }

    /** The same for what need not be started. */
    <T> Part<T> part(List<?> madeOf, Maker<T> maker) throws LifecycleException {
        return part(madeOf, maker, made -> IDLE);
    }

    /** Those that were asked for, in that order. */
    List<Part<?>> all() {
        return all;
    }

    /** What was taken over is running, and goes on. */
    @Override
    public void start() throws LifecycleException {
        lifecycle.start(all);
    }

    /** What others have taken over goes on. */
    @Override
    public void stop(Duration within) {
        lifecycle.stop(within);
    }
}
