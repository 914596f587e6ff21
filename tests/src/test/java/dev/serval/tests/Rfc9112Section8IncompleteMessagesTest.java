package dev.serval.tests;

import static dev.serval.http.Refusal.BODY_CUT;
import static dev.serval.tests.Message.chunked;
import static dev.serval.tests.Message.get;
import static dev.serval.tests.Message.post;
import static dev.serval.tests.Reply.echo;
import static dev.serval.tests.Reply.hello;
import static dev.serval.tests.Reply.status;
import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * RFC 9112 §8: messages that are cut, at every byte, and such that come a byte at a time; security
 * rule 7.
 */
@OnEveryWire
final class Rfc9112Section8IncompleteMessagesTest {
    @Parameter ServerUnderTest server;

    static List<Row> rows() {
        return Rules.of("RFC 9112 §8")
                .rule("A head that is cut is not answered: the connection ends.")
                .ends("G")
                .ends("GET")
                .ends("GET /hello.txt HTTP/1.1")
                .ends("GET /hello.txt HTTP/1.1\r\nHost: localhost\r\n")
                .ends("GET /hello.txt HTTP/1.1\r\nHost: localhost\r\n\r")
                .ends(get("/hello.txt") + "GET /hel", hello())
                .ends(get("/hello.txt"), hello())
                .rule("A body that is cut is never taken for a whole one.")
                .ends(post("Content-Length: 5", "hello"), echo("body=hello"))
                .ends(
                        post("Content-Length: 10", "hello"),
                        Reply.refused(BODY_CUT).connection("close"))
                .ends(post("Content-Length: 10", ""), Reply.refused(BODY_CUT).connection("close"))
                .ends(chunked("5\r\nhel"), Reply.refused(BODY_CUT).connection("close"))
                .ends(chunked("5\r\nhello"), Reply.refused(BODY_CUT).connection("close"))
                .ends(chunked("5\r\nhello\r\n"), Reply.refused(BODY_CUT).connection("close"))
                .ends(chunked("5\r\nhello\r\n0"), Reply.refused(BODY_CUT).connection("close"))
                .ends(chunked("5\r\nhello\r\n0\r\n"), Reply.refused(BODY_CUT).connection("close"))
                .ends(chunked("5\r\nhello\r\n0\r\n\r"), Reply.refused(BODY_CUT).connection("close"))
                .ends(
                        chunked("5\r\nhello\r\n0\r\nX: y\r\n"),
                        Reply.refused(BODY_CUT).connection("close"))
                .ends(chunked("5\r\nhello\r\n0\r\n\r\n"), echo("body=hello"))
                .rule(
                        "A body that nobody reads may be cut: the answer stands, and the connection"
                                + " ends.")
                .ends(
                        request("POST", "/app/ignore", "Content-Length: 10") + "hello",
                        status(200).content("ignored\n"))
                .ends(
                        request("POST", "/app/ignore", "Transfer-Encoding: chunked") + "5\r\nhel",
                        status(200).content("ignored\n"))
                .ends(request("GET", "/hello.txt", "Content-Length: 10") + "hello", hello())
                .rows();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void holds(Row row) throws IOException {
        row.play(server);
    }

    private static final String MIXED =
            "\r\n"
                    + get("/hello.txt", "X: \ty ", "Connection: x")
                    + post("Content-Length: 5", "hello")
                    + "GET http://one.example:82/app/echo?q HTTP/1.1\r\nHost: localhost\r\n\r\n"
                    + chunked("3;a=\"b;\\\"\"\r\nhel\r\n2\r\nlo\r\n0;c\r\nX-T: y\r\n\r\n");

    @Test
    void messagesThatComeAByteAtATimeAreTheSame() throws IOException {
        try (RawClient client = server.connect()) {
            client.drip(MIXED);
            assertMixed(client);
            client.finish();
            client.assertClosed();
        }
    }

    @Test
    void messagesThatAreSplitAnywhereAreTheSame() throws IOException {
        try (RawClient client = server.connect()) {
            for (int i = 1; i < MIXED.length(); i++) {
                client.send(MIXED.substring(0, i), MIXED.substring(i));
                assertMixed(client);
            }
            client.finish();
            client.assertClosed();
        }
    }

    private void assertMixed(RawClient client) throws IOException {
        hello().check(client, server.wire());
        echo("body=hello").check(client, server.wire());
        echo("host=one.example:82", "query=q").check(client, server.wire());
        echo("body=hello").check(client, server.wire());
    }

    /** Whole requests before the cut are answered; the one that is cut never is, but for a 400. */
    @Test
    void aStreamThatEndsAtAnyByteAnswersWhatIsWhole() throws IOException {
        int second = MIXED.indexOf("POST ");
        int body = MIXED.indexOf("helloGET") + 5;
        int fourth = MIXED.lastIndexOf("POST ");
        int chunks = MIXED.indexOf("3;a=");
        for (int i = 0; i < MIXED.length(); i++) {
            try (RawClient client = server.connect()) {
                client.send(MIXED.substring(0, i)).finish();
                if (i >= second) {
                    hello().check(client, server.wire());
                }
                if (i >= body) {
                    echo("body=hello").check(client, server.wire());
                }
                if (i >= fourth) {
                    echo("query=q").check(client, server.wire());
                }
                boolean cut = i >= chunks || i >= body - 5 && i < body;
                if (cut) {
                    Reply.refused(BODY_CUT).connection("close").check(client, server.wire());
                }
                client.assertClosed();
            }
        }
    }

    @Test
    void rule7AServletNeverTakesACutBodyForAWholeOne() throws Exception {
        for (String body :
                List.of(
                        "Content-Length: 10\r\n\r\nhello",
                        "Transfer-Encoding: chunked\r\n\r\n5\r\nhel",
                        "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
                        "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n")) {
            String read = server.app().newRead();
            try (RawClient client = server.connect()) {
                client.send("POST /app/read?" + read + " HTTP/1.1\r\nHost: a\r\n" + body).finish();
                assertThat(client.readToEnd()).startsWith("HTTP/1.1 400 ");
            }
            assertThat(server.app().outcome(read).get(RawClient.PATIENCE, TimeUnit.MILLISECONDS))
                    .isEqualTo("IOException");
        }
    }

    @Test
    void rule7AResponseThatEndsEarlyIsSeenAsCutWhenChunked() throws IOException {
        try (RawClient client = server.connect()) {
            client.send(get("/app/throw-late"));
            String all = drained(client);
            assertThat(all).contains("begun").doesNotEndWith("0\r\n\r\n");
        }
    }

    @Test
    void rule7AResponseThatEndsEarlyIsSeenAsCutByItsLength() throws IOException {
        try (RawClient client = server.connect()) {
            client.send(get("/app/short"));
            String all = drained(client);
            int body = all.length() - all.indexOf("\r\n\r\n") - 4;
            // Nothing at all is a cut that every client sees, too.
            if (!all.isEmpty()) {
                assertThat(all).contains("\r\nContent-Length: 100\r\n");
                assertThat(body).isLessThan(100);
            }
        }
    }

    @Test
    void rule7AResponseThatEndsEarlyIsResetWhereOnlyTheCloseEndsIt() throws IOException {
        try (RawClient client = server.connect()) {
            client.send("GET /app/throw-late HTTP/1.0\r\n\r\n");
            // An asynchronous channel cannot reset its connection.
            assertThat(client.end())
                    .isEqualTo(
                            server.wire() == Wire.NIO2 ? RawClient.End.FIN : RawClient.End.RESET);
        }
    }

    /** Everything until the stream ends, in order or by a reset: either shows the cut. */
    private static String drained(RawClient client) throws IOException {
        try {
            return client.readToEnd();
        } catch (AssertionError e) {
            if (e.getMessage().startsWith("reset instead of FIN, after: ")) {
                return e.getMessage().substring("reset instead of FIN, after: ".length());
            }
            throw e;
        }
    }
}
