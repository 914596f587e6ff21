package dev.serval.container;

import dev.serval.extension.Offer.Factory;
import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.settings.Location;
import dev.serval.valve.CallChain;
import dev.serval.valve.CallValve;
import dev.serval.valve.CompletionValve;
import dev.serval.valve.ErrorReport;
import dev.serval.valve.PreRoutingValve;
import dev.serval.valve.SkippingValve;
import dev.serval.valve.Valve;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** The valves of one engine, host or context, in order. Immutable. */
final class Valves {
    private final List<Valve> all = new ArrayList<>();

    /**
     * @param place of their configuration
     * @param host the name of the host; empty outside of one
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

    /** A valve that is never called is an error: it may be there to refuse requests. */
    private static void requireCalled(Valve valve, String parent) throws LifecycleException {
        if (valve instanceof CallValve
                || valve instanceof CompletionValve
                || valve instanceof ErrorReport) {
            return;
        }
        String name = "Valve " + (valve == null ? null : valve.getClass().getName());
        if (!(valve instanceof PreRoutingValve)) {
            throw new LifecycleException(
                    name
                            + " is no PreRoutingValve, CallValve, CompletionValve or ErrorReport: it does"
                            + " nothing");
        }
        if (parent.equals("Context")) {
            throw new LifecycleException(
                    name
                            + " belongs in an Engine or a Host: it looks before routing, and the"
                            + " Context is found by then");
        }
    }

    private record Run(Valve valve) implements Component {
        @Override
        public void start() {
            valve.start();
        }

        /** Valves have time limits of their own. */
        @Override
        public void stop(Duration within) {
            valve.stop();
        }
    }

    /** The valves before routing; null if there is none. */
    PreRoutingValve[] preRouting() {
        return of(PreRoutingValve.class, all.stream(), PreRoutingValve[]::new);
    }

    /** The valves around calls; null if there is none. */
    CallValve[] around() {
        return of(CallValve.class, calls(), CallValve[]::new);
    }

    /** The valves around calls, where a previous one may skip the next. */
    private Stream<Valve> calls() {
        List<Valve> calls = new ArrayList<>();
        SkippingValve before = null;
        for (Valve valve : all) {
            if (valve instanceof CallValve call) {
                calls.add(before == null ? call : new Skippable(before, call));
                before = call instanceof SkippingValve skipping ? skipping : null;
            }
        }
        return calls.stream();
    }

    private record Skippable(SkippingValve before, CallValve valve) implements CallValve {
        @Override
        public void invoke(
                HttpServletRequest request, HttpServletResponse response, CallChain chain)
                throws IOException, ServletException {
            if (before.skipsNext(request)) {
                chain.proceed();
            } else {
                valve.invoke(request, response, chain);
            }
        }
    }

    /** These around calls, then the inner ones; null if there is none. */
    CallValve[] around(Valves inner) {
        return of(CallValve.class, Stream.concat(calls(), inner.calls()), CallValve[]::new);
    }

    /** The completion valves; null if there is none. */
    CompletionValve[] completion() {
        return of(CompletionValve.class, all.stream(), CompletionValve[]::new);
    }

    /** These completion valves, then the inner ones; null if there is none. */
    CompletionValve[] completion(Valves inner) {
        return of(
                CompletionValve.class,
                Stream.concat(all.stream(), inner.all.stream()),
                CompletionValve[]::new);
    }

    /** The last one; null if there is none. */
    ErrorReport errorReport() {
        return all.stream()
                .filter(ErrorReport.class::isInstance)
                .map(ErrorReport.class::cast)
                .reduce(null, (before, next) -> next);
    }

    private static <T> T[] of(Class<T> kind, Stream<Valve> valves, IntFunction<T[]> array) {
        T[] found = valves.filter(kind::isInstance).map(kind::cast).toArray(array);
        return found.length == 0 ? null : found;
    }
}
