package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests that arrive in pieces, or only in part. */
@OnEveryWire
final class SlowClientTest {
    private static final String WITH_LENGTH =
            "POST /app/echo?x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello";
    private static final String WITH_CHUNKS =
            "POST /app/echo?x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "5;a=\"b\"\r\nhello\r\n0\r\nX-T: y\r\n\r\n";

    @Parameter ServerUnderTest server;

    static List<String> requests() {
        return List.of(WITH_LENGTH, WITH_CHUNKS, request("GET", "/hello.txt"));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void aRequestCutAtAnyByteIsNeverAnsweredAsAWholeOne(String whole) throws IOException {
        // All at once, for the same reason as in splitAtEveryByte.
        List<RawClient> clients = new ArrayList<>();
        try {
            for (int cut = 0; cut < whole.length(); cut++) {
                clients.add(server.connect().send(whole.substring(0, cut)).finish());
            }
            for (int cut = 0; cut < whole.length(); cut++) {
                String answer = clients.get(cut).readToEnd();
                assertThat(answer)
                        .as("cut at " + cut)
                        .satisfiesAnyOf(
                                nothing -> assertThat(nothing).isEmpty(),
                                refusal -> assertThat(refusal).startsWith("HTTP/1.1 400 "));
            }
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("requests")
    void aRequestSplitAtAnyByteIsAnsweredTheSame(String whole) throws IOException {
        String expected = server.exchange(whole).head();
        // Every first half is sent, and read by the server, before the first second half.
        List<RawClient> clients = new ArrayList<>();
        try {
            for (int cut = 1; cut < whole.length(); cut++) {
                clients.add(server.connect().send(whole.substring(0, cut)));
            }
            for (int cut = 1; cut < whole.length(); cut++) {
                RawClient client = clients.get(cut - 1).send(whole.substring(cut));
                assertThat(client.response().head()).as("split at " + cut).isEqualTo(expected);
                assertThat(client.exchange(whole).head()).isEqualTo(expected);
            }
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("requests")
    void aRequestByteByByteIsAnsweredTheSame(String whole) throws IOException {
        RawResponse expected = server.exchange(whole);
        try (RawClient client = server.connect()) {
            RawResponse response = client.drip(whole + whole).response();
            assertThat(response.head()).isEqualTo(expected.head());
            assertThat(response.body()).isEqualTo(expected.body());
            assertThat(client.response().body()).isEqualTo(expected.body());
        }
    }

    @Test
    void manyClientsThatSaidHalfARequestHoldUpNobody() throws IOException {
        List<RawClient> clients = new ArrayList<>();
        try {
            for (int i : IntStream.range(0, 150).toArray()) {
                clients.add(server.connect().send("GET /hello.txt HT"));
            }
            assertThat(server.get("/hello.txt").text()).isEqualTo(Site.HELLO);
            for (RawClient client : clients) {
                assertThat(client.send("TP/1.1\r\nHost: a\r\n\r\n").response().text())
                        .isEqualTo(Site.HELLO);
            }
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    @Test
    void manyClientsThatSaidHalfABodyHoldUpNoFile() throws IOException {
        List<RawClient> clients = new ArrayList<>();
        try {
            String head = "POST /app/echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel";
            for (int i : IntStream.range(0, 50).toArray()) {
                clients.add(server.connect().send(head));
            }
            assertThat(server.get("/hello.txt").text()).isEqualTo(Site.HELLO);
            assertThat(server.get("/app/ignore").text()).isEqualTo("ignored\n");
            for (RawClient client : clients) {
                assertThat(client.send("lo").response().text()).endsWith("\nbody=hello\n");
            }
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }
}
