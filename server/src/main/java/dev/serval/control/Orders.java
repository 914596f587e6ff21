package dev.serval.control;

import dev.serval.container.Server;
import dev.serval.lifecycle.StopRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The orders of {@code bin/serval.sh}. Stateless. */
public final class Orders {
    private Orders() {}

    /**
     * The orders that a server understands, by their names.
     *
     * @param configuration reads server.xml anew
     */
    public static Map<String, Order> of(Server server, Order configuration) {
        Map<String, Order> orders = new TreeMap<>(new DeploymentOrders(server::operations).all());
        orders.put("reload", new Reload(configuration, orders.get("reload")));
        orders.put("status", new StatusOrder(server));
        orders.put("apps", new ApplicationsOrder(server));
        // The file of users is changed by the command itself: the server only writes the line of
        // the audit.
        orders.put("user", (words, out) -> Order.DONE);
        orders.put("drain", (words, out) -> drain(server, words, out));
        return orders;
    }

    /** Reloads the configuration if there are no arguments, else an application. */
    private record Reload(Order configuration, Order application) implements Order {
        private Order meant(List<String> words) {
            return words.isEmpty() ? configuration : application;
        }

        @Override
        public int run(List<String> words, Consumer<String> out) throws Exception {
            return meant(words).run(words, out);
        }

        @Override
        public boolean isTold(List<String> words) {
            return meant(words).isTold(words);
        }
    }

    private static int drain(Server server, List<String> words, Consumer<String> out) {
        boolean limited = words.size() == 1 && words.get(0).matches("[0-9]{1,6}");
        if (!limited && !words.isEmpty()) {
            return Order.notUnderstood("drain [SECONDS]", out);
        }
        Duration limit = limited ? Duration.ofSeconds(Long.parseLong(words.get(0))) : null;
        server.requestStop(new StopRequest("serval.sh drain", limit));
        out.accept("The server drains and stops.");
        return Order.DONE;
    }
}
