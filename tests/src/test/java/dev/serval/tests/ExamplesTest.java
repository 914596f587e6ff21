package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.post;
import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import dev.serval.examples.HelloServlet;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The application that is shipped as webapps/examples, as a browser would use it. */
final class ExamplesTest {
    @TempDir static Path directory;
    private static Serval serval;

    @BeforeAll
    static void start() throws Exception {
        Path shipped = DocsPage.checkout().resolve("webapps/examples");
        try (Stream<Path> files = Files.list(shipped)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, directory.resolve(file.getFileName()));
            }
        }
        // Its jar is there only when everything has been packed.
        Files.createDirectory(directory.resolve("WEB-INF"));
        Files.copy(
                shipped.resolve("WEB-INF/web.xml"),
                directory.resolve("WEB-INF").resolve("web.xml"));
        serval = Serval.onPort(0).webapp("/examples", directory, List.of(classes())).start();
    }

    @AfterAll
    static void stop() {
        serval.close();
    }

    private static Path classes() throws URISyntaxException {
        return Path.of(
                HelloServlet.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private static RawResponse get(String path, String... fields) throws Exception {
        try (RawClient client = new RawClient(serval.port())) {
            return client.exchange(request("GET", "/examples" + path, fields));
        }
    }

    @Test
    void everyLinkOfTheFirstPageAnswersAPageOfTheSameLook() throws Exception {
        String index = get("/").text();
        Matcher links = Pattern.compile("<li><a href=\"([^\"]+)\"").matcher(index);
        int count = 0;
        while (links.find()) {
            RawResponse page = get("/" + links.group(1));
            assertThat(page.status()).as(links.group(1)).isEqualTo(200);
            assertThat(page.text())
                    .startsWith("<!doctype html>")
                    .contains("<html lang=\"en\">", "href=\"examples.css\"", "class=\"lead\"")
                    .contains("<a class=\"brand\" href=\"./\">", "class=\"source\"");
            count++;
        }
        assertThat(count).isEqualTo(6);
        assertThat(get("/examples.css").status()).isEqualTo(200);
        assertThat(get("/logo.svg").status()).isEqualTo(200);
        assertThat(get("/favicon.svg").status()).isEqualTo(200);
    }

    @Test
    void whatClientsSendIsHarmless() throws Exception {
        assertThat(get("/hello?name=%3Cscript%3E").text())
                .contains("Hello, &lt;script&gt;!")
                .doesNotContain("<script>");
        assertThat(get("/request?a=%22%3Cb%3E", "X-Bad: <i>").text())
                .contains("&lt;i&gt;")
                .doesNotContain("<i>", "<b>");
    }

    @Test
    void theFilterHasNotedTheRequest() throws Exception {
        assertThat(get("/request").text())
                .containsPattern("Noted by TimingFilter</th><td>\\d{4}-\\d\\d-\\d\\dT");
    }

    @Test
    void visitsAreCountedUntilTheSessionEnds() throws Exception {
        RawResponse first = get("/session");
        String cookie = "Cookie: " + first.field("Set-Cookie").replaceAll(";.*", "");
        assertThat(first.text()).contains("<p class=\"big\">1</p>");
        assertThat(get("/session", cookie).text()).contains("<p class=\"big\">2</p>");
        try (RawClient client = new RawClient(serval.port())) {
            RawResponse end =
                    client.exchange(
                            request("POST", "/examples/session", cookie, "Content-Length: 0"));
            assertThat(end.status()).isEqualTo(302);
        }
        assertThat(get("/session", cookie).text()).contains("<p class=\"big\">1</p>");
    }

    @Test
    void anUploadIsListed() throws Exception {
        assertThat(upload("<n>.txt", 3).text()).contains("&lt;n&gt;.txt", "3 bytes");
    }

    @Test
    void anUploadThatIsTooLargeIsSaid() throws Exception {
        RawResponse response = upload("big", 1024 * 1024 + 1);
        assertThat(response.status()).isEqualTo(413);
        assertThat(response.text()).contains("That was too much.");
    }

    private static RawResponse upload(String name, int bytes) throws Exception {
        String body =
                "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\""
                        + name
                        + "\"\r\nContent-Type: text/plain\r\n\r\n"
                        + "x".repeat(bytes)
                        + "\r\n--b--\r\n";
        try (RawClient client = new RawClient(serval.port())) {
            return client.exchange(
                    post("/examples/upload", "multipart/form-data; boundary=b", body));
        }
    }

    @Test
    void anAnswerComesLater() throws Exception {
        assertThat(get("/async").text()).contains("Received by", "Answered by");
    }

    @Test
    void eventsComeOneByOne() throws Exception {
        try (RawClient client = new RawClient(serval.port())) {
            client.send(request("GET", "/examples/events", "Accept: text/event-stream"));
            // Only the first: the others take ten seconds.
            assertThat(client.until("data: "))
                    .startsWith("HTTP/1.1 200")
                    .contains("Content-Type: text/event-stream", "id: 1\n");
        }
    }
}
