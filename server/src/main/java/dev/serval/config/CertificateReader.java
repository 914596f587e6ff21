package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import dev.serval.settings.Values;
import dev.serval.tls.KeystoreFile;
import dev.serval.tls.Password;
import dev.serval.tls.TlsCertificate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads {@code Certificate}. Stateless. */
final class CertificateReader {
    // As many as public authorities accept.
    private static final int MOST_NAMES = 100;
    private static final Pattern NAME =
            Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*");

    private static final Attribute<String> TYPE =
            Attribute.of(
                    "type",
                    types(),
                    "UNDEFINED",
                    "The kind of its key. UNDEFINED: any. DSA and MLDSA are errors: TLS"
                            + " does not use them here.");
    private static final Attribute<String> CERTIFICATE_FILE =
            Attribute.text(
                    "certificateFile",
                    "PEM: the certificate, and those of its issuers behind it; the key may stand"
                            + " in it too.");
    private static final Attribute<String> KEY_FILE =
            Attribute.text("certificateKeyFile", "PEM: PKCS#8, encrypted or not, PKCS#1 or SEC 1.")
                    .shown("certificateFile");
    private static final Attribute<String> CHAIN_FILE =
            Attribute.text("certificateChainFile", "PEM: more certificates of issuers.");
    private static final Attribute<String> KEY_PASSWORD =
            Attribute.text("certificateKeyPassword", "Of the key, in PEM or in the keystore.");
    private static final Attribute<String> KEY_PASSWORD_FILE =
            Attribute.text(
                    "certificateKeyPasswordFile", "Its first line is that password; has priority.");
    private static final Attribute<String> KEYSTORE_FILE =
            Attribute.text(
                            "certificateKeystoreFile",
                            "PKCS12, JKS or PEM, in place of certificateFile.")
                    .differs("~/.keystore", "a server does not read the home of a user");
    private static final Attribute<String> KEYSTORE_PASSWORD =
            Attribute.of(
                    "certificateKeystorePassword", Format.text(), "changeit", "Of the keystore.");
    private static final Attribute<String> KEYSTORE_PASSWORD_FILE =
            Attribute.text(
                    "certificateKeystorePasswordFile",
                    "Its first line is that password; has priority.");
    private static final Attribute<String> KEYSTORE_TYPE =
            Attribute.text(
                            "certificateKeystoreType",
                            "PKCS12, JKS and PEM are recognised by their content; PKCS11 and others"
                                    + " may have no file.")
                    .shown("by the content");
    private static final Attribute<String> KEYSTORE_PROVIDER =
            Attribute.text("certificateKeystoreProvider", "A security provider.");
    private static final Attribute<String> KEY_ALIAS =
            Attribute.text("certificateKeyAlias", "The entry of the keystore.")
                    .shown("the first key");

    private static final Attribute<List<String>> OBTAIN_FOR =
            Attribute.of(
                            "obtainFor",
                            new Format<>("names of hosts, with commas", CertificateReader::names),
                            List.<String>of(),
                            "The names for which a Listener, such as AcmeListener, obtains and"
                                    + " renews it. Key and chain are then kept in certificateFile,"
                                    + " by default conf/obtained/NAME.TYPE.pem, which need not be"
                                    + " there: handshakes are refused until it is. The type is EC"
                                    + " by default.")
                    .shown("");

    static final AttributeTable TABLE =
            new AttributeTable(
                    "Certificate",
                    "A certificate of an SSLHostConfig with its key, from PEM files or from a"
                            + " keystore. They have to belong together.",
                    List.of(
                            TYPE,
                            CERTIFICATE_FILE,
                            KEY_FILE,
                            CHAIN_FILE,
                            KEY_PASSWORD,
                            KEY_PASSWORD_FILE,
                            KEYSTORE_FILE,
                            KEYSTORE_PASSWORD,
                            KEYSTORE_PASSWORD_FILE,
                            KEYSTORE_TYPE,
                            KEYSTORE_PROVIDER,
                            KEY_ALIAS,
                            OBTAIN_FOR));

    private CertificateReader() {}

    private static Format<String> types() {
        Map<String, String> types = new LinkedHashMap<>();
        for (String type : List.of("UNDEFINED", "RSA", "EC", "DSA", "MLDSA")) {
            types.put(type, type);
        }
        Format<String> choice = Format.choice(types);
        return new Format<>(
                choice.words(),
                text -> {
                    // EC signatures are called ECDSA; the nearest name would be DSA.
                    if (text.equalsIgnoreCase("ECDSA")) {
                        throw new BadValue("is not known (did you mean EC?)");
                    }
                    return choice.parser().parse(text);
                },
                choice.choices(),
                null);
    }

    static TlsCertificate read(XmlElement xml, Reading reading) {
        Values values = AttributeReader.read(TABLE, xml, reading);
        OtherElements.reportAll(xml, reading);
        String type = values.get(TYPE);
        if (type.equals("DSA") || type.equals("MLDSA")) {
            reading.error(
                    values.at(TYPE),
                    "type of Certificate is \""
                            + type
                            + "\", which TLS does not use here; RSA and"
                            + " EC are supported");
        }
        if (!values.get(OBTAIN_FOR).isEmpty()) {
            return obtained(values, reading);
        }
        boolean pem = values.has(CERTIFICATE_FILE);
        boolean store = values.has(KEYSTORE_FILE) || values.has(KEYSTORE_TYPE) && !pem;
        if (pem && store) {
            reading.error(
                    values.at(KEYSTORE_FILE),
                    "Certificate has certificateFile and certificateKeystoreFile; use only one of"
                            + " them");
        } else if (!pem && !store && !xml.attributes.containsKey(OBTAIN_FOR.name())) {
            reading.error(xml.at, "Certificate needs certificateFile or certificateKeystoreFile");
        } else if (values.has(KEY_FILE) && !pem) {
            reading.error(
                    values.at(KEY_FILE),
                    "certificateKeyFile of Certificate needs certificateFile beside it");
        }
        return new TlsCertificate(
                type.equals("UNDEFINED") ? null : type,
                reading.path(values.get(CERTIFICATE_FILE)),
                reading.path(values.get(KEY_FILE)),
                reading.path(values.get(CHAIN_FILE)),
                password(values, KEY_PASSWORD, KEY_PASSWORD_FILE, reading),
                store ? keystore(values, reading) : null,
                values.get(KEY_ALIAS));
    }

    /** One file has the key and the chain, so that both are replaced at once. */
    private static TlsCertificate obtained(Values values, Reading reading) {
        for (Attribute<?> other : TABLE.attributes()) {
            if (values.has(other)
                    && other != OBTAIN_FOR
                    && other != TYPE
                    && other != CERTIFICATE_FILE) {
                reading.error(
                        values.at(other),
                        other.name()
                                + " of Certificate has no meaning beside obtainFor: key and chain"
                                + " are kept in certificateFile");
            }
        }
        List<String> names = values.get(OBTAIN_FOR);
        String type = values.get(TYPE).equals("UNDEFINED") ? "EC" : values.get(TYPE);
        String file = values.get(CERTIFICATE_FILE);
        if (file == null) {
            file = "conf/obtained/" + names.get(0) + "." + type + ".pem";
        }
        return TlsCertificate.obtained(type, reading.path(file), names);
    }

    private static List<String> names(String text) throws BadValue {
        List<String> names = new ArrayList<>();
        for (String name : text.toLowerCase(Locale.ROOT).split("[,\\s]+")) {
            if (name.startsWith("*.")) {
                throw new BadValue(
                        "has "
                                + name
                                + ", but a server cannot prove by itself that it is in charge of"
                                + " all names below one");
            }
            if (name.indexOf(':') >= 0 || name.matches("(.*\\.)?[0-9]+")) {
                throw new BadValue(
                        "has "
                                + name
                                + ", which is an address: certificates are obtained for names of"
                                + " hosts alone (RFC 8738 is not supported)");
            }
            if (name.length() > 253 || !NAME.matcher(name).matches()) {
                throw new BadValue("has \"" + name + "\", which is not a name of a host");
            }
            if (!names.contains(name)) {
                names.add(name);
            }
        }
        if (names.size() > MOST_NAMES) {
            throw new BadValue("has " + names.size() + " names; " + MOST_NAMES + " are possible");
        }
        return List.copyOf(names);
    }

    private static KeystoreFile keystore(Values values, Reading reading) {
        return new KeystoreFile(
                reading.path(values.get(KEYSTORE_FILE)),
                password(values, KEYSTORE_PASSWORD, KEYSTORE_PASSWORD_FILE, reading),
                values.get(KEYSTORE_TYPE),
                values.get(KEYSTORE_PROVIDER));
    }

    private static Password password(
            Values values, Attribute<String> text, Attribute<String> file, Reading reading) {
        if (values.has(file)) {
            return Password.in(reading.path(values.get(file)));
        }
        return values.get(text) == null ? Password.NONE : Password.of(values.get(text));
    }
}
