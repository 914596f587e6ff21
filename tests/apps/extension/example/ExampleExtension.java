package example;

import dev.serval.extension.Extension;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import example.lines.LinesOffer;
import java.util.List;
import java.util.Set;

/** One thing of each kind. */
public final class ExampleExtension implements Extension {
    @Override
    public List<Offer<?>> offers() {
        return List.of(
                PropertiesRealm.OFFER,
                ReversedCredentials.OFFER,
                GateListener.OFFER,
                TokenAuthenticator.OFFER,
                LinesOffer.OFFER,
                Valves.NEEDED,
                Valves.REWRITING,
                Valves.COUNTING,
                Offer.always(Kind.INITIALIZER, place -> new GateInitializer()));
    }

    @Override
    public Set<String> api() {
        return Set.of("example.api");
    }
}
