package dev.serval.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.connector.ConnectorConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The connector is line 2 and its attributes begin at column 12. */
class SocketAttributesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "port='1' socket.rxBufSize='64kb'|rxBufSize=65536",
                "port='1' socket.txBufSize='4096'|txBufSize=4096",
                "port='1' socket.soKeepAlive='true'|soKeepAlive=true",
                "port='1' socket.ooBInline='true'|ooBInline=true",
                "port='1' socket.soReuseAddress='false'|soReuseAddress=false",
                "port='1' connectionLinger='5'|soLingerTime=5",
                "port='1' socket.soLingerOn='true' socket.soLingerTime='6'|soLingerTime=6",
                "port='1' connectionLinger='5' socket.soLingerOn='true'|soLingerTime=5",
                "port='1' socket.soLingerTime='6'|soLingerTime=-1",
                "port='1' socket.soTimeout='7000'|connectionTimeout=7000",
                "port='1' socket.soTimeout='7000' connectionTimeout='8s'|connectionTimeout=8000",
                "port='1' socket.tcpNoDelay='false'|tcpNoDelay=false",
                "port='1' socket.tcpNoDelay='false' tcpNoDelay='true'|tcpNoDelay=true",
                "port='1' useIPVHosts='true'|useIPVHosts=true",
                "port='1' throwOnFailure='false'|throwOnFailure=false",
                "port='1' portOffset='10'|port=11",
                "useInheritedChannel='true'|useInheritedChannel=true",
                "port='1' proxyProtocol='true' trustedProxies='10.0.0.0/8'|"
                        + "proxyProtocol=10.0.0.0/8",
                "unixDomainSocketPath='/run/x' unixDomainSocketParentOwner='me'|parentOwner=me",
            })
    void arrives(String attributes, String expected) {
        assertThat(config(attributes).toString()).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bindOnInit='true' useInheritedChannel='false' throwOnFailure='false'",
                "socket.tcpNoDelay='true' socket.soTimeout='20000' socket.unlockTimeout='250'",
                "pollerThreadCount='1' acceptorThreadCount='1' selectorTimeout='1000'",
                "socket.bufferPool='-2' socket.appReadBufSize='8192' processorCache='200'",
                "useAsyncIO='true' sniParseLimit='65536' strictSni='true' useIPVHosts='false'",
                "socket.performanceLatency='0' connectionLinger='-1' socket.directBuffer='false'",
            })
    void whatOnlyStatesTomcatsDefaultIsNoProblem(String attributes) {
        assertThat(Xml.problems(Xml.connector("port='1' " + attributes))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "port='1' pollerThreadCount='4'|WARNING|21|pollerThreadCount of Connector has no"
                        + " effect: there are as many event loops as processors, and each of them"
                        + " accepts",
                "port='1' socket.timeoutInterval='10'|WARNING|21|socket.timeoutInterval of"
                        + " Connector has no effect: timeouts are looked at every 100 ms",
                "port='1' socket.rxBuffSize='1'|WARNING|21|Connector has no attribute"
                        + " socket.rxBuffSize (did you mean socket.rxBufSize?); it is ignored",
                "port='1' proxyProtocol='true'|ERROR|21|proxyProtocol of Connector needs"
                        + " trustedProxies: the addresses of the trusted proxies",
                "port='1' trustedProxies='10.0.0.0/8'|WARNING|21|trustedProxies of Connector has"
                        + " no effect without proxyProtocol=\"true\"",
                "port='1' trustedProxies='10.0.0.0/99'|ERROR|21|trustedProxies of Connector is"
                        + " \"10.0.0.0/99\", which cannot be used: 10.0.0.0/99 is no block of"
                        + " addresses",
                "unixDomainSocketPath='x' protocol='BIO'|ERROR|12|unixDomainSocketPath of Connector"
                        + " needs protocol=\"NIO\": BIO has no Unix domain sockets",
                "unixDomainSocketPath='x' protocol='NIO2'|ERROR|12|unixDomainSocketPath of"
                        + " Connector needs protocol=\"NIO\": NIO2 has no Unix domain sockets",
                "useInheritedChannel='true' protocol='NIO2'|ERROR|12|useInheritedChannel of"
                        + " Connector cannot be used with NIO2",
                "port='1' protocol='NIO2' connectionLinger='1'|WARNING|37|connectionLinger of"
                        + " Connector has no effect with NIO2: its sockets have no such option",
                "port='1' unixDomainSocketPathPermissions='0600'|ERROR|21|"
                        + "unixDomainSocketPathPermissions of Connector is \"0600\", which is not"
                        + " nine letters as rw-rw----",
            })
    void one(String attributes, String severity, int column, String message) {
        assertThat(Xml.problems(Xml.connector(attributes)))
                .containsExactly(severity + " conf/server.xml:2:" + column + ": " + message);
    }

    @Test
    void twoConnectorsDoNotShareASocket() {
        String one = "<Connector unixDomainSocketPath='/run/x'/>";
        assertThat(Xml.problems(Xml.service(one + "\n" + one + Xml.ENGINE)))
                .containsExactly(
                        "ERROR conf/server.xml:3:1: /run/x is already used by the Connector at"
                                + " conf/server.xml:2:1");
    }

    private static ConnectorConfig config(String attributes) {
        ServerXml.Result result = Xml.read(Xml.connector(attributes));
        assertThat(result.problems()).isEmpty();
        return result.config().services().get(0).connectors().get(0).config();
    }
}
