package dev.serval.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.xml.XmlElement;
import dev.serval.config.xml.XmlFile;
import dev.serval.settings.Values;
import dev.serval.tls.CertificateVerification;
import dev.serval.tls.CipherList;
import dev.serval.tls.Protocols;
import dev.serval.tls.TlsCertificate;
import dev.serval.tls.TlsConfig;
import dev.serval.tls.TlsHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The connector is line 1, and what is in it begins on line 2. */
class TlsReaderTest {
    private static final String OPEN = "<Connector port='1' SSLEnabled='true'>\n";
    private static final String KEYSTORE =
            "<Certificate certificateKeystoreFile='conf/the.p12'"
                    + " certificateKeystorePassword='geheim'/>";

    @TempDir static Path base;

    @BeforeAll
    static void makeKeystore() throws IOException, InterruptedException {
        Files.createDirectories(base.resolve("conf"));
        Process keytool =
                new ProcessBuilder(
                                System.getProperty("java.home") + "/bin/keytool",
                                "-genkeypair",
                                "-keystore",
                                base.resolve("conf/the.p12").toString(),
                                "-storepass",
                                "geheim",
                                "-alias",
                                "tomcat",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=localhost")
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(keytool.exitValue()).isZero();
    }

    /** What was read, and the problems. */
    private record Read(TlsConfig config, List<String> problems) {
        TlsHost host() {
            assertThat(problems).isEmpty();
            return config.hosts().get(0);
        }
    }

    private static Read read(String xml) {
        Reading reading = new Reading(new Placeholders(name -> null), base);
        XmlElement connector = XmlFile.parse(xml, "x.xml", reading::add);
        Values values = AttributeReader.read(ConnectorTable.TABLE, connector, reading);
        TlsConfig config = TlsReader.read(connector, values, reading);
        return new Read(
                config, reading.problems().stream().map(p -> p.severity() + " " + p).toList());
    }

    private static Read within(String elements) {
        return read(OPEN + elements + "\n</Connector>");
    }

    /** The host is the whole of line 2; its attributes begin at column 16. */
    private static Read host(String attributes) {
        return within("<SSLHostConfig " + attributes + ">" + KEYSTORE + "</SSLHostConfig>");
    }

    /** The certificate begins at column 16 of line 2, its attributes at column 29. */
    private static Read certificate(String attributes) {
        return within("<SSLHostConfig><Certificate " + attributes + "/></SSLHostConfig>");
    }

    @Test
    void theDefaultsAreThoseOfTheHost() {
        Read read = host("");
        TlsHost plain =
                TlsHost.of(
                        TlsHost.DEFAULT, read.host().certificates().toArray(TlsCertificate[]::new));
        assertThat(read.host()).isEqualTo(plain);
        assertThat(read.config().defaultHostName()).isEqualTo("_default_");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hostName='WWW.Example.com'|hostName=www.example.com",
                "hostName='*.example.com'|hostName=*.example.com",
                "protocols='TLSv1.3'|protocols=[TLSv1.3]",
                "honorCipherOrder='false'|honorCipherOrder=false",
                "sessionTimeout='1h'|sessionTimeout=3600",
                "sessionCacheSize='7'|sessionCacheSize=7",
                "certificateVerificationDepth='3'|certificateVerificationDepth=3",
                "ciphers='DHE+CHACHA20'|TLS_DHE_RSA_WITH_CHACHA20_POLY1305_SHA256]",
                "cipherSuites='TLS_AES_256_GCM_SHA384'|cipherSuites=[TLS_AES_256_GCM_SHA384, TLS_E",
            })
    void everyAttributeArrivesWhereItBelongs(String attributes, String expected) {
        String named = attributes.contains("hostName=") ? attributes : "";
        String fallback = named.isEmpty() ? "_default_" : named.replaceAll("hostName='|'", "");
        Read read =
                read(
                        "<Connector port='1' SSLEnabled='true' defaultSSLHostConfigName='"
                                + fallback
                                + "'><SSLHostConfig "
                                + attributes
                                + ">"
                                + KEYSTORE
                                + "</SSLHostConfig></Connector>");
        assertThat(read.host().toString()).contains(expected);
        assertThat(host("").host().toString()).doesNotContain(expected);
    }

    @Test
    void authoritiesAndListsAreFilesOfTheBase() {
        Read read =
                host(
                        "certificateVerification='required' truststoreFile='/no/trust.p12'"
                                + " truststorePassword='a' truststoreType='PKCS12'"
                                + " certificateRevocationListFile='file:/no/list.pem'");
        TlsHost host = read.config().hosts().get(0);
        assertThat(host.certificateVerification()).isEqualTo(CertificateVerification.REQUIRED);
        assertThat(host.trust().truststore().file()).isEqualTo(Path.of("/no/trust.p12"));
        assertThat(host.trust().certificateRevocationListFile()).isEqualTo(Path.of("/no/list.pem"));
        assertThat(read.problems())
                .singleElement()
                .asString()
                .startsWith("ERROR x.xml:2:1: SSLHostConfig _default_: the file /no/trust.p12")
                .contains("does not exist");
        assertThat(host.certificates().get(0).keystore().file())
                .isEqualTo(base.resolve("conf/the.p12"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hostName='a b'|ERROR|16|hostName of SSLHostConfig is \"a b\", which is not a host",
                "protocols='TLSv1.1'|ERROR|16|protocols of SSLHostConfig is \"TLSv1.1\", which"
                        + " names TLSv1.1: that is broken and not offered (RFC 8996)",
                "protocol='TLSv1.3'|WARNING|16|SSLHostConfig has no attribute protocol (did you"
                        + " mean protocols?)",
                "ciphers='HIHG:ECDHE'|WARNING|16|ciphers of SSLHostConfig names HIHG, which is not"
                        + " known (did you mean HIGH?); it is left out",
                "ciphers='AES128-SHA:ECDHE'|WARNING|16|ciphers of SSLHostConfig names AES128-SHA,"
                        + " without forward secrecy or broken; left out",
                "ciphers='AES128-SHA:ECDHE' cipherSuites='x'|WARNING|16|ciphers of SSLHostConfig"
                        + " names x, which is not known",
                "protocols='TLSv1.2' ciphers='kRSA'|ERROR|36|ciphers of SSLHostConfig leaves"
                        + " nothing",
                "ciphers='TLS_AES_128_GCM_SHA256'|WARNING|16|ciphers of SSLHostConfig leaves"
                        + " nothing for TLSv1.2; only TLSv1.3",
                "certificateVerification='required'|ERROR|16|certificateVerification of"
                        + " SSLHostConfig needs caCertificateFile or truststoreFile",
                "certificateVerification='want'|ERROR|16|certificateVerification of SSLHostConfig"
                        + " is \"want\", which is not known",
                "caCertificateFile='a' truststoreFile='b'|ERROR|16|SSLHostConfig has"
                        + " caCertificateFile and truststoreFile; use only one of them",
                "revocationEnabled='true'|ERROR|16|revocationEnabled of SSLHostConfig needs"
                        + " certificateRevocationListFile",
                "ocspEnabled='true'|ERROR|16|ocspEnabled of SSLHostConfig: OCSP is not supported"
                        + " yet",
                "trustManagerClassName='x.Y'|ERROR|16|trustManagerClassName of SSLHostConfig is"
                        + " not",
                "groups='X25519:x25518'|WARNING|16|groups of SSLHostConfig names x25518, which is not"
                        + " known (did you mean x25519?); it is left out",
                "groups='brainpool'|ERROR|16|groups of SSLHostConfig names none that is known",
                "hostName='a.example'|ERROR|1|defaultSSLHostConfigName of Connector is"
                        + " \"_default_\", but no SSLHostConfig has that hostName",
            })
    void oneProblemEachAtItsPlace(String attributes, String severity, int column, String message) {
        int line = message.startsWith("defaultSSL") ? 1 : 2;
        assertThat(host(attributes).problems())
                .anySatisfy(
                        problem ->
                                assertThat(problem)
                                        .startsWith(
                                                severity + " x.xml:" + line + ":" + column + ": "
                                                        + message));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "type='RSA'|16|Certificate needs certificateFile or certificateKeystoreFile",
                "certificateKeyFile='a'|16|Certificate needs certificateFile or",
                "certificateFile='a' certificateKeystoreFile='b'|49|Certificate has certificateFile"
                        + " and certificateKeystoreFile; use only one",
                "certificateKeystoreFile='a' certificateKeyFile='b'|57|certificateKeyFile of"
                        + " Certificate needs certificateFile beside it",
                "certificateFile='a' type='DSA'|49|type of Certificate is \"DSA\", which TLS does"
                        + " not use here",
                "certificateFile='a' type='rsa'|49|type of Certificate is \"rsa\", which is not"
                        + " known (did you mean RSA?)",
                "certificateFile='a' type='ECDSA'|49|type of Certificate is \"ECDSA\", which is not"
                        + " known (did you mean EC?)",
                "obtainFor='127.0.0.1'|29|obtainFor of Certificate is \"127.0.0.1\", which has"
                        + " 127.0.0.1, which is an address",
                "obtainFor='a.example, ::1'|29|obtainFor of Certificate is \"a.example, ::1\","
                        + " which has ::1, which is an address",
                "certificateFile='conf/none.pem'|1|SSLHostConfig _default_: the file",
                "certificateKeystoreFile='conf/the.p12'|1|SSLHostConfig _default_: the keystore",
                "certificateKeystoreFile='conf/the.p12' certificateKeystorePassword='geheim'"
                        + " type='RSA'|1|SSLHostConfig _default_: type is RSA, but the key of",
            })
    void oneErrorEachForACertificate(String attributes, int column, String message) {
        assertThat(certificate(attributes).problems())
                .singleElement()
                .asString()
                .startsWith("ERROR x.xml:2:" + column + ": " + message);
    }

    @Test
    void aPasswordMayStandInAFileOfTheBase() throws IOException {
        Files.writeString(base.resolve("conf/password"), "geheim\n");
        Read read =
                certificate(
                        "certificateKeystoreFile='conf/the.p12'"
                                + " certificateKeystorePasswordFile='conf/password'"
                                + " certificateKeyAlias='tomcat' type='EC'");
        assertThat(read.host().certificates()).hasSize(1);
    }

    @Test
    void severalHostsAndCertificatesAreKeptInTheirOrder() {
        Read read =
                within(
                        "<SSLHostConfig>"
                                + KEYSTORE
                                + KEYSTORE
                                + "</SSLHostConfig><SSLHostConfig hostName='b.example'>"
                                + KEYSTORE
                                + "</SSLHostConfig>");
        assertThat(read.host().certificates()).hasSize(2);
        assertThat(read.config().hosts())
                .extracting(TlsHost::hostName)
                .containsExactly("_default_", "b.example");
    }

    @Test
    void twoHostsOfOneNameAreAnError() {
        String host = "<SSLHostConfig hostName='_default_'>" + KEYSTORE + "</SSLHostConfig>\n";
        assertThat(within(host + host).problems())
                .containsExactly(
                        "ERROR x.xml:3:1: this Connector has two SSLHostConfig named _default_");
    }

    @Test
    void withoutACertificateNothingIsServed() {
        assertThat(read("<Connector port='1' SSLEnabled='true'/>").problems())
                .singleElement()
                .asString()
                .contains("needs an element SSLHostConfig", "serval.sh cert");
        assertThat(within("<SSLHostConfig/>").problems())
                .containsExactly("ERROR x.xml:2:1: SSLHostConfig needs an element Certificate");
    }

    @ParameterizedTest
    @CsvSource({"''", "SSLEnabled='false'"})
    void settingsForTlsWithoutSslEnabledAreNeverPlainText(String enabled) {
        String xml = "<Connector port='1' " + enabled + "><SSLHostConfig>" + KEYSTORE;
        assertThat(read(xml + "</SSLHostConfig></Connector>").problems())
                .singleElement()
                .asString()
                .contains("SSLEnabled is not true", "will not serve plain text");
    }

    @Test
    void attributesOfTomcat9AreReadAsWhatReplacedThem() {
        Read read =
                read(
                        "<Connector port='1' SSLEnabled='true' keystoreFile='conf/the.p12'"
                                + " keystorePass='geheim' keyAlias='tomcat' clientAuth='false'"
                                + " sslProtocol='TLS' sslEnabledProtocols='TLSv1.2,TLSv1.3'/>");
        assertThat(read.problems())
                .containsExactly(
                        "WARNING x.xml:1:39: TLS in the attributes of Connector is of Tomcat 9 and"
                                + " older; it is read as <SSLHostConfig"
                                + " certificateVerification=\"...\" protocols=\"...\"><Certificate"
                                + " certificateKeystoreFile=\"...\""
                                + " certificateKeystorePassword=\"...\""
                                + " certificateKeyAlias=\"...\"/></SSLHostConfig>, which is the way"
                                + " to write it");
        TlsHost host = read.config().hosts().get(0);
        assertThat(host.protocols()).isEqualTo(Protocols.ALL);
        assertThat(host.cipherSuites()).isEqualTo(CipherList.DEFAULT.suites());
        assertThat(host.certificates().get(0).certificateKeyAlias()).isEqualTo("tomcat");
    }

    @Test
    void aWrongValueOfAnOldAttributeIsFoundAtItsPlace() {
        Read read =
                read(
                        "<Connector port='1' SSLEnabled='true' clientAuth='true'"
                                + " keystoreFile='conf/the.p12' keystorePass='geheim'"
                                + " sslEnabledProtocols='TLSv1'/>");
        assertThat(read.problems())
                .filteredOn(problem -> problem.startsWith("ERROR"))
                .anyMatch(problem -> problem.contains("x.xml:1:107: protocols of SSLHostConfig"))
                .anyMatch(problem -> problem.contains("x.xml:1:39: certificateVerification of"));
    }
}
