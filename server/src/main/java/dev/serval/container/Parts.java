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

    private final List<Part<?>> before;
    private final List<Part<?>> all = new ArrayList<>();
    private final Lifecycle lifecycle;

    /** Makes one. */
    interface Maker<T> {
        T make() throws LifecycleException;
    }

    /**
     * @param name of all of them, for messages
     * @param before parts that may be taken over; none of them is stopped until these are started
     */
    Parts(String name, List<Part<?>> before) {
        this.lifecycle = new Lifecycle(name);
        this.before = new ArrayList<>(before);
    }

    /**
     * @param madeOf the place, and its configuration
     * @param life starts and stops the part
     */
    @SuppressWarnings("unchecked") // equal configurations have equal types
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
            // Two with the same configuration are still two.
            before.remove(part);
        }
        all.add(part);
        return part;
    }

    /** The same for a part that need not be started. */
    <T> Part<T> part(List<?> madeOf, Maker<T> maker) throws LifecycleException {
        return part(madeOf, maker, made -> IDLE);
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
