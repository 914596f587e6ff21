package dev.serval.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MimeTypesTest {
    @ParameterizedTest
    @CsvSource({
        "/index.html, text/html",
        "a.HTM, text/html",
        "/x/style.Css, text/css",
        "app.js, text/javascript",
        "app.mjs, text/javascript",
        "data.json, application/json",
        "picture.svg, image/svg+xml",
        "picture.jpeg, image/jpeg",
        "font.woff2, font/woff2",
        "module.wasm, application/wasm",
        "archive.tar.gz, application/gzip",
        "/with.dot/file.png, image/png",
        ".txt, text/plain",
    })
    void knowsTheType(String name, String type) {
        assertThat(MimeTypes.DEFAULTS.of(name)).isEqualTo(type);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "file", "file.", "file.unknown", "/a.html/file", "html", "/.html/"})
    void doesNotGuess(String name) {
        assertThat(MimeTypes.DEFAULTS.of(name)).isNull();
    }

    @Test
    void knowsManyExtensions() {
        assertThat(MimeTypes.DEFAULTS.size()).isGreaterThan(300);
    }

    @Test
    void everyTypeIsWellFormedAndFound() {
        MimeTypes charset = MimeTypes.DEFAULTS.withTextCharset("utf-8");
        for (String extension : new String[] {"html", "css", "md", "csv", "txt"}) {
            assertThat(MimeTypes.DEFAULTS.of("x." + extension)).matches("text/[a-z-]+");
            assertThat(charset.of("x." + extension)).matches("text/[a-z-]+;charset=utf-8");
        }
        assertThat(charset.of("x.json")).isEqualTo("application/json");
    }

    @Test
    void overridesTakePrecedence() {
        MimeTypes types =
                MimeTypes.DEFAULTS.with(Map.of("HTML", "text/x-own", "own", "a/b", "css", ""));

        assertThat(types.of("x.html")).isEqualTo("text/x-own");
        assertThat(types.of("x.OWN")).isEqualTo("a/b");
        assertThat(types.of("x.css")).isNull();
        assertThat(types.of("x.js")).isEqualTo("text/javascript");
        assertThat(new MimeTypes(Map.of("own", "a/b")).of("x.own")).isEqualTo("a/b");
    }

    @Test
    void statedCharsetIsKept() {
        MimeTypes types =
                MimeTypes.DEFAULTS
                        .with("html", "text/html;charset=iso-8859-1")
                        .withTextCharset("utf-8");

        assertThat(types.of("x.html")).isEqualTo("text/html;charset=iso-8859-1");
    }

    @Test
    void refusesWhatWouldSplitAResponse() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MimeTypes.DEFAULTS.with("x", "a/b\r\nSet-Cookie: x"));
    }
}
