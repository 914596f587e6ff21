package dev.serval.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.ajp.AjpConfig;
import dev.serval.ajp.AjpProtocol;
import dev.serval.connector.Connector;
import dev.serval.connector.IoModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A Connector for AJP in server.xml. */
class AjpConnectorTest {
    private static final String AJP = "port='8009' protocol='AJP/1.3' ";

    private static ConnectorEntry entry(String attributes) {
        ServerXml.Result result = Xml.read(Xml.connector(attributes));
        assertThat(result.problems()).isEmpty();
        return result.config().services().get(0).connectors().get(0);
    }

    private static AjpConfig own(String attributes) {
        return ((AjpProtocol) entry(AJP + attributes).first()).config();
    }

    @ParameterizedTest
    @CsvSource({
        "AJP/1.3, NIO",
        "AJP-NIO, NIO",
        "AJP-NIO2, NIO2",
        "AJP-BIO, BIO",
        "org.apache.coyote.ajp.AjpNioProtocol, NIO",
        "org.apache.coyote.ajp.AjpNio2Protocol, NIO2",
        "org.apache.coyote.ajp.AjpProtocol, BIO"
    })
    void everyNameOfTheProtocol(String protocol, IoModel io) {
        ConnectorEntry entry = entry("port='8009' secret='x' protocol='" + protocol + "'");
        assertThat(entry.config().io()).isEqualTo(io);
        assertThat(entry.first()).isInstanceOf(AjpProtocol.class);
        assertThat(entry.config().name(entry.first())).startsWith("ajp-");
    }

    @Test
    void thereIsNoNativeCode() {
        assertThat(
                        Xml.problems(
                                Xml.connector(
                                        "port='1' secret='x'"
                                                + " protocol='org.apache.coyote.ajp.AjpAprProtocol'")))
                .singleElement()
                .asString()
                .contains("there is no native code; NIO is used");
    }

    @Test
    void theOthersSpeakHttp() {
        assertThat(entry("port='1'").first()).isSameAs(Connector.HTTP);
    }

    @Test
    void everyAttributeArrives() {
        AjpConfig own =
                own(
                        "secret='s' packetSize='65536' ajpFlush='false'"
                                + " allowedRequestAttributesPattern='A.*'"
                                + " tomcatAuthentication='false' tomcatAuthorization='true'");
        assertThat(own.secret()).isEqualTo("s");
        assertThat(own.packetSize()).isEqualTo(65536);
        assertThat(own.ajpFlush()).isFalse();
        assertThat(own.allowedRequestAttributesPattern().pattern()).isEqualTo("A.*");
        assertThat(own.tomcatAuthentication()).isFalse();
        assertThat(own.tomcatAuthorization()).isTrue();
    }

    @Test
    void theOldNameOfTheSecretIsTold() {
        assertThat(Xml.problems(Xml.connector(AJP + "secretRequired='false' requiredSecret='s'")))
                .anyMatch(
                        line ->
                                line.startsWith("WARNING conf/server.xml:2:")
                                        && line.contains(
                                                "requiredSecret of Connector has no effect")
                                        && line.contains("secret is its name"));
    }

    @Test
    void theDefaultsAreTomcats() {
        AjpConfig own = own("secret='s'");
        assertThat(own.packetSize()).isEqualTo(8192);
        assertThat(own.ajpFlush()).isTrue();
        assertThat(own.allowedRequestAttributesPattern()).isNull();
        assertThat(own.tomcatAuthentication()).isTrue();
        assertThat(own.tomcatAuthorization()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "secret=''", "secretRequired='true'"})
    void withoutASecretTheServerDoesNotStart(String attributes) {
        ServerXml.Result result = Xml.read(Xml.connector(AJP + attributes));
        assertThat(result.config()).isNull();
        assertThat(result.errors())
                .extracting(String::valueOf)
                .containsExactly(
                        "conf/server.xml:2:1: Connector for AJP needs the attribute secret,"
                                + " which its front names in every request; or"
                                + " secretRequired=\"false\", if nobody else can reach its port");
    }

    @Test
    void aSecretWhoseFileIsMissingIsOneMistake() {
        ServerXml.Result result = Xml.read(Xml.connector(AJP + "secret='${file:/none/there}'"));
        assertThat(result.config()).isNull();
        assertThat(result.errors())
                .singleElement()
                .asString()
                .contains("secret of Connector needs ${file:/none/there}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<Server compat='tomcat'>", "<Server>"})
    void orThatConnectorAloneIfOthersMayStartWithoutIt(String server) {
        String ajp = "<Connector port='8009' protocol='AJP/1.3'";
        ajp += server.contains("compat") ? "/>" : " throwOnFailure='false'/>";
        ServerXml.Result result =
                Xml.read(
                        server + "<Service>" + ajp + Xml.PORT + Xml.ENGINE + "</Service></Server>");
        assertThat(result.errors()).isEmpty();
        assertThat(result.warnings())
                .singleElement()
                .asString()
                .contains("needs the attribute secret")
                .endsWith("it is not started");
        assertThat(result.config().services().get(0).connectors()).hasSize(1);
    }

    @Test
    void aSecretIsNotShown() {
        assertThat(own("secret='hidden'").toString()).doesNotContain("hidden");
        assertThat(entry(AJP + "secret='hidden'").toString()).doesNotContain("hidden");
    }

    @Test
    void itListensOnTheLoopbackAddressUnlessAnotherIsNamed() {
        assertThat(entry(AJP + "secret='x'").config().address()).isIn("127.0.0.1", "::1");
        assertThat(entry(AJP + "secret='x' address='0.0.0.0'").config().address())
                .isEqualTo("0.0.0.0");
        assertThat(entry("port='1'").config().address()).isNull();
    }

    @Test
    void noSecretIsOftenAMistakeWhereOthersReachThePort() {
        assertThat(own("secretRequired='false'").secret()).isNull();
        assertThat(own("secretRequired='false' address='127.0.0.2'").secret()).isNull();
        assertThat(Xml.problems(Xml.connector(AJP + "secretRequired='false' address='0.0.0.0'")))
                .singleElement()
                .asString()
                .contains("whoever reaches its port can make any request");
    }

    @ParameterizedTest
    @CsvSource({
        "'', 60000, 600000",
        "connectionTimeout='20000', 20000, 20000",
        "connectionTimeout='-1', 60000, -1",
        "keepAliveTimeout='5000', 60000, 5000",
        "connectionTimeout='1000' keepAliveTimeout='-1', 1000, -1"
    })
    void everyWaitIsLimitedButThatOfAnIdleConnectionIfItIsAskedFor(
            String attributes, int connection, int idle) {
        var load = entry(AJP + "secret='x' " + attributes.replace("''", "")).config().load();
        assertThat(load.connectionTimeout()).isEqualTo(connection);
        assertThat(load.keepAliveTimeout()).isEqualTo(idle);
    }

    @ParameterizedTest
    @ValueSource(ints = {8191, 65537, 0})
    void aPacketHasFrom8192To65536Bytes(int size) {
        assertThat(Xml.read(Xml.connector(AJP + "secret='x' packetSize='" + size + "'")).config())
                .isNull();
    }

    @Test
    void whatTheOtherProtocolAloneHasIsNamed() {
        assertThat(Xml.problems(Xml.connector(AJP + "secret='x' compression='on'")))
                .singleElement()
                .asString()
                .contains("compression of Connector has no effect with AJP");
        assertThat(Xml.problems(Xml.connector("port='1' tomcatAuthentication='false'")))
                .singleElement()
                .asString()
                .contains("has no effect without protocol=\"AJP/1.3\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SSLEnabled='true'", "keystoreFile='a'"})
    void itNeverServesPlainTextWhereTlsIsAskedFor(String attribute) {
        ServerXml.Result result = Xml.read(Xml.connector(AJP + "secret='x' " + attribute));
        assertThat(result.config()).isNull();
        assertThat(result.errors())
                .singleElement()
                .asString()
                .contains("a Connector for AJP has no TLS");
    }
}
