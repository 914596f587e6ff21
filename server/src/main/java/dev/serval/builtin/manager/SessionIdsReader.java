package dev.serval.builtin.manager;

import dev.serval.extension.Offer.Declaration;
import dev.serval.session.SessionIds;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import java.util.List;
import java.util.Set;

/** Reads the SessionIdGenerator of a Manager. Stateless. */
final class SessionIdsReader {
    private static final Attribute<String> JVM_ROUTE =
            Attribute.of(
                            "jvmRoute",
                            BuiltInManagers.ROUTE,
                            null,
                            "The end of these ids, in place of that of the Engine.")
                    .shown("jvmRoute of the Engine")
                    .differs(
                            "overwritten by that of the Engine",
                            "whoever writes it here wants it here");
    private static final List<Attribute<?>> ATTRIBUTES =
            List.of(
                    JVM_ROUTE,
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
                        String route = given.get(JVM_ROUTE);
                        return place -> new SessionIds(random.make(), bytes).routed(route);
                    });

    private SessionIdsReader() {}
}
