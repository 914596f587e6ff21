package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Redirects that the container makes; security rule 16. */
@OnEveryWire
final class RedirectTest {
    @Parameter ServerUnderTest server;

    @ParameterizedTest(name = "{0} to {1}")
    @CsvSource({
        "/dir, /dir/",
        "/dir?x=y&z, /dir/?x=y&z",
        "/dir/deep, /dir/deep/",
        "/odd%20names, /odd%20names/",
        "/dir/../dir, /dir/",
        "//dir, /dir/",
        "///dir, /dir/",
        "/.//dir, /dir/",
        "//evil.example/../dir, /dir/",
        "/evil.example/..//dir, /dir/",
        "/app, /app/"
    })
    void rule16SendsToTheNormalisedPath(String target, String location) throws IOException {
        RawResponse response = server.get(target);
        assertThat(response.status()).isIn(301, 302, 307, 308);
        assertThat(response.field("Location")).isEqualTo(location);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//evil.example",
                "//evil.example/",
                "//evil.example/%2e%2e",
                "//evil.example/dir",
                "///evil.example/..",
                "/;//evil.example",
                "//;x/dir",
                "/.//evil.example/",
                "//dir;/",
                "/%2e//evil.example/..;/dir",
                "//app",
                "//app/",
                "//dir"
            })
    void rule16NeverSendsToAnotherHost(String target) throws IOException {
        RawResponse response = server.get(target);
        String location = response.field("Location");
        if (location != null) {
            assertThat(location).startsWith("/").doesNotStartWith("//").doesNotContain("\\");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/dir%0d%0aSet-Cookie:a=b", "/dir%0aX:y", "/dir/%0d%0a%0d%0a"})
    void rule16KeepsNoLineEnd(String target) throws IOException {
        RawResponse response = server.get(target);
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.field("Set-Cookie")).isNull();
    }

    @Test
    void rule16KeepsNoLineEndFromTheQuery() throws IOException {
        RawResponse response = server.get("/dir?a=%0d%0aX-Smuggled:%20y");
        assertThat(response.field("X-Smuggled")).isNull();
        assertThat(response.field("Location")).isEqualTo("/dir/?a=%0d%0aX-Smuggled:%20y");
    }

    @Test
    void rule17AServletCannotSplitTheResponseByARedirect() throws IOException {
        RawResponse response = server.get("/app/redirect?/x%0d%0aX-Smuggled:%20y");
        assertThat(response.field("X-Smuggled")).isNull();
    }

    @Test
    void keepsTheConnectionAfterARedirect() throws IOException {
        try (RawClient client = server.connect()) {
            assertThat(client.exchange(request("GET", "/dir")).status()).isEqualTo(302);
            assertThat(client.exchange(request("GET", "/hello.txt")).text()).isEqualTo(Site.HELLO);
        }
    }
}
