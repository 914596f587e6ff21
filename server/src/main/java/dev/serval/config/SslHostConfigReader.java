package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.settings.Attribute;
import dev.serval.settings.Location;
import dev.serval.settings.NearestName;
import dev.serval.settings.Values;
import dev.serval.tls.CertificateVerification;
import dev.serval.tls.CipherList;
import dev.serval.tls.KeyGroups;
import dev.serval.tls.KeystoreFile;
import dev.serval.tls.Password;
import dev.serval.tls.TlsCertificate;
import dev.serval.tls.TlsContexts;
import dev.serval.tls.TlsException;
import dev.serval.tls.TlsHost;
import dev.serval.tls.TlsTrust;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Reads {@code SSLHostConfig}, and checks that its files can be used. Stateless. Its attributes are
 * declared in {@link SslHostConfigTable}.
 */
final class SslHostConfigReader {
    private static final Pattern NAME =
            Pattern.compile("_default_|(\\*\\.)?[a-z0-9_-]+(\\.[a-z0-9_-]+)*");

    private SslHostConfigReader() {}

    static TlsHost read(XmlElement xml, Reading reading) {
        int before = reading.errors();
        Values values = AttributeReader.read(SslHostConfigTable.TABLE, xml, reading);
        List<TlsCertificate> certificates = new ArrayList<>();
        for (XmlElement child : xml.children) {
            if (child.name.equals("Certificate")) {
                certificates.add(CertificateReader.read(child, reading));
            } else {
                OtherElements.report(xml, child, reading);
            }
        }
        if (certificates.isEmpty()) {
            reading.error(xml.at, "SSLHostConfig needs an element Certificate");
        }
        CertificateVerification verification = verification(values, reading);
        checks(values, verification, reading);
        TlsHost host =
                new TlsHost(
                        hostName(values, reading),
                        values.get(SslHostConfigTable.PROTOCOLS),
                        ciphers(values, reading).suites(),
                        values.get(SslHostConfigTable.HONOR_CIPHER_ORDER),
                        verification,
                        trust(values, reading),
                        values.get(SslHostConfigTable.SESSION_TIMEOUT),
                        values.get(SslHostConfigTable.SESSION_CACHE_SIZE),
                        groups(values, reading),
                        certificates);
        if (reading.errors() == before) {
            try {
                TlsContexts.check(host);
            } catch (TlsException e) {
                reading.error(xml.at, "SSLHostConfig " + host.hostName() + ": " + e.getMessage());
            }
        }
        return host;
    }

    private static String hostName(Values values, Reading reading) {
        String name = values.get(SslHostConfigTable.HOST_NAME).toLowerCase(Locale.ROOT);
        if (!NAME.matcher(name).matches()) {
            reading.error(
                    values.at(SslHostConfigTable.HOST_NAME),
                    "hostName of SSLHostConfig is \""
                            + values.get(SslHostConfigTable.HOST_NAME)
                            + "\", which is not a host name, *.name or _default_");
        }
        return name;
    }

    private static CertificateVerification verification(Values values, Reading reading) {
        return switch (values.get(SslHostConfigTable.CERTIFICATE_VERIFICATION)) {
            case "required" -> CertificateVerification.REQUIRED;
            case "optional" -> CertificateVerification.OPTIONAL;
            case "optionalNoCA" -> {
                reading.warning(
                        values.at(SslHostConfigTable.CERTIFICATE_VERIFICATION),
                        "certificateVerification of SSLHostConfig is optionalNoCA, which is treated"
                                + " as optional: a certificate of an unknown issuer is refused");
                yield CertificateVerification.OPTIONAL;
            }
            default -> CertificateVerification.NONE;
        };
    }

    /** A setting that requires an unsupported check is an error. */
    private static void checks(
            Values values, CertificateVerification verification, Reading reading) {
        boolean lists =
                values.has(SslHostConfigTable.CRL_FILE) || values.has(SslHostConfigTable.CRL_PATH);
        if (values.get(SslHostConfigTable.REVOCATION_ENABLED) && !lists) {
            reading.error(
                    values.at(SslHostConfigTable.REVOCATION_ENABLED),
                    "revocationEnabled of SSLHostConfig needs certificateRevocationListFile or"
                            + " certificateRevocationListPath: there is no other way yet to learn"
                            + " what is revoked");
        }
        if (values.get(SslHostConfigTable.OCSP_ENABLED)) {
            reading.error(
                    values.at(SslHostConfigTable.OCSP_ENABLED),
                    "ocspEnabled of SSLHostConfig: OCSP is not supported yet;"
                            + " certificateRevocationListFile is");
        }
        if (values.has(SslHostConfigTable.TRUST_MANAGER)) {
            reading.error(
                    values.at(SslHostConfigTable.TRUST_MANAGER),
                    "trustManagerClassName of SSLHostConfig is not supported yet, and certificates"
                            + " are not accepted without the check that it would make");
        }
        if (values.has(SslHostConfigTable.CA_FILE)
                && values.has(SslHostConfigTable.TRUSTSTORE_FILE)) {
            reading.error(
                    values.at(SslHostConfigTable.CA_FILE),
                    "SSLHostConfig has caCertificateFile and truststoreFile; use only one of"
                            + " them");
        }
        boolean authorities =
                values.has(SslHostConfigTable.CA_FILE)
                        || values.has(SslHostConfigTable.CA_PATH)
                        || values.has(SslHostConfigTable.TRUSTSTORE_FILE);
        if (verification != CertificateVerification.NONE && !authorities) {
            reading.error(
                    values.at(SslHostConfigTable.CERTIFICATE_VERIFICATION),
                    "certificateVerification of SSLHostConfig needs caCertificateFile or"
                            + " truststoreFile, which contain the accepted authorities");
        }
    }

    private static CipherList ciphers(Values values, Reading reading) {
        CipherList list =
                CipherList.parse(
                        values.get(SslHostConfigTable.CIPHERS),
                        values.get(SslHostConfigTable.CIPHER_SUITES));
        Attribute<?> written =
                values.has(SslHostConfigTable.CIPHERS)
                        ? SslHostConfigTable.CIPHERS
                        : SslHostConfigTable.CIPHER_SUITES;
        String named = written.name() + " of SSLHostConfig names ";
        for (String unknown : list.unknown()) {
            reading.warning(
                    values.at(written),
                    named
                            + unknown
                            + ", which is not known"
                            + NearestName.hint(unknown, CipherList.words())
                            + "; it is left out");
        }
        if (!list.weak().isEmpty()) {
            reading.warning(
                    values.at(written),
                    named
                            + String.join(", ", list.weak())
                            + ", without forward secrecy or broken; left out");
        }
        if (values.get(SslHostConfigTable.PROTOCOLS).equals(List.of("TLSv1.2"))
                && !list.hasTls12()) {
            reading.error(
                    values.at(SslHostConfigTable.CIPHERS),
                    "ciphers of SSLHostConfig leaves nothing for TLSv1.2");
        } else if (values.has(SslHostConfigTable.CIPHERS)
                && values.get(SslHostConfigTable.PROTOCOLS).contains("TLSv1.2")
                && !list.hasTls12()) {
            reading.warning(
                    values.at(SslHostConfigTable.CIPHERS),
                    "ciphers of SSLHostConfig leaves nothing for TLSv1.2; only TLSv1.3 will be"
                            + " spoken");
        }
        return list;
    }

    private static KeyGroups groups(Values values, Reading reading) {
        KeyGroups groups = values.get(SslHostConfigTable.GROUPS);
        if (!values.has(SslHostConfigTable.GROUPS)) {
            return groups;
        }
        Location at = values.at(SslHostConfigTable.GROUPS);
        for (String unknown : groups.unknown()) {
            reading.warning(
                    at,
                    "groups of SSLHostConfig names "
                            + unknown
                            + ", which is not known"
                            + NearestName.hint(unknown, KeyGroups.words())
                            + "; it is left out");
        }
        if (groups.names().isEmpty()) {
            reading.error(at, "groups of SSLHostConfig names none that is known");
        } else if (!KeyGroups.isSupported()) {
            reading.warning(
                    at,
                    "groups of SSLHostConfig has no effect before Java 20; for all connections the"
                            + " system property jdk.tls.namedGroups has");
        }
        return groups;
    }

    private static TlsTrust trust(Values values, Reading reading) {
        KeystoreFile truststore = null;
        if (values.has(SslHostConfigTable.TRUSTSTORE_FILE)) {
            String password = values.get(SslHostConfigTable.TRUSTSTORE_PASSWORD);
            truststore =
                    new KeystoreFile(
                            reading.path(values.get(SslHostConfigTable.TRUSTSTORE_FILE)),
                            password == null ? Password.NONE : Password.of(password),
                            values.get(SslHostConfigTable.TRUSTSTORE_TYPE),
                            values.get(SslHostConfigTable.TRUSTSTORE_PROVIDER));
        }
        return new TlsTrust(
                reading.path(values.get(SslHostConfigTable.CA_FILE)),
                reading.path(values.get(SslHostConfigTable.CA_PATH)),
                truststore,
                values.get(SslHostConfigTable.DEPTH),
                reading.path(values.get(SslHostConfigTable.CRL_FILE)),
                reading.path(values.get(SslHostConfigTable.CRL_PATH)));
    }
}
