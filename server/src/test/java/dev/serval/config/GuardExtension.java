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
                        .in(List.of("Engine"), "belongs in an Engine, which comes first"),
                valve("example.Unsaid"),
                other(Kind.REALM, "example.Inner")
                        .in(List.of("Realm"), "belongs in a LockOutRealm"),
                other(Kind.CREDENTIAL_HANDLER, "example.Nested")
                        .in(List.of("CredentialHandler"), "belongs in a NestedCredentialHandler"),
                other(Kind.AUTHENTICATOR, "example.Nowhere")
                        .in(List.of(), "is chosen by the auth-method NOWHERE alone")
                        .answering("NOWHERE"));
    }

    private static <T> Offer<T> other(Kind<T> kind, String name) {
        return Offer.of(
                kind, new AttributeTable("Guard", "", List.of()), settings -> place -> null, name);
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
