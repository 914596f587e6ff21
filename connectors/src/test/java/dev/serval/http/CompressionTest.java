package dev.serval.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompressionTest {
    private static final Compression FORCE = Compression.OFF.with(Compression.Mode.FORCE);

    /** Status, fields, length; whether it is compressed when that is on, and with force. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 | Content-Type: text/html                             | 2048 | true  | true",
                "200 | Content-Type: text/html                             | 2047 | false | true",
                "200 | Content-Type: text/html                             | -1   | true  | true",
                "200 | Content-Type: text/html                             | 0    | false | false",
                "200 | Content-Type: text/html;charset=utf-8               | 5000 | true  | true",
                "200 | Content-Type: TEXT/HTML                             | 5000 | true  | true",
                "200 | Content-Type: text/css                              | 5000 | true  | true",
                "200 | Content-Type: application/json                      | 5000 | true  | true",
                "200 | Content-Type: image/png                             | 5000 | false | true",
                "200 | Content-Type: text/event-stream                     | -1   | false | true",
                "200 | X: y                                                | 5000 | false | true",
                "404 | Content-Type: text/html                             | 5000 | true  | true",
                "500 | Content-Type: text/html                             | 5000 | true  | true",
                "416 | Content-Type: text/html                             | 5000 | true  | true",
                "204 | Content-Type: text/html                             | 5000 | false | false",
                "205 | Content-Type: text/html                             | 5000 | false | false",
                "206 | Content-Type: text/html                             | 5000 | false | false",
                "304 | Content-Type: text/html                             | 5000 | false | false",
                "200 | Content-Type: text/html; Content-Range: bytes 0-1/2 | 5000 | false | false",
                "200 | Content-Type: text/html; Content-Encoding: br       | 5000 | false | false",
                "200 | Content-Type: text/html; Content-Encoding: x-gzip   | 5000 | false | false",
                "200 | Content-Type: text/html; Content-Encoding: GZIP     | 5000 | false | false",
                "200 | Content-Type: text/html; Content-Encoding: identity | 5000 | false | false",
                "200 | Content-Type: text/html; Content-Encoding: a, zstd  | 5000 | false | false",
                "200 | Content-Type: text/html; Content-Encoding: a        | 5000 | true  | true",
                "200 | Content-Type: text/html; Cache-Control: no-transform| 5000 | false | false",
                "200 | Content-Type: text/html; Cache-Control: a, NO-Transform | 5000 | false|false",
                "200 | Content-Type: text/html; Cache-Control: no-store    | 5000 | true  | true",
                "200 | Content-Type: text/html; Repr-Digest: x             | 5000 | false | false",
                "200 | Content-Type: text/html; content-md5: x             | 5000 | false | false",
                "200 | Content-Type: text/html; ETag: \"x\"                | 5000 | true  | true",
            })
    void covers(int status, String fields, long length, boolean on, boolean forced) {
        assertThat(Compression.ON.covers(status, fields(fields), length)).isEqualTo(on);
        assertThat(FORCE.covers(status, fields(fields), length)).isEqualTo(forced);
        assertThat(Compression.OFF.covers(status, fields(fields), length)).isFalse();
    }

    @Test
    void codingsOfTheApplicationAreThoseThatAreNamed() {
        Compression none =
                new Compression(
                        Compression.Mode.ON,
                        1,
                        Compression.OFF.compressibleMimeType(),
                        null,
                        java.util.Set.of("aws"));

        assertThat(none.covers(200, fields("Content-Type: text/css; Content-Encoding: br"), 9))
                .isTrue();
        assertThat(none.covers(200, fields("Content-Type: text/css; Content-Encoding: aws"), 9))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Accept-Encoding: gzip                    | true  | true",
                "Accept-Encoding: *                       | true  | true",
                "Accept-Encoding: br                      | false | false",
                "Accept-Encoding: gzip;q=0                | false | false",
                "Accept-Encoding: identity, gzip;q=0.1    | false | false",
                "Host: x                                  | false | false",
                "Accept-Encoding: gzip; User-Agent: Old 1 | false | true",
                "Accept-Encoding: gzip; User-Agent: Odd 1 | true  | true",
                "Accept-Encoding: gzip; User-Agent: An Old| true  | true",
            })
    void serves(String fields, boolean on, boolean forced) {
        RequestHead head = AcceptEncodingTest.head(fields.split("; (?=User)"));
        assertThat(excluding("Old.*", Compression.Mode.ON).serves(head)).isEqualTo(on);
        assertThat(excluding("Old.*", Compression.Mode.FORCE).serves(head)).isEqualTo(forced);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "X: y                             | Accept-Encoding",
                "Vary: Origin                     | Origin, Accept-Encoding",
                "Vary: Origin; Vary: Cookie       | Origin, Cookie, Accept-Encoding",
                "Vary: accept-encoding            | accept-encoding",
                "Vary: Origin, ACCEPT-Encoding    | Origin, ACCEPT-Encoding",
                "Vary: *                          | *",
                "Vary: Accept-Encoding-Not        | Accept-Encoding-Not, Accept-Encoding",
            })
    void varyIsMerged(String fields, String expected) {
        Fields response = fields(fields);
        Compression.vary(response);
        assertThat(response.all(FieldName.VARY)).containsExactly(expected);
    }

    @Test
    void theTagBecomesWeakAndPartsAreNotOffered() {
        Fields response = fields("ETag: \"a\"; Accept-Ranges: bytes");
        Compression.encode(response);
        assertThat(response.get(FieldName.ETAG)).isEqualTo("W/\"a\"");
        assertThat(response.get(FieldName.CONTENT_ENCODING)).isEqualTo("gzip");
        assertThat(response.has(FieldName.ACCEPT_RANGES)).isFalse();

        Fields weak = fields("ETag: W/\"a\"; Content-Encoding: other");
        Compression.encode(weak);
        assertThat(weak.get(FieldName.ETAG)).isEqualTo("W/\"a\"");
        assertThat(weak.get(FieldName.CONTENT_ENCODING)).isEqualTo("other, gzip");
    }

    /** RFC 9111 §4.3.4. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "W/\"a\"         | W/\"a\" | true",
                "\"x\", W/\"a\"  | W/\"a\" | true",
                "\"a\"           | \"a\"   | false",
                "W/\"ab\"        | \"a\"   | false",
                "*               | \"a\"   | false",
            })
    void a304NamesTheTagThatTheClientHas(String known, String tag, boolean varies) {
        Fields response = fields("ETag: \"a\"");
        Compression.validate(AcceptEncodingTest.head("If-None-Match: " + known), response);
        assertThat(response.get(FieldName.ETAG)).isEqualTo(tag);
        assertThat(response.has(FieldName.VARY)).isEqualTo(varies);
    }

    private static Compression excluding(String agents, Compression.Mode mode) {
        return new Compression(
                mode,
                2048,
                Compression.OFF.compressibleMimeType(),
                Pattern.compile(agents),
                Compression.OFF.noCompressionEncodings());
    }

    private static Fields fields(String lines) {
        Fields fields = new Fields();
        for (String line : lines.split("; (?=[A-Za-z0-9-]+: )")) {
            String[] parts = line.split(": ", 2);
            fields.add(FieldName.of(parts[0]), parts[1].strip());
        }
        return fields;
    }
}
