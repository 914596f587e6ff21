package dev.serval.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.HttpLimits;
import dev.serval.http.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Rfc9112Section7_1_1ChunkExtensionTest {
    private static String body(String extension) {
        return "5" + extension + "\r\nhello\r\n0\r\n\r\n";
    }

    private static HttpLimits most(int bytes) {
        return new HttpLimits(8192, 100, 8192, bytes, 0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ";a",
                ";a=b",
                ";a;b;c",
                ";a=1;b=2",
                ";a=\"\"",
                ";a=\"b\"",
                ";a=\"b c\td\u00e9;\"",
                ";a=\"\\\"\\\\\"",
                ";a=\"b\";c",
                ";!#$%&'*+-.^_`|~=~"
            })
    void skipsAWellFormedExtension(String extension) {
        assertThat(Bodies.chunked(body(extension)).data()).isEqualTo("hello");
    }

    @Test
    void skipsOneOfTheLastChunk() {
        assertThat(Bodies.chunked("0;a=b\r\n\r\n").ended()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ";",
                ";;",
                ";a;",
                ";=",
                ";=b",
                ";a=",
                ";a=;",
                ";a==b",
                ";a=b=c",
                "; a",
                ";a ",
                ";a =b",
                ";a= b",
                ";a=b ",
                " ;a",
                ";a b",
                ";a=b c",
                ";\"a\"",
                ";a=\"b",
                ";a=\"b\"c",
                ";a=\"b\" ",
                ";a=b\"c\"",
                ";a=\"\0\"",
                ";a=\"\\\0\"",
                ";a=\"\u007f\"",
                ";a\0",
                ";a=\u00e9",
                ";\u00e9",
                ";a\n",
                ";a=\"\n\"",
                ";a=b\n",
                ";a\r",
                ";a=\"\r\n\"",
                ";a\rb",
                ";a/b",
                ";(",
                ";a,b",
                "a=b",
                "=b",
                "\"a\""
            })
    void refusesAMalformedExtension(String extension) {
        Bodies.refused(body(extension), Refusal.CHUNK);
    }

    @Test
    void takesAsManyBytesAsAllowed() {
        assertThat(Bodies.chunked(body(";a=b"), most(4)).data()).isEqualTo("hello");
    }

    @Test
    void refusesOneByteMore() {
        assertThat(Bodies.chunked(body(";a=bc"), most(4)).refusal())
                .isEqualTo(Refusal.EXTENSION_TOO_LARGE);
    }

    @Test
    void limitsAllExtensionsOfABodyTogether() {
        String chunk = "1;a\r\nx\r\n";
        assertThat(Bodies.chunked(chunk.repeat(5) + "0\r\n\r\n", most(10)).data())
                .isEqualTo("xxxxx");
        assertThat(Bodies.chunked(chunk.repeat(6), most(10)).refusal())
                .isEqualTo(Refusal.EXTENSION_TOO_LARGE);
    }

    @Test
    void anEndlessExtensionIsCutAtTheLimit() {
        assertThat(Bodies.chunked("5;" + "a".repeat(50), most(20)).refusal())
                .isEqualTo(Refusal.EXTENSION_TOO_LARGE);
    }

    @Test
    void minusOneMeansNoLimit() {
        assertThat(Bodies.chunked(body(";" + "a".repeat(50)), most(-1)).data()).isEqualTo("hello");
    }
}
