package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The attributes of a Connector for TLS up to Tomcat 9, read as their replacement: an {@code
 * SSLHostConfig} with a {@code Certificate}. Stateless.
 */
final class LegacyTls {
    /** Old name to the name in SSLHostConfig. */
    private static final Map<String, String> HOST =
            Map.ofEntries(
                    Map.entry("clientAuth", "certificateVerification"),
                    Map.entry("SSLVerifyClient", "certificateVerification"),
                    Map.entry("SSLVerifyDepth", "certificateVerificationDepth"),
                    Map.entry("trustMaxCertLength", "certificateVerificationDepth"),
                    Map.entry("sslEnabledProtocols", "protocols"),
                    Map.entry("SSLProtocol", "protocols"),
                    Map.entry("ciphers", "ciphers"),
                    Map.entry("SSLCipherSuite", "ciphers"),
                    Map.entry("useServerCipherSuitesOrder", "honorCipherOrder"),
                    Map.entry("SSLHonorCipherOrder", "honorCipherOrder"),
                    Map.entry("truststoreFile", "truststoreFile"),
                    Map.entry("truststorePass", "truststorePassword"),
                    Map.entry("truststoreType", "truststoreType"),
                    Map.entry("truststoreProvider", "truststoreProvider"),
                    Map.entry("trustManagerClassName", "trustManagerClassName"),
                    Map.entry("SSLCACertificateFile", "caCertificateFile"),
                    Map.entry("SSLCACertificatePath", "caCertificatePath"),
                    Map.entry("crlFile", "certificateRevocationListFile"),
                    Map.entry("SSLCARevocationFile", "certificateRevocationListFile"),
                    Map.entry("SSLCARevocationPath", "certificateRevocationListPath"),
                    Map.entry("sessionCacheSize", "sessionCacheSize"),
                    Map.entry("sessionTimeout", "sessionTimeout"));

    /** Old name to the name in Certificate. */
    private static final Map<String, String> CERTIFICATE =
            Map.ofEntries(
                    Map.entry("keystoreFile", "certificateKeystoreFile"),
                    Map.entry("keystorePass", "certificateKeystorePassword"),
                    Map.entry("keystoreType", "certificateKeystoreType"),
                    Map.entry("keystoreProvider", "certificateKeystoreProvider"),
                    Map.entry("keyAlias", "certificateKeyAlias"),
                    Map.entry("keyPass", "certificateKeyPassword"),
                    Map.entry("SSLCertificateFile", "certificateFile"),
                    Map.entry("SSLCertificateKeyFile", "certificateKeyFile"),
                    Map.entry("SSLCertificateChainFile", "certificateChainFile"),
                    Map.entry("SSLPassword", "certificateKeyPassword"),
                    Map.entry("certificateFile", "certificateFile"),
                    Map.entry("certificateKeyFile", "certificateKeyFile"),
                    Map.entry("certificateKeystoreFile", "certificateKeystoreFile"),
                    Map.entry("certificateKeystorePassword", "certificateKeystorePassword"));

    /** Attributes about TLS without effect. */
    private static final Set<String> NOTHING =
            Set.of("sslProtocol", "algorithm", "truststoreAlgorithm", "sslImplementationName");

    private static final Map<String, String> VERIFICATION =
            Map.of(
                    "true", "required",
                    "yes", "required",
                    "require", "required",
                    "want", "optional",
                    "false", "none",
                    "no", "none");

    private LegacyTls() {}

    static boolean has(String attribute) {
        return HOST.containsKey(attribute)
                || CERTIFICATE.containsKey(attribute)
                || NOTHING.contains(attribute);
    }

    /** All of them. */
    static Set<String> names() {
        Set<String> names = new TreeSet<>(HOST.keySet());
        names.addAll(CERTIFICATE.keySet());
        names.addAll(NOTHING);
        return names;
    }

    /** What an attribute is read as; null for one that changes nothing. */
    static String target(String attribute) {
        return HOST.containsKey(attribute)
                ? HOST.get(attribute) + " of SSLHostConfig"
                : CERTIFICATE.containsKey(attribute)
                        ? CERTIFICATE.get(attribute) + " of Certificate"
                        : null;
    }

    /** The attributes of the connector for TLS, in the order of the file. */
    static List<XmlElement.Attr> of(XmlElement connector) {
        return connector.attributes.values().stream().filter(attr -> has(attr.name())).toList();
    }

    /** The equivalent element, with each attribute at its old place; one warning. */
    static XmlElement translated(
            XmlElement connector, List<XmlElement.Attr> legacy, Reading reading) {
        XmlElement host = new XmlElement("SSLHostConfig", legacy.get(0).at());
        XmlElement certificate = new XmlElement("Certificate", legacy.get(0).at());
        Map<String, List<String>> names = new TreeMap<>();
        for (XmlElement.Attr attr : legacy) {
            boolean ofHost = HOST.containsKey(attr.name());
            String name = (ofHost ? HOST : CERTIFICATE).get(attr.name());
            if (name != null) {
                String value =
                        name.equals("certificateVerification")
                                ? VERIFICATION.getOrDefault(attr.value().strip(), attr.value())
                                : attr.value();
                (ofHost ? host : certificate)
                        .attributes.put(name, new XmlElement.Attr(name, value, attr.at()));
                names.computeIfAbsent(ofHost ? host.name : certificate.name, n -> new ArrayList<>())
                        .add(name);
            }
        }
        host.children.add(certificate);
        reading.warning(
                legacy.get(0).at(),
                "TLS in the attributes of "
                        + connector.name
                        + " is of Tomcat 9 and older; it is read as <SSLHostConfig"
                        + written(names.get(host.name))
                        + "><Certificate"
                        + written(names.get(certificate.name))
                        + "/></SSLHostConfig>, which is the way to write it");
        return host;
    }

    private static String written(List<String> names) {
        StringBuilder text = new StringBuilder();
        if (names != null) {
            names.forEach(name -> text.append(' ').append(name).append("=\"...\""));
        }
        return text.toString();
    }
}
