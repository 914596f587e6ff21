package dev.serval.config;

import dev.serval.http.EncodedSolidusHandling;
import dev.serval.servlet.settings.ContextRule;
import dev.serval.servlet.settings.ContextSettings;
import dev.serval.servlet.settings.DispatchRules;
import dev.serval.session.CookieRules;
import dev.serval.session.SessionOverrides;
import dev.serval.settings.Attribute;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import dev.serval.settings.Values;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The attributes of {@code Context} for the behaviour of an application. Stateless. */
final class ContextSettingsTable {
    private static final Attribute<Boolean> DISPATCHERS_USE_ENCODED_PATHS =
            Attribute.of(
                    "dispatchersUseEncodedPaths",
                    Format.bool(),
                    true,
                    "Whether a percent sign begins an escape in the paths that applications give to"
                            + " request dispatchers.");
    private static final Attribute<EncodedSolidusHandling> ENCODED_SOLIDUS_HANDLING =
            RequestRulesTable.handling(
                            "encodedSolidusHandling",
                            "%2f in the path of a request dispatcher: there is none, a slash, or it"
                                    + " stays as it is. For what clients send the Connector"
                                    + " decides.")
                    .stricter(
                            EncodedSolidusHandling.DECODE,
                            "decode",
                            "a path must mean the same here as in a request");
    private static final Attribute<EncodedSolidusHandling> ENCODED_REVERSE_SOLIDUS_HANDLING =
            RequestRulesTable.handling(
                            "encodedReverseSolidusHandling",
                            "%5c in the path of a request dispatcher: there is none, a slash, or it"
                                    + " stays as it is.")
                    .stricter(
                            EncodedSolidusHandling.DECODE,
                            "decode",
                            "a path must mean the same here as in a request");
    private static final Attribute<List<String>> RESOURCE_ONLY_SERVLETS =
            Attribute.of(
                            "resourceOnlyServlets",
                            names(),
                            List.of("jsp"),
                            "Names of servlets, with commas between them, that answer for a welcome"
                                    + " file only if it exists.")
                    .shown("jsp");
    private static final Attribute<String> REQUEST_CHARACTER_ENCODING =
            Attribute.of(
                    "requestCharacterEncoding",
                    charset(),
                    null,
                    "For bodies without one, if web.xml has none either.");
    private static final Attribute<String> RESPONSE_CHARACTER_ENCODING =
            Attribute.of(
                    "responseCharacterEncoding",
                    charset(),
                    null,
                    "For responses without one, if web.xml has none either.");
    private static final Attribute<Boolean> COOKIES =
            Attribute.of(
                            "cookies",
                            Format.bool(),
                            (Boolean) null,
                            "False: ids of sessions are in URLs alone, where web.xml names no"
                                    + " tracking-mode.")
                    .shown("true");
    private static final Attribute<String> SESSION_COOKIE_NAME =
            Attribute.of(
                            "sessionCookieName",
                            Format.cookieName(),
                            null,
                            "Of the cookie of sessions, whatever the application says.")
                    .shown("JSESSIONID");
    private static final Attribute<String> SESSION_COOKIE_DOMAIN =
            Attribute.of(
                    "sessionCookieDomain",
                    cookieAttribute(),
                    null,
                    "Domain of the cookie of sessions, whatever the application says.");
    private static final Attribute<String> SESSION_COOKIE_PATH =
            Attribute.of(
                            "sessionCookiePath",
                            cookieAttribute(),
                            null,
                            "Path of the cookie of sessions, whatever the application says.")
                    .shown("that of the application");
    private static final Attribute<Boolean> TRAILING_SLASH =
            Attribute.of(
                    "sessionCookiePathUsesTrailingSlash",
                    Format.bool(),
                    false,
                    "Whether a slash ends the path of the cookie of sessions: /foo does not see the"
                            + " one of /foobar anyway, but some browsers send it.");
    private static final Attribute<Boolean> USE_HTTP_ONLY =
            Attribute.of(
                    "useHttpOnly",
                    Format.bool(),
                    true,
                    "Whether scripts cannot read the cookie of sessions, if web.xml does not set"
                            + " it.");
    private static final Attribute<Boolean> USE_PARTITIONED =
            Attribute.of(
                    "usePartitioned",
                    Format.bool(),
                    false,
                    "Whether the cookie of sessions has the attribute Partitioned.");
    private static final Attribute<Integer> SESSION_TIMEOUT =
            Attribute.of(
                            "sessionTimeout",
                            Format.integer(Unit.MINUTES, -1, Integer.MAX_VALUE),
                            (Integer) null,
                            "Without a request, after which a session ends, where web.xml does"
                                    + " not say it; 0 and -1: never.")
                    .shown("30");
    private static final Set<ContextRule> STRICTER =
            EnumSet.of(
                    ContextRule.CONTEXT_GET_RESOURCE_REQUIRES_SLASH,
                    ContextRule.FAIL_CTX_IF_SERVLET_START_FAILS);
    private static final Map<ContextRule, Attribute<Boolean>> RULES = rules();

    /** All of them. */
    static final List<Attribute<?>> ATTRIBUTES =
            Stream.concat(
                            Stream.of(
                                    DISPATCHERS_USE_ENCODED_PATHS,
                                    ENCODED_SOLIDUS_HANDLING,
                                    ENCODED_REVERSE_SOLIDUS_HANDLING,
                                    RESOURCE_ONLY_SERVLETS,
                                    REQUEST_CHARACTER_ENCODING,
                                    RESPONSE_CHARACTER_ENCODING,
                                    SESSION_TIMEOUT,
                                    COOKIES,
                                    SESSION_COOKIE_NAME,
                                    SESSION_COOKIE_DOMAIN,
                                    SESSION_COOKIE_PATH,
                                    TRAILING_SLASH,
                                    USE_HTTP_ONLY,
                                    USE_PARTITIONED),
                            RULES.values().stream())
                    .toList();

    private ContextSettingsTable() {}

    private static Map<ContextRule, Attribute<Boolean>> rules() {
        Map<ContextRule, Attribute<Boolean>> rules = new EnumMap<>(ContextRule.class);
        for (ContextRule rule : ContextRule.values()) {
            Attribute<Boolean> attribute =
                    Attribute.of(rule.attribute(), Format.bool(), rule.standard(), rule.doc());
            if (rule.reason() != null) {
                String tomcat = Boolean.toString(!rule.standard());
                attribute =
                        STRICTER.contains(rule)
                                ? attribute.stricter(!rule.standard(), tomcat, rule.reason())
                                : attribute.differs(tomcat, rule.reason());
            }
            rules.put(rule, attribute);
        }
        return rules;
    }

    /**
     * @param delegate what a Loader says; null if there is none
     */
    static ContextSettings read(Values values, CookieRules cookies, Boolean delegate) {
        Set<ContextRule> on = EnumSet.noneOf(ContextRule.class);
        RULES.forEach(
                (rule, attribute) -> {
                    if (values.get(attribute)) {
                        on.add(rule);
                    }
                });
        if (delegate != null) {
            on.remove(ContextRule.DELEGATE);
            if (delegate) {
                on.add(ContextRule.DELEGATE);
            }
        }
        return new ContextSettings(
                on,
                new DispatchRules(
                        values.get(DISPATCHERS_USE_ENCODED_PATHS),
                        values.get(ENCODED_SOLIDUS_HANDLING),
                        values.get(ENCODED_REVERSE_SOLIDUS_HANDLING)),
                new SessionOverrides(
                        values.get(COOKIES),
                        values.get(SESSION_COOKIE_NAME),
                        values.get(SESSION_COOKIE_DOMAIN),
                        values.get(SESSION_COOKIE_PATH),
                        values.get(TRAILING_SLASH),
                        values.get(USE_HTTP_ONLY),
                        values.get(USE_PARTITIONED),
                        values.get(SESSION_TIMEOUT),
                        values.isCompatible()),
                cookies,
                values.get(RESOURCE_ONLY_SERVLETS),
                values.get(REQUEST_CHARACTER_ENCODING),
                values.get(RESPONSE_CHARACTER_ENCODING));
    }

    private static Format<List<String>> names() {
        return new Format<>(
                "names",
                text -> {
                    List<String> names = new ArrayList<>();
                    for (String name : text.split(",")) {
                        if (!name.isBlank()) {
                            names.add(name.strip());
                        }
                    }
                    return names;
                });
    }

    private static Format<String> charset() {
        return new Format<>(
                "character encoding",
                text -> {
                    try {
                        Charset.forName(text);
                        return text;
                    } catch (IllegalArgumentException e) {
                        throw new BadValue("is not a character encoding of Java");
                    }
                });
    }

    private static Format<String> cookieAttribute() {
        return new Format<>(
                "text",
                text -> {
                    if (text.chars().anyMatch(c -> c < ' ' || c > '~' || c == ';')) {
                        throw new BadValue(
                                "has a character that is not allowed in cookies (RFC 6265 §4.1.1)");
                    }
                    return text;
                });
    }
}
