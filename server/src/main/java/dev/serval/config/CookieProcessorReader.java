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
    private static final Attribute<String> COOKIES_WITHOUT_EQUALS =
            Attribute.of(
                            "cookiesWithoutEquals",
                            Format.choice(Map.of("ignore", "ignore")),
                            "ignore",
                            "Cookies of a request that are no pairs.")
                    .differs("name", "what is no pair is no cookie (RFC 6265 §4.2.1)");
    static final AttributeTable TABLE =
            new AttributeTable(
                    "CookieProcessor",
                    "What a Context adds to the cookies of its applications.",
                    List.of(
                            SAME_SITE_COOKIES,
                            PARTITIONED,
                            COOKIES_WITHOUT_EQUALS,
                            ClassNames.only("org.apache.tomcat.util.http.Rfc6265CookieProcessor")));

    private CookieProcessorReader() {}

    static CookieRules read(XmlElement xml, Reading reading) {
        Values values = AttributeReader.read(TABLE, xml, reading);
        String sameSite = values.get(SAME_SITE_COOKIES);
        return new CookieRules(sameSite.equals(UNSET) ? null : sameSite, values.get(PARTITIONED));
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
