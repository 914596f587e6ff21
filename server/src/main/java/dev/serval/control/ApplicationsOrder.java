package dev.serval.control;

import dev.serval.container.Server;
import dev.serval.lifecycle.ApplicationStatus;
import java.util.List;
import java.util.function.Consumer;

/** {@code apps}: the applications, one a line, with the causes of failures. Thread-safe. */
record ApplicationsOrder(Server server) implements Order {
    @Override
    public boolean isTold(List<String> arguments) {
        return true;
    }

    @Override
    public int run(List<String> arguments, Consumer<String> out) {
        if (!arguments.isEmpty()) {
            return Order.notUnderstood("apps", out);
        }
        for (ApplicationStatus each : server.applications()) {
            out.accept(line(each));
        }
        return DONE;
    }

    /** State, name, sessions, since when; then what has failed. */
    static String line(ApplicationStatus each) {
        String sessions = each.sessions() + (each.sessions() == 1 ? " session" : " sessions");
        String line =
                "%-8s %-24s %s, since %s"
                        .formatted(each.state(), each.name(), sessions, each.since());
        return each.failure() == null ? line : line + ": " + each.failure().line();
    }
}
