package dev.serval.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.HttpLimits;
import dev.serval.http.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Rfc9112Section7_1_2TrailerTest {
    private static String body(String trailers) {
        return "1\r\nx\r\n0\r\n" + trailers + "\r\n";
    }

    private static HttpLimits most(int bytes, int fields) {
        return new HttpLimits(8192, fields, bytes, 0, 0);
    }

    @Test
    void keepsTrailersInTheirOrder() {
        Bodies.Decoded body = Bodies.chunked(body("X-A: 1\r\nx-b:\t2 \r\nX-A: \u00e9\r\n") + "GET");
        assertThat(body.fields()).containsExactly("X-A=1", "x-b=2", "X-A=\u00e9");
        assertThat(body.rest()).isEqualTo("GET");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length",
                "Transfer-Encoding",
                "Host",
                "host",
                "TRANSFER-ENCODING",
                "Trailer",
                "Connection",
                "Authorization",
                "Cookie",
                "Content-Type",
                "Content-Encoding",
                "Content-Range",
                "Expect",
                "Range",
                "If-Match",
                "TE",
                "Upgrade",
                "Cache-Control",
                "Set-Cookie",
                "X-Forwarded-For"
            })
    void dropsWhatWouldChangeTheMessage(String name) {
        assertThat(Bodies.chunked(body(name + ": 1\r\nX: y\r\n")).fields()).containsExactly("X=y");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X\r\n",
                "X : y\r\n",
                " X: y\r\n",
                "X: a\r\n b\r\n",
                ": y\r\n",
                "X(: y\r\n",
                "X: \0\r\n",
                "X: \u007f\r\n",
                "X: y\n",
                "X: y\r",
                "X: y\rZ: z\r\n",
                "X\n",
                "\n",
                "\rX: y\r\n"
            })
    void isAsStrictAsWithHeaders(String trailers) {
        Bodies.refused(body(trailers), Refusal.TRAILER);
    }

    @Test
    void takesAsManyBytesAsAllowed() {
        assertThat(Bodies.chunked(body("X: y\r\n"), most(6, 10)).fields()).containsExactly("X=y");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"X: yz\r\n", "X: yzzzzzzzzz", "XXXXXXXXX", "A:\r\nB:\r\n", "Host: a\r\n"})
    void refusesMoreBytes(String trailers) {
        assertThat(Bodies.chunked(body(trailers), most(6, 10)).refusal())
                .isEqualTo(Refusal.TRAILER_TOO_LARGE);
    }

    @Test
    void takesAsManyFieldsAsAllowed() {
        assertThat(Bodies.chunked(body("A:\r\nB:\r\n"), most(99, 2)).fields()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"A:\r\nB:\r\nC:\r\n", "Host: a\r\nHost: a\r\nHost: a\r\n"})
    void refusesMoreFieldsDroppedOnesCounted(String trailers) {
        assertThat(Bodies.chunked(body(trailers), most(99, 2)).refusal())
                .isEqualTo(Refusal.TRAILER_TOO_LARGE);
    }

    @Test
    void minusOneMeansNoLimit() {
        assertThat(Bodies.chunked(body("A: b\r\n".repeat(20)), most(-1, -1)).fields()).hasSize(20);
    }
}
