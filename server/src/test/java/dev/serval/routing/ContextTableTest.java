package dev.serval.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.servlet.AppContext;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servlet 6.1 §12.1: the longest context path that is a prefix by segments. */
class ContextTableTest {
    private static AppContext context(String path) {
        return AppContext.builder(path).build();
    }

    private static final ContextTable TABLE =
            ContextTable.of(List.of(context("/a"), context(""), context("/a/b"), context("/docs")));

    @ParameterizedTest(name = "{0} is in {1}")
    @CsvSource({
        "/, ''",
        "/x, ''",
        "/a, /a",
        "/a/, /a",
        "/a/c, /a",
        "/ab, ''",
        "/a/b, /a/b",
        "/a/b/c, /a/b",
        "/a/bc, /a",
        "/A, ''",
        "/docs/x, /docs",
        "/doc, ''",
        "/docsx, ''"
    })
    void findsTheLongestPrefix(String path, String expected) {
        byte[] bytes = (" " + path + " ").getBytes(StandardCharsets.ISO_8859_1);
        assertThat(TABLE.find(path).path()).isEqualTo(expected);
        assertThat(TABLE.find(bytes, 1, bytes.length - 1).path()).isEqualTo(expected);
    }

    @Test
    void withoutARootContextSomePathsHaveNone() {
        ContextTable table = ContextTable.of(List.of(context("/a")));
        assertThat(table.find("/b")).isNull();
        assertThat(table.find(new byte[] {'/', 'b'}, 0, 2)).isNull();
    }

    @Test
    void refusesTwoContextsWithOnePath() {
        assertThatThrownBy(() -> ContextTable.of(List.of(context("/a"), context("/a"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("/a");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/", "a", "/a/", "//a", "/a//b", "/a;b", "/a/../b", "/.", "/a\\b", "/a%20"})
    void refusesMalformedPaths(String path) {
        assertThatThrownBy(() -> AppContext.builder(path))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
