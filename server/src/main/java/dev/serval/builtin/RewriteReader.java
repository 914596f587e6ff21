package dev.serval.builtin;

import dev.serval.extension.Offer.Declaration;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Settings;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.valve.Valve;
import java.util.List;
import java.util.Set;

/** Reads a {@code Valve} that is a RewriteValve. Stateless. */
final class RewriteReader {
    private static final Attribute<String> CLASS_NAME =
            Attribute.of("className", Format.text(), null, "RewriteValve, or Tomcat's name of it.")
                    .needed();
    private static final Attribute<Boolean> ENABLED =
            Attribute.of("enabled", Format.bool(), true, "False leaves all requests alone.");
    private static final AttributeTable TABLE =
            new AttributeTable(
                    "RewriteValve",
                    "A Valve: requests are led to other targets, redirected or refused by the rules"
                            + " of a file rewrite.config, in the directory of the Engine or the"
                            + " Host below conf, such as conf/Serval/localhost, and for a Context"
                            + " in its WEB-INF. The file is read anew when it has changed.",
                    List.of(CLASS_NAME, ENABLED));

    static final Declaration<Valve> DECLARATION =
            new Declaration<>(TABLE, Set.of(), RewriteReader::read);

    private RewriteReader() {}

    private static Factory<Valve> read(Settings given) {
        return given.get(ENABLED) ? new RewriteFactory() : null;
    }
}
