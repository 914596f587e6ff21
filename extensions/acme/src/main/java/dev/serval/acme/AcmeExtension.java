package dev.serval.acme;

import dev.serval.extension.Extension;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import java.util.List;
import java.util.Set;

/** Offers the Listener that obtains certificates. */
public final class AcmeExtension implements Extension {
    @Override
    public List<Offer<?>> offers() {
        return List.of(
                new Offer<>(
                        Kind.LISTENER,
                        List.of("AcmeListener", "dev.serval.acme.AcmeListener"),
                        () ->
                                new Offer.Declaration<>(
                                        AcmeReader.TABLE, Set.of(), AcmeReader::read)));
    }
}
