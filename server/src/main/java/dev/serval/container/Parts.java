package dev.serval.container;

import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.Lifecycle;
import dev.serval.lifecycle.LifecycleException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Makes realms and valves, or takes over those with the same configuration: so no two access logs
 * write one file, and a realm keeps its logins. Used by one thread.
 */
final class Parts implements Component {
    private static final Component IDLE =
            new Component() {
                @Override
                public void start() {}

                @Override
                public void stop(Duration within) {}
            };

    private final List<Part<?>> current;
    private final List<Part<?>> former;
    private final List<Part<?>> all = new ArrayList<>();
    private final Lifecycle lifecycle;

    /** Makes one. */
    interface Maker<T> {
        T make() throws LifecycleException;
    }

    /**
     * @param name of all of them, for messages
     * @param current parts that may be taken over; none of them is stopped until these are started
     * @param former the same of earlier configurations, which some requests still use
     */
    Parts(String name, List<Part<?>> current, List<Part<?>> former) {
        this.lifecycle = new Lifecycle(name);
        this.current = new ArrayList<>(current);
        this.former = new ArrayList<>(former);
    }

    /**
     * @param madeOf the place, and its configuration
     * @param life starts and stops the part
     */
    <T> Part<T> part(List<?> madeOf, Maker<T> maker, Function<T, Component> life)
            throws LifecycleException {
        Part<T> known = taken(madeOf, current);
        return added(known != null ? known : taken(madeOf, former), madeOf, maker, life);
    }

    /**
     * The same for a part that knows who has logged in: once replaced it is not taken over any
     * more, so that no login comes back.
     */
    <T> Part<T> current(List<?> madeOf, Maker<T> maker, Function<T, Component> life)
            throws LifecycleException {
        return added(taken(madeOf, current), madeOf, maker, life);
    }

    private <T> Part<T> added(
            Part<T> known, List<?> madeOf, Maker<T> maker, Function<T, Component> life)
            throws LifecycleException {
        Part<T> part = known;
        if (part == null) {
            T made = maker.make();
            part = new Part<>(madeOf, made, life.apply(made));
        }
        all.add(part);
        return part;
    }

    /** Null if there is none. */
    @SuppressWarnings("unchecked") // equal configurations have equal types
    private static <T> Part<T> taken(List<?> madeOf, List<Part<?>> from) {
        for (Part<?> known : from) {
            if (known.madeOf().equals(madeOf)) {
                // Two with the same configuration are still two.
                from.remove(known);
                return (Part<T>) known;
            }
        }
        return null;
    }

    /** The same for a part that need not be started. */
    <T> Part<T> part(List<?> madeOf, Maker<T> maker) throws LifecycleException {
        return part(madeOf, maker, idle());
    }

    /** The life of a part that need not be started. */
    static <T> Function<T, Component> idle() {
        return made -> IDLE;
    }

    /** The requested parts, in that order. */
    List<Part<?>> all() {
        return all;
    }

    /** Parts that were taken over are running already. */
    @Override
    public void start() throws LifecycleException {
        lifecycle.start(all);
    }

    /** Parts that others have taken over go on. */
    @Override
    public void stop(Duration within) {
        lifecycle.stop(within);
    }
}
