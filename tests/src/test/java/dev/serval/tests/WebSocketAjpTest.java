package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.ajp.AjpConfig;
import dev.serval.embed.Serval;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** RFC 6455 §4.2.2: a handshake that the server cannot accept gets an error that says why. */
class WebSocketAjpTest {
    @TempDir Path temp;

    @Test
    void aHandshakeByAjpIsRefusedInPlainWords() throws Exception {
        AppDirectory app = SocketApp.in(new AppDirectory(temp, "app")).webXml("");
        try (ServerLog log = new ServerLog();
                Serval serval =
                        Serval.onPort(0)
                                .address("localhost")
                                .ajp(AjpConfig.of(null))
                                .webapp("/app", app.root())
                                .start();
                AjpFront front = new AjpFront(serval.port())) {
            for (int i = 0; i < 2; i++) {
                AjpFront.Answer answer =
                        front.ask(
                                AjpFront.get("/app/echo")
                                        .field("Connection", "Upgrade")
                                        .field("Upgrade", "websocket")
                                        .field("Sec-WebSocket-Version", "13")
                                        .field("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="));
                assertThat(answer.status()).isEqualTo(501);
                assertThat(answer.text())
                        .contains("<code>SRV-0139</code>", "WebSockets", "do not pass AJP");
                assertThat(answer.fields()).noneMatch(field -> field.startsWith("Sec-WebSocket"));
                assertThat(answer.reuse()).isTrue();
            }
            assertThat(log.lines()).noneMatch(line -> line.contains("SRV-0601"));
        }
    }
}
