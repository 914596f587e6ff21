package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.security.AuthMethod;
import dev.serval.security.AuthenticatorSettings;
import dev.serval.security.DigestAlgorithm;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import dev.serval.settings.Values;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads a {@code Valve} of a Context that is an authenticator. Stateless. */
final class AuthenticatorReader {
    private static final String PACKAGE = "org.apache.catalina.authenticator.";
    private static final Map<String, AuthMethod> KINDS =
            Map.of(
                    "BasicAuthenticator", AuthMethod.BASIC,
                    "DigestAuthenticator", AuthMethod.DIGEST,
                    "FormAuthenticator", AuthMethod.FORM,
                    "SSLAuthenticator", AuthMethod.CLIENT_CERT,
                    "NonLoginAuthenticator", AuthMethod.NONE);
    private static final AuthenticatorSettings DEFAULTS = AuthenticatorSettings.DEFAULTS;

    private static final Attribute<AuthMethod> CLASS_NAME =
            Attribute.of(
                            "className",
                            new Format<>(
                                    "BasicAuthenticator, DigestAuthenticator, FormAuthenticator,"
                                            + " SSLAuthenticator or NonLoginAuthenticator, or"
                                            + " Tomcat's name of it",
                                    text -> KINDS.get(shortName(text))),
                            (AuthMethod) null,
                            "How users log in, whatever the auth-method of web.xml is.")
                    .needed();
    private static final Attribute<Boolean> ALWAYS_USE_SESSION =
            flag(
                    "alwaysUseSession",
                    DEFAULTS.alwaysUseSession(),
                    "Whether a login makes a session.");
    private static final Attribute<Boolean> CACHE =
            flag(
                    "cache",
                    DEFAULTS.cache(),
                    "Whether a session, where there is one, remembers who has logged in.");
    private static final Attribute<Boolean> CHANGE_ID =
            flag(
                    "changeSessionIdOnAuthentication",
                    DEFAULTS.changeSessionIdOnAuthentication(),
                    "Whether a login gives the session another id.");
    private static final Attribute<Boolean> DISABLE_PROXY_CACHING =
            flag(
                    "disableProxyCaching",
                    DEFAULTS.disableProxyCaching(),
                    "Send Cache-Control: private with what is protected.");
    private static final Attribute<Boolean> PRAGMA =
            flag(
                    "securePagesWithPragma",
                    DEFAULTS.securePagesWithPragma(),
                    "Send Cache-Control: no-cache instead.");
    private static final Attribute<Charset> CHARSET =
            Attribute.of(
                    "charset",
                    Format.choice(Map.of("UTF-8", StandardCharsets.UTF_8)),
                    StandardCharsets.UTF_8,
                    "Of BASIC; clients are told.");
    private static final Attribute<List<DigestAlgorithm>> ALGORITHMS =
            Attribute.of(
                            "algorithms",
                            new Format<>(
                                    "SHA-256 and MD5, with commas",
                                    AuthenticatorReader::algorithms),
                            DEFAULTS.algorithms(),
                            "Of DIGEST, the preferred one first.")
                    .shown("SHA-256,MD5");
    private static final Attribute<Integer> NONCE_VALIDITY =
            number("nonceValidity", Unit.MILLISECONDS, DEFAULTS.nonceValidity(), "Of DIGEST.");
    private static final Attribute<Integer> NONCE_CACHE_SIZE =
            number(
                    "nonceCacheSize",
                    Unit.NONE,
                    DEFAULTS.nonceCacheSize(),
                    "Of DIGEST: nonces that are remembered once a right answer has used them; those"
                            + " that went before them are out of date.");
    private static final Attribute<Integer> NONCE_COUNT_WINDOW_SIZE =
            Attribute.of(
                    "nonceCountWindowSize",
                    Format.integer(Unit.NONE, 1, 100_000),
                    DEFAULTS.nonceCountWindowSize(),
                    "Of DIGEST: how far requests with one nonce may overtake each other.");
    private static final Attribute<Boolean> VALIDATE_URI =
            flag(
                    "validateUri",
                    DEFAULTS.validateUri(),
                    "Of DIGEST: whether uri has to be that of the request.");
    private static final Attribute<String> LANDING_PAGE =
            Attribute.of(
                            "landingPage",
                            new Format<>(
                                    "path in the application",
                                    text -> {
                                        if (!text.startsWith("/") || text.startsWith("//")) {
                                            throw new BadValue("does not begin with one slash");
                                        }
                                        return text;
                                    }),
                            null,
                            "Of FORM: where a login leads that nothing was asked for before.")
                    .shown("the root of the application");
    private static final Attribute<Integer> SESSION_TIMEOUT =
            number(
                    "authenticationSessionTimeout",
                    Unit.SECONDS,
                    DEFAULTS.authenticationSessionTimeout(),
                    "Of FORM: how long a session lasts that was made for the login, until it"
                            + " succeeds.");
    private static final Attribute<Integer> MAX_SESSIONS =
            Attribute.of(
                    "maxAuthenticationSessions",
                    Format.integer(Unit.NONE, 1, 1_000_000),
                    DEFAULTS.maxAuthenticationSessions(),
                    "Of FORM: how many such sessions there are, with 2 KiB of what was asked for on"
                            + " average; the oldest go first. Serval's own.");
    private static final Attribute<Charset> CHARACTER_ENCODING =
            Attribute.of(
                            "characterEncoding",
                            new Format<>(
                                    "name of a character encoding",
                                    text -> {
                                        try {
                                            return Charset.forName(text);
                                        } catch (IllegalArgumentException e) {
                                            throw new BadValue(
                                                    "is no character encoding that is known");
                                        }
                                    }),
                            (Charset) null,
                            "Of FORM: of name and password.")
                    .shown("that of the request");
    static final AttributeTable TABLE =
            new AttributeTable(
                    "Authenticator",
                    "A Valve of a Context: how users log in.",
                    List.of(
                            CLASS_NAME,
                            ALWAYS_USE_SESSION,
                            CACHE,
                            CHANGE_ID,
                            DISABLE_PROXY_CACHING,
                            PRAGMA,
                            CHARSET,
                            ALGORITHMS,
                            NONCE_VALIDITY,
                            NONCE_CACHE_SIZE,
                            NONCE_COUNT_WINDOW_SIZE,
                            VALIDATE_URI,
                            LANDING_PAGE,
                            SESSION_TIMEOUT,
                            MAX_SESSIONS,
                            CHARACTER_ENCODING));

    private AuthenticatorReader() {}

    private static String shortName(String name) {
        return name.startsWith(PACKAGE) ? name.substring(PACKAGE.length()) : name;
    }

    /** By the name of the class. */
    static boolean is(String className) {
        return KINDS.containsKey(shortName(className));
    }

    /**
     * @param before what a valve in the same element says; null for none
     */
    static AuthenticatorSettings read(
            XmlElement xml, AuthenticatorSettings before, Reading reading) {
        if (before != null) {
            reading.error(xml.at, "there is an authenticator in this Context already");
        }
        Values values = AttributeReader.read(TABLE, xml, reading);
        OtherElements.reportAll(xml, reading);
        return new AuthenticatorSettings(
                values.get(CLASS_NAME),
                values.get(ALWAYS_USE_SESSION),
                values.get(CACHE),
                values.get(CHANGE_ID),
                values.get(DISABLE_PROXY_CACHING),
                values.get(PRAGMA),
                values.get(CHARSET),
                values.get(ALGORITHMS),
                values.get(NONCE_VALIDITY),
                values.get(NONCE_CACHE_SIZE),
                values.get(NONCE_COUNT_WINDOW_SIZE),
                values.get(VALIDATE_URI),
                values.get(LANDING_PAGE),
                values.get(SESSION_TIMEOUT),
                values.get(MAX_SESSIONS),
                values.get(CHARACTER_ENCODING));
    }

    private static List<DigestAlgorithm> algorithms(String text) throws BadValue {
        List<DigestAlgorithm> all = new ArrayList<>();
        for (String name : text.split(",")) {
            DigestAlgorithm algorithm = DigestAlgorithm.NAMES.get(name.strip());
            if (algorithm == null) {
                throw new BadValue("names " + name.strip() + "; known: SHA-256, MD5");
            }
            all.add(algorithm);
        }
        return all;
    }

    private static Attribute<Boolean> flag(String name, boolean fallback, String doc) {
        return Attribute.of(name, Format.bool(), fallback, doc);
    }

    private static Attribute<Integer> number(String name, Unit unit, int fallback, String doc) {
        return Attribute.of(name, Format.integer(unit, 1, Integer.MAX_VALUE), fallback, doc);
    }
}
