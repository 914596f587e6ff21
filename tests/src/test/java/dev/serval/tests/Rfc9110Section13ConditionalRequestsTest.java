package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** RFC 9110 §13: preconditions, in the order of §13.2.2; security rule 21. */
@OnEveryWire
final class Rfc9110Section13ConditionalRequestsTest {
    private static final String SAME = Site.LAST_MODIFIED;
    private static final String EARLIER = "Mon, 01 Jan 2024 00:00:00 GMT";
    private static final String LATER = "Wed, 03 Jan 2024 00:00:00 GMT";

    @Parameter ServerUnderTest server;

    /** Status, then field lines; {@code @} stands for the file's entity tag. */
    static Stream<Arguments> table() {
        return Stream.of(
                arguments(304, "If-None-Match: @"),
                arguments(304, "If-None-Match: W/@"),
                arguments(304, "If-None-Match: *"),
                arguments(304, "If-None-Match: \"x\", @"),
                arguments(304, "If-None-Match: \"x\",@,\"y\""),
                arguments(304, "If-None-Match: \"a,b\", @"),
                arguments(304, "If-None-Match: \"x\"\r\nIf-None-Match: @"),
                arguments(200, "If-None-Match: \"x\""),
                arguments(200, "If-None-Match: x"),
                arguments(200, "If-None-Match:"),
                arguments(304, "If-Modified-Since: " + SAME),
                arguments(304, "If-Modified-Since: " + LATER),
                arguments(304, "If-Modified-Since: Tuesday, 02-Jan-24 03:04:05 GMT"),
                arguments(304, "If-Modified-Since: Tue Jan  2 03:04:05 2024"),
                arguments(200, "If-Modified-Since: " + EARLIER),
                arguments(200, "If-Modified-Since: yesterday"),
                arguments(200, "If-Modified-Since: 1704164645"),
                arguments(200, "If-None-Match: \"x\"\r\nIf-Modified-Since: " + LATER),
                arguments(304, "If-None-Match: @\r\nIf-Modified-Since: " + EARLIER),
                arguments(200, "If-Match: @"),
                arguments(200, "If-Match: *"),
                arguments(200, "If-Match: \"x\", @"),
                arguments(412, "If-Match: \"x\""),
                arguments(412, "If-Match: W/@"),
                arguments(412, "If-Unmodified-Since: " + EARLIER),
                arguments(200, "If-Unmodified-Since: " + SAME),
                arguments(200, "If-Unmodified-Since: " + LATER),
                arguments(200, "If-Unmodified-Since: never"),
                arguments(200, "If-Match: @\r\nIf-Unmodified-Since: " + EARLIER),
                arguments(412, "If-Match: \"x\"\r\nIf-Unmodified-Since: " + LATER),
                arguments(412, "If-Match: \"x\"\r\nIf-None-Match: @"),
                arguments(304, "If-Match: @\r\nIf-None-Match: @"),
                arguments(412, "If-Unmodified-Since: " + EARLIER + "\r\nIf-None-Match: @"),
                arguments(304, "If-None-Match: @\r\nRange: bytes=0-0"),
                arguments(412, "If-Match: \"x\"\r\nRange: bytes=0-0"),
                arguments(206, "If-None-Match: \"x\"\r\nRange: bytes=0-0"),
                arguments(206, "If-Range: @\r\nRange: bytes=0-0"),
                arguments(200, "If-Range: W/@\r\nRange: bytes=0-0"),
                arguments(200, "If-Range: \"x\"\r\nRange: bytes=0-0"),
                arguments(206, "If-Range: " + SAME + "\r\nRange: bytes=0-0"),
                arguments(200, "If-Range: " + EARLIER + "\r\nRange: bytes=0-0"),
                arguments(200, "If-Range: " + LATER + "\r\nRange: bytes=0-0"),
                arguments(200, "If-Range: @\r\nRange: bytes=99-".replace("@", "\"x\"")),
                arguments(200, "If-Range: @"));
    }

    @ParameterizedTest(name = "{0} for {1}")
    @MethodSource("table")
    void getOfASmallFile(int status, String fields) throws IOException {
        check("GET", "/hello.txt", status, fields);
    }

    @ParameterizedTest(name = "{0} for {1}")
    @MethodSource("table")
    void getOfABigFile(int status, String fields) throws IOException {
        check("GET", "/5m.bin", status, fields);
    }

    @ParameterizedTest(name = "{0} for {1}")
    @MethodSource("table")
    void headIgnoresTheRangeAlone(int status, String fields) throws IOException {
        check("HEAD", "/hello.txt", status == 206 ? 200 : status, fields);
    }

    private void check(String method, String file, int status, String fields) throws IOException {
        String etag = server.get(file).field("ETag");
        assertThat(etag).as("a strong tag for a file that is old").matches("\"[^\"]+\"");
        try (RawClient client = server.connect()) {
            RawResponse response =
                    client.exchange(request(method, file, fields.replace("@", etag)));
            assertThat(response.status()).isEqualTo(status);
            if (status != 412) {
                assertThat(response.field("ETag")).isEqualTo(etag);
            }
            if (status == 304) {
                assertThat(response.body()).isEmpty();
                assertThat(response.field("Transfer-Encoding")).isNull();
                assertThat(response.field("Date")).isNotNull();
            }
            // No stray body behind a 304 or a HEAD.
            assertThat(client.exchange(request("GET", "/hello.txt")).text()).isEqualTo(Site.HELLO);
        }
    }

    @Test
    void a304IsExactlyThis() throws IOException {
        String etag = server.get("/hello.txt").field("ETag");
        RawResponse response =
                server.exchange(request("GET", "/hello.txt", "If-None-Match: " + etag));
        assertThat(response.head())
                .isEqualTo("HTTP/1.1 304 Not Modified\r\nDate: *\r\nETag: " + etag + "\r\n\r\n");
    }
}
