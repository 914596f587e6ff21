package dev.serval.metrics;

import dev.serval.http.Exchange;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The consumers of one server. Thread-safe. They are added before the connectors and applications
 * are made; these get null if no consumer counts, and keep nothing then.
 */
public final class Metering {
    private static final Logger LOG = LoggerFactory.getLogger(Metering.class);

    private final List<MetricsConsumer> consumers = new CopyOnWriteArrayList<>();

    private ServerMetrics own; // guarded by this; null until they are requested

    public Metering() {}

    public void add(MetricsConsumer consumer) {
        consumers.add(consumer);
    }

    /** The server's own counters; from the first call on they count. */
    public synchronized ServerMetrics own() {
        if (own == null) {
            own = new ServerMetrics();
            add(own);
        }
        return own;
    }

    /** As {@link MetricsConsumer#connector}, of all consumers; null if none counts. */
    public ExchangeMeter connector(String name) {
        List<ExchangeMeter> told = asked(consumer -> consumer.connector(name));
        return switch (told.size()) {
            case 0 -> null;
            case 1 -> told.get(0);
            default -> new All(told.toArray(ExchangeMeter[]::new));
        };
    }

    /** As {@link MetricsConsumer#application}, of all consumers; null if none counts. */
    public ApplicationMeter application(String host, String path) {
        List<ApplicationMeter> told = asked(consumer -> consumer.application(host, path));
        return switch (told.size()) {
            case 0 -> null;
            case 1 -> told.get(0);
            default -> new AllOfApplication(told.toArray(ApplicationMeter[]::new));
        };
    }

    private <T> List<T> asked(Function<MetricsConsumer, T> question) {
        List<T> all = new ArrayList<>();
        for (MetricsConsumer consumer : consumers) {
            T meter = question.apply(consumer);
            if (meter != null) {
                all.add(meter);
            }
        }
        return all;
    }

    /** Notifies a meter; if it fails, which is logged once per process, the request goes on. */
    public static void tell(ExchangeMeter meter, Exchange exchange) {
        try {
            meter.completed(exchange);
        } catch (RuntimeException | Error e) {
            Failure.say(meter, e);
        }
    }

    /** In a class of its own, so that it is not initialised before it is needed. */
    private static final class Failure {
        private static volatile boolean told;

        private static void say(Object meter, Throwable cause) {
            if (!told) {
                told = true;
                LOG.warn(
                        "SRV-0742 {} failed to count a request", meter.getClass().getName(), cause);
            }
        }
    }

    private record All(ExchangeMeter[] meters) implements ExchangeMeter {
        @Override
        public void completed(Exchange exchange) {
            for (ExchangeMeter meter : meters) {
                tell(meter, exchange);
            }
        }
    }

    private record AllOfApplication(ApplicationMeter[] meters) implements ApplicationMeter {
        @Override
        public void completed(Exchange exchange) {
            for (ApplicationMeter meter : meters) {
                tell(meter, exchange);
            }
        }

        @Override
        public CallMeter servlet(String name) {
            List<CallMeter> told = new ArrayList<>();
            for (ApplicationMeter meter : meters) {
                CallMeter call = meter.servlet(name);
                if (call != null) {
                    told.add(call);
                }
            }
            return told.isEmpty()
                    ? null
                    : (nanos, failed) -> told.forEach(call -> call.called(nanos, failed));
        }
    }
}
