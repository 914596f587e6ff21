package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 9110 §15: reason phrases, letter by letter, and the head of a file as a whole. */
@OnEveryWire
final class Rfc9110Section15StatusTest {
    @Parameter ServerUnderTest server;

    @ParameterizedTest
    @CsvSource({
        "200, OK",
        "201, Created",
        "202, Accepted",
        "302, Found",
        "400, Bad Request",
        "403, Forbidden",
        "404, Not Found",
        "409, Conflict",
        "410, Gone",
        "413, Content Too Large",
        "422, Unprocessable Content",
        "429, Too Many Requests",
        "500, Internal Server Error",
        "503, Service Unavailable"
    })
    void sendsTheReasonPhrase(int status, String reason) throws IOException {
        RawResponse response = server.get("/app/status?" + status);
        assertThat(response.statusLine()).isEqualTo("HTTP/1.1 " + status + " " + reason);
        assertThat(response.text()).isEqualTo("body\n");
    }

    @Test
    void anUnknownStatusHasAnEmptyReasonBehindItsSpace() throws IOException {
        // RFC 9112 §4: the space stays.
        assertThat(server.get("/app/status?299").statusLine()).isEqualTo("HTTP/1.1 299 ");
    }

    @Test
    void aFilesHeadIsExactlyThis() throws IOException {
        RawResponse response = server.get("/hello.txt");
        assertThat(response.head())
                .isEqualTo(
                        "HTTP/1.1 200 OK\r\nDate: *\r\nContent-Type: text/plain\r\nLast-Modified: "
                                + Site.LAST_MODIFIED
                                + "\r\nETag: "
                                + response.field("ETag")
                                + "\r\nAccept-Ranges: bytes\r\nContent-Length: 13\r\n\r\n");
    }

    @Test
    void theSecondAnswerForAFileIsTheFirst() throws IOException {
        // The first comes from the default servlet, later ones from the fast path.
        RawResponse first = server.get("/style.css?first");
        for (int i = 0; i < 3; i++) {
            RawResponse again = server.get("/style.css");
            assertThat(again.head()).isEqualTo(first.head());
            assertThat(again.body()).isEqualTo(first.body());
        }
    }
}
