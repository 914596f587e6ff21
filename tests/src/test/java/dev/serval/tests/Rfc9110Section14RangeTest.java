package dev.serval.tests;

import static dev.serval.tests.Message.get;
import static dev.serval.tests.Reply.hello;
import static dev.serval.tests.Reply.status;
import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** RFC 9110 §14: ranges of a file; security rule 21. Several: see DefaultServletTest. */
@OnEveryWire
final class Rfc9110Section14RangeTest {
    @Parameter ServerUnderTest server;

    static List<Row> rows() {
        return Rules.of("RFC 9110 §14.1.2")
                .rule(
                        "A byte range from, to, or of the last bytes, is that part of the file; its"
                                + " end may lie behind the file's.")
                .answers(
                        status(206)
                                .content(Site.HELLO.substring(0, 1))
                                .with(
                                        "Content-Range: bytes 0-0/13",
                                        "Content-Length: 1",
                                        "Content-Type: text/plain"),
                        get("/hello.txt", "Range: bytes=0-0"))
                .answers(
                        status(206)
                                .content(Site.HELLO.substring(0, 13))
                                .with(
                                        "Content-Range: bytes 0-12/13",
                                        "Content-Length: 13",
                                        "Content-Type: text/plain"),
                        get("/hello.txt", "Range: bytes=0-12"))
                .answers(
                        status(206)
                                .content(Site.HELLO.substring(0, 13))
                                .with(
                                        "Content-Range: bytes 0-12/13",
                                        "Content-Length: 13",
                                        "Content-Type: text/plain"),
                        get("/hello.txt", "Range: bytes=0-"))
                .answers(
                        status(206)
                                .content(Site.HELLO.substring(12, 13))
                                .with(
                                        "Content-Range: bytes 12-12/13",
                                        "Content-Length: 1",
                                        "Content-Type: text/plain"),
                        get("/hello.txt", "Range: bytes=12-"))
                .answers(
                        status(206)
                                .content(Site.HELLO.substring(5, 8))
                                .with(
                                        "Content-Range: bytes 5-7/13",
                                        "Content-Length: 3",
                                        "Content-Type: text/plain"),
                        get("/hello.txt", "Range: bytes=5-7"))
                .answers(
                        status(206)
                                .content(Site.HELLO.substring(5, 13))
                                .with(
                                        "Content-Range: bytes 5-12/13",
                                        "Content-Length: 8",
                                        "Content-Type: text/plain"),
                        get("/hello.txt", "Range: bytes=5-99"))
                .answers(
                        status(206)
                                .content(Site.HELLO.substring(5, 13))
                                .with(
                                        "Content-Range: bytes 5-12/13",
                                        "Content-Length: 8",
                                        "Content-Type: text/plain"),
                        get("/hello.txt", "Range: bytes=5-99999999999999999999"))
                .answers(
                        status(206)
                                .content(Site.HELLO.substring(12, 13))
                                .with(
                                        "Content-Range: bytes 12-12/13",
                                        "Content-Length: 1",
                                        "Content-Type: text/plain"),
                        get("/hello.txt", "Range: bytes=-1"))
                .answers(
                        status(206)
                                .content(Site.HELLO.substring(8, 13))
                                .with(
                                        "Content-Range: bytes 8-12/13",
                                        "Content-Length: 5",
                                        "Content-Type: text/plain"),
                        get("/hello.txt", "Range: bytes=-5"))
                .answers(
                        status(206)
                                .content(Site.HELLO.substring(0, 13))
                                .with(
                                        "Content-Range: bytes 0-12/13",
                                        "Content-Length: 13",
                                        "Content-Type: text/plain"),
                        get("/hello.txt", "Range: bytes=-13"))
                .answers(
                        status(206)
                                .content(Site.HELLO.substring(0, 13))
                                .with(
                                        "Content-Range: bytes 0-12/13",
                                        "Content-Length: 13",
                                        "Content-Type: text/plain"),
                        get("/hello.txt", "Range: bytes=-99"))
                .answers(
                        status(206)
                                .content(Site.HELLO.substring(7, 9))
                                .with(
                                        "Content-Range: bytes 7-8/13",
                                        "Content-Length: 2",
                                        "Content-Type: text/plain"),
                        get("/hello.txt", "Range: bytes=007-8"))
                .answers(
                        status(206)
                                .content(Site.HELLO.substring(0, 13))
                                .with(
                                        "Content-Range: bytes 0-12/13",
                                        "Content-Length: 13",
                                        "Content-Type: text/plain"),
                        get("/hello.txt", "Range: bytes=-99999999999999999999"))
                .section("RFC 9110 §14.2")
                .rule("What is no range of bytes is ignored: the whole file is sent.")
                .answers(
                        hello().without("Content-Range"),
                        get("/hello.txt", "Range: lines=1-2"),
                        get("/hello.txt", "Range: bytes"),
                        get("/hello.txt", "Range: bytes="),
                        get("/hello.txt", "Range: bytes=x"),
                        get("/hello.txt", "Range: bytes=5-2"),
                        get("/hello.txt", "Range: bytes=--5"),
                        get("/hello.txt", "Range: bytes=1-2-3"),
                        get("/hello.txt", "Range: bytes=+1-2"),
                        get("/hello.txt", "Range: bytes=a-b"),
                        get("/hello.txt", "Range: bytes 0-1"),
                        get("/hello.txt", "Range: bytes=0x1-2"),
                        get("/hello.txt", "Range: bytes=-"),
                        get("/hello.txt", "Range: =0-1"),
                        get("/hello.txt", "Range: bytes=,"),
                        get("/hello.txt", "Range:"),
                        get("/hello.txt", "Range: bytes=1 -2"),
                        get("/hello.txt", "Range: bytes=0-1;x"))
                .rule("A range counts for GET alone.")
                .answers(
                        status(200).toHead().with("Content-Length: 13").without("Content-Range"),
                        request("HEAD", "/hello.txt", "Range: bytes=0-0"))
                .answers(
                        status(405).without("Content-Range"),
                        request("POST", "/hello.txt", "Range: bytes=0-0"))
                .answers(status(404).without("Content-Range"), get("/missing", "Range: bytes=0-0"))
                .answers(status(206), get("/hello.txt", "Range: bytes=0-0"))
                .rule("Several ranges are the parts of one body.")
                .answers(
                        status(206).without("Content-Range").with("Accept-Ranges: bytes"),
                        get("/hello.txt", "Range: bytes=0-1,5-6,9-"),
                        get("/5m.bin", "Range: bytes=-1,0-0,999999999-"))
                .rule("More than 16 ranges are none: the whole file is sent.")
                .answers(
                        hello().without("Content-Range"),
                        get("/hello.txt", "Range: bytes=0-" + ",0-".repeat(16)),
                        get("/hello.txt", "Range: bytes=0-" + ",0-".repeat(1300)))
                .rule("Ranges that adjoin are one.")
                .answers(
                        status(206).content("Hell").with("Content-Range: bytes 0-3/13"),
                        get("/hello.txt", "Range: bytes=0-1, 2-3"),
                        get("/hello.txt", "Range: bytes=0-2,1-3"))
                .section("RFC 9110 §14.3")
                .rule("Accept-Ranges says that ranges are understood.")
                .answers(
                        status(200).with("Accept-Ranges: bytes"),
                        get("/hello.txt"),
                        get("/107k.bin"))
                .answers(
                        status(206).with("Accept-Ranges: bytes"),
                        get("/hello.txt", "Range: bytes=1-2"))
                .section("RFC 9110 §14.4")
                .rule("A range that lies behind the end is 416 and says how long the file is.")
                .answers(
                        status(416).with("Content-Range: bytes */13"),
                        get("/hello.txt", "Range: bytes=13-"),
                        get("/hello.txt", "Range: bytes=13-20"),
                        get("/hello.txt", "Range: bytes=999-"),
                        get("/hello.txt", "Range: bytes=-0"),
                        get("/hello.txt", "Range: bytes=20-30,40-"),
                        get("/hello.txt", "Range: bytes=99999999999999999999-"))
                .answers(
                        status(206).with("Content-Range: bytes 12-12/13"),
                        get("/hello.txt", "Range: bytes=12-13"))
                .section("RFC 9110 §14.5")
                .rule("A Content-Range in a request stores nothing.")
                .answers(
                        status(405),
                        request(
                                        "PUT",
                                        "/hello.txt",
                                        "Content-Range: bytes 0-0/13",
                                        "Content-Length: 1")
                                + "x",
                        request(
                                        "POST",
                                        "/hello.txt",
                                        "Content-Range: bytes 0-0/13",
                                        "Content-Length: 1")
                                + "x")
                .answers(hello(), get("/hello.txt", "Content-Range: bytes 0-0/13"))
                .rows();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void holds(Row row) throws IOException {
        row.play(server);
    }

    @ParameterizedTest(name = "bytes={0} of {1}")
    @CsvSource({
        "100-5000, 40k.bin", "40959-, 40k.bin", "1-, 107k.bin", "-70000, 107k.bin",
        "0-5242878, 5m.bin", "1000000-4999999, 5m.bin", "-1, 5m.bin", "5242879-, 5m.bin"
    })
    void sendsThePartOfABigFile(String range, String file) throws IOException {
        byte[] whole = server.site().read(file);
        RawResponse response = server.exchange(get("/" + file, "Range: bytes=" + range));
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
}
