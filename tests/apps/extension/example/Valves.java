package example;

import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.http.Exchange;
import dev.serval.http.Refusal;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.valve.CallChain;
import dev.serval.valve.CallValve;
import dev.serval.valve.CompletionValve;
import dev.serval.valve.PreRoutingValve;
import dev.serval.valve.Valve;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** One of each kind. */
final class Valves {
    private static final Attribute<String> FIELD =
            Attribute.of("field", Format.text(), null, "Without it a request is refused.").needed();
    private static final Attribute<String> FROM =
            Attribute.of("from", Format.text(), null, "A path that is another one.").needed();
    private static final Attribute<String> TO =
            Attribute.of("to", Format.text(), null, "Where it leads.").needed();

    private static final AtomicInteger ENDED = new AtomicInteger();

    static final Offer<Valve> NEEDED =
            Offer.of(
                    Kind.VALVE,
                    new AttributeTable(
                            "NeededField", "Refuses what lacks a field.", List.of(FIELD)),
                    settings -> {
                        String field = settings.get(FIELD);
                        return place -> new NeededField(field);
                    },
                    "example.NeededField");
    static final Offer<Valve> REWRITING =
            Offer.of(
                    Kind.VALVE,
                    new AttributeTable("Rewriting", "Leads elsewhere.", List.of(FROM, TO)),
                    settings -> {
                        String from = settings.get(FROM);
                        String to = settings.get(TO);
                        return place -> new Rewriting(from, to);
                    },
                    "example.Rewriting");
    static final Offer<Valve> COUNTING =
            Offer.of(
                    Kind.VALVE,
                    new AttributeTable("Counting", "Counts what has ended.", List.of()),
                    settings -> place -> new Counting(),
                    "example.Counting");

    private Valves() {}

    private record NeededField(String field) implements PreRoutingValve {
        @Override
        public boolean admit(Exchange exchange) throws IOException {
            if (exchange.request().field(field) != null) {
                return true;
            }
            exchange.refuse(Refusal.FORBIDDEN, "no " + field);
            return false;
        }
    }

    private record Rewriting(String from, String to) implements CallValve {
        @Override
        public void invoke(
                HttpServletRequest request, HttpServletResponse response, CallChain chain)
                throws IOException, ServletException {
            response.setIntHeader("X-Ended", ENDED.get());
            if (request.getRequestURI().equals(from)) {
                chain.reroute(to, null);
            } else {
                chain.proceed();
            }
        }
    }

    private record Counting() implements CompletionValve {
        @Override
        public void completed(Exchange exchange) {
            ENDED.incrementAndGet();
        }
    }
}
