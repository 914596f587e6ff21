package dev.serval.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.net.LoadLimits;
import dev.serval.settings.Attribute;
import dev.serval.settings.BadValue;
import dev.serval.thread.ThreadPoolConfig;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectorAttributesTest {

    @Test
    void theDefaultsAreThoseOfTheConnector() {
        assertThat(connector("port='8080'")).isEqualTo(ConnectorConfig.of(IoModel.NIO, 8080));
    }

    // What means more, or nothing, by itself; each has a test of its own.
    private static final Set<String> OTHERS =
            Set.of(
                    "port",
                    "executor",
                    "compression",
                    "proxyProtocol",
                    "connectionUploadTimeout",
                    "socket.soLingerTime");

    /** Those that have a component of their name in a record of the connector. */
    static Stream<Attribute<?>> components() {
        String defaults = connector("port='1'").toString();
        return ConnectorTable.TABLE.attributes().stream()
                .filter(attribute -> !OTHERS.contains(attribute.name()))
                .filter(attribute -> defaults.matches(".*\\b" + component(attribute) + "=.*"));
    }

    private static String component(Attribute<?> attribute) {
        return attribute.name().replace("socket.", "");
    }

    @Test
    void nearlyEveryAttributeIsAComponent() {
        assertThat(components()).hasSizeGreaterThan(60);
    }

    @ParameterizedTest
    @DisplayName("every attribute arrives where it belongs")
    @MethodSource("components")
    void reads(Attribute<?> attribute) {
        String defaults = connector("port='1'").toString();
        for (String value : List.of("true", "false", "7", "4321", "decode", "|")) {
            String given = component(attribute) + "=" + parsed(attribute, value);
            if (parsed(attribute, value) == null || defaults.contains(given)) {
                continue; // not of its kind, or its default
            }
            ServerXml.Result result =
                    Xml.read(Xml.connector("port='1' " + attribute.name() + "='" + value + "'"));
            assertThat(result.errors()).isEmpty();
            assertThat(first(result).toString()).contains(given);
            return;
        }
        fail("no value for it here");
    }

    private static Object parsed(Attribute<?> attribute, String value) {
        try {
            return attribute.format().parser().parse(value);
        } catch (BadValue e) {
            return null;
        }
    }

    @ParameterizedTest
    @DisplayName("a limit can be taken away")
    @ValueSource(
            strings = {
                "maxConnections",
                "connectionTimeout",
                "maxKeepAliveRequests",
                "maxQueueTime",
                "maxSwallowSize",
                "maxParameterCount",
                "maxPostSize",
                "maxPartHeaderSize"
            })
    void unlimited(String name) {
        assertThat(connector("port='1' " + name + "='-1'").toString())
                .containsPattern(name + "=-1[,\\]]");
    }

    @Test
    void aRateOfZeroIsNone() {
        assertThat(connector("port='1' minRequestDataRate='0'").load().minRequestDataRate())
                .isZero();
    }

    @ParameterizedTest
    @DisplayName("the protocol's names, ours and Tomcat's")
    @CsvSource({
        "HTTP/1.1, NIO",
        "NIO, NIO",
        "BIO, BIO",
        "org.apache.coyote.http11.Http11NioProtocol, NIO",
        "org.apache.coyote.http11.Http11Protocol, BIO",
    })
    void protocol(String name, IoModel io) {
        ServerXml.Result result = Xml.read(Xml.connector("port='1' protocol='" + name + "'"));
        assertThat(result.problems()).isEmpty();
        assertThat(first(result).io()).isEqualTo(io);
    }

    @ParameterizedTest
    @DisplayName("a number may carry a unit")
    @CsvSource({
        "connectionTimeout, 30s, 30000",
        "connectionTimeout, 2m, 120000",
        "connectionTimeout, 1500 ms, 1500",
        "keepAliveTimeout, 1h, 3600000",
        "maxSwallowSize, 10MB, 10485760",
        "maxHttpHeaderSize, 16kb, 16384",
        "maxTrailerSize, 1K, 1024",
    })
    void suffix(String name, String value, String expected) {
        String text = connector("port='1' " + name + "='" + value + "'").toString();
        assertThat(text).contains(name + "=" + expected);
    }

    @ParameterizedTest
    @DisplayName("flags may be written as people write them")
    @CsvSource({"yes, true", "on, true", "TRUE, true", "no, false", "off, false", "False, false"})
    void flag(String value, boolean expected) {
        assertThat(connector("port='1' secure='" + value + "'").http().origin().secure())
                .isEqualTo(expected);
    }

    @Test
    void keepAliveTimeoutFollowsTheConnectionTimeout() {
        assertThat(connector("port='1' connectionTimeout='777'").load().keepAliveTimeout())
                .isEqualTo(777);
    }

    @Test
    void aTimeoutOfZeroMeansNoLimitAsInTomcat() {
        assertThat(connector("port='1' connectionTimeout='0'").load().connectionTimeout())
                .isEqualTo(-1);
    }

    @Test
    void zeroKeepAliveRequestsDisableItAsInTomcat() {
        assertThat(
                        connector("port='1' maxKeepAliveRequests='0'")
                                .http()
                                .limits()
                                .maxKeepAliveRequests())
                .isEqualTo(1);
    }

    @Test
    void theLimitOfTheRequestHeaderWins() {
        ConnectorConfig config =
                connector("port='1' maxHttpHeaderSize='1000' maxHttpRequestHeaderSize='2000'");
        assertThat(config.http().limits().maxHttpHeaderSize()).isEqualTo(2000);
    }

    @Test
    void anEmptyAttributeCountsAsNotGiven() {
        assertThat(connector("port='1' address=''").address()).isNull();
    }

    @Test
    void blanksAroundAValueDoNotCount() {
        assertThat(connector("port=' 81 '").port()).isEqualTo(81);
    }

    @Test
    void spareThreadsAreNeverMoreThanThreads() {
        assertThat(connector("port='1' maxThreads='2'").load().threads().minSpareThreads())
                .isEqualTo(2);
    }

    @Test
    void theOffsetIsAddedToAFixedPort() {
        assertThat(offset("8080")).isEqualTo(8090);
    }

    @Test
    void theOffsetLeavesAFreePortFree() {
        assertThat(offset("0")).isZero();
    }

    @Test
    void anExecutorLendsItsSettings() {
        String executor = "<Executor name='x' maxThreads='33' minSpareThreads='4'/>";
        String xml = Xml.service("<Connector port='1' executor='x'/>" + executor + Xml.ENGINE);
        ServerXml.Result result = Xml.read(xml);
        assertThat(result.problems()).isEmpty();
        ThreadPoolConfig threads = first(result).load().threads();
        assertThat(threads.maxThreads()).isEqualTo(33);
        assertThat(threads.minSpareThreads()).isEqualTo(4);
        assertThat(result.config().services().get(0).executors()).hasSize(1);
    }

    @Test
    void anExecutorLendsItsQueueAndTheNamesOfItsThreads() {
        String executor =
                "<Executor name='x' maxQueueSize='34' maxIdleTime='35' namePrefix='mine-'/>";
        String xml = Xml.service("<Connector port='1' executor='x'/>" + executor + Xml.ENGINE);
        ThreadPoolConfig threads = first(Xml.read(xml)).load().threads();
        assertThat(threads.maxQueueSize()).isEqualTo(34);
        assertThat(threads.threadsMaxIdleTime()).isEqualTo(35);
        assertThat(threads.namePrefix()).isEqualTo("mine-");
    }

    @Test
    void theTimeForUploadsHoldsWhenItIsNotDisabled() {
        String time = "port='1' connectionUploadTimeout='66'";
        assertThat(connector(time).load().connectionUploadTimeout()).isZero();
        assertThat(connector(time + " disableUploadTimeout='false'").load())
                .extracting(LoadLimits::connectionUploadTimeout)
                .isEqualTo(66);
        assertThat(connector("port='1' disableUploadTimeout='false'").load())
                .extracting(LoadLimits::connectionUploadTimeout)
                .isEqualTo(300_000);
    }

    @Test
    void theVirtualExecutorMeansVirtualThreads() {
        String executor =
                "<Executor name='x'"
                        + " className='org.apache.catalina.core.StandardVirtualThreadExecutor'/>";
        String xml = Xml.service(executor + "<Connector port='1' executor='x'/>" + Xml.ENGINE);
        assertThat(first(Xml.read(xml)).load().threads().useVirtualThreads()).isTrue();
    }

    private static int offset(String port) {
        String service =
                "<Service>" + "<Connector port='" + port + "'/>" + Xml.ENGINE + "</Service>";
        return first(Xml.read(Xml.server("portOffset='10'", service))).port();
    }

    private static ConnectorConfig connector(String attributes) {
        ServerXml.Result result = Xml.read(Xml.connector(attributes));
        assertThat(result.problems()).isEmpty();
        return first(result);
    }

    private static ConnectorConfig first(ServerXml.Result result) {
        Function<ServerXml.Result, ServiceConfig> service = r -> r.config().services().get(0);
        return service.apply(result).connectors().get(0).config();
    }
}
