package dev.serval.builtin.manager;

import dev.serval.extension.Offer.Declaration;
import dev.serval.session.SessionIds;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import java.util.List;
import java.util.Set;

/** Reads the SessionIdGenerator of a Manager. Stateless. */
final class SessionIdsReader {
    private static final List<Attribute<?>> ATTRIBUTES =
            List.of(
                    RandomReader.LENGTH,
                    RandomReader.ALGORITHM,
                    RandomReader.CLASS,
                    RandomReader.PROVIDER);

    static final Declaration<SessionIds> DECLARATION =
            new Declaration<>(
                    new AttributeTable(
                            "SessionIdGenerator",
                            "In a Manager: how the ids of sessions are made.",
                            ATTRIBUTES),
                    Set.of(),
                    given -> {
                        RandomReader.Maker random = RandomReader.read(given);
                        int bytes = given.get(RandomReader.LENGTH);
                        return place -> new SessionIds(random.make(), bytes);
                    });

    private SessionIdsReader() {}
}
