package dev.serval.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 3986 §2.1 to §2.4. */
class PercentEncodingTest {
    private static final PathRules SLASHES_STAY =
            new PathRules(
                    EncodedSolidusHandling.PASSTHROUGH, EncodedSolidusHandling.REJECT, false, true);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/a b | /a%20b",
                "/a;b | /a%3Bb",
                "/100% | /100%25",
                "/a%2f | /a%252f",
                "/a?b#c | /a%3Fb%23c",
                "/ä | /%C3%A4",
                "/<script> | /%3Cscript%3E",
                "/\\evil | /%5Cevil",
                "/-._~!$&'()*+,=:@/ | /-._~!$&'()*+,=:@/"
            })
    void rfc3986Section3_3APathIsEncodedOnce(String path, String encoded) {
        assertThat(PercentEncoding.ofPath(path)).isEqualTo(encoded);
        assertThat(PercentEncoding.ofPath(path, PathRules.STRICT)).isEqualTo(encoded);
    }

    @ParameterizedTest
    @CsvSource({
        "/a%2Fb%2f, /a%2Fb%2f",
        "/100%25, /100%25",
        "/100%, /100%25",
        "/100%2, /100%252",
        "/100%41, /100%2541"
    })
    void whatTheRulesLeftEncodedStays(String path, String encoded) {
        assertThat(PercentEncoding.ofPath(path, SLASHES_STAY)).isEqualTo(encoded);
    }

    @Test
    void aPathIsEncodedAsItWillBeRead() {
        assertThat(PercentEncoding.ofPath("/ä/é", PathRules.STRICT, StandardCharsets.ISO_8859_1))
                .isEqualTo("/%E4/%E9");
    }

    @ParameterizedTest
    @CsvSource({
        "java:script.txt, java%3Ascript.txt",
        "a&b'c, a%26b%27c",
        "a/b, a%2Fb",
        "100%41, 100%2541",
        "?x#y, %3Fx%23y"
    })
    void aNameIsNoSchemeNoPathAndNoMarkup(String name, String encoded) {
        assertThat(PercentEncoding.ofName(name)).isEqualTo(encoded);
    }

    @Test
    void aLineEndIsNeverPlain() {
        assertThat(PercentEncoding.ofPath("/a\r\nX: y")).isEqualTo("/a%0D%0AX:%20y");
        assertThat(PercentEncoding.ofQuery("a\r\nX: y#[%20")).isEqualTo("a%0D%0AX:%20y%23%5B%20");
        assertThat(PercentEncoding.ofReference("/a\r\nX#[%20")).isEqualTo("/a%0D%0AX#[%20");
    }
}
