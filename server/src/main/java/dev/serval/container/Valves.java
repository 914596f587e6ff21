package dev.serval.container;

import dev.serval.extension.Offer.Factory;
import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.settings.Location;
import dev.serval.valve.CallValve;
import dev.serval.valve.CompletionValve;
import dev.serval.valve.PreRoutingValve;
import dev.serval.valve.Valve;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** The valves of one engine, host or context, in their order. Immutable. */
final class Valves {
    private final List<Valve> all = new ArrayList<>();

    /**
     * @param place where they are configured
     * @param host the name of the host; empty where it is none
     * @param parts makes them, starts and stops them
     */
    Valves(List<Factory<Valve>> configured, ElementPlace place, String host, Parts parts)
            throws LifecycleException {
        for (Factory<Valve> factory : configured) {
            List<?> madeOf = List.of(host, factory);
            all.add(parts.part(madeOf, () -> make(factory, place), Run::new).made());
        }
    }

    private static Valve make(Factory<Valve> factory, ElementPlace place)
            throws LifecycleException {
        Valve valve = place.make(factory, Location.NONE, "Valve");
        requireCalled(valve, place.parent());
        return valve;
    }

    /** One that nobody would ever call is a mistake: it may be what keeps somebody out. */
    private static void requireCalled(Valve valve, String parent) throws LifecycleException {
        if (valve instanceof CallValve || valve instanceof CompletionValve) {
            return;
        }
        String name = "Valve " + (valve == null ? null : valve.getClass().getName());
        if (!(valve instanceof PreRoutingValve)) {
            throw new LifecycleException(
                    name + " is no PreRoutingValve, CallValve or CompletionValve: it does nothing");
        }
        if (parent.equals("Context")) {
            throw new LifecycleException(
                    name
                            + " belongs into an Engine or a Host: it looks before routing, and the"
                            + " Context is found by then");
        }
    }

    private record Run(Valve valve) implements Component {
        @Override
        public void start() {
            valve.start();
        }

        /** Bounded by its own limits. */
        @Override
        public void stop(Duration within) {
            valve.stop();
        }
    }

    /** Those that look before routing; null if there is none. */
    PreRoutingValve[] preRouting() {
        return of(PreRoutingValve.class, all.stream(), PreRoutingValve[]::new);
    }

    /** Those around calls; null if there is none. */
    CallValve[] around() {
        return of(CallValve.class, all.stream(), CallValve[]::new);
    }

    /** These around calls, and those in them; null if there is none. */
    CallValve[] around(Valves inner) {
        return of(CallValve.class, with(inner), CallValve[]::new);
    }

    /** Those that are told of ends; null if there is none. */
    CompletionValve[] completion() {
        return of(CompletionValve.class, all.stream(), CompletionValve[]::new);
    }

    /** These that are told of ends, then those; null if there is none. */
    CompletionValve[] completion(Valves inner) {
        return of(CompletionValve.class, with(inner), CompletionValve[]::new);
    }

    private Stream<Valve> with(Valves inner) {
        return Stream.concat(all.stream(), inner.all.stream());
    }

    private static <T> T[] of(Class<T> kind, Stream<Valve> valves, IntFunction<T[]> array) {
        T[] found = valves.filter(kind::isInstance).map(kind::cast).toArray(array);
        return found.length == 0 ? null : found;
    }
}
