package dev.serval.config;

import dev.serval.extension.Kind;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import java.util.ArrayList;
import java.util.List;

/** What all elements of a kind have, whoever offers them. Stateless. */
public final class CommonAttributes {
    private CommonAttributes() {}

    /** The attributes of an offer, with those of its kind that it does not have itself. */
    public static AttributeTable with(Kind<?> kind, AttributeTable table) {
        List<Attribute<?>> all = new ArrayList<>(table.attributes());
        for (Attribute<?> common : of(kind)) {
            if (table.attribute(common.name()) == null) {
                all.add(common);
            }
        }
        return all.size() == table.attributes().size()
                ? table
                : new AttributeTable(table.element(), table.doc(), all);
    }

    private static List<Attribute<?>> of(Kind<?> kind) {
        if (kind.equals(Kind.AUTHENTICATOR)) {
            return AuthenticatorReader.COMMON;
        }
        return kind.equals(Kind.REALM) ? RealmReader.COMMON : List.of();
    }
}
