package dev.serval.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The connector is line 2 and its attributes begin at column 12. */
class ConnectorProblemsTest {
    private static final String NOT_ENABLED =
            "this Connector has settings for TLS, but SSLEnabled is not true: set it, or remove"
                    + " them; it will not serve plain text";

    @ParameterizedTest
    @DisplayName("one problem each, at the attribute")
    @CsvSource(
            delimiter = '|',
            value = {
                "port='80a'|ERROR|12|port of Connector is \"80a\", which is not a number",
                "port='70000'|ERROR|12|port of Connector is \"70000\", which is out of range: 0 to"
                        + " 65535",
                "port='-1'|ERROR|12|port of Connector is \"-1\", which is out of range: 0 to 65535",
                "port='99999999999999999999'|ERROR|12|port of Connector is"
                        + " \"99999999999999999999\", which is not a number",
                "port=''|ERROR|12|port of Connector is empty",
                "port='8080s'|ERROR|12|port of Connector is \"8080s\", which is not a number",
                "port='1' maxThreads='0'|ERROR|21|maxThreads of Connector is \"0\", which is out of"
                        + " range: 1 to 100000",
                "port='1' maxConnections='-2'|ERROR|21|maxConnections of Connector is \"-2\","
                        + " which is out of range: 1 to 2147483647, or -1 for no limit",
                "port='1' secure='maybe'|ERROR|21|secure of Connector is \"maybe\", which is"
                        + " neither true nor false",
                "port='1' connectionTimeout='5 parsecs'|ERROR|21|connectionTimeout of Connector is"
                        + " \"5 parsecs\", which is not a number of milliseconds (a suffix may be"
                        + " ms, s, m, h, d)",
                "port='1' connectionTimeout='300000000d'|ERROR|21|connectionTimeout of Connector"
                        + " is \"300000000d\", which is out of range: 0 to 2147483647, or -1 for no"
                        + " limit",
                "port='1' maxSwallowSize='1.5MB'|ERROR|21|maxSwallowSize of Connector is"
                        + " \"1.5MB\", which is not a number of bytes (a suffix may be B, KiB,"
                        + " MiB, GiB, KB, MB, GB, K, M, G)",
                "port='1' maxSwallowSize='9999999999GB'|ERROR|21|maxSwallowSize of Connector is"
                        + " \"9999999999GB\", which is too large",
                "port='1' server='a&#13;&#10;b: c'|ERROR|21|server of Connector is \"a b: c\","
                        + " which holds a control character",
                "port='1' conectionTimeout='1'|WARNING|21|Connector has no attribute"
                        + " conectionTimeout (did you mean connectionTimeout?); it is ignored",
                "port='1' maxthreads='1'|WARNING|21|Connector has no attribute maxthreads (did you"
                        + " mean maxThreads?); it is ignored",
                "port='1' compresion='on'|WARNING|21|Connector has no attribute compresion (did"
                        + " you mean compression?); it is ignored",
                "port='1' colour='blue'|WARNING|21|Connector has no attribute colour; it is"
                        + " ignored",
                "port='1' compression='yes'|ERROR|21|compression of Connector is \"yes\", which is"
                        + " not known; known: off, on, force, or a number of bytes",
                "port='1' compression='2 parsecs'|ERROR|21|compression of Connector is"
                        + " \"2 parsecs\", which is not a number of bytes (a suffix may be B, KiB,"
                        + " MiB, GiB, KB, MB, GB, K, M, G)",
                "port='1' noCompressionUserAgents='*MSIE'|ERROR|21|noCompressionUserAgents of"
                        + " Connector is \"*MSIE\", which is not a regular expression: Dangling"
                        + " meta character '*' at index 0",
                "port='1' maxSavePostSize='x'|ERROR|21|maxSavePostSize of Connector is \"x\", which"
                        + " is not a number of bytes (a suffix may be B, KiB, MiB, GiB, KB, MB, GB, K,"
                        + " M, G)",
                "port='1' rejectIllegalHeader='false'|WARNING|21|rejectIllegalHeader of Connector"
                        + " is \"false\", which has no effect: a malformed field is always"
                        + " refused, since skipping it lets requests be smuggled",
                "port='1' allowBackslash='true'|WARNING|21|allowBackslash of Connector has no"
                        + " effect without a backslash in relaxedPathChars, or"
                        + " encodedReverseSolidusHandling=\"decode\"",
                "port='1' encodedSolidusHandling='allow'|ERROR|21|encodedSolidusHandling of"
                        + " Connector is \"allow\", which is not known; known: decode,"
                        + " passthrough, reject",
                "port='1' restrictedUserAgents='(a'|ERROR|21|restrictedUserAgents of Connector is"
                        + " \"(a\", which is not a regular expression: Unclosed group at index 2",
                "port='1' executor='pool'|ERROR|21|executor of Connector is \"pool\", but this"
                        + " Service has no Executor of that name",
                "port='1' protocol='HTTP/1.2'|ERROR|21|protocol of Connector is \"HTTP/1.2\", which"
                        + " is not known (did you mean HTTP/1.1?); known: AJP-BIO, AJP-NIO, AJP-NIO2,"
                        + " AJP/1.3, BIO, HTTP/1.1, NIO, NIO2,"
                        + " org.apache.coyote.ajp.AjpAprProtocol,"
                        + " org.apache.coyote.ajp.AjpNio2Protocol,"
                        + " org.apache.coyote.ajp.AjpNioProtocol,"
                        + " org.apache.coyote.ajp.AjpProtocol,"
                        + " org.apache.coyote.http11.Http11AprProtocol,"
                        + " org.apache.coyote.http11.Http11Nio2Protocol,"
                        + " org.apache.coyote.http11.Http11NioProtocol,"
                        + " org.apache.coyote.http11.Http11Protocol",
                "port='1' protocol='org.apache.coyote.http11.Http11AprProtocol'|WARNING|21|protocol"
                        + " of Connector: there is no native code; NIO is used",
            })
    void one(String attributes, String severity, int column, String message) {
        assertThat(Xml.problems(Xml.connector(attributes)))
                .containsExactly(severity + " conf/server.xml:2:" + column + ": " + message);
    }

    @Test
    void aMissingPortIsFoundAtTheElement() {
        assertThat(Xml.problems(Xml.connector("")))
                .containsExactly("ERROR conf/server.xml:2:1: Connector needs the attribute port");
    }

    @ParameterizedTest
    @DisplayName("what is configured for TLS is never served in plain text")
    @CsvSource(
            delimiter = '|',
            value = {
                "port='1' SSLEnabled='true'|1: a Connector with SSLEnabled needs an element",
                "SSLEnabled='on' port='1' keystoreFile='a' keystorePass='b'|37: SSLHostConfig",
                "port='1' keystoreFile='a'|21: this Connector has settings for TLS, but",
                "port='1' scheme='https' secure='true' clientAuth='false' sslProtocol='TLS'|50:"
                        + " this Connector has settings for TLS, but",
            })
    void tls(String attributes, String error) {
        String file = Xml.connector(attributes);
        assertThat(Xml.read(file).config()).isNull();
        assertThat(Xml.problems(file))
                .anySatisfy(
                        line -> assertThat(line).startsWith("ERROR conf/server.xml:2:" + error));
    }

    @Test
    void anSslHostConfigAloneMeansTlsToo() {
        String xml = "<Connector port='1'><SSLHostConfig/></Connector>" + Xml.ENGINE;
        assertThat(Xml.problems(Xml.service(xml)))
                .contains("ERROR conf/server.xml:2:21: " + NOT_ENABLED);
    }

    @Test
    void anUnresolvedSslEnabledIsNotTakenForFalse() {
        List<String> problems = Xml.problems(Xml.connector("port='1' SSLEnabled='${tls}'"));
        assertThat(problems.get(1)).startsWith("ERROR conf/server.xml:2:21: SSLEnabled of");
    }

    @Test
    void anSslEnabledThatIsNeitherTrueNorFalseIsAnError() {
        ServerXml.Result result = Xml.read(Xml.connector("port='1' SSLEnabled='ture'"));
        assertThat(result.config()).isNull();
    }

    @Test
    void sslEnabledFalseIsWhatWeDo() {
        assertThat(Xml.problems(Xml.connector("port='1' SSLEnabled='false'"))).isEmpty();
    }

    @Test
    void anElementThatIsKnownHasNoEffect() {
        String xml =
                "<Connector port='1'>\n"
                        + "  <UpgradeProtocol className='org.apache.coyote.http2.Http2Protocol'/>"
                        + "</Connector>"
                        + Xml.ENGINE;
        assertThat(Xml.problems(Xml.service(xml)))
                .containsExactly(
                        "WARNING conf/server.xml:3:3: UpgradeProtocol in Connector is known, but"
                                + " has no effect here yet (HTTP/2)");
    }

    @Test
    void virtualThreadsNeedANewerJdk() {
        List<String> problems = Xml.problems(Xml.connector("port='1' useVirtualThreads='true'"));
        if (Runtime.version().feature() >= 21) {
            assertThat(problems).isEmpty();
        } else {
            assertThat(problems)
                    .containsExactly(
                            "WARNING conf/server.xml:2:21: virtual threads need JDK 21 or newer;"
                                    + " platform threads are used");
        }
    }

    @Test
    void thePortPlusTheOffsetIsAPort() {
        String xml =
                "<Server portOffset='60000'><Service>\n<Connector port='8080'/>\n"
                        + Xml.ENGINE
                        + "</Service></Server>";
        assertThat(Xml.problems(xml))
                .containsExactly(
                        "ERROR conf/server.xml:2:12: port of Connector is 8080 plus portOffset"
                                + " 60000, which is out of range: 0 to 65535");
    }

    @ParameterizedTest
    @DisplayName("two connectors do not share a port of an address")
    @CsvSource(
            delimiter = '|',
            value = {
                "port='80'|port='80'|true",
                "port='80' address='127.0.0.1'|port='80'|true",
                "port='80' address='0.0.0.0'|port='80' address='127.0.0.1'|true",
                "port='80' address='127.0.0.1'|port='80' address='127.0.0.1'|true",
                "port='80' address='127.0.0.1'|port='80' address='127.0.0.2'|false",
                "port='80'|port='81'|false",
                "port='0'|port='0'|false",
            })
    void duplicatePort(String first, String second, boolean clash) {
        String both = "<Connector " + first + "/>\n<Connector " + second + "/>" + Xml.ENGINE;
        List<String> problems = Xml.problems(Xml.service(both));
        if (clash) {
            assertThat(problems)
                    .containsExactly(
                            "ERROR conf/server.xml:3:1: port 80 is already used by the Connector at"
                                    + " conf/server.xml:2:1");
        } else {
            assertThat(problems).isEmpty();
        }
    }
}
