package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9110 §15 and §6.4.1: status lines, and which responses have no body. */
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

    @ParameterizedTest
    @ValueSource(ints = {204, 304})
    void sendsNoBodyAndNoTransferCoding(int status) throws IOException {
        try (RawClient client = server.connect()) {
            client.send(request("GET", "/app/status?" + status) + request("GET", "/hello.txt"));
            RawResponse response = client.response();
            assertThat(response.status()).isEqualTo(status);
            assertThat(response.field("Transfer-Encoding")).isNull();
            assertThat(client.response().text()).isEqualTo(Site.HELLO);
        }
    }

    @Test
    void a204HasNoContentLength() throws IOException {
        // RFC 9110 §8.6
        assertThat(server.get("/app/status?204").field("Content-Length")).isNull();
    }

    @Test
    void everyResponseHasADate() throws IOException {
        assertThat(server.get("/hello.txt").field("Date"))
                .matches("[A-Z][a-z]{2}, \\d\\d [A-Z][a-z]{2} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT");
        assertThat(server.get("/app/ignore").field("Date")).isNotNull();
        assertThat(server.get("/missing").field("Date")).isNotNull();
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

    @Test
    void aShortAnswerOfAServletHasItsLength() throws IOException {
        RawResponse response = server.get("/app/ignore");
        assertThat(response.field("Content-Length")).isEqualTo("8");
        assertThat(response.field("Transfer-Encoding")).isNull();
    }
}
