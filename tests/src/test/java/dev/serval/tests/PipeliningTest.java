package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** RFC 9112 §9.3.2: requests that do not wait for answers are answered in their order. */
@OnEveryWire
final class PipeliningTest {
    @Parameter ServerUnderTest server;

    @Test
    void answersManyFilesInOrder() throws IOException {
        List<String> files = List.of("hello.txt", "style.css", "4k.bin", "data.json", "40k.bin");
        try (RawClient client = server.connect()) {
            StringBuilder all = new StringBuilder();
            for (int i = 0; i < 100; i++) {
                all.append(request("GET", "/" + files.get(i % files.size())));
            }
            client.send(all.toString());
            for (int i = 0; i < 100; i++) {
                assertThat(client.response().body())
                        .as("answer " + i)
                        .isEqualTo(server.site().read(files.get(i % files.size())));
            }
        }
    }

    @Test
    void answersServletsAndFilesInOrder() throws IOException {
        try (RawClient client = server.connect()) {
            StringBuilder all = new StringBuilder();
            for (int i = 0; i < 50; i++) {
                all.append(request("GET", "/app/echo?" + i)).append(request("GET", "/hello.txt"));
            }
            client.send(all.toString());
            for (int i = 0; i < 50; i++) {
                assertThat(client.response().text()).contains("\nquery=" + i + "\n");
                assertThat(client.response().text()).isEqualTo(Site.HELLO);
            }
        }
    }

    @Test
    void answersBodiesInOrder() throws IOException {
        try (RawClient client = server.connect()) {
            StringBuilder all = new StringBuilder();
            for (int i = 0; i < 50; i++) {
                String body = "body " + i;
                all.append("POST /app/echo HTTP/1.1\r\nHost: a\r\nContent-Length: ")
                        .append(body.length())
                        .append("\r\n\r\n")
                        .append(body);
                all.append(
                        "POST /app/echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                                + "3\r\nabc\r\n0\r\n\r\n");
            }
            client.send(all.toString());
            for (int i = 0; i < 50; i++) {
                assertThat(client.response().text()).endsWith("\nbody=body " + i + "\n");
                assertThat(client.response().text()).endsWith("\nbody=abc\n");
            }
        }
    }

    @Test
    void aLaterRequestWaitsForASlowOne() throws Exception {
        try (RawClient client = server.connect();
                Gate gate = server.app().newGate()) {
            client.send(request("GET", gate.path()) + request("GET", "/hello.txt"));
            gate.awaitEntered();
            assertThat(client.available()).isZero();
            gate.open();
            assertThat(client.response().text()).isEqualTo("passed\n");
            assertThat(client.response().text()).isEqualTo(Site.HELLO);
        }
    }

    @Test
    void aClientThatOnlySendsDoesNotHoldUpOthers() throws Exception {
        try (RawClient greedy = server.connect();
                RawClient other = server.connect()) {
            CompletableFuture<Void> sending =
                    CompletableFuture.runAsync(
                            () -> {
                                try {
                                    for (int i = 0; i < 100; i++) {
                                        greedy.send(request("GET", "/hello.txt").repeat(100));
                                    }
                                } catch (IOException e) {
                                    throw new IllegalStateException(e);
                                }
                            });
            for (int i = 0; i < 50; i++) {
                assertThat(other.exchange(request("GET", "/hello.txt")).text())
                        .isEqualTo(Site.HELLO);
            }
            for (int i = 0; i < 10_000; i++) {
                assertThat(greedy.response().text()).isEqualTo(Site.HELLO);
            }
            sending.get(RawClient.PATIENCE, TimeUnit.MILLISECONDS);
        }
    }

    @Test
    void answersEverythingBeforeTheClientsFin() throws IOException {
        try (RawClient client = server.connect()) {
            client.send(request("GET", "/hello.txt").repeat(20) + request("GET", "/app/ignore"));
            client.finish();
            for (int i = 0; i < 20; i++) {
                assertThat(client.response().text()).isEqualTo(Site.HELLO);
            }
            assertThat(client.response().text()).isEqualTo("ignored\n");
            client.assertClosed();
        }
    }
}
