package dev.serval.builtin;

import dev.serval.extension.Settings;
import dev.serval.security.ldap.LdapText;
import dev.serval.settings.Attribute;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import java.text.MessageFormat;
import java.util.List;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;

/** Forms of attributes of a JNDIRealm. Stateless. */
final class LdapFormats {
    private static final String USER = "{0}";

    private LdapFormats() {}

    /** Checked by {@link #checked}, so that a mistake is reported once. */
    static Format<String> text(String words) {
        return new Format<>(words, text -> text);
    }

    /** The name of an entry. */
    static Format<String> name() {
        return new Format<>(
                "name of an entry",
                text -> {
                    try {
                        return new LdapName(text).toString();
                    } catch (InvalidNameException e) {
                        throw new BadValue("is no name of an entry (RFC 4514)");
                    }
                });
    }

    /** Names of entries, each with a part for the user; empty where none is given. */
    static List<String> patterns(Settings given, Attribute<String> attribute) {
        try {
            List<String> all =
                    given.has(attribute) ? LdapText.alternatives(given.get(attribute)) : List.of();
            all.forEach(each -> checked(given, attribute, each, true));
            return all;
        } catch (IllegalArgumentException e) {
            wrong(given, attribute, e.getMessage());
            return List.of();
        }
    }

    /**
     * Checks a pattern.
     *
     * @param user whether it has to have a part for the user
     */
    static void checked(Settings given, Attribute<String> attribute, String text, boolean user) {
        if (text == null) {
            return;
        }
        if (user && !text.contains(USER)) {
            wrong(given, attribute, "has no " + USER + " for the user");
            return;
        }
        try {
            new MessageFormat(text);
        } catch (IllegalArgumentException e) {
            String reason = e.getMessage();
            wrong(given, attribute, "is no pattern of java.text.MessageFormat: " + reason);
        }
    }

    private static void wrong(Settings given, Attribute<String> attribute, String why) {
        given.error(
                given.at(attribute),
                attribute.name()
                        + " of JNDIRealm is \""
                        + given.get(attribute)
                        + "\", which "
                        + why);
    }
}
