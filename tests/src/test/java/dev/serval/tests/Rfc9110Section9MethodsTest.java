package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9110 §9: methods; security rule 18. */
@OnEveryWire
final class Rfc9110Section9MethodsTest {
    @Parameter ServerUnderTest server;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/hello.txt",
                "/5m.bin",
                "/",
                "/dir",
                "/missing",
                "/app/big?10",
                "/app/echo"
            })
    void headHasTheFieldsOfGetAndNoBody(String target) throws IOException {
        RawResponse get = server.get(target);
        try (RawClient client = server.connect()) {
            RawResponse head = client.exchange(request("HEAD", target));
            assertThat(head.statusLine()).isEqualTo(get.statusLine());
            assertThat(head.field("Content-Type")).isEqualTo(get.field("Content-Type"));
            assertThat(head.field("ETag")).isEqualTo(get.field("ETag"));
            assertThat(head.field("Location")).isEqualTo(get.field("Location"));
            if (!target.equals("/app/echo")) { // it answers with the method's name in it
                assertThat(head.field("Content-Length")).isEqualTo(get.field("Content-Length"));
            }
            // Nothing of a body: the next answer begins at once.
            assertThat(client.exchange(request("GET", "/hello.txt")).text()).isEqualTo(Site.HELLO);
        }
    }

    @Test
    void headOfAFileIsTheHeadOfGet() throws IOException {
        assertThat(server.exchange(request("HEAD", "/10k.bin")).head())
                .isEqualTo(server.get("/10k.bin").head());
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "DELETE", "POST", "PATCH", "TRACE", "BREW", "PROPFIND"})
    void rule18RefusesOtherMethodsForFiles(String method) throws IOException {
        RawResponse response = server.exchange(request(method, "/hello.txt", "Content-Length: 0"));
        assertThat(response.status()).isEqualTo(405);
        assertThat(response.field("Allow")).isEqualTo("GET, HEAD, OPTIONS");
    }

    @Test
    void rule18PutNeverWrites() throws IOException {
        try (RawClient client = server.connect()) {
            client.send(request("PUT", "/new.txt", "Content-Length: 3") + "abc");
            assertThat(client.response().status()).isIn(404, 405);
        }
        assertThat(Files.exists(server.site().root().resolve("new.txt"))).isFalse();
    }

    @Test
    void rule18DeleteNeverDeletes() throws IOException {
        server.exchange(request("DELETE", "/hello.txt"));
        assertThat(server.get("/hello.txt").text()).isEqualTo(Site.HELLO);
    }

    @Test
    void rule18TraceNeverEchoes() throws IOException {
        RawResponse response = server.exchange(request("TRACE", "/hello.txt", "Cookie: secret"));
        assertThat(response.text()).doesNotContain("secret");
    }

    @Test
    void optionsOfAFileNamesItsMethods() throws IOException {
        RawResponse response = server.exchange(request("OPTIONS", "/hello.txt"));
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.field("Allow")).isEqualTo("GET, HEAD, OPTIONS");
        assertThat(response.body()).isEmpty();
    }

    @Test
    void aRefusedMethodKeepsTheConnection() throws IOException {
        try (RawClient client = server.connect()) {
            assertThat(client.exchange(request("DELETE", "/hello.txt")).status()).isEqualTo(405);
            assertThat(client.exchange(request("GET", "/hello.txt")).text()).isEqualTo(Site.HELLO);
        }
    }
}
