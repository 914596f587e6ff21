package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.embed.Serval;
import jakarta.websocket.ClientEndpoint;
import jakarta.websocket.ClientEndpointConfig;
import jakarta.websocket.CloseReason;
import jakarta.websocket.CloseReason.CloseCodes;
import jakarta.websocket.ContainerProvider;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.Extension;
import jakarta.websocket.HandshakeResponse;
import jakarta.websocket.MessageHandler;
import jakarta.websocket.OnClose;
import jakarta.websocket.OnMessage;
import jakarta.websocket.OnOpen;
import jakarta.websocket.Session;
import jakarta.websocket.WebSocketContainer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** The client of Jakarta WebSocket (WebSocket 2.2 §3.2, §7.1). */
@OnSixWires
final class WebSocketClientTest {
    private static final BlockingQueue<String> HEARD = new LinkedBlockingQueue<>();

    @Parameter ServletUnderTest server;
    @TempDir Path temp;
    private Serval serval;
    private final WebSocketContainer container = ContainerProvider.getWebSocketContainer();

    @BeforeEach
    void start() throws Exception {
        HEARD.clear();
        AppDirectory app = SocketApp.in(new AppDirectory(temp, "app")).webXml("");
        serval =
                server.start(
                        b ->
                                b.webapp("/app", app.root())
                                        .servlet(
                                                "/moved",
                                                "/*",
                                                new OneServlet.Given(
                                                        (q, r) -> r.sendRedirect("/app/echo"))));
    }

    @AfterEach
    void stop() {
        serval.close();
    }

    /** Hears what the server says. */
    @ClientEndpoint(
            subprotocols = {"zero", "one"},
            configurator = Annotated.Agent.class)
    public static class Annotated {
        /** Adds a field, and looks at one. */
        public static class Agent extends ClientEndpointConfig.Configurator {
            @Override
            public void beforeRequest(Map<String, List<String>> fields) {
                fields.put("X-Agent", List.of("client"));
            }

            @Override
            public void afterResponse(HandshakeResponse answer) {
                HEARD.add("answer " + answer.getHeaders().get("x-answer"));
            }
        }

        @OnOpen
        public void open(Session session) {
            HEARD.add("open " + session.getNegotiatedSubprotocol());
        }

        @OnMessage
        public void text(String text) {
            HEARD.add(text);
        }

        @OnClose
        public void close(CloseReason reason) {
            HEARD.add("closed " + reason.getCloseCode().getCode());
        }
    }

    /** Hears what the server says, by a handler. */
    public static class Programmed extends Endpoint {
        @Override
        public void onOpen(Session session, EndpointConfig config) {
            session.addMessageHandler(
                    new MessageHandler.Whole<String>() {
                        @Override
                        public void onMessage(String text) {
                            HEARD.add(text);
                        }
                    });
        }

        @Override
        public void onClose(Session session, CloseReason reason) {
            HEARD.add("closed " + reason.getCloseCode().getCode());
        }
    }

    private static String heard() throws InterruptedException {
        return HEARD.poll(RawClient.PATIENCE, TimeUnit.MILLISECONDS);
    }

    private URI uri(String path) {
        return SocketClient.uri(server.wire(), serval, path);
    }

    private ClientEndpointConfig config(Extension... extensions) {
        ClientEndpointConfig config =
                ClientEndpointConfig.Builder.create()
                        .extensions(List.of(extensions))
                        .sslContext(TestTls.shared().anybody())
                        .build();
        return config;
    }

    @Test
    void anAnnotatedObjectIsAClient() throws Exception {
        if (server.wire().tls()) {
            // Annotations have no place for the certificates that are trusted.
            assertThatThrownBy(
                            () -> container.connectToServer(new Annotated(), uri("/app/facts/a/1")))
                    .isInstanceOf(IOException.class);
            return;
        }
        for (boolean type : new boolean[] {true, false}) {
            URI uri = uri("/app/facts/a/1");
            Session session =
                    type
                            ? container.connectToServer(Annotated.class, uri)
                            : container.connectToServer(new Annotated(), uri);
            assertThat(heard()).isEqualTo("answer [yes]");
            assertThat(heard()).isEqualTo("open one");
            session.getBasicRemote().sendText("agent");
            assertThat(heard()).isEqualTo("client");
            assertThat(session.getRequestURI()).isEqualTo(uri);
            session.close();
            Waiting.until("the session is closed", () -> !session.isOpen());
            assertThat(HEARD).as("who asks whether it is open has heard of the end").isNotEmpty();
            assertThat(heard()).isEqualTo("closed 1000");
        }
    }

    @Test
    void anEndpointIsAClient() throws Exception {
        Session session = container.connectToServer(new Programmed(), config(), uri("/app/echo"));
        String large = "é".repeat(20_000);
        session.getBasicRemote().sendText(large);
        assertThat(heard()).isEqualTo(large);
        assertThat(session.isSecure()).isEqualTo(server.wire().tls());
        session.getAsyncRemote().sendText("by a future").get(30, TimeUnit.SECONDS);
        assertThat(heard()).isEqualTo("by a future");
        session.close(new CloseReason(CloseCodes.GOING_AWAY, "away"));
        assertThat(heard()).isEqualTo("closed 1001");
        Waiting.until(
                "the endpoint has heard of the end",
                () -> {
                    try {
                        return session.getBasicRemote() == null;
                    } catch (IllegalStateException e) {
                        return true;
                    }
                });
    }

    @Test
    void messagesAreCompressedWhereBothWantTo() throws Exception {
        Set<Extension> installed = container.getInstalledExtensions();
        assertThat(installed).extracting(Extension::getName).containsExactly("permessage-deflate");
        Session session =
                container.connectToServer(
                        Programmed.class,
                        config(installed.toArray(Extension[]::new)),
                        uri("/app/echo"));
        assertThat(session.getNegotiatedExtensions())
                .extracting(Extension::getName)
                .containsExactly("permessage-deflate");
        String large = "all the same ".repeat(2000);
        session.getBasicRemote().sendText(large);
        assertThat(heard()).isEqualTo(large);
        session.close();
        assertThat(heard()).isEqualTo("closed 1000");
    }

    @Test
    void whatIsNo101IsToldAndRedirectsAreNotFollowed() {
        for (String path : List.of("/app/nothing", "/moved/x")) {
            assertThatThrownBy(
                            () -> container.connectToServer(new Programmed(), config(), uri(path)))
                    .isInstanceOf(DeploymentException.class)
                    .hasMessageContaining(path.startsWith("/app") ? "404" : "302");
        }
        assertThatThrownBy(
                        () ->
                                container.connectToServer(
                                        new Programmed(), config(), URI.create("http://a/")))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("ws and wss");
    }

    @Test
    void theServersEndIsHeard() throws Exception {
        Session session = container.connectToServer(new Programmed(), config(), uri("/app/echo"));
        assertThat(session.isOpen()).isTrue();
        serval.close();
        assertThat(heard()).isEqualTo("closed 1001");
    }
}
