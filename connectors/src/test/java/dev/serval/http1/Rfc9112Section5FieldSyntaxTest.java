package dev.serval.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Rfc9112Section5FieldSyntaxTest {
    @Test
    void keepsNamesValuesAndOrder() {
        String lines = "B: 1\r\na:2\r\nB: 3\r\n!#$%&'*+-.^_`|~09: x\r\n";
        assertThat(Heads.parse(Heads.with(lines)).fields())
                .containsExactly("Host=example.com", "B=1", "a=2", "B=3", "!#$%&'*+-.^_`|~09=x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X:v\r\n",
                "X: v\r\n",
                "X:\tv\r\n",
                "X:   v   \r\n",
                "X: \t v \t \r\n",
                "X:v \r\n"
            })
    void trimsWhiteSpaceAroundAValue(String line) {
        assertThat(Heads.parse(Heads.with(line)).fields()).contains("X=v");
    }

    @ParameterizedTest
    @ValueSource(strings = {"X:\r\n", "X: \r\n", "X:\t \t\r\n"})
    void takesAnEmptyValue(String line) {
        assertThat(Heads.parse(Heads.with(line)).fields()).contains("X=");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a b\tc",
                "a:b",
                "\"quoted\"",
                "(comment)",
                "{}[]<>|\\^`~",
                "\u0080",
                "\u00e9t\u00e9",
                "\u00ff",
                "\u00a0a"
            })
    void takesVisibleCharactersAndObsText(String value) {
        assertThat(Heads.parse(Heads.with("X: " + value + "\r\n")).fields()).contains("X=" + value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\0",
                "a\0b",
                "\u0001",
                "\u0007",
                "a\bb",
                "\u000b",
                "\f",
                "\u001b[0m",
                "\u001f",
                "\u007f"
            })
    void refusesControlCharactersInAValue(String value) {
        Heads.refused(Heads.with("X: " + value + "\r\n"), Refusal.FIELD_VALUE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ": v\r\n",
                ":\r\n",
                "X\r\n",
                "GET / HTTP/1.1\r\n",
                "X(Y): v\r\n",
                "X,Y: v\r\n",
                "X/Y: v\r\n",
                "X;Y: v\r\n",
                "X=Y: v\r\n",
                "X@Y: v\r\n",
                "X[Y: v\r\n",
                "X\\Y: v\r\n",
                "X{Y: v\r\n",
                "\"X\": v\r\n",
                "X\0: v\r\n",
                "X\u000b: v\r\n",
                "X\u007f: v\r\n",
                "X\u00e9: v\r\n",
                "\u00a0X: v\r\n",
                "\0: v\r\n"
            })
    void refusesANameThatIsNoToken(String line) {
        Refusal refusal = line.startsWith("GET ") ? Refusal.FIELD_WHITESPACE : Refusal.FIELD_NAME;
        Heads.refused(Heads.with(line), refusal);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X : v\r\n",
                "X\t: v\r\n",
                "X Y: v\r\n",
                "Content-Length : 5\r\n",
                "Transfer-Encoding : chunked\r\n"
            })
    void refusesWhiteSpaceBeforeTheColon(String line) {
        Heads.refused(Heads.with(line), Refusal.FIELD_WHITESPACE);
    }

    @ParameterizedTest
    @ValueSource(strings = {" Host: a\r\n", "\tHost: a\r\n", " \r\n", " X\r\nHost: a\r\n"})
    void refusesWhiteSpaceBeforeTheFirstField(String lines) {
        Heads.refused("GET / HTTP/1.1\r\n" + lines + "\r\n", Refusal.FIELD_WHITESPACE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X: a\r\n b\r\n",
                "X: a\r\n\tb\r\n",
                "X:\r\n b\r\n",
                "X: a\r\n \r\n",
                "X: a\r\n Transfer-Encoding: chunked\r\n"
            })
    void refusesAFoldedValue(String lines) {
        Heads.refused(Heads.with(lines), Refusal.OBS_FOLD);
    }
}
