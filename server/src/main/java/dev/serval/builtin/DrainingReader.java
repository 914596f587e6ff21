package dev.serval.builtin;

import dev.serval.extension.Offer.Declaration;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import dev.serval.valve.Valve;
import dev.serval.valve.around.Draining;
import java.util.List;
import java.util.Set;

/** Reads the Valve that sends clients to other nodes. Stateless. */
final class DrainingReader {
    private static final Attribute<String> CLASS_NAME =
            Attribute.text("className", "This, or Tomcat's name of it.").needed();
    private static final Attribute<Integer> STATUS =
            Attribute.of(
                    "redirectStatusCode",
                    Format.integer(Unit.NONE, 301, 308),
                    307,
                    "How a client is asked to come again: 307 and 308 keep method and body.");
    private static final Attribute<String> COOKIE =
            Attribute.text(
                            "ignoreCookieName",
                            "A cookie with which this node answers all the same, so that it can be"
                                    + " tried.")
                    .shown("none");
    private static final Attribute<String> VALUE =
            Attribute.text("ignoreCookieValue", "The value of that cookie.").shown("none");

    static final Declaration<Valve> DRAINING =
            new Declaration<>(
                    new AttributeTable(
                            "LoadBalancerDrainingValve",
                            "A Valve: where the balancer has disabled this node (the request"
                                    + " attribute JK_LB_ACTIVATION is DIS, which mod_jk sends), a"
                                    + " client without a session of it is sent to its URL again,"
                                    + " without the id of a session; others are answered.",
                            List.of(CLASS_NAME, STATUS, COOKIE, VALUE)),
                    Set.of(),
                    given -> {
                        Draining valve =
                                new Draining(
                                        given.get(STATUS), given.get(COOKIE), given.get(VALUE));
                        return place -> valve;
                    });

    private DrainingReader() {}
}
