package dev.serval.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DotSegmentsTest {

    @ParameterizedTest
    @CsvSource({
        "/a/b, /a/b",
        "/a/./b, /a/b",
        "/a/../b, /b",
        "/a/b/.., /a/",
        "/a/b/., /a/b/",
        "/a/.., /",
        "/a/../, /",
        "/a//../b, /a/b",
        "/a/.b/..c, /a/.b/..c",
        "/a/b/c/./../../g, /a/g"
    })
    void dotsAreRemovedAndWhatEndsInOneIsADirectory(String path, String expected) {
        assertThat(DotSegments.removed(path)).isEqualTo(expected);
        assertThat(DotSegments.clamped(path)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"/.., /", "/../a, /a", "/a/../../b, /b", "/a/../.., /"})
    void whatLeadsAboveTheRootIsNoPathOrEndsThere(String path, String clamped) {
        assertThat(DotSegments.removed(path)).isNull();
        assertThat(DotSegments.clamped(path)).isEqualTo(clamped);
    }
}
