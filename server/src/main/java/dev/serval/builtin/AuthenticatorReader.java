package dev.serval.builtin;

import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Settings;
import dev.serval.security.Authenticator;
import dev.serval.security.AuthenticatorSettings;
import dev.serval.security.AuthenticatorSettings.CorsPreflight;
import dev.serval.security.AuthenticatorSettings.Reauthentication;
import dev.serval.security.BasicAuthenticator;
import dev.serval.security.CertificateAuthenticator;
import dev.serval.security.DigestAlgorithm;
import dev.serval.security.DigestAuthenticator;
import dev.serval.security.FormAuthenticator;
import dev.serval.security.LoginConfig;
import dev.serval.security.NonLoginAuthenticator;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import dev.serval.settings.NearestName;
import dev.serval.settings.Unit;
import dev.serval.settings.Values;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads a {@code Valve} of a Context that says how users log in. Stateless. */
public final class AuthenticatorReader {
    private static final String PACKAGE = "org.apache.catalina.authenticator.";
    private static final AuthenticatorSettings DEFAULTS = AuthenticatorSettings.DEFAULTS;
    private static final List<String> MODES = List.of("default", "full", "password", "principal");
    private static final DigestAuthenticator.DigestSettings DIGEST =
            DigestAuthenticator.DigestSettings.DEFAULTS;
    private static final FormAuthenticator.FormSettings FORM =
            FormAuthenticator.FormSettings.DEFAULTS;

    private static final Attribute<String> CLASS_NAME =
            Attribute.of(
                            "className",
                            new Format<>(
                                    "BasicAuthenticator, DigestAuthenticator, FormAuthenticator,"
                                            + " SSLAuthenticator or NonLoginAuthenticator, or"
                                            + " Tomcat's name of it",
                                    text -> text),
                            null,
                            "How users log in, whatever the auth-method of web.xml is.")
                    .needed();
    private static final Attribute<Boolean> ALWAYS_USE_SESSION =
            Attribute.flag(
                    "alwaysUseSession",
                    DEFAULTS.alwaysUseSession(),
                    "Whether a login makes a session.");
    private static final Attribute<Boolean> CACHE =
            Attribute.flag(
                    "cache",
                    DEFAULTS.cache(),
                    "Whether a session, where there is one, remembers who has logged in.");
    private static final Attribute<Boolean> CHANGE_ID =
            Attribute.flag(
                    "changeSessionIdOnAuthentication",
                    DEFAULTS.changeSessionIdOnAuthentication(),
                    "Whether a login gives the session another id.");
    private static final Attribute<Boolean> DISABLE_PROXY_CACHING =
            Attribute.flag(
                    "disableProxyCaching",
                    DEFAULTS.disableProxyCaching(),
                    "Send Cache-Control: private with what is protected.");
    private static final Attribute<Boolean> PRAGMA =
            Attribute.flag(
                    "securePagesWithPragma",
                    DEFAULTS.securePagesWithPragma(),
                    "Send Cache-Control: no-cache instead.");
    private static final Attribute<Boolean> SEND_INFO =
            Attribute.flag(
                    "sendAuthInfoResponseHeaders",
                    DEFAULTS.sendAuthInfoResponseHeaders(),
                    "Tell the client, or a proxy before it, who has logged in and how, in the"
                            + " fields remote-user and auth-type of what is protected.");
    private static final Attribute<CorsPreflight> CORS_PREFLIGHT =
            Attribute.of(
                            "allowCorsPreflight",
                            Format.choice(
                                    Map.of(
                                            "never", CorsPreflight.NEVER,
                                            "filter", CorsPreflight.FILTER,
                                            "always", CorsPreflight.ALWAYS)),
                            DEFAULTS.allowCorsPreflight(),
                            "Whether a CORS-preflight request (OPTIONS with Origin and"
                                    + " Access-Control-Request-Method), which browsers send without"
                                    + " a login, needs none; filter: where a CorsFilter is mapped"
                                    + " to /*.")
                    .shown("never");
    private static final Attribute<Reauthentication> SSO_REAUTHENTICATION =
            Attribute.of(
                            "ssoReauthenticationMode",
                            new Format<>(
                                    String.join(", ", MODES),
                                    AuthenticatorReader::reauthentication,
                                    MODES,
                                    null),
                            DEFAULTS.ssoReauthenticationMode(),
                            "What a login counts that applications share: what"
                                    + " requireReauthentication of SingleSignOn says (default); it"
                                    + " is one here, where the Realm is the same (principal); the"
                                    + " Realm has to find its password right (password), which is"
                                    + " kept where the login is made in an application that asks"
                                    + " for it; nothing (full).")
                    .shown("default");
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
                            DIGEST.algorithms(),
                            "Of DIGEST, the preferred one first.")
                    .shown("SHA-256,MD5");
    private static final Attribute<Integer> NONCE_VALIDITY =
            number("nonceValidity", Unit.MILLISECONDS, DIGEST.nonceValidity(), "Of DIGEST.");
    private static final Attribute<Integer> NONCE_CACHE_SIZE =
            number(
                    "nonceCacheSize",
                    Unit.NONE,
                    DIGEST.nonceCacheSize(),
                    "Of DIGEST: nonces that are remembered once a right answer has used them; those"
                            + " that went before them are out of date.");
    private static final Attribute<Integer> NONCE_COUNT_WINDOW_SIZE =
            Attribute.of(
                    "nonceCountWindowSize",
                    Format.integer(Unit.NONE, 1, 100_000),
                    DIGEST.nonceCountWindowSize(),
                    "Of DIGEST: how far requests with one nonce may overtake each other.");
    private static final Attribute<Boolean> VALIDATE_URI =
            Attribute.flag(
                    "validateUri",
                    DIGEST.validateUri(),
                    "Of DIGEST: whether uri has to be that of the request.");
    private static final Attribute<String> OPAQUE =
            Attribute.of(
                            "opaque",
                            new Format<>(
                                    "text without quotation marks",
                                    text -> {
                                        if (!text.matches("[ !#-\\[\\]-~]+")) {
                                            throw new BadValue(
                                                    "has a character other than those of ASCII,"
                                                            + " or a quotation mark");
                                        }
                                        return text;
                                    }),
                            null,
                            "Of DIGEST: what clients have to send back unchanged.")
                    .shown("random at each start");
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
                    FORM.authenticationSessionTimeout(),
                    "Of FORM: how long a session lasts that was made for the login, until it"
                            + " succeeds.");
    private static final Attribute<Integer> MAX_SESSIONS =
            Attribute.of(
                    "maxAuthenticationSessions",
                    Format.integer(Unit.NONE, 1, 1_000_000),
                    FORM.maxAuthenticationSessions(),
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
    public static final AttributeTable TABLE =
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
                            SEND_INFO,
                            CORS_PREFLIGHT,
                            SSO_REAUTHENTICATION,
                            CHARSET,
                            ALGORITHMS,
                            NONCE_VALIDITY,
                            NONCE_CACHE_SIZE,
                            NONCE_COUNT_WINDOW_SIZE,
                            VALIDATE_URI,
                            OPAQUE,
                            LANDING_PAGE,
                            SESSION_TIMEOUT,
                            MAX_SESSIONS,
                            CHARACTER_ENCODING));

    /** The attributes of all authenticators, including those of extensions. */
    public static final List<Attribute<?>> COMMON =
            List.of(
                    ALWAYS_USE_SESSION,
                    CACHE,
                    CHANGE_ID,
                    DISABLE_PROXY_CACHING,
                    PRAGMA,
                    SEND_INFO,
                    CORS_PREFLIGHT,
                    SSO_REAUTHENTICATION);

    /** One table for all: Tomcat's users leave attributes of another authenticator in place. */
    public static final List<Offer<Authenticator>> OFFERS =
            List.of(
                    offer("BasicAuthenticator", "BASIC", AuthenticatorReader::basic),
                    offer("DigestAuthenticator", "DIGEST", AuthenticatorReader::digest),
                    offer("FormAuthenticator", "FORM", AuthenticatorReader::form),
                    offer(
                            "SSLAuthenticator",
                            "CLIENT-CERT",
                            given -> place -> new CertificateAuthenticator()),
                    offer(
                            "NonLoginAuthenticator",
                            "NONE",
                            given -> place -> new NonLoginAuthenticator()));

    private AuthenticatorReader() {}

    private static Offer<Authenticator> offer(
            String name, String method, Offer.Reader<Authenticator> reader) {
        return Offer.of(Kind.AUTHENTICATOR, TABLE, reader, name, PACKAGE + name).answering(method);
    }

    /** The settings that all authenticators have. */
    public static AuthenticatorSettings settings(Values values) {
        return new AuthenticatorSettings(
                values.get(ALWAYS_USE_SESSION),
                values.get(CACHE),
                values.get(CHANGE_ID),
                values.get(DISABLE_PROXY_CACHING),
                values.get(PRAGMA),
                values.get(SEND_INFO),
                values.get(CORS_PREFLIGHT),
                values.get(SSO_REAUTHENTICATION));
    }

    /** In capitals or small letters, as Tomcat takes them. */
    private static Reauthentication reauthentication(String text) throws BadValue {
        String name = text.toLowerCase(Locale.ROOT);
        if (!MODES.contains(name)) {
            throw new BadValue(
                    "is not known"
                            + NearestName.hint(name, MODES)
                            + "; known: "
                            + String.join(", ", MODES));
        }
        return Reauthentication.valueOf(text.toUpperCase(Locale.ROOT));
    }

    private static Factory<Authenticator> basic(Settings given) {
        Charset charset = given.get(CHARSET);
        return place -> new BasicAuthenticator(place.service(LoginConfig.class), charset);
    }

    private static Factory<Authenticator> digest(Settings given) {
        DigestAuthenticator.DigestSettings settings =
                new DigestAuthenticator.DigestSettings(
                        given.get(ALGORITHMS),
                        given.get(NONCE_VALIDITY),
                        given.get(NONCE_CACHE_SIZE),
                        given.get(NONCE_COUNT_WINDOW_SIZE),
                        given.get(VALIDATE_URI),
                        given.get(OPAQUE));
        return place -> new DigestAuthenticator(place.service(LoginConfig.class), settings);
    }

    private static Factory<Authenticator> form(Settings given) {
        FormAuthenticator.FormSettings settings =
                new FormAuthenticator.FormSettings(
                        given.get(LANDING_PAGE),
                        given.get(SESSION_TIMEOUT),
                        given.get(MAX_SESSIONS),
                        given.get(CHARACTER_ENCODING));
        return place -> new FormAuthenticator(place.service(LoginConfig.class), settings);
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

    private static Attribute<Integer> number(String name, Unit unit, int fallback, String doc) {
        return Attribute.of(name, Format.integer(unit, 1, Integer.MAX_VALUE), fallback, doc);
    }
}
