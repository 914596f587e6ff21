package dev.serval.builtin;

import dev.serval.extension.Offer.Declaration;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Settings;
import dev.serval.security.SingleSignOn;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads a {@code Valve} of a Host or an Engine that is SingleSignOn. Stateless. */
final class SingleSignOnReader {
    private static final SingleSignOn.SingleSignOnSettings DEFAULTS =
            SingleSignOn.SingleSignOnSettings.DEFAULTS;
    private static final Pattern DOMAIN = Pattern.compile("[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*");

    private static final Attribute<String> CLASS_NAME =
            Attribute.of("className", Format.text(), null, "SingleSignOn, or Tomcat's name of it.")
                    .needed();
    private static final Attribute<String> COOKIE_NAME =
            Attribute.of(
                    "cookieName",
                    Format.cookieName(),
                    DEFAULTS.cookieName(),
                    "The cookie by which a login is known.");
    private static final Attribute<String> COOKIE_DOMAIN =
            Attribute.of(
                            "cookieDomain",
                            new Format<>(
                                    "domain",
                                    text -> {
                                        if (!DOMAIN.matcher(text).matches()) {
                                            throw new BadValue("is no domain");
                                        }
                                        return text;
                                    }),
                            DEFAULTS.cookieDomain(),
                            "To which hosts clients send the cookie besides; where the Valve stands"
                                    + " in an Engine, a Host below that domain knows the login, too.")
                    .shown("the host alone");
    private static final Attribute<Boolean> REQUIRE_REAUTHENTICATION =
            Attribute.of(
                    "requireReauthentication",
                    Format.bool(),
                    DEFAULTS.requireReauthentication(),
                    "Whether the Realm of each application has to find the password right, which is"
                            + " kept in memory for that. Without it, a login counts where the Realm is"
                            + " the same; with it, DIGEST and certificates count in one application"
                            + " only.");
    private static final AttributeTable TABLE =
            new AttributeTable(
                    "SingleSignOn",
                    "A Valve of a Host or of an Engine: who has logged in to one of its"
                            + " applications has logged in to all; that of a Host counts before"
                            + " that of the Engine. A login makes a session, and lasts as long as one of its"
                            + " sessions; a log-out, or a session that an application ends, ends"
                            + " them all.",
                    List.of(CLASS_NAME, COOKIE_NAME, COOKIE_DOMAIN, REQUIRE_REAUTHENTICATION));

    static final Declaration<SingleSignOn> DECLARATION =
            new Declaration<>(TABLE, Set.of(), SingleSignOnReader::read);

    private SingleSignOnReader() {}

    private static Factory<SingleSignOn> read(Settings given) {
        SingleSignOn.SingleSignOnSettings settings =
                new SingleSignOn.SingleSignOnSettings(
                        given.get(COOKIE_NAME),
                        given.get(COOKIE_DOMAIN),
                        given.get(REQUIRE_REAUTHENTICATION));
        return place -> new SingleSignOn(settings);
    }
}
