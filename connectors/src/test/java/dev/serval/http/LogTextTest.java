package dev.serval.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogTextTest {
    @ParameterizedTest
    @ValueSource(
            ints = {
                0, '\r', '\n', 0x1b, 0x7f, 0x85, 0x9b, 0xad, 0x200b, 0x2028, 0x2029, 0x202e, 0x2066,
                0xd800, 0xdfff, 0xe000, 0xfeff, 0xffff
            })
    void whatIsNoCharacterIsWrittenAsItsNumber(int character) {
        assertThat(LogText.shown("a" + (char) character + "b", 100, ""))
                .isEqualTo(String.format("a\\u%04xb", character));
    }

    @Test
    void lettersOfAnyScriptAreShown() {
        String text = "jürgen's 京都 \ud83d\ude00 \\";
        assertThat(LogText.shown(text, 100, "")).isEqualTo(text);
    }

    @Test
    void whatHasAMeaningInTheLineIsWrittenAsItsNumber() {
        assertThat(LogText.shown("a' b\\", 100, "'\\")).isEqualTo("a\\u0027 b\\u005c");
    }

    @Test
    void whatIsLongIsCut() {
        assertThat(LogText.shown("x".repeat(64), 64, "")).isEqualTo("x".repeat(64));
        assertThat(LogText.shown("x".repeat(65), 64, "")).isEqualTo("x".repeat(64) + "...");
        assertThat(LogText.shown("\n".repeat(100_000), 64, "")).hasSizeLessThan(80);
    }
}
