package dev.serval.tests;

import static dev.serval.tests.Message.get;
import static dev.serval.tests.Reply.hello;
import static dev.serval.tests.Reply.status;
import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.tests.Reply.Framing;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * RFC 9110 §13 and §8.8: preconditions, in the order of §13.2.2, and validators; security rule 21.
 */
@OnEveryWire
final class Rfc9110Section13ConditionalRequestsTest {
    private static final String TAG = Site.HELLO_ETAG;
    private static final String SAME = Site.LAST_MODIFIED;
    private static final String EARLIER = "Mon, 01 Jan 2024 00:00:00 GMT";
    private static final String LATER = "Wed, 03 Jan 2024 00:00:00 GMT";

    @Parameter ServerUnderTest server;

    static List<Row> rows() {
        return Rules.of("RFC 9110 §8.8.2")
                .rule("Last-Modified is when the file was changed, in whole seconds.")
                .answers(
                        status(200).with("Last-Modified: " + SAME),
                        get("/hello.txt"),
                        get("/5m.bin"))
                .section("RFC 9110 §8.8.3")
                .rule(
                        "An entity tag is quoted and strong for a file that is old, and the same"
                                + " for GET, HEAD, 304 and 206.")
                .answers(status(200).with("ETag: " + TAG), get("/hello.txt"))
                .answers(status(200).toHead().with("ETag: " + TAG), request("HEAD", "/hello.txt"))
                .answers(
                        status(304)
                                .framed(Framing.NONE)
                                .with("ETag: " + TAG)
                                .without("Last-Modified", "Content-Type"),
                        get("/hello.txt", "If-None-Match: " + TAG))
                .answers(status(206).with("ETag: " + TAG), get("/hello.txt", "Range: bytes=0-0"))
                .section("RFC 9110 §13.1.1")
                .rule(
                        "If-Match compares strongly: what does not match is 412, without the"
                                + " content.")
                .answers(
                        hello(),
                        get("/hello.txt", "If-Match: " + TAG),
                        get("/hello.txt", "If-Match: *"),
                        get("/hello.txt", "If-Match: \"x\", " + TAG),
                        get("/hello.txt", "If-Match: \"x\"", "If-Match: " + TAG))
                .answers(
                        status(412).with("ETag: " + TAG),
                        get("/hello.txt", "If-Match: \"x\""),
                        get("/hello.txt", "If-Match: W/" + TAG),
                        get("/hello.txt", "If-Match: x"),
                        get("/hello.txt", "If-Match:"))
                .answers(
                        status(412).toHead().with("ETag: " + TAG),
                        request("HEAD", "/hello.txt", "If-Match: \"x\""))
                .section("RFC 9110 §13.1.2")
                .rule("If-None-Match compares weakly: what matches is 304.")
                .answers(
                        status(304).framed(Framing.NONE).with("ETag: " + TAG),
                        get("/hello.txt", "If-None-Match: " + TAG),
                        get("/hello.txt", "If-None-Match: W/" + TAG),
                        get("/hello.txt", "If-None-Match: *"),
                        get("/hello.txt", "If-None-Match: \"x\", " + TAG),
                        get("/hello.txt", "If-None-Match: \"x\"," + TAG + ",\"y\""),
                        get("/hello.txt", "If-None-Match: \"a,b\", " + TAG),
                        get("/hello.txt", "If-None-Match: ,, " + TAG),
                        get("/hello.txt", "If-None-Match: \"x\"", "If-None-Match: " + TAG),
                        request("HEAD", "/hello.txt", "If-None-Match: " + TAG))
                .answers(
                        hello(),
                        get("/hello.txt", "If-None-Match: \"x\""),
                        get("/hello.txt", "If-None-Match: x"),
                        get("/hello.txt", "If-None-Match:"),
                        get("/hello.txt", "If-None-Match: " + TAG.substring(1, TAG.length() - 1)),
                        get("/hello.txt", "If-None-Match: w/" + TAG),
                        get("/hello.txt", "If-None-Match: \"" + TAG))
                .answers(status(405), request("PUT", "/hello.txt", "If-None-Match: *"))
                .section("RFC 9110 §13.1.3")
                .rule(
                        "If-Modified-Since takes the three forms of a date; the same or a later one"
                                + " is 304, what is no date is ignored.")
                .answers(
                        status(304).framed(Framing.NONE).with("ETag: " + TAG),
                        get("/hello.txt", "If-Modified-Since: " + SAME),
                        get("/hello.txt", "If-Modified-Since: " + LATER),
                        get("/hello.txt", "If-Modified-Since: Tuesday, 02-Jan-24 03:04:05 GMT"),
                        get("/hello.txt", "If-Modified-Since: Tue Jan  2 03:04:05 2024"))
                .answers(
                        hello(),
                        get("/hello.txt", "If-Modified-Since: " + EARLIER),
                        get("/hello.txt", "If-Modified-Since: yesterday"),
                        get("/hello.txt", "If-Modified-Since: 1704164645"),
                        get("/hello.txt", "If-Modified-Since:"),
                        get("/hello.txt", "If-Modified-Since: 2024-01-03T00:00:00Z"))
                .section("RFC 9110 §13.1.4")
                .rule("If-Unmodified-Since: what was changed since is 412.")
                .answers(
                        hello(),
                        get("/hello.txt", "If-Unmodified-Since: " + SAME),
                        get("/hello.txt", "If-Unmodified-Since: " + LATER),
                        get("/hello.txt", "If-Unmodified-Since: never"))
                .answers(status(412), get("/hello.txt", "If-Unmodified-Since: " + EARLIER))
                .section("RFC 9110 §13.1.5")
                .rule(
                        "If-Range lets the range through for exactly this strong validator; else"
                                + " all is sent.")
                .answers(
                        status(206).content("H").with("Content-Range: bytes 0-0/13"),
                        get("/hello.txt", "If-Range: " + TAG, "Range: bytes=0-0"),
                        get("/hello.txt", "If-Range: " + SAME, "Range: bytes=0-0"))
                .answers(
                        hello(),
                        get("/hello.txt", "If-Range: W/" + TAG, "Range: bytes=0-0"),
                        get("/hello.txt", "If-Range: \"x\"", "Range: bytes=0-0"),
                        get("/hello.txt", "If-Range: " + EARLIER, "Range: bytes=0-0"),
                        get("/hello.txt", "If-Range: " + LATER, "Range: bytes=0-0"),
                        get("/hello.txt", "If-Range: \"x\"", "Range: bytes=99-"),
                        get("/hello.txt", "If-Range: " + TAG),
                        get("/hello.txt", "If-Range:", "Range: bytes=0-0"))
                .section("RFC 9110 §13.2.2")
                .rule(
                        "Preconditions count in their order: If-Match, else If-Unmodified-Since;"
                                + " If-None-Match, else If-Modified-Since; then the range.")
                .answers(
                        hello(),
                        get("/hello.txt", "If-None-Match: \"x\"", "If-Modified-Since: " + LATER),
                        get("/hello.txt", "If-Match: " + TAG, "If-Unmodified-Since: " + EARLIER))
                .answers(
                        status(304).framed(Framing.NONE),
                        get("/hello.txt", "If-None-Match: " + TAG, "If-Modified-Since: " + EARLIER),
                        get("/hello.txt", "If-Match: " + TAG, "If-None-Match: " + TAG),
                        get("/hello.txt", "If-None-Match: " + TAG, "Range: bytes=0-0"),
                        get("/hello.txt", "If-None-Match: " + TAG, "Range: bytes=99-"))
                .answers(
                        status(412),
                        get("/hello.txt", "If-Match: \"x\"", "If-Unmodified-Since: " + LATER),
                        get("/hello.txt", "If-Match: \"x\"", "If-None-Match: " + TAG),
                        get(
                                "/hello.txt",
                                "If-Unmodified-Since: " + EARLIER,
                                "If-None-Match: " + TAG),
                        get("/hello.txt", "If-Match: \"x\"", "Range: bytes=0-0"))
                .answers(
                        status(206).content("H"),
                        get("/hello.txt", "If-None-Match: \"x\"", "Range: bytes=0-0"),
                        get("/hello.txt", "If-Match: " + TAG, "Range: bytes=0-0"))
                .section("RFC 9110 §13.2.1")
                .rule("A precondition does not change what is an error without it.")
                .answers(
                        status(404),
                        get("/missing", "If-None-Match: *"),
                        get("/missing", "If-Match: *"),
                        get("/missing", "If-Modified-Since: " + SAME))
                .answers(status(302), get("/dir", "If-None-Match: *"))
                .answers(status(405), request("DELETE", "/hello.txt", "If-Match: \"x\""))
                .answers(hello(), get("/hello.txt"))
                .rows();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void holds(Row row) throws IOException {
        row.play(server);
    }

    @Test
    void a304IsExactlyThis() throws IOException {
        assertThat(server.exchange(get("/hello.txt", "If-None-Match: " + TAG)).head())
                .isEqualTo("HTTP/1.1 304 Not Modified\r\nDate: *\r\nETag: " + TAG + "\r\n\r\n");
    }

    /** Which comes from the disk. */
    @Test
    void aBigFileHasTheSameConditions() throws IOException {
        String tag = server.get("/5m.bin").field("ETag");
        assertThat(server.exchange(get("/5m.bin", "If-None-Match: " + tag)).status())
                .isEqualTo(304);
        assertThat(server.exchange(get("/5m.bin", "If-Match: \"x\"")).status()).isEqualTo(412);
        assertThat(server.exchange(get("/5m.bin", "If-Range: " + tag, "Range: bytes=0-0")).status())
                .isEqualTo(206);
    }
}
