package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client learns from an error: its status, and nothing about us; security rule 17. */
@OnEveryWire
final class ErrorPageTest {
    @Parameter ServerUnderTest server;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/missing",
                "/WEB-INF/",
                "/%2f",
                "/app/throw",
                "/app/error?403",
                "/app/error?500",
                "/app/missing",
                "/" // as a POST
            })
    void rule17NamesNoVersionAndNoInside(String target) throws IOException {
        String method = target.equals("/") ? "DELETE" : "GET";
        RawResponse response = server.exchange(request(method, target));
        assertThat(response.status()).isGreaterThanOrEqualTo(400);
        assertThat(response.text())
                .doesNotContainIgnoringCase("serval")
                .doesNotContainIgnoringCase("java.")
                .doesNotContainIgnoringCase("exception")
                .doesNotContain("\tat ")
                .doesNotContain("0.1.0")
                .doesNotContain(server.site().root().toString());
        assertThat(response.field("Server")).isNull();
        assertThat(response.field("X-Powered-By")).isNull();
    }

    @Test
    void rule17NeverShowsWhatAServletThrew() throws IOException {
        RawResponse response = server.get("/app/throw");
        assertThat(response.status()).isEqualTo(500);
        assertThat(response.text()).doesNotContain("internal detail").doesNotContain("<script>");
    }

    @Test
    void rule17EscapesTheMessageOfAServlet() throws IOException {
        RawResponse response = server.get("/app/error?404");
        assertThat(response.status()).isEqualTo(404);
        assertThat(response.field("Content-Type")).startsWith("text/html");
        assertThat(response.text()).contains("<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/app/missing", "/%2f", "/app/error?403"})
    void isLightOrDarkAsTheReadersSystemIs(String target) throws IOException {
        assertThat(server.get(target).text())
                .contains("<meta name=\"color-scheme\" content=\"light dark\">");
    }

    @Test
    void tellsThePathWithoutTheQuery() throws IOException {
        assertThat(server.get("/app/missing?token=secret").text())
                .contains("<p><code>/app/missing</code></p>")
                .doesNotContain("secret");
        // No application has it.
        assertThat(server.get("/missing%20here").text())
                .contains("<p><code>/missing%20here</code></p>");
    }

    @Test
    void rule17EscapesThePath() throws IOException {
        assertThat(server.get("/app/a&b'c").text()).contains("<code>/app/a&amp;b&#39;c</code>");
    }

    @Test
    void cutsALongPath() throws IOException {
        assertThat(server.get("/app/" + "a".repeat(4000)).text())
                .contains("aaa...</code>")
                .hasSizeLessThan(2000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/%3Cscript%3Ealert(1)%3C/script%3E",
                "/%22onload=%22x",
                "/?%3Cscript%3E",
                "/app/missing/%3Cscript%3E"
            })
    void rule17NeverEchoesMarkupFromTheRequest(String target) throws IOException {
        RawResponse response = server.get(target);
        assertThat(response.text()).doesNotContain("<script>").doesNotContain("\"onload=");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-T=a%0d%0aX-Smuggled:y",
                "X-T=a%0aX-Smuggled:y",
                "X-T=a%0dX-Smuggled:y",
                "X-T=a%00b",
                "X%0d%0aX-Smuggled=y",
                "X:%20y%0d%0aX-Smuggled=y",
                "X-Smuggled%20=y",
                "=X-Smuggled"
            })
    void rule17RefusesAFieldThatWouldSplitTheResponse(String field) throws IOException {
        try (RawClient client = server.connect()) {
            RawResponse response = client.exchange(request("GET", "/app/header?" + field));
            assertThat(response.fields()).noneMatch(line -> line.startsWith("X-Smuggled"));
            assertThat(new String(response.raw(), java.nio.charset.StandardCharsets.ISO_8859_1))
                    .doesNotContain("\0");
            assertThat(client.exchange(request("GET", "/hello.txt")).text()).isEqualTo(Site.HELLO);
        }
    }

    @Test
    void aServletCanSetAnOrdinaryField() throws IOException {
        assertThat(server.get("/app/header?X-T=a%20b").field("X-T")).isEqualTo("a b");
    }

    @Test
    void keepsTheConnectionAfterAnErrorOfTheApplication() throws IOException {
        try (RawClient client = server.connect()) {
            assertThat(client.exchange(request("GET", "/app/throw")).status()).isEqualTo(500);
            assertThat(client.exchange(request("GET", "/hello.txt")).text()).isEqualTo(Site.HELLO);
        }
    }

    @Test
    void anErrorPageIsNotSentForHead() throws IOException {
        try (RawClient client = server.connect()) {
            assertThat(client.exchange(request("HEAD", "/missing")).status()).isEqualTo(404);
            assertThat(client.exchange(request("HEAD", "/app/throw")).status()).isEqualTo(500);
            assertThat(client.exchange(request("GET", "/hello.txt")).text()).isEqualTo(Site.HELLO);
        }
    }
}
