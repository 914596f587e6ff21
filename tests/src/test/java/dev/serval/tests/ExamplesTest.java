package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.post;
import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import dev.serval.examples.HelloServlet;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
        assertThat(count).isEqualTo(9);
        assertThat(get("/examples.css").status()).isEqualTo(200);
        assertThat(get("/logo.svg").status()).isEqualTo(200);
        assertThat(get("/favicon.svg").status()).isEqualTo(200);
    }

    @Test
    void pagesThatNeedAnExtensionSaySoWithoutIt() throws Exception {
        RawResponse page = get("/page.jsp");
        assertThat(page.status()).isEqualTo(501);
        assertThat(page.text())
                .contains("JSP pages are executed where the server has the extension");
    }

    @Test
    void everyAnswerHasThePolicy() throws Exception {
        for (String path : List.of("/", "/hello", "/chat.js", "/none")) {
            assertThat(get(path).field("Content-Security-Policy"))
                    .as(path)
                    .contains("default-src 'none'", "script-src 'self';")
                    .doesNotContain("unsafe");
        }
    }

    @Test
    void pagesOfOtherSitesGetNoWebSocket() throws Exception {
        String own = "http://localhost";
        assertThat(handshake("Host: localhost", "Origin: " + own)).isEqualTo(101);
        assertThat(handshake("Host: localhost", "Origin: http://127.0.0.1")).isEqualTo(403);
        assertThat(handshake("Host: localhost", "Origin: " + own + ".example")).isEqualTo(403);
        assertThat(handshake("Host: localhost", "Origin: null")).isEqualTo(403);
    }

    private static int handshake(String... fields) throws Exception {
        try (RawClient client = new RawClient(serval.port())) {
            return client.exchange(opening("/examples/sockets/echo", fields)).status();
        }
    }

    private static String opening(String target, String... fields) {
        return "GET "
                + target
                + " HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                + String.join("\r\n", fields)
                + "\r\n\r\n";
    }

    private static SocketClient socket(String path) throws Exception {
        return SocketClient.open(serval.port(), "/examples/sockets" + path);
    }

    /** The first one in the chat, when all who were there before have gone. */
    private static SocketClient alone(String asked, String name) throws Exception {
        List<SocketClient> last = new ArrayList<>();
        Waiting.until(
                "an empty room",
                () -> {
                    last.forEach(SocketClient::close);
                    last.clear();
                    last.add(socket("/chat?name=" + asked));
                    return last.get(0).next().equals(name + " has joined");
                });
        return last.get(0);
    }

    @Test
    void messagesOfTheChatAreShortLines() throws Exception {
        try (SocketClient ann = alone("%3CAnn%3E%0A", "Ann")) {
            assertThat(ann.say("one\ntwo").next()).isEqualTo("Ann: one two");
            assertThat(ann.say("  ").say("three").next()).isEqualTo("Ann: three");
            try (SocketClient other = socket("/chat?name=Ann")) {
                assertThat(other.next()).endsWith("Ann: one two\nAnn: three");
                assertThat(other.next()).isEqualTo("Ann 2 has joined");
            }
            assertThat(ann.next()).isEqualTo("Ann 2 has joined");
            assertThat(ann.next()).isEqualTo("Ann 2 has lost the connection");
            assertThat(ann.say("x".repeat(2001)).next()).startsWith("closed 1009");
        }
    }

    @Test
    void aRoomHoldsFiftyAndRemembersFiftyLines() throws Exception {
        List<SocketClient> all = new ArrayList<>();
        try {
            all.add(alone("n", "n"));
            for (int i = 1; i < 50; i++) {
                SocketClient next = socket("/chat?name=n");
                all.add(next);
                Waiting.until("in", () -> next.next().endsWith(" has joined"));
            }
            try (SocketClient late = socket("/chat?name=n")) {
                assertThat(late.next()).isEqualTo("closed 1013 There is no room left.");
            }
            for (int i = 0; i < 100; i++) {
                all.get(0).say("line " + i);
            }
            Waiting.until("said", () -> all.get(0).next().endsWith(": line 99"));
            all.remove(1).close();
            // It is let go where a line was still on its way to it.
            Waiting.until(
                    "gone", () -> all.get(0).next().matches(".* has (lost the connection|left)"));
            try (SocketClient late = socket("/chat?name=n")) {
                assertThat(late.next().lines()).hasSize(50);
            }
        } finally {
            all.forEach(SocketClient::close);
        }
    }

    @Test
    void whoeverDoesNotReadStopsNobodyAndIsLetGo() throws Exception {
        try (SocketClient ann = alone("Ann", "Ann");
                RawClient slow = RawClient.slow(Wire.NIO, serval.port())) {
            slow.send(opening("/examples/sockets/chat?name=Slow", "Host: localhost"));
            slow.until("Slow has joined");
            assertThat(ann.next()).isEqualTo("Slow has joined");
            String text = "x".repeat(1900);
            for (int i = 0; i < 4000; i++) {
                assertThat(ann.say(text).next()).isEqualTo("Ann: " + text);
            }
            slow.until("You read too slowly.");
            slow.close();
            assertThat(ann.next()).isEqualTo("Slow has left");
        }
    }

    @Test
    void theBoardTakesStrokesAlone() throws Exception {
        try (SocketClient one = socket("/drawing")) {
            assertThat(one.say("1 4 0 0 640 400\n5 20 1 2 3 4").next())
                    .isEqualTo("1 4 0 0 640 400\n5 20 1 2 3 4");
            for (String bad :
                    List.of("1 4 0 0 641 400", "6 4 0 0 1 1", "1 0 0 0 1 1", "1 4 0 0 1", "<b>")) {
                try (SocketClient other = socket("/drawing")) {
                    assertThat(other.next()).endsWith("5 20 1 2 3 4");
                    assertThat(other.say(bad).next()).startsWith("closed 1003 ");
                }
            }
        }
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
