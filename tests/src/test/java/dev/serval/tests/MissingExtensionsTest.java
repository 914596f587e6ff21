package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The distribution without its extensions for JSP and WebSocket: its examples say so. */
@Timeout(300)
final class MissingExtensionsTest {
    @TempDir Path temporary;

    @Test
    void theExamplesAreThereAndNameWhatIsMissing() throws Exception {
        Path home = Installation.unpack(temporary.toRealPath());
        for (String extension : new String[] {"jsp", "serval-websocket"}) {
            Files.move(
                    home.resolve("lib/extensions").resolve(extension),
                    temporary.resolve(extension));
        }
        try (Installation serval = new Installation(home, home).with("SERVAL_BASE", null)) {
            serval.run("startup.sh").mustSucceed();
            assertThat(get(serval, "hello", 200)).contains("Hello, world!");
            assertThat(get(serval, "", 200)).contains("href=\"chat.html\"");
            for (String page : new String[] {"echo.html", "chat.html", "drawing.html"}) {
                assertThat(get(serval, page, 501))
                        .contains("needs the extension <code>serval-websocket</code>");
            }
            for (String page : new String[] {"page.jsp", "form.jsp", "tags.jsp"}) {
                assertThat(get(serval, page, 501))
                        .contains("JSP pages are executed where the server has the extension");
            }
            get(serval, "sockets/echo", 404);
            assertThat(Files.readString(home.resolve("logs/serval.log")))
                    .contains("dev.serval.examples.ChatEndpoint")
                    .doesNotContain("ERROR");
        }
    }

    private static String get(Installation serval, String path, int status)
            throws IOException, InterruptedException {
        var response = serval.get("/examples/" + path);
        assertThat(response.statusCode()).as(path).isEqualTo(status);
        return new String(response.body(), StandardCharsets.UTF_8);
    }
}
