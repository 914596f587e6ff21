package dev.serval.tests;

import static dev.serval.tests.Message.get;
import static dev.serval.tests.Reply.hello;
import static dev.serval.tests.Reply.status;
import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.tests.Reply.Framing;
import java.io.IOException;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9110 §6.4, §6.5 and §6.6.1: content, trailers and Date. */
@OnEveryWire
final class Rfc9110Section6MessageTest {
    @Parameter ServerUnderTest server;

    static List<Row> rows() {
        return Rules.of("RFC 9110 §6.4.1")
                .rule("What answers HEAD, and a 204 and a 304, has no content.")
                .answers(
                        status(200).toHead().with("Content-Length: 13", "Content-Type: text/plain"),
                        request("HEAD", "/hello.txt"))
                .answers(
                        status(200).toHead().with("Content-Length: 5242880"),
                        request("HEAD", "/5m.bin"))
                .answers(status(404).toHead(), request("HEAD", "/missing"))
                .answers(
                        status(204).framed(Framing.NONE).without("Content-Type"),
                        get("/app/status?204"))
                .answers(
                        status(204).framed(Framing.NONE),
                        request("POST", "/app/status?204", "Content-Length: 5") + "hello",
                        request("HEAD", "/app/status?204"))
                .answers(
                        status(304).framed(Framing.NONE),
                        get("/app/status?304"),
                        request("HEAD", "/app/status?304"))
                .answers(status(200).toHead().framed(Framing.NONE), request("HEAD", "/app/chunked"))
                .section("RFC 9110 §15.3.6")
                .rule("A 205 has no content, and says so, whatever the application writes.")
                .answers(
                        status(205).content("").with("Content-Length: 0"),
                        get("/app/status?205"),
                        request("POST", "/app/status?205", "Content-Length: 5") + "hello")
                .answers(
                        status(205).toHead().with("Content-Length: 0"),
                        request("HEAD", "/app/status?205"))
                .section("RFC 9110 §6.6.1")
                .rule("Every response has one Date, an error's and a refusal's, too.")
                .answers(hello(), get("/hello.txt", "Date: Tue, 02 Jan 2024 03:04:05 GMT"))
                .answers(
                        status(200).content("set\n").with("Date: Tue, 02 Jan 2024 03:04:05 GMT"),
                        get("/app/header?Date=Tue,%2002%20Jan%202024%2003:04:05%20GMT"))
                .rows();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void holds(Row row) throws IOException {
        row.play(server);
    }

    /** The second in which it was sent, and a form that every recipient understands. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /hello.txt HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /app/ignore HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /missing HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /app/throw HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /app/status?204 HTTP/1.1\r\nHost: a\r\n\r\n",
                "HEAD /hello.txt HTTP/1.1\r\nHost: a\r\n\r\n",
                "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /hello.txt HTTP/1.0\r\n\r\n",
                "GET / HTTP/1.1\r\n\r\n"
            })
    void everyResponseHasTheDateOfNow(String request) throws IOException {
        long before = System.currentTimeMillis() / 1000;
        String date = server.exchange(request).field("Date");
        assertThat(date).matches("[A-Z][a-z]{2}, \\d\\d [A-Z][a-z]{2} \\d{4} [\\d:]{8} GMT");
        assertThat(ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toEpochSecond())
                .isBetween(before, System.currentTimeMillis() / 1000);
    }
}
