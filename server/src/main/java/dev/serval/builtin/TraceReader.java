package dev.serval.builtin;

import dev.serval.extension.Offer.Declaration;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import dev.serval.valve.Valve;
import dev.serval.valve.around.TraceContext;
import java.util.List;
import java.util.Set;

/** Reads the Valve that traces requests. Stateless. */
final class TraceReader {
    private static final Attribute<String> CLASS_NAME =
            Attribute.text("className", "This.").needed();
    private static final Attribute<String> FIELD =
            Attribute.of(
                            "responseField",
                            new Format<>("name of a field", TraceReader::field),
                            null,
                            "The field by which responses tell of it, such as traceparent; none"
                                    + " where nothing is said.")
                    .shown("none");
    private static final Attribute<Boolean> TAKES_UP =
            Attribute.flag(
                    "takeUp",
                    true,
                    "Whether the traceparent of a request counts; false begins a trace for each.");

    static final Declaration<Valve> TRACE =
            new Declaration<>(
                    new AttributeTable(
                            "TraceContextValve",
                            "A Valve: takes up the traceparent of a request (W3C Trace Context), or"
                                    + " makes one, for the log (MDC traceparent, traceId, parentId),"
                                    + " the access log (%{traceparent}r), recordings and responses.",
                            List.of(CLASS_NAME, FIELD, TAKES_UP)),
                    Set.of(),
                    given -> {
                        String field = given.get(FIELD);
                        boolean takesUp = given.get(TAKES_UP);
                        return place -> new TraceContext(field, takesUp);
                    });

    private TraceReader() {}

    private static String field(String text) throws BadValue {
        if (!text.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")) {
            throw new BadValue("is no name of a field");
        }
        return text;
    }
}
