package dev.serval.tests;

import static dev.serval.tests.Message.get;
import static dev.serval.tests.Message.head;
import static dev.serval.tests.Message.post;
import static dev.serval.tests.Reply.echo;
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

/** RFC 9112 §9.3: when a connection is kept; RFC 9110 §7.6.1: the Connection field. */
@OnEveryWire
final class Rfc9112Section9_3PersistenceTest {
    @Parameter ServerUnderTest server;

    static List<Row> rows() {
        return Rules.of("RFC 9112 §9.3")
                .rule("A connection of HTTP/1.1 is kept unless one side says close.")
                .answers(
                        hello(),
                        get("/hello.txt"),
                        get("/hello.txt", "Connection: x"),
                        get("/hello.txt", "X-Connection: close"),
                        get("/hello.txt", "Keep-Alive: timeout=1, max=1"),
                        get("/hello.txt", "Proxy-Connection: close"))
                .answers(status(200).content("ignored\n"), get("/app/ignore"))
                .closes(hello(), get("/hello.txt", "Connection: close"))
                .closes(
                        status(200).content("ignored\n"),
                        get("/app/ignore", "Connection: close"),
                        request("POST", "/app/ignore", "Connection: close", "Content-Length: 5")
                                + "hello")
                .closes(status(404), get("/missing", "Connection: close"))
                .closes(status(405), request("PUT", "/hello.txt", "Connection: close"))
                .closes(
                        status(304).framed(Framing.NONE),
                        get("/hello.txt", "Connection: close", "If-None-Match: *"))
                .closes(
                        status(204).framed(Framing.NONE),
                        get("/app/status?204", "Connection: close"))
                .closes(status(200).toHead(), request("HEAD", "/hello.txt", "Connection: close"))
                .closes(
                        status(200).framed(Framing.CHUNKED),
                        get("/app/chunked", "Connection: close"))
                .rule("A client that asks for keep-alive is told so, and for how long.")
                .answers(
                        hello().connection("keep-alive").with("Keep-Alive: timeout=20"),
                        get("/hello.txt", "Connection: keep-alive"),
                        get("/hello.txt", "Connection: Keep-Alive"),
                        get("/hello.txt", "Connection: x, keep-alive"),
                        get("/hello.txt", "Connection: keep-alive", "Connection: keep-alive"),
                        head("GET /hello.txt HTTP/1.0", "Connection: keep-alive"))
                .answers(hello().without("Keep-Alive"), get("/hello.txt"))
                .closes(
                        hello().without("Keep-Alive"),
                        get("/hello.txt", "Connection: keep-alive, close"))
                .rule(
                        "A connection of HTTP/1.0 is closed unless the client asks for it and the"
                                + " length is known.")
                .answers(
                        hello().connection("keep-alive"),
                        head("GET /hello.txt HTTP/1.0", "Connection: keep-alive"),
                        head("GET /hello.txt HTTP/1.0", "Connection: Keep-Alive"),
                        head("GET /hello.txt HTTP/1.0", "Connection: KEEP-ALIVE"),
                        head("GET /hello.txt HTTP/1.0", "Connection: x, keep-alive"),
                        head("GET /hello.txt HTTP/1.0", "Connection: keep-alive ,x"),
                        head("GET /hello.txt HTTP/1.0", "Connection: x", "Connection: keep-alive"))
                .answers(
                        status(200).content("ignored\n").connection("keep-alive"),
                        head("GET /app/ignore HTTP/1.0", "Connection: keep-alive"))
                .answers(
                        echo("body=hello").connection("keep-alive"),
                        head(
                                        "POST /app/echo HTTP/1.0",
                                        "Connection: keep-alive",
                                        "Content-Length: 5")
                                + "hello")
                .answers(
                        status(404).connection("keep-alive"),
                        head("GET /missing HTTP/1.0", "Connection: keep-alive"))
                .closes(
                        hello(),
                        head("GET /hello.txt HTTP/1.0"),
                        head("GET /hello.txt HTTP/1.0", "Connection: close"),
                        head("GET /hello.txt HTTP/1.0", "Connection: x"),
                        head("GET /hello.txt HTTP/1.0", "Connection: keep-alive, close"),
                        head("GET /hello.txt HTTP/1.0", "Connection: close, keep-alive"),
                        head(
                                "GET /hello.txt HTTP/1.0",
                                "Connection: close",
                                "Connection: keep-alive"),
                        head("GET /hello.txt HTTP/1.0", "Keep-Alive: timeout=5"),
                        head("GET /hello.txt HTTP/1.0", "Connection: keepalive"),
                        head("GET /hello.txt HTTP/1.0", "Connection: \"keep-alive\""),
                        head("GET /hello.txt HTTP/1.0", "Proxy-Connection: keep-alive"))
                .closes(
                        status(200).framed(Framing.CLOSE).content("first,second,third"),
                        head("GET /app/chunked HTTP/1.0", "Connection: keep-alive"))
                .section("RFC 9110 §7.6.1")
                .rule("Connection is a list of tokens, in any case; close among them wins.")
                .closes(
                        hello(),
                        get("/hello.txt", "Connection: Close"),
                        get("/hello.txt", "connection: CLOSE"),
                        get("/hello.txt", "Connection:close"),
                        get("/hello.txt", "Connection: \tclose \t"),
                        get("/hello.txt", "Connection: keep-alive, close"),
                        get("/hello.txt", "Connection: close, keep-alive"),
                        get("/hello.txt", "Connection: close,x"),
                        get("/hello.txt", "Connection: x,close"),
                        get("/hello.txt", "Connection: ,close,"),
                        get("/hello.txt", "Connection: x \t,\t close"),
                        get("/hello.txt", "Connection: x", "Connection: close"),
                        get("/hello.txt", "Connection: close", "Connection: keep-alive"),
                        get("/hello.txt", "Connection: close", "Connection: close"),
                        get("/hello.txt", "Connection: Upgrade, close"),
                        get("/hello.txt", "Connection: keep-alive", "X: y", "Connection: x, close"))
                .answers(
                        hello(),
                        get("/hello.txt", "Connection: closed"),
                        get("/hello.txt", "Connection: not-close"),
                        get("/hello.txt", "Connection: close=1"),
                        get("/hello.txt", "Connection: close;x"),
                        get("/hello.txt", "Connection: close x"),
                        get("/hello.txt", "Connection:"),
                        get("/hello.txt", "Connection: clos"))
                .rule(
                        "Naming a field in Connection does not take it away from this server: it is"
                                + " the last recipient.")
                .answers(
                        echo("host=a:8080", "[X][y]"),
                        head(
                                "GET /app/echo HTTP/1.1",
                                "Host: a:8080",
                                "X: y",
                                "Connection: Host, X"))
                .answers(
                        echo("body=hello"),
                        post("Connection: Content-Length\r\nContent-Length: 5", "hello"),
                        post(
                                "Connection: transfer-encoding\r\nTransfer-Encoding: chunked",
                                "5\r\nhello\r\n0\r\n\r\n"))
                .rule("An application cannot set what frames a connection.")
                .answers(
                        status(200).content("set\n"),
                        get("/app/header?Connection=x"),
                        get("/app/header?Keep-Alive=timeout"),
                        get("/app/header?Transfer-Encoding=gzip"))
                .rows();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void holds(Row row) throws IOException {
        row.play(server);
    }

    @Test
    void closesAfterTheLastAllowedRequest() throws IOException {
        Settings settings = new Settings().maxKeepAliveRequests(3);
        try (ServerUnderTest limited = ServerUnderTest.start(server.wire(), settings);
                RawClient client = limited.connect()) {
            client.send(get("/style.css").repeat(5));
            assertThat(client.response().field("Connection")).isNull();
            assertThat(client.response().field("Connection")).isNull();
            assertThat(client.response().field("Connection")).isEqualTo("close");
            client.assertClosed();
        }
    }

    @Test
    void oneRequestPerConnectionDisablesKeepAlive() throws IOException {
        Settings settings = new Settings().maxKeepAliveRequests(1);
        try (ServerUnderTest limited = ServerUnderTest.start(server.wire(), settings);
                RawClient client = limited.connect()) {
            client.send(head("GET /hello.txt HTTP/1.0", "Connection: keep-alive"));
            assertThat(client.response().field("Connection")).isEqualTo("close");
            client.assertClosed();
        }
    }
}
