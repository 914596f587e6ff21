package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9110 §14: one range of a file; security rule 21. */
@OnEveryWire
final class Rfc9110Section14RangeTest {
    @Parameter ServerUnderTest server;

    @ParameterizedTest(name = "bytes={0} of 13")
    @CsvSource({
        "0-0, 0, 0",
        "0-12, 0, 12",
        "0-, 0, 12",
        "12-, 12, 12",
        "5-7, 5, 7",
        "5-99, 5, 12",
        "5-99999999999999999999, 5, 12",
        "-1, 12, 12",
        "-5, 8, 12",
        "-13, 0, 12",
        "-99, 0, 12",
        "007-8, 7, 8"
    })
    void sendsThePart(String range, int first, int last) throws IOException {
        RawResponse response =
                server.exchange(request("GET", "/hello.txt", "Range: bytes=" + range));
        assertThat(response.statusLine()).isEqualTo("HTTP/1.1 206 Partial Content");
        assertThat(response.field("Content-Range"))
                .isEqualTo("bytes " + first + "-" + last + "/13");
        assertThat(response.text()).isEqualTo(Site.HELLO.substring(first, last + 1));
    }

    @ParameterizedTest(name = "bytes={0} of {1}")
    @CsvSource({
        "100-5000, 40k.bin", "40959-, 40k.bin", "1-, 107k.bin", "-70000, 107k.bin",
        "0-5242878, 5m.bin", "1000000-4999999, 5m.bin", "-1, 5m.bin", "5242879-, 5m.bin"
    })
    void sendsThePartOfABigFile(String range, String file) throws IOException {
        byte[] whole = server.site().read(file);
        RawResponse response = server.exchange(request("GET", "/" + file, "Range: bytes=" + range));
        String[] bounds = range.split("-", -1);
        int first =
                bounds[0].isEmpty()
                        ? whole.length - Integer.parseInt(bounds[1])
                        : Integer.parseInt(bounds[0]);
        int last =
                bounds[0].isEmpty() || bounds[1].isEmpty()
                        ? whole.length - 1
                        : Integer.parseInt(bounds[1]);
        assertThat(response.status()).isEqualTo(206);
        assertThat(response.field("Content-Range"))
                .isEqualTo("bytes " + first + "-" + last + "/" + whole.length);
        assertThat(response.body()).isEqualTo(Arrays.copyOfRange(whole, first, last + 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"bytes=13-", "bytes=13-20", "bytes=999-", "bytes=-0", "bytes=20-30,40-"})
    void says416WithTheLengthWhenNothingIsThere(String range) throws IOException {
        RawResponse response = server.exchange(request("GET", "/hello.txt", "Range: " + range));
        assertThat(response.statusLine()).isEqualTo("HTTP/1.1 416 Range Not Satisfiable");
        assertThat(response.field("Content-Range")).isEqualTo("bytes */13");
        assertThat(response.text()).doesNotContain(Site.HELLO);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "lines=1-2", "bytes", "bytes=", "bytes=x", "bytes=5-2", "bytes=--5", "bytes=1-2-3",
                "bytes=+1-2", "bytes=a-b", "bytes 0-1", "bytes=0x1-2", "bytes=-", "=0-1", "bytes=,"
            })
    void ignoresAMalformedOrUnknownRange(String range) throws IOException {
        RawResponse response = server.exchange(request("GET", "/hello.txt", "Range: " + range));
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.text()).isEqualTo(Site.HELLO);
    }

    @Test
    void rule21ManyRangesNeverCostMoreThanTheFile() throws IOException {
        String ranges = "bytes=0-" + ",0-".repeat(1300);
        RawResponse response = server.exchange(request("GET", "/107k.bin", "Range: " + ranges));
        assertThat(response.status()).isIn(200, 206, 416);
        assertThat(response.body().length).isLessThanOrEqualTo(107 * 1024);
    }

    @Test
    void rule21SeveralRangesNeverCostMoreThanTheFile() throws IOException {
        RawResponse response =
                server.exchange(request("GET", "/hello.txt", "Range: bytes=0-1,5-6,9-"));
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.text()).isEqualTo(Site.HELLO);
    }

    @Test
    void anEmptyFileHasNoRange() throws IOException {
        RawResponse response = server.exchange(request("GET", "/empty.txt", "Range: bytes=0-"));
        assertThat(response.status()).isIn(200, 416);
        if (response.status() == 416) {
            assertThat(response.field("Content-Range")).isEqualTo("bytes */0");
        }
    }

    @Test
    void announcesRanges() throws IOException {
        assertThat(server.get("/hello.txt").field("Accept-Ranges")).isEqualTo("bytes");
    }

    @Test
    void keepsTheConnectionAfterAPart() throws IOException {
        try (RawClient client = server.connect()) {
            client.exchange(request("GET", "/5m.bin", "Range: bytes=7-600000"));
            assertThat(client.exchange(request("GET", "/hello.txt")).text()).isEqualTo(Site.HELLO);
        }
    }
}
