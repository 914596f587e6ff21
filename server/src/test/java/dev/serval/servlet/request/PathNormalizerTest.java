package dev.serval.servlet.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.http.HttpError;
import dev.serval.http.Refusal;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servlet 6.1 §3.5.2, security rule 12. */
class PathNormalizerTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String normalize(String raw) throws HttpError {
        byte[] framed = bytes("GET " + raw + " HTTP/1.1");
        return PathNormalizer.normalize(framed, 4, 4 + raw.length());
    }

    private static boolean isPlain(String raw) {
        return PathNormalizer.isPlain(bytes(" " + raw + " "), 1, 1 + raw.length());
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "/, /",
                "\"\", /",
                "/a, /a",
                "/a/, /a/",
                "/a/b, /a/b",
                "//, /",
                "///, /",
                "//a, /a",
                "/a//b, /a/b",
                "/a///b//, /a/b/",
                "/., /",
                "/./, /",
                "/./a, /a",
                "/a/., /a",
                "/a/./b, /a/b",
                "/a/.., /",
                "/a/../, /",
                "/a/../b, /b",
                "/a/b/.., /a",
                "/a/b/../.., /",
                "/a/b/../../c, /c",
                "/a/./b/../c/, /a/c/",
                "/..., /...",
                "/.a, /.a",
                "/a.., /a..",
                "/..a/b, /..a/b",
                "/.well-known/x, /.well-known/x",
                "/a;x, /a",
                "/a;x=1/b, /a/b",
                "/a;x=1;y=2/b;z, /a/b",
                "/a;jsessionid=0A1B, /a",
                "/;x, /",
                "/a/;x, /a/",
                "/%61, /a",
                "/%41%42, /AB",
                "/a%20b, \"/a b\"",
                "/a+b, /a+b",
                "/%c3%a4, /ä",
                "/%C3%A4/b, /ä/b",
                "/%e2%82%ac, /€",
                "/%f0%9f%98%80, /😀",
                "/%2561, /%61",
                "/%25, /%",
                "/%252e%252e/a, /%2e%2e/a",
                "/a%3Bb, /a;b",
                "/a%3Fb, /a?b",
                "/a%2Eb, /a.b",
                "/.%61, /.a",
                "/~a/-_!$&'()*+=:@, \"/~a/-_!$&'()*+=:@\"",
                "/WEB-INF%2e, /WEB-INF."
            })
    void hasOneNormalForm(String raw, String expected) throws HttpError {
        assertThat(normalize(raw)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "a/b",
                "*",
                "..",
                "/..",
                "/../",
                "/../a",
                "/a/../..",
                "/a/../../b",
                "/a/b/../../../c",
                "/./../a",
                "/%2e%2e/a",
                "/a/%2e%2e/b",
                "/a/%2e./b",
                "/a/.%2E/b",
                "/%2e/a",
                "/..;/a",
                "/a/..;x=1/b",
                "/.;/a",
                "/;/a",
                "/;x=1/a",
                "/a#b",
                "/a/#b",
                "/a;#b",
                "/a;x#b",
                "/a/..%2fb",
                "/a%2fb",
                "/a%2Fb",
                "/%2f",
                "/a%5cb",
                "/a%5Cb",
                "/a\\b",
                "/..\\a",
                "/a%00",
                "/a%00.html",
                "/a%0d%0ab",
                "/a%1f",
                "/a%7f",
                "/a\u0001b",
                "/a\tb",
                "/a\u007fb",
                "/a%c2%85b",
                "/%",
                "/a%2",
                "/a%zz",
                "/a%2g/b",
                "/a%+1",
                "/a%-1",
                "/%u0041",
                "/%c0%af",
                "/%c0%ae%c0%ae/a",
                "/%e0%80%af",
                "/%ff",
                "/%c3",
                "/%c3/%a4",
                "/%ed%a0%80",
                "/%f4%90%80%80",
                "/a;x=%2f",
                "/a;x=%00",
                "/a;x=%",
                "/a;x\\y"
            })
    void refusesWhatCanBeReadInTwoWays(String raw) {
        assertThatThrownBy(() -> normalize(raw))
                .isInstanceOfSatisfying(
                        HttpError.class,
                        error -> assertThat(error.refusal()).isEqualTo(Refusal.PATH));
    }

    /** The examples of Servlet 6.1 §3.5.3 that are no plain paths. */
    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "/foo/bar;jsessionid=1234, /foo/bar",
        "/foo/bar/;jsessionid=1234, /foo/bar/",
        "/foo;/bar;, /foo/bar",
        "/foo;/bar;/;, /foo/bar/",
        "/foo%00/bar/, 400",
        "/foo%7Fbar, 400",
        "/foo%2Fbar, 400",
        "/foo%2Fb%25r, 400",
        "/foo/b%25r, /foo/b%r",
        "/foo\\bar, 400",
        "/foo%5Cbar, 400",
        "/foo;%2F/bar, 400",
        "/foo/./bar, /foo/bar",
        "/foo/././bar, /foo/bar",
        "/./foo/bar, /foo/bar",
        "/foo/%2e/bar, 400",
        "/foo/.;/bar, 400",
        "/foo/%2e;/bar, 400",
        "/foo/.%2Fbar, 400",
        "/foo/.%5Cbar, 400",
        "/foo/bar/., /foo/bar",
        "/foo/bar/./, /foo/bar/",
        "/foo/bar/.;, 400",
        "/foo/bar/./;, /foo/bar/",
        "/foo/../bar, /bar",
        "/foo/../../bar, 400",
        "/../foo/bar, 400",
        "/foo/%2e%2E/bar, 400",
        "/foo/%2e%2e/%2E%2E/bar, 400",
        "/foo/./../bar, /bar",
        "/foo/..;/bar, 400",
        "/foo/%2e%2E;/bar, 400",
        "/foo/..%2Fbar, 400",
        "/foo/..%5Cbar, 400",
        "/foo/bar/.., /foo",
        "/foo/bar/../, /foo/",
        "/foo/bar/..;, 400",
        "/foo/bar/../;, /foo/",
        "/foo//bar, /foo/bar",
        "//foo//bar//, /foo/bar/",
        "/;/foo;/;/bar/;/;, 400",
        "/foo//../bar, /bar",
        "/foo/;/../bar, 400",
        "/foo%E2%82%ACbar, /foo\u20acbar",
        "/foo%20bar, /foo bar",
        "/foo%E2%82, 400",
        "/foo%E2%82bar, 400",
        "/foo%-1/bar, 400",
        "/foo%XX/bar, 400",
        "/foo%/bar, 400",
        "/foo/bar%0, 400",
        "/good%20/bad%/%20mix%, 400",
        "/foo/bar#f, 400",
        "foo/bar, 400"
    })
    void examplesOfTheSpecification(String raw, String expected) throws HttpError {
        if (expected.equals("400")) {
            refusesWhatCanBeReadInTwoWays(raw);
        } else {
            assertThat(normalize(raw)).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/a", "/a/", "/a/b.html", "/a-b_c~d/e", "/a.b/c..d", "/a:b@c=d"})
    void knowsPlainPathsByTheirBytes(String raw) throws HttpError {
        assertThat(isPlain(raw)).isTrue();
        assertThat(normalize(raw)).isEqualTo(raw);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "*",
                "//",
                "/a//b",
                "/.",
                "/..",
                "/a/.b",
                "/a/../b",
                "/%61",
                "/a;x",
                "/ä",
                "/a\\b",
                "/a b",
                "/a\"b",
                "/a<b",
                "/a\u0000"
            })
    void takesNothingElseForPlain(String raw) {
        assertThat(isPlain(raw)).isFalse();
    }

    @Test
    void everyByteThatIsPlainStandsForItself() throws HttpError {
        for (int c = 0; c < 256; c++) {
            String raw = "/a" + (char) c + "b";
            if (isPlain(raw)) {
                assertThat(normalize(raw)).isEqualTo(raw);
                assertThat("%;\\? #\u007f".indexOf(c)).isNegative();
            }
        }
    }
}
