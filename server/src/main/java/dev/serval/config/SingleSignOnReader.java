package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.security.SingleSignOn;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import dev.serval.settings.Values;
import java.util.List;
import java.util.regex.Pattern;

/** Reads a {@code Valve} of a Host that is SingleSignOn. Stateless. */
final class SingleSignOnReader {
    static final String CLASS = "org.apache.catalina.authenticator.SingleSignOn";
    private static final SingleSignOn.Settings DEFAULTS = SingleSignOn.Settings.DEFAULTS;
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
                            "To which hosts clients send the cookie besides; every Host has logins"
                                    + " of its own.")
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
    static final AttributeTable TABLE =
            new AttributeTable(
                    "SingleSignOn",
                    "A Valve of a Host: who has logged in to one of its applications has logged in"
                            + " to all. A login makes a session, and lasts as long as one of its"
                            + " sessions; a log-out, or a session that an application ends, ends"
                            + " them all.",
                    List.of(CLASS_NAME, COOKIE_NAME, COOKIE_DOMAIN, REQUIRE_REAUTHENTICATION));

    private SingleSignOnReader() {}

    /** By the name of the class. */
    static boolean is(String className) {
        return className.equals(CLASS) || className.equals("SingleSignOn");
    }

    /**
     * @param before what a valve in the same Host says; null for none
     */
    static SingleSignOn.Settings read(
            XmlElement xml, SingleSignOn.Settings before, Reading reading) {
        if (before != null) {
            reading.error(xml.at, "there is a SingleSignOn in this Host already");
        }
        Values values = AttributeReader.read(TABLE, xml, reading);
        OtherElements.reportAll(xml, reading);
        return new SingleSignOn.Settings(
                values.get(COOKIE_NAME),
                values.get(COOKIE_DOMAIN),
                values.get(REQUIRE_REAUTHENTICATION));
    }
}
