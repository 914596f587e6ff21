package dev.serval.tests;

import static dev.serval.http.Refusal.HOST;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** RFC 9112 §3.2: exactly one valid Host. */
@OnEveryWire
final class Rfc9112Section3_2HostTest {
    @Parameter ServerUnderTest server;

    @Test
    void rule9RefusesARequestWithoutHost() throws IOException {
        Refused.by(server, "GET /hello.txt HTTP/1.1\r\n\r\n", HOST);
    }

    @Test
    void rule9RefusesTwoEqualHosts() throws IOException {
        Refused.by(server, "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", HOST);
    }

    @Test
    void rule9RefusesTwoDifferentHosts() throws IOException {
        Refused.by(server, "GET / HTTP/1.1\r\nHost: a\r\nX: y\r\nhost: b\r\n\r\n", HOST);
    }

    @Test
    void rule9RefusesAnAbsoluteTargetWithoutHost() throws IOException {
        Refused.by(server, "GET http://localhost/ HTTP/1.1\r\n\r\n", HOST);
    }

    @Test
    void rule9RefusesTwoHostsInHttp10() throws IOException {
        Refused.by(server, "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", HOST);
    }

    static Stream<String> invalid() {
        return Stream.of(
                "a@b",
                "user:pw@a",
                "a/b",
                "a b",
                "a;b@c",
                "a?b",
                "a#b",
                "a\\b",
                "a:x",
                "a:-1",
                "a:+80",
                "a:65536",
                "a:99999",
                "a:80:80",
                "a:8 0",
                "[::1",
                "::1",
                "[zz]",
                "[]",
                "[::1]x",
                "http://a",
                "a\"b",
                "<a>",
                "a%",
                "a%zz",
                "a\u00e9",
                ":80");
    }

    @ParameterizedTest
    @MethodSource("invalid")
    void rule9RefusesAnInvalidHost(String host) throws IOException {
        Refused.by(server, "GET /hello.txt HTTP/1.1\r\nHost: " + host + "\r\n\r\n", HOST);
    }

    @ParameterizedTest
    @MethodSource
    void takesAValidHost(String host) throws IOException {
        RawResponse response =
                server.exchange("GET /hello.txt HTTP/1.1\r\nHost:" + host + "\r\n\r\n");
        assertThat(response.text()).isEqualTo(Site.HELLO);
    }

    static Stream<String> takesAValidHost() {
        return Stream.of(
                "localhost",
                " localhost:8080 ",
                "LOCALHOST",
                "127.0.0.1",
                "127.0.0.1:1",
                "[::1]",
                "[::1]:65535",
                "[2001:db8::7]",
                "a.example.com",
                "a-b.example.com.",
                "a_b",
                "a:");
    }

    @Test
    void needsNoHostInHttp10() throws IOException {
        assertThat(server.exchange("GET /hello.txt HTTP/1.0\r\n\r\n").text()).isEqualTo(Site.HELLO);
    }

    @ParameterizedTest(name = "{0} with Host {1} is {2}")
    @CsvSource({
        "http://one.example/app/echo,    two.example:81, one.example",
        "http://one.example:82/app/echo, two.example:81, one.example:82",
        "/app/echo,                      two.example:81, two.example:81",
        "/app/echo,                      two.example,    two.example"
    })
    void rule9AnAbsoluteTargetWinsOverHost(String target, String host, String seen)
            throws IOException {
        RawResponse response =
                server.exchange("GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
        // Where no port is named it is that of the scheme.
        String port = seen.contains(":") ? "" : server.wire().tls() ? ":443" : ":80";
        assertThat(response.text()).contains("\nhost=" + seen + port + "\n");
    }
}
