package dev.serval.config;

import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import dev.serval.tls.CipherList;
import dev.serval.tls.KeyGroups;
import dev.serval.tls.Protocols;
import dev.serval.tls.TlsHost;
import java.util.List;
import java.util.Map;

/** The attributes of {@code SSLHostConfig}. Constants. */
final class SslHostConfigTable {
    static final Attribute<String> HOST_NAME =
            Attribute.of(
                    "hostName",
                    Format.text(),
                    TlsHost.DEFAULT,
                    "The name that clients ask for (SNI); the asterisk of *.example.com is one"
                            + " label; _default_ is for no name, and for names that no other has.");
    static final Attribute<List<String>> PROTOCOLS =
            Attribute.of(
                            "protocols",
                            new Format<>(
                                    "all, or names with + and -", SslHostConfigTable::protocols),
                            Protocols.ALL,
                            "TLSv1.2 and TLSv1.3 are supported.")
                    .shown("all (TLSv1.2+TLSv1.3)")
                    .differs(
                            "all, down to TLSv1",
                            "what is older is broken (RFC 8996) and never offered");
    static final Attribute<String> CIPHERS =
            Attribute.of(
                            "ciphers",
                            Format.text(),
                            (String) null,
                            "For TLS 1.2, in OpenSSL's syntax or as a list of JSSE's names. Suites"
                                    + " without forward secrecy are left out, with a warning.")
                    .shown(CipherList.DEFAULT_CIPHERS)
                    .differs(
                            "HIGH:!aNULL:!eNULL:!DES:!RC4:!MD5:!kRSA",
                            "that includes suites of CBC, which RFC 9325 advises against");
    static final Attribute<String> CIPHER_SUITES =
            Attribute.of(
                            "cipherSuites",
                            Format.text(),
                            (String) null,
                            "For TLS 1.3: names, separated by colons.")
                    .shown(CipherList.DEFAULT_CIPHER_SUITES);
    static final Attribute<KeyGroups> GROUPS =
            Attribute.of(
                            "groups",
                            new Format<>(
                                    "names, with commas or colons", text -> KeyGroups.parse(text)),
                            KeyGroups.DEFAULT,
                            "By which keys are agreed on, the preferred one first, for example"
                                    + " x25519,secp256r1; from Java 20 on, with a warning before.")
                    .shown("the choice of the JDK");
    static final Attribute<Boolean> HONOR_CIPHER_ORDER =
            Attribute.flag(
                            "honorCipherOrder",
                            true,
                            "The order of ciphers counts, and not that of the client.")
                    .differs("false", "the server's list is the one that is maintained");
    static final Attribute<String> CERTIFICATE_VERIFICATION =
            Attribute.of(
                    "certificateVerification",
                    Format.choice(
                            Map.of(
                                    "none", "none",
                                    "optional", "optional",
                                    "optionalNoCA", "optionalNoCA",
                                    "required", "required")),
                    "none",
                    "Whether clients are asked for a certificate. One that they present is always"
                            + " checked: optionalNoCA is treated as optional.");
    static final Attribute<Integer> DEPTH =
            Attribute.of(
                    "certificateVerificationDepth",
                    Format.integer(Unit.NONE, 0, 100),
                    10,
                    "Certificates between that of the client and the authority.");
    static final Attribute<String> CA_FILE =
            file("caCertificateFile", "PEM: the authorities that certify clients.");
    static final Attribute<String> CA_PATH =
            file("caCertificatePath", "A directory of such files.");
    static final Attribute<String> CRL_FILE =
            file(
                    "certificateRevocationListFile",
                    "PEM or DER. When it is given, a certificate without a valid list of its"
                            + " issuer is refused.");
    static final Attribute<String> CRL_PATH =
            file("certificateRevocationListPath", "A directory of such files.");
    static final Attribute<String> TRUSTSTORE_FILE =
            file("truststoreFile", "The authorities that certify clients, as a keystore.");
    static final Attribute<String> TRUSTSTORE_PASSWORD =
            Attribute.of("truststorePassword", Format.text(), (String) null, "Its password.");
    static final Attribute<String> TRUSTSTORE_TYPE =
            Attribute.of(
                            "truststoreType",
                            Format.text(),
                            (String) null,
                            "PKCS12, JKS and PEM are recognised by their content.")
                    .shown("by the content");
    static final Attribute<String> TRUSTSTORE_PROVIDER =
            Attribute.of(
                    "truststoreProvider", Format.text(), (String) null, "A security provider.");
    static final Attribute<Integer> SESSION_TIMEOUT =
            Attribute.of(
                    "sessionTimeout",
                    Format.integer(Unit.SECONDS, 0, Integer.MAX_VALUE),
                    86_400,
                    "How long a session can be resumed; 0 means no limit.");
    static final Attribute<Integer> SESSION_CACHE_SIZE =
            Attribute.of(
                    "sessionCacheSize",
                    Format.integer(Unit.NONE, 0, Integer.MAX_VALUE, -1, "that of the JDK, 20480"),
                    -1,
                    "Sessions that are remembered; 0 means no limit.");
    static final Attribute<Boolean> REVOCATION_ENABLED =
            Attribute.flag(
                    "revocationEnabled",
                    false,
                    "Needs a certificateRevocationListFile or Path, else an error.");
    static final Attribute<Boolean> OCSP_ENABLED =
            Attribute.flag("ocspEnabled", false, "True is an error: there is no OCSP.");
    static final Attribute<String> TRUST_MANAGER =
            Attribute.of(
                    "trustManagerClassName",
                    Format.text(),
                    (String) null,
                    "An error: nothing is served without the check that a file asks for.");

    static final AttributeTable TABLE =
            new AttributeTable(
                    "SSLHostConfig",
                    "TLS for one name of a Connector. Its certificates are elements Certificate:"
                            + " several of them may have different kinds of keys, of which a client"
                            + " gets one that it can check. Files are relative to SERVAL_BASE, and"
                            + " read anew within seconds when they change; when the new ones cannot"
                            + " be used, the old ones stay.",
                    List.of(
                            HOST_NAME,
                            PROTOCOLS,
                            CIPHERS,
                            CIPHER_SUITES,
                            HONOR_CIPHER_ORDER,
                            GROUPS,
                            CERTIFICATE_VERIFICATION,
                            DEPTH,
                            CA_FILE,
                            CA_PATH,
                            CRL_FILE,
                            CRL_PATH,
                            TRUSTSTORE_FILE,
                            TRUSTSTORE_PASSWORD,
                            TRUSTSTORE_TYPE,
                            TRUSTSTORE_PROVIDER,
                            SESSION_TIMEOUT,
                            SESSION_CACHE_SIZE,
                            REVOCATION_ENABLED,
                            OCSP_ENABLED,
                            TRUST_MANAGER));

    private SslHostConfigTable() {}

    private static Attribute<String> file(String name, String doc) {
        return Attribute.of(name, Format.text(), (String) null, doc);
    }

    private static List<String> protocols(String text) throws BadValue {
        try {
            return Protocols.parse(text);
        } catch (IllegalArgumentException e) {
            throw new BadValue(e.getMessage());
        }
    }
}
