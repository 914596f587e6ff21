package dev.serval.config;

import dev.serval.extension.Extension;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.extension.Offer.Protection;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.valve.Valve;
import java.util.List;

/** Valves with what an offer may say of them. */
public final class GuardExtension implements Extension {
    private static final Attribute<String> WHOM =
            Attribute.of("whom", Format.text(), null, "Who may come in.");

    @Override
    public List<Offer<?>> offers() {
        return List.of(
                valve("example.Guard").with(Protection.YES),
                valve("example.Counter").with(Protection.NO).single(),
                valve("example.Early")
                        .in(List.of("Engine"), "belongs into an Engine, which comes first"),
                valve("example.Unsaid"));
    }

    private static Offer<Valve> valve(String name) {
        return Offer.of(
                Kind.VALVE,
                new AttributeTable("Guard", "", List.of(WHOM)),
                settings -> place -> new NoValve(),
                name);
    }

    /** Is never called. */
    static final class NoValve implements Valve {}
}
