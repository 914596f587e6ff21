package dev.serval.tests;

import static dev.serval.http.Refusal.FIELD_NAME;
import static dev.serval.http.Refusal.FIELD_VALUE;
import static dev.serval.http.Refusal.FIELD_WHITESPACE;
import static dev.serval.http.Refusal.LINE_END;
import static dev.serval.http.Refusal.OBS_FOLD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.serval.http.Refusal;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** RFC 9112 §5 and RFC 9110 §5: names and values of fields. */
@OnEveryWire
final class Rfc9112Section5FieldSyntaxTest {
    @Parameter ServerUnderTest server;

    static Stream<Arguments> malformed() {
        Refusal[] name = {FIELD_NAME, FIELD_WHITESPACE};
        Refusal[] fold = {OBS_FOLD, FIELD_WHITESPACE};
        Refusal[] value = {FIELD_VALUE, LINE_END};
        return Stream.of(
                arguments("space before the colon", "X : y", name),
                arguments("tab before the colon", "X\t: y", name),
                arguments("empty name", ": y", name),
                arguments("no colon", "X", name),
                arguments("no colon, with a space", "X y", name),
                arguments("space in the name", "X Y: z", name),
                arguments("parenthesis in the name", "X(: y", name),
                arguments("slash in the name", "X/Y: z", name),
                arguments("at sign in the name", "X@: y", name),
                arguments("brackets in the name", "X[1]: y", name),
                arguments("quote in the name", "\"X\": y", name),
                arguments("comma in the name", "X,Y: z", name),
                arguments("equals sign in the name", "X=Y: z", name),
                arguments("NUL in the name", "X\0: y", name),
                arguments("high byte in the name", "X\u00e9: y", name),
                arguments("control character in the name", "X\u0001: y", name),
                arguments("DEL in the name", "X\u007f: y", name),
                arguments("folded with a space", "X: y\r\n z", fold),
                arguments("folded with a tab", "X: y\r\n\tz", fold),
                arguments("folded empty line", "X: y\r\n \r\nZ: 1", fold),
                arguments("NUL in the value", "X: a\0b", value),
                arguments("bare CR in the value", "X: a\rb", value),
                arguments("vertical tab in the value", "X: a\u000bb", value),
                arguments("form feed in the value", "X: a\fb", value),
                arguments("bell in the value", "X: \u0007", value),
                arguments("escape in the value", "X: \u001b[31m", value),
                arguments("DEL in the value", "X: a\u007f", value));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformed")
    void rule8RefusesAndCloses(String what, String field, Refusal[] expected) throws IOException {
        Refused.by(
                server,
                "GET /hello.txt HTTP/1.1\r\nHost: localhost\r\n" + field + "\r\n\r\n",
                expected);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformed")
    void rule8RefusesItAsTheLastOfManyFields(String what, String field, Refusal[] expected)
            throws IOException {
        Refused.by(
                server,
                "POST /app/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nAccept: */*\r\n"
                        + field
                        + "\r\n\r\nabc",
                expected);
    }

    static Stream<Arguments> wellFormed() {
        return Stream.of(
                arguments("no space", "X-A:b", "[b]"),
                arguments("surrounding white space", "X-A: \t b\t  ", "[b]"),
                arguments("inner white space stays", "X-A: a \t b", "[a \t b]"),
                arguments("empty value", "X-A:", "[]"),
                arguments("only white space", "X-A: \t ", "[]"),
                arguments("colons in the value", "X-A: a:b:c", "[a:b:c]"),
                arguments("obs-text", "X-A: \u00e9\u00ff", "[\u00e9\u00ff]"),
                arguments("two fields in their order", "X-A: 1\r\nX-A: 2", "[1, 2]"),
                arguments("another case", "X-A: 1\r\nx-a: 2", "[1, 2]"),
                arguments("quoted string", "X-A: \"a\\\"b\"", "[\"a\\\"b\"]"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wellFormed")
    void theServletSeesTheValue(String what, String field, String seen) throws IOException {
        RawResponse response = server.exchange(ServerUnderTest.request("GET", "/app/echo", field));
        assertThat(response.text().toLowerCase(java.util.Locale.ROOT))
                .contains("\n[x-a]" + seen + "\n");
    }

    @Test
    void takesEveryTokenCharacterInAName() throws IOException {
        String name = "!#$%&'*+-.^_`|~09azAZ";
        RawResponse response =
                server.exchange(ServerUnderTest.request("GET", "/app/echo", name + ": v"));
        assertThat(response.text()).contains("\n[" + name + "][v]\n");
    }
}
