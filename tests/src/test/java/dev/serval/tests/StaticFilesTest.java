package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files as they lie on the disk, whole and byte for byte. */
@OnEveryWire
final class StaticFilesTest {
    @Parameter ServerUnderTest server;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hello.txt",
                "empty.txt",
                "4k.bin",
                "9k.bin",
                "10k.bin",
                "32k.bin",
                "40k.bin",
                "107k.bin",
                "5m.bin",
                "dir/deep/er/page.html"
            })
    void servesEveryByteAgainAndAgain(String file) throws IOException {
        byte[] expected = server.site().read(file);
        try (RawClient client = server.connect()) {
            for (int i = 0; i < 4; i++) {
                RawResponse response = client.exchange(request("GET", "/" + file));
                assertThat(response.status()).isEqualTo(200);
                assertThat(response.field("Content-Length")).isEqualTo("" + expected.length);
                assertThat(response.body()).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/hello.txt, text/plain",
        "/page.html, text/html",
        "/style.css, text/css",
        "/script.js, text/javascript",
        "/data.json, application/json"
    })
    void namesTheMediaType(String path, String type) throws IOException {
        assertThat(server.get(path).field("Content-Type")).startsWith(type);
    }

    @ParameterizedTest
    @CsvSource({"/, start", "/index.html, start", "/dir/, dir", "/dir/?x=y, dir"})
    void servesTheWelcomeFile(String path, String title) throws IOException {
        assertThat(server.get(path).text()).contains("<title>" + title + "</title>");
    }

    @Test
    void aMissingFileIs404AndKeepsTheConnection() throws IOException {
        try (RawClient client = server.connect()) {
            assertThat(client.exchange(request("GET", "/missing")).status()).isEqualTo(404);
            assertThat(client.exchange(request("GET", "/hello.txt")).text()).isEqualTo(Site.HELLO);
        }
    }

    @Test
    void bigFilesGoToSlowReadersWholeAndHoldNobodyElse() throws Exception {
        byte[] expected = server.site().read("5m.bin");
        List<RawClient> slow = new ArrayList<>();
        try (RawClient other = server.connect()) {
            // More than there are cores: none may be held by a thread that waits for its socket.
            for (int i = 0; i <= 2 * Runtime.getRuntime().availableProcessors(); i++) {
                slow.add(RawClient.slow(server.wire(), server.port()));
                slow.get(i).send(request("GET", "/5m.bin"));
                assertThat(slow.get(i).awaitInput(RawClient.PATIENCE)).isTrue();
            }
            for (int i = 0; i < 20; i++) {
                assertThat(other.exchange(request("GET", "/40k.bin")).body())
                        .isEqualTo(server.site().read("40k.bin"));
            }
            for (RawClient client : slow) {
                assertThat(client.response().body()).isEqualTo(expected);
                assertThat(client.exchange(request("GET", "/hello.txt")).text())
                        .isEqualTo(Site.HELLO);
            }
        } finally {
            for (RawClient client : slow) {
                client.close();
            }
        }
    }

    @Test
    void aClientThatGoesAwayDuringABigFileHarmsNobody() throws IOException {
        for (int i = 0; i < 20; i++) {
            try (RawClient client = server.connect()) {
                client.send(request("GET", "/5m.bin"));
                client.bytes(1000);
                client.reset();
            }
        }
        assertThat(server.get("/5m.bin").body()).isEqualTo(server.site().read("5m.bin"));
    }

    @Test
    void aBigAnswerOfAServletGoesToASlowReaderWhole() throws Exception {
        try (RawClient slow = server.connect()) {
            slow.send(request("GET", "/app/big?5000000"));
            slow.awaitInput(RawClient.PATIENCE);
            assertThat(server.get("/hello.txt").text()).isEqualTo(Site.HELLO);
            assertThat(slow.response().body()).isEqualTo(TestApp.pattern(5_000_000));
        }
    }
}
