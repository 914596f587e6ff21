package dev.serval.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.HttpLimits;
import dev.serval.http.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Rfc6585Section5HeadLimitsTest {
    private static HttpLimits bytes(int most) {
        return new HttpLimits(most, 100, 100, 100, 100);
    }

    private static HttpLimits fields(int most) {
        return new HttpLimits(8192, most, 100, 100, 100);
    }

    private static Refusal refusal(String head, int most) {
        return Heads.parse(head, bytes(most)).refusal();
    }

    @Test
    void takesAHeadOfExactlyTheLimit() {
        String head = Heads.with("X: y\r\n");
        Heads.Parsed parsed = Heads.parse(head + "next", bytes(head.length()));
        assertThat(parsed.length()).isEqualTo(head.length());
    }

    @Test
    void refusesOneByteMore() {
        String head = Heads.with("X: y\r\n");
        assertThat(refusal(head, head.length() - 1)).isEqualTo(Refusal.HEADERS_TOO_LARGE);
    }

    @Test
    void refusesAsSoonAsTheLimitIsReached() {
        assertThat(refusal("GET / HTTP/1.1\r\nHost: a\r\nX: " + "y".repeat(36), 64))
                .isEqualTo(Refusal.HEADERS_TOO_LARGE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X: %s\r\n\r\n",
                "%s: y\r\n\r\n",
                "X:%s",
                "X: y\r\nZ: %s",
                "X: \t%s",
            })
    void refusesLongFields(String lines) {
        String head = "GET / HTTP/1.1\r\nHost: a\r\n" + lines.formatted("y".repeat(100));
        assertThat(refusal(head, 100)).isEqualTo(Refusal.HEADERS_TOO_LARGE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /%s HTTP/1.1\r\n",
                "GET /?%s",
                "GET http://a/%s",
                "OPTIONS %s",
                "GET /%s "
            })
    void namesALongTarget(String line) {
        assertThat(refusal(line.formatted("y".repeat(100)), 100))
                .isEqualTo(Refusal.TARGET_TOO_LONG);
    }

    @Test
    void refusesALongMethod() {
        assertThat(refusal("G".repeat(100), 100)).isEqualTo(Refusal.HEADERS_TOO_LARGE);
    }

    @Test
    void prefersTheMistakeThatComesFirst() {
        assertThat(refusal("GET /\0" + "y".repeat(100), 100)).isEqualTo(Refusal.TARGET);
    }

    @Test
    void countsFromTheOffset() throws Exception {
        String head = Heads.with("");
        byte[] array = dev.serval.buffer.Ascii.bytes("x".repeat(50) + head);
        RequestParser parser = new RequestParser(bytes(head.length()));
        assertThat(parser.parse(array, 50, array.length)).isEqualTo(head.length());
    }

    @Test
    void takesAsManyFieldsAsAllowed() {
        assertThat(Heads.parse(Heads.with("A: b\r\nC: d\r\n"), fields(3)).fields()).hasSize(3);
    }

    @Test
    void refusesOneFieldMore() {
        assertThat(Heads.parse(Heads.with("A: b\r\nC: d\r\nE: f\r\n"), fields(3)).refusal())
                .isEqualTo(Refusal.TOO_MANY_HEADERS);
    }

    @Test
    void minusOneAllowsAnyNumberOfFields() {
        assertThat(Heads.parse(Heads.with("A: b\r\n".repeat(200)), fields(-1)).fields())
                .hasSize(201);
    }
}
