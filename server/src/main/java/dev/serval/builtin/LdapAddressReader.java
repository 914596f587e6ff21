package dev.serval.builtin;

import static dev.serval.settings.Attribute.flag;
import static dev.serval.settings.Attribute.text;

import dev.serval.extension.Settings;
import dev.serval.security.ldap.LdapAddress;
import dev.serval.settings.Attribute;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.naming.Context;

/** Reads how the directory of a JNDIRealm is reached. Stateless. */
final class LdapAddressReader {
    private static final String JDK = "com.sun.jndi.ldap.LdapCtxFactory";
    private static final Set<String> PASSWORD_WAYS = Set.of("simple", "DIGEST-MD5", "CRAM-MD5");

    private static final Attribute<String> URL =
            text("connectionURL", "Begins with ldap:// or ldaps://.").needed();
    private static final Attribute<String> ALTERNATE_URL =
            Attribute.of(
                            "alternateURL",
                            Format.text(),
                            null,
                            "Where connectionURL does not answer.")
                    .shown("none");
    private static final Attribute<String> NAME =
            Attribute.of(
                            "connectionName",
                            Format.text(),
                            null,
                            "The entry that searches users and roles.")
                    .shown("nobody");
    private static final Attribute<String> PASSWORD =
            text("connectionPassword", "The password of connectionName.");
    private static final Attribute<String> AUTHENTICATION =
            Attribute.of(
                            "authentication",
                            Format.text(),
                            null,
                            "How connectionName shows its password: none, simple or a mechanism of"
                                    + " SASL. Users show theirs by simple, DIGEST-MD5 or CRAM-MD5.")
                    .shown("simple");
    private static final Attribute<Integer> CONNECTION_TIMEOUT =
            timeout("connectionTimeout", "How long a connection may take to be there.");
    private static final Attribute<Integer> READ_TIMEOUT =
            timeout("readTimeout", "How long one answer of the directory may take.");
    private static final Attribute<String> CONTEXT_FACTORY =
            Attribute.of("contextFactory", Format.text(), JDK, "A class of javax.naming, in lib.");
    private static final Attribute<String> PROTOCOL =
            Attribute.of("protocol", Format.text(), null, "ssl for TLS, as ldaps:// has it.")
                    .shown("that of the URL");
    private static final Attribute<String> REFERRALS =
            Attribute.of(
                    "referrals",
                    Format.choice(
                            Stream.of("ignore", "follow", "throw")
                                    .collect(Collectors.toMap(each -> each, each -> each))),
                    "ignore",
                    "What becomes of references to other servers: those that are followed to get"
                            + " connectionPassword.");
    private static final Attribute<String> DEREF_ALIASES =
            Attribute.of(
                    "derefAliases",
                    Format.choice(
                            Stream.of("always", "never", "finding", "searching")
                                    .collect(Collectors.toMap(each -> each, each -> each))),
                    "always",
                    "When aliases of entries stand for those.");
    private static final Attribute<Boolean> START_TLS =
            flag("useStartTls", false, "Whether TLS begins on a connection to ldap://.");
    private static final Attribute<List<String>> CIPHER_SUITES =
            ofTls("cipherSuites", RealmAttributes.names(), "Of useStartTls: names of the JDK.");
    private static final Attribute<String> SSL_PROTOCOL =
            ofTls("sslProtocol", Format.text(), "Of useStartTls: a name of the JDK.");
    private static final Attribute<String> SOCKET_FACTORY =
            ofTls(
                    "sslSocketFactoryClassName",
                    Format.text(),
                    "Of useStartTls: an SSLSocketFactory, in lib.");
    private static final Attribute<String> HOSTNAME_VERIFIER =
            ofTls(
                    "hostnameVerifierClassName",
                    Format.text(),
                    "Of useStartTls: a HostnameVerifier, in lib, asked where the certificate has"
                            + " another name.");

    static final List<Attribute<?>> ATTRIBUTES =
            List.of(
                    URL,
                    ALTERNATE_URL,
                    NAME,
                    PASSWORD,
                    AUTHENTICATION,
                    CONNECTION_TIMEOUT,
                    READ_TIMEOUT,
                    CONTEXT_FACTORY,
                    PROTOCOL,
                    REFERRALS,
                    DEREF_ALIASES,
                    START_TLS,
                    CIPHER_SUITES,
                    SSL_PROTOCOL,
                    SOCKET_FACTORY,
                    HOSTNAME_VERIFIER);

    private LdapAddressReader() {}

    private static Attribute<Integer> timeout(String name, String doc) {
        return Attribute.of(name, Format.integer(Unit.MILLISECONDS, 1, 600_000), 5000, doc);
    }

    private static <T> Attribute<T> ofTls(String name, Format<T> format, String doc) {
        return Attribute.of(name, format, (T) null, doc).shown("that of the JDK");
    }

    /** Null when there is an error. */
    static LdapAddress read(Settings given) {
        if (given.get(URL) == null) {
            return null;
        }
        List<String> urls = new ArrayList<>();
        url(given, URL, urls);
        url(given, ALTERNATE_URL, urls);
        login(given);
        Map<String, String> more = new LinkedHashMap<>();
        more.put(Context.REFERRAL, given.get(REFERRALS));
        more.put("java.naming.ldap.derefAliases", given.get(DEREF_ALIASES));
        if (given.get(PROTOCOL) != null) {
            more.put(Context.SECURITY_PROTOCOL, given.get(PROTOCOL));
        }
        return new LdapAddress(
                urls,
                given.get(NAME),
                given.get(PASSWORD),
                given.get(AUTHENTICATION),
                given.get(CONNECTION_TIMEOUT),
                given.get(READ_TIMEOUT),
                given.get(CONTEXT_FACTORY),
                more,
                given.get(START_TLS) ? startTls(given) : null);
    }

    private static void url(Settings given, Attribute<String> attribute, List<String> into) {
        String url = given.get(attribute);
        if (url == null) {
            return;
        }
        into.add(url);
        String scheme = url.toLowerCase(Locale.ROOT);
        boolean tls = scheme.startsWith("ldaps://");
        if (!tls && !scheme.startsWith("ldap://") && given.get(CONTEXT_FACTORY).equals(JDK)) {
            given.error(
                    given.at(attribute),
                    attribute.name()
                            + " of JNDIRealm is \""
                            + url
                            + "\", which does not begin with ldap:// or ldaps://");
        }
        if (tls && given.get(START_TLS)) {
            given.error(
                    given.at(attribute),
                    attribute.name()
                            + " of JNDIRealm has TLS from its beginning, where useStartTls cannot"
                            + " begin it");
        }
    }

    private static void login(Settings given) {
        String way = given.get(AUTHENTICATION);
        boolean needs = way == null || PASSWORD_WAYS.contains(way);
        if (given.has(NAME) && needs && !given.has(PASSWORD)) {
            given.error(
                    given.at(NAME),
                    "connectionName of JNDIRealm needs connectionPassword: without it the directory"
                            + " takes the connection for nobody's (RFC 4513 §5.1.2)");
        }
        if (given.get(START_TLS) && "follow".equals(given.get(REFERRALS))) {
            given.error(
                    given.at(REFERRALS),
                    "referrals of JNDIRealm are not followed with useStartTls: connections to other"
                            + " servers would begin without TLS, and tell them the password");
        }
    }

    private static LdapAddress.StartTls startTls(Settings given) {
        return new LdapAddress.StartTls(
                given.get(CIPHER_SUITES),
                given.get(SSL_PROTOCOL),
                given.get(SOCKET_FACTORY),
                given.get(HOSTNAME_VERIFIER));
    }
}
