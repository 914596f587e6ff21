package dev.serval.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules for Cache-Control: the first that is for a file counts. */
class CacheControlTest {
    private static final FileRules RULES =
            CacheControl.of(
                    """
                    # the page that names all others
                    /sw.js = no-store
                    immutable
                    *.html = no-cache

                    /assets/* = Public, max-age=3600
                    image/* = max-age=86400
                    text/css = private,max-age = 60
                    """);

    @ParameterizedTest
    @CsvSource({
        "/sw.js, text/javascript, no-store",
        "/deep/sw.js, text/javascript,",
        "/app.3f2a9c1b.js, text/javascript, 'public, max-age=31536000, immutable'",
        "/a/index.HTML, text/html, no-cache",
        "/assets/a.txt, text/plain, 'public, max-age=3600'",
        "/assets, text/plain,",
        "/a.png, image/png, max-age=86400",
        "/a.png, 'Image/PNG', max-age=86400",
        "/a.css, text/css;charset=utf-8, 'private, max-age=60'",
        "/a.txt, text/plain,",
        "/unknown,,"
    })
    void theFirstRuleCounts(String path, String type, String value) {
        assertThat(RULES.first(path, type)).isEqualTo(value);
    }

    @Test
    void aStarIsForEveryFile() {
        assertThat(CacheControl.of("* = no-cache").first("/unknown", null)).isEqualTo("no-cache");
    }

    @Test
    void nothingIsNoRule() {
        assertThat(CacheControl.of(" \n# nothing\n").first("/a", null)).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    * = no-cache,,                | line 1: '' is no directive
                    * = nocache                   | line 1: 'nocache' is no directive; known are immutable, max-age
                    * = max-age                   | line 1: max-age needs seconds: max-age=86400
                    * = max-age=1h                | line 1: max-age needs seconds
                    * = no-cache=yes              | line 1: no-cache has no value
                    no-cache                      | line 1: there is no =
                    html = no-cache               | line 1: 'html' is no pattern for files
                    *.a.* = no-cache              | line 1: '*.a.*' is no pattern
                    /a/*/b = no-cache             | line 1: '/a/*/b' is no pattern
                    /*.html = no-cache            | line 1: '/*.html' is no pattern
                    */* = no-cache                | line 1: '*/*' is no pattern
                    """)
    void whatCannotBeReadIsSaidWithItsLine(String text, String message) {
        assertThatThrownBy(() -> CacheControl.of(text.strip()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("cacheControl, " + message.strip());
    }

    @Test
    void rfc9110Section5_5NoLineBreakGetsIn() {
        assertThatThrownBy(() -> CacheControl.of("* = no-cache\rSet-Cookie: a=b"))
                .hasMessageStartingWith("cacheControl, line 2: ");
    }
}
