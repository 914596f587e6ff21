package dev.serval.control;

import dev.serval.connector.Connector;
import dev.serval.container.Server;
import dev.serval.lifecycle.ApplicationStatus;
import dev.serval.lifecycle.ApplicationStatus.ApplicationState;
import dev.serval.lifecycle.Readiness;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** {@code status}: the state of the server; failed unless it is ready. Thread-safe. */
record StatusOrder(Server server) implements Order {
    @Override
    public boolean isTold(List<String> arguments) {
        return true;
    }

    @Override
    public int run(List<String> arguments, Consumer<String> out) {
        if (!arguments.isEmpty()) {
            return Order.notUnderstood("status", out);
        }
        Readiness.Moment now = server.readiness().now();
        out.accept(now.state() + " since " + now.since() + ": " + now.reason());
        now.obstacles().forEach((name, why) -> out.accept("not ready: " + name + ": " + why));
        Duration up = Duration.ofMillis(ManagementFactory.getRuntimeMXBean().getUptime());
        out.accept("PID " + ProcessHandle.current().pid() + ", up " + up.toSeconds() + " s");
        for (Connector connector : server.connectors()) {
            String place =
                    connector.path() == null ? "port " + connector.port() : connector.path() + "";
            int open = connector.connections();
            out.accept(place + ": " + open + (open == 1 ? " connection" : " connections"));
        }
        Map<ApplicationState, Integer> states = new EnumMap<>(ApplicationState.class);
        for (ApplicationStatus each : server.applications()) {
            states.merge(each.state(), 1, Integer::sum);
        }
        StringBuilder all = new StringBuilder("applications:");
        states.forEach(
                (state, count) ->
                        all.append(' ')
                                .append(count)
                                .append(' ')
                                .append(state.name().toLowerCase(Locale.ROOT)));
        out.accept(states.isEmpty() ? "no applications" : all.toString());
        return now.isReady() ? DONE : FAILED;
    }
}
