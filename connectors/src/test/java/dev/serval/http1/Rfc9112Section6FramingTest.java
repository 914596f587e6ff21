package dev.serval.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.Framing;
import dev.serval.http.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Rfc9112Section6FramingTest {
    private static Heads.Parsed withCoding(String value) {
        return Heads.parse(Heads.with("Transfer-Encoding:" + value + "\r\n"));
    }

    @Test
    void hasNoBodyWithoutLengthAndCoding() {
        Heads.Parsed parsed = Heads.parse(Heads.with(""));
        assertThat(parsed.framing()).isEqualTo(Framing.NONE);
        assertThat(parsed.contentLength()).isEqualTo(-1);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "5, 5",
        "005, 5",
        "00000000000000000000000000005, 5",
        "2147483648, 2147483648",
        "9223372036854775807, 9223372036854775807"
    })
    void takesALength(String value, long length) {
        Heads.Parsed parsed = Heads.parse(Heads.with("Content-Length: " + value + "\r\n"));
        assertThat(parsed.framing()).isEqualTo(Framing.LENGTH);
        assertThat(parsed.contentLength()).isEqualTo(length);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "+5",
                "-5",
                "-0",
                "0x5",
                "5a",
                "a",
                "5.0",
                "5e1",
                "1 0",
                "5;",
                "5,",
                ",5",
                "5, 5",
                "5,5",
                "5, 6",
                "\"5\"",
                "9223372036854775808",
                "18446744073709551621",
                "99999999999999999999999999",
                "\u0665",
                "\u00b2",
                "\u00b5",
                "1_000"
            })
    void refusesALengthThatIsNotDigitsOfALong(String value) {
        Heads.refused(Heads.with("Content-Length: " + value + "\r\n"), Refusal.CONTENT_LENGTH);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 5\r\nContent-Length: 5\r\n",
                "content-length: 5\r\nX: y\r\nCONTENT-LENGTH: 5\r\nContent-Length: 5\r\n"
            })
    void takesEqualLengths(String lines) {
        assertThat(Heads.parse(Heads.with(lines)).contentLength()).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 5\r\nContent-Length: 6\r\n",
                "Content-Length: 0\r\nContent-Length: 6\r\n",
                "Content-Length: 5\r\nContent-Length: 5\r\ncontent-length: 0\r\n"
            })
    void refusesDifferingLengths(String lines) {
        Heads.refused(Heads.with(lines), Refusal.CONTENT_LENGTH);
    }

    @ParameterizedTest
    @ValueSource(strings = {" chunked", "chunked", " CHUNKED", " Chunked ", "\tchunked\t"})
    void takesChunkedInAnyCase(String value) {
        Heads.Parsed parsed = withCoding(value);
        assertThat(parsed.framing()).isEqualTo(Framing.CHUNKED);
        assertThat(parsed.contentLength()).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                ",",
                "chunked,",
                ",chunked",
                "chunked, chunked",
                "chunked,chunked",
                "chunked, gzip",
                "chunked, identity",
                "gzip, chunked, chunked",
                "chunked, , gzip",
                "gzip,,chunked",
                "gzip, ",
                "chunked;a=b",
                "chunked ;a",
                "chunked;",
                "chunked chunked",
                "chunked gzip",
                "gzip chunked",
                "\"chunked\"",
                "chunked\u00e9",
                "\u000bchunked",
                "chun(ked",
                "chunked\0"
            })
    void refusesAMalformedCoding(String value) {
        boolean control = value.contains("\0") || value.contains("\u000b");
        assertThat(withCoding(value).refusal())
                .isEqualTo(control ? Refusal.FIELD_VALUE : Refusal.TRANSFER_CODING);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gzip",
                "identity",
                "xchunked",
                "chunkedx",
                "chunke",
                "gzip, chunked",
                "gzip,chunked",
                "deflate, gzip , chunked",
                "identity, chunked",
                "x;a=\", chunked\"",
                "trailers"
            })
    void doesNotSupportOtherCodings(String value) {
        assertThat(withCoding(value).refusal()).isEqualTo(Refusal.UNKNOWN_CODING);
    }

    @ParameterizedTest
    @CsvSource({
        "chunked, chunked, TRANSFER_CODING",
        "chunked, gzip, TRANSFER_CODING",
        "chunked, identity, TRANSFER_CODING",
        "gzip, chunked, UNKNOWN_CODING",
        "gzip;a, chunked, UNKNOWN_CODING",
        "chunked, '', TRANSFER_CODING"
    })
    void judgesSeveralFieldsAsOneList(String first, String second, Refusal refusal) {
        String lines = "Transfer-Encoding: " + first + "\r\nTransfer-Encoding: " + second + "\r\n";
        Heads.refused(Heads.with(lines), refusal);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
                "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
                "Content-Length: 0\r\ntransfer-encoding: CHUNKED\r\n",
                "Content-Length: 5\r\nTransfer-Encoding: gzip\r\n",
                "Content-Length: 5\r\nTransfer-Encoding: gzip, chunked\r\n"
            })
    void refusesLengthAndCodingTogether(String lines) {
        Heads.refused(Heads.with(lines), Refusal.LENGTH_AND_CODING);
    }

    @Test
    void refusesAMalformedLengthBesideACoding() {
        String lines = "Transfer-Encoding: chunked\r\nContent-Length: x\r\n";
        Heads.refused(Heads.with(lines), Refusal.CONTENT_LENGTH);
    }

    @ParameterizedTest
    @ValueSource(strings = {"chunked", "gzip", "identity", ""})
    void refusesACodingInHttp10(String value) {
        Heads.refused(
                "POST / HTTP/1.0\r\nTransfer-Encoding: " + value + "\r\n\r\n",
                Refusal.TRANSFER_CODING);
    }

    @Test
    void takesALengthInHttp10() {
        assertThat(Heads.parse("POST / HTTP/1.0\r\nContent-Length: 5\r\n\r\nhello").contentLength())
                .isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "DELETE", "OPTIONS", "PURGE"})
    void everyMethodMayHaveABody(String method) {
        String head = method + " / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n";
        Heads.Parsed parsed = Heads.parse(head + "hello");
        assertThat(parsed.contentLength()).isEqualTo(5);
        assertThat(parsed.length()).isEqualTo(head.length());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content_Length: 5\r\n",
                "X-Content-Length: 5\r\n",
                "Content-Lengt: 5\r\n",
                "Transfer_Encoding: chunked\r\n",
                "TransferEncoding: chunked\r\n"
            })
    void doesNotTakeAnotherNameForOneOfThese(String line) {
        assertThat(Heads.parse(Heads.with(line)).framing()).isEqualTo(Framing.NONE);
    }
}
