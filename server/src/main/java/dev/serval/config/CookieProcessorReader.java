package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.session.CookieRules;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.settings.Values;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads {@code CookieProcessor}. Stateless. */
final class CookieProcessorReader {
    private static final String UNSET = "";
    private static final Attribute<String> SAME_SITE_COOKIES =
            Attribute.of(
                            "sameSiteCookies",
                            sameSite(),
                            UNSET,
                            "SameSite of cookies that have none: unset leaves them so, but for that"
                                    + " of sessions, which has Lax then.")
                    .shown("unset");
    private static final Attribute<Boolean> PARTITIONED =
            Attribute.of(
                    "partitioned",
                    Format.bool(),
                    false,
                    "Whether all cookies have the attribute Partitioned.");
    private static final Attribute<Boolean> COOKIES_WITHOUT_EQUALS =
            Attribute.of(
                            "cookiesWithoutEquals",
                            Format.choice(Map.of("ignore", false, "name", true)),
                            false,
                            "Cookies of a request that are no pairs: they are left out, or names"
                                    + " with an empty value.")
                    .shown("ignore")
                    .differs("name", "what is no pair is no cookie (RFC 6265 §4.2.1)");
    private static final Attribute<Boolean> CLASS_NAME =
            Attribute.of(
                            "className",
                            Format.choice(
                                    Map.of(
                                            "org.apache.tomcat.util.http.Rfc6265CookieProcessor",
                                            false,
                                            "org.apache.tomcat.util.http.LegacyCookieProcessor",
                                            true)),
                            false,
                            "Accepted so that files of Tomcat can be used; cookies are those of RFC"
                                    + " 6265, the second is a warning.")
                    .shown("");
    static final AttributeTable TABLE =
            new AttributeTable(
                    "CookieProcessor",
                    "What a Context adds to the cookies of its applications.",
                    List.of(SAME_SITE_COOKIES, PARTITIONED, COOKIES_WITHOUT_EQUALS, CLASS_NAME));

    private CookieProcessorReader() {}

    static CookieRules read(XmlElement xml, Reading reading) {
        Values values = AttributeReader.read(TABLE, xml, reading);
        if (values.get(CLASS_NAME)) {
            reading.warning(
                    values.at(CLASS_NAME),
                    "LegacyCookieProcessor is not there: cookies are those of RFC 6265");
        }
        String sameSite = values.get(SAME_SITE_COOKIES);
        return new CookieRules(
                sameSite.equals(UNSET) ? null : sameSite,
                values.get(PARTITIONED),
                values.get(COOKIES_WITHOUT_EQUALS));
    }

    private static Format<String> sameSite() {
        Map<String, String> words = new LinkedHashMap<>();
        words.put("unset", UNSET);
        for (String word : List.of("None", "Lax", "Strict")) {
            words.put(word, word);
            words.put(word.toLowerCase(java.util.Locale.ROOT), word);
        }
        return Format.choice(words);
    }
}
