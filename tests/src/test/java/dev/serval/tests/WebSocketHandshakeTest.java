package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 6455 §4.2: what the request of a handshake has to be, and what answers it. */
@OnSixWires
final class WebSocketHandshakeTest {
    private static final String KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
    private static final String ACCEPT = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

    @Parameter ServletUnderTest server;
    @TempDir Path temp;
    private Serval serval;

    @BeforeEach
    void start() throws Exception {
        AppDirectory app = SocketApp.in(new AppDirectory(temp, "app")).webXml("");
        app.file("echo", "a file at the path of an endpoint");
        serval = server.start(b -> b.webapp("/app", app.root()));
    }

    @AfterEach
    void stop() {
        serval.close();
    }

    /** A request that asks for WebSocket as it should; fields of these names are replaced. */
    static String ask(String path, String... replaced) {
        List<String> fields =
                new ArrayList<>(
                        List.of(
                                "Connection: Upgrade",
                                "Upgrade: websocket",
                                "Sec-WebSocket-Version: 13",
                                KEY));
        for (String field : replaced) {
            String name = field.substring(0, field.indexOf(':') + 1);
            fields.removeIf(each -> each.startsWith(name));
            if (!field.endsWith(":")) {
                fields.add(field);
            }
        }
        return ServerUnderTest.request("GET", path, fields.toArray(String[]::new));
    }

    private RawResponse answer(String path, String... replaced) throws IOException {
        return server.send(serval, ask("/app" + path, replaced));
    }

    @Test
    void theAnswerProvesThatTheKeyWasRead() throws IOException {
        RawResponse answer = answer("/echo");
        assertThat(answer.status()).isEqualTo(101);
        assertThat(answer.field("Upgrade")).isEqualTo("websocket");
        assertThat(answer.field("Connection")).isEqualTo("Upgrade");
        assertThat(answer.field("Sec-WebSocket-Accept")).isEqualTo(ACCEPT);
        assertThat(answer.field("Sec-WebSocket-Protocol")).isNull();
        assertThat(answer.field("Sec-WebSocket-Extensions")).isNull();
    }

    @Test
    void tokensOfListsAreReadInAnyCase() throws IOException {
        assertThat(
                        answer(
                                        "/echo",
                                        "Connection: keep-alive, UPGRADE",
                                        "Upgrade: h2c, WebSocket")
                                .status())
                .isEqualTo(101);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Connection: keep-alive",
                "Sec-WebSocket-Version:",
                "Sec-WebSocket-Key:",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZQ==",
                "Sec-WebSocket-Key: not base64, and long",
                "Sec-WebSocket-Protocol: a b",
                "Sec-WebSocket-Extensions: ;;"
            })
    void whatIsMalformedIsRefused(String replaced) throws IOException {
        assertThat(answer("/facts/a/1", replaced, "X-Agent: me").status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"8", "14", "x"})
    void anotherVersionIsToldTheRightOne(String version) throws IOException {
        RawResponse answer = answer("/echo", "Sec-WebSocket-Version: " + version);
        assertThat(answer.status()).isEqualTo(426);
        assertThat(answer.field("Sec-WebSocket-Version")).isEqualTo("13");
        assertThat(answer.field("Upgrade")).isEqualTo("websocket");
    }

    @Test
    void anOriginThatTheConfiguratorDoesNotWantIs403() throws IOException {
        String agent = "X-Agent: me";
        assertThat(answer("/facts/a/1", agent, "Origin: https://bad.example").status())
                .isEqualTo(403);
        RawResponse good = answer("/facts/a/1", agent, "Origin: https://good.example");
        assertThat(good.status()).isEqualTo(101);
        assertThat(good.field("X-Answer")).isEqualTo("yes");
    }

    @Test
    void theFirstSubprotocolOfTheClientThatTheEndpointKnowsIsChosen() throws IOException {
        String agent = "X-Agent: me";
        RawResponse answer = answer("/facts/a/1", agent, "Sec-WebSocket-Protocol: x, two,one");
        assertThat(answer.field("Sec-WebSocket-Protocol")).isEqualTo("two");
        assertThat(
                        answer("/facts/a/1", agent, "Sec-WebSocket-Protocol: x")
                                .field("Sec-WebSocket-Protocol"))
                .isNull();
    }

    @Test
    void compressionIsAgreedOnAndNothingElse() throws IOException {
        RawResponse answer =
                answer("/echo", "Sec-WebSocket-Extensions: x-other, permessage-deflate; q=1");
        assertThat(answer.status()).isEqualTo(101);
        assertThat(answer.field("Sec-WebSocket-Extensions")).isNull();
        assertThat(
                        answer("/echo", "Sec-WebSocket-Extensions: permessage-deflate")
                                .field("Sec-WebSocket-Extensions"))
                .startsWith("permessage-deflate");
    }

    @Test
    void whateverDoesNotAskForWebSocketGoesItsWay() throws IOException {
        for (int i = 0; i < 2; i++) {
            assertThat(server.get(serval, "/app/echo").text()).startsWith("a file");
        }
        assertThat(answer("/echo", "Upgrade: h2c").text()).startsWith("a file");
        assertThat(answer("/echo").status()).isEqualTo(101);
        assertThat(answer("/nothing").status()).isEqualTo(404);
        assertThat(answer("/facts/a").status()).isEqualTo(404);
    }
}
