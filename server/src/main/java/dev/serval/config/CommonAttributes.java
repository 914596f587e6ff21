package dev.serval.config;

import dev.serval.builtin.AuthenticatorReader;
import dev.serval.builtin.RealmReader;
import dev.serval.extension.Kind;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import java.util.ArrayList;
import java.util.List;

/** The attributes of all elements of a kind, for every offer. Stateless. */
public final class CommonAttributes {
    private CommonAttributes() {}

    /** The attributes of an offer, with those of its kind that it does not have itself. */
    public static AttributeTable with(Kind<?> kind, AttributeTable table) {
        List<Attribute<?>> more = new ArrayList<>();
        for (Attribute<?> common : of(kind)) {
            if (table.attribute(common.name()) == null) {
                more.add(common);
            }
        }
        return more.isEmpty() ? table : table.with(more);
    }

    private static List<Attribute<?>> of(Kind<?> kind) {
        if (kind.equals(Kind.AUTHENTICATOR)) {
            return AuthenticatorReader.COMMON;
        }
        if (kind.equals(Kind.RESOURCE)) {
            return ResourceTables.COMMON;
        }
        return kind.equals(Kind.REALM) ? RealmReader.COMMON : List.of();
    }
}
