package dev.serval.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Rfc9112Section3_2HostTest {
    private static String host(String value) {
        return "GET / HTTP/1.1\r\nHost: " + value + "\r\n\r\n";
    }

    @ParameterizedTest
    @CsvSource({
        "example.com, example.com, -1",
        "EXAMPLE.com, example.com, -1",
        "example.com:80, example.com, 80",
        "example.com:00080, example.com, 80",
        "example.com:65535, example.com, 65535",
        "example.com:, example.com, -1",
        "localhost, localhost, -1",
        "127.0.0.1:8080, 127.0.0.1, 8080",
        "a_b-c.d~e, a_b-c.d~e, -1",
        "%61.com, %61.com, -1",
        "xn--bcher-kva.example., xn--bcher-kva.example., -1",
        "[::1], [::1], -1",
        "[::1]:80, [::1], 80",
        "[::1]:, [::1], -1",
        "[::], [::], -1",
        "[1:2:3:4:5:6:7:8], [1:2:3:4:5:6:7:8], -1",
        "[1::8], [1::8], -1",
        "[1:2:3:4:5:6:7::], [1:2:3:4:5:6:7::], -1",
        "[FE80::ABCD], [fe80::abcd], -1",
        "[::ffff:1.2.3.4], [::ffff:1.2.3.4], -1",
        "[1:2:3:4:5:6:1.2.3.4], [1:2:3:4:5:6:1.2.3.4], -1"
    })
    void takesHostAndPort(String value, String host, int port) {
        Heads.Parsed parsed = Heads.parse(host(value));
        assertThat(parsed.refusal()).isNull();
        assertThat(parsed.host()).isEqualTo(host);
        assertThat(parsed.port()).isEqualTo(port);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                ":80",
                "a:b",
                "a:80x",
                "a: 80",
                "a :80",
                "a:-1",
                "a:+1",
                "a:0",
                "a:65536",
                "a:99999999999999999999",
                "a:80:80",
                "user@a",
                "user:pw@a",
                "a/",
                "a/b",
                "/a",
                "a?b",
                "a#b",
                "a b",
                "a\tb",
                "a, b",
                "a\\b",
                "http://a",
                "a\u00e9",
                "a[",
                "a]",
                "<a>",
                "a|b",
                "a%",
                "a%4",
                "a%4g",
                "[",
                "[]",
                "]",
                "[::1",
                "::1",
                "[::1]a",
                "[:1]",
                "[1:]",
                "[:::]",
                "[1::2::3]",
                "[12345::]",
                "[g::]",
                "[1:2:3:4:5:6:7]",
                "[1:2:3:4:5:6:7:8:9]",
                "[1:2:3:4:5:6:7:8::]",
                "[1.2.3.4]",
                "[::1.2.3]",
                "[::1.2.3.256]",
                "[::1.2.3.4.5]",
                "[::01.2.3.4]",
                "[::a1.2.3.4]",
                "[::1.2.3.4:1]",
                "[::1%25eth0]",
                "[v1.a]",
                "[::1]]"
            })
    void refusesAnInvalidHost(String value) {
        Heads.refused(host(value), Refusal.HOST);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "X: Host: a\r\n",
                "Hos: a\r\n",
                "Hostt: a\r\n",
                "Host: a\r\nHost: a\r\n",
                "Host: a\r\nhost: b\r\n",
                "HOST: a\r\nX: y\r\nhOST: a\r\n",
                "Host: \r\nHost: a\r\n"
            })
    void requiresExactlyOne(String lines) {
        Heads.refused("GET / HTTP/1.1\r\n" + lines + "\r\n", Refusal.HOST);
    }

    @Test
    void requiresOneBesideAnAbsoluteTarget() {
        Heads.refused("GET http://a/ HTTP/1.1\r\n\r\n", Refusal.HOST);
    }

    @Test
    void refusesAnInvalidOneBesideAnAbsoluteTarget() {
        Heads.refused("GET http://a/ HTTP/1.1\r\nHost: a/b\r\n\r\n", Refusal.HOST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Host:\r\n"})
    void http10MayLackIt(String lines) {
        Heads.Parsed parsed = Heads.parse("GET / HTTP/1.0\r\n" + lines + "\r\n");
        assertThat(parsed.refusal()).isNull();
        assertThat(parsed.host()).isEmpty();
        assertThat(parsed.port()).isEqualTo(-1);
    }

    @Test
    void http10UsesTheOneItHas() {
        assertThat(Heads.parse("GET / HTTP/1.0\r\nHost: a:1\r\n\r\n").host()).isEqualTo("a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Host: a\r\nHost: a\r\n", "Host: a/b\r\n"})
    void http10RefusesABadOne(String lines) {
        Heads.refused("GET / HTTP/1.0\r\n" + lines + "\r\n", Refusal.HOST);
    }
}
