package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Endpoints of an application, by the JDK's client (WebSocket 2.2 §2 to §4). */
@OnSixWires
final class WebSocketEndpointsTest {
    private static final UnaryOperator<WebSocket.Builder> AGENT = b -> b.header("X-Agent", "a b");

    @Parameter ServletUnderTest server;
    @TempDir Path temp;
    private AppDirectory app;
    private Serval serval;

    @BeforeEach
    void start() throws Exception {
        app =
                SocketApp.in(new AppDirectory(temp, "app"))
                        .webXml(
                                "<filter><filter-name>known</filter-name><filter-class>"
                                        + SocketApp.Known.class.getName()
                                        + "</filter-class></filter><filter-mapping>"
                                        + "<filter-name>known</filter-name>"
                                        + "<url-pattern>/log</url-pattern></filter-mapping>",
                                AppDirectory.servlet("end", SocketApp.Ending.class, "/ending"),
                                AppDirectory.servlet("later", SocketApp.Later.class, "/later"),
                                AppDirectory.servlet("up", SocketApp.Upgrading.class, "/up/*"));
        serval = server.start(b -> b.webapp("/app", app.root()));
    }

    @AfterEach
    void stop() {
        serval.close();
    }

    private SocketClient open(String path) throws Exception {
        return SocketClient.open(server.wire(), serval, "/app" + path);
    }

    private SocketClient open(String path, UnaryOperator<WebSocket.Builder> more) throws Exception {
        return SocketClient.open(server.wire(), serval, "/app" + path, more);
    }

    @Test
    void messagesComeBack() throws Exception {
        try (SocketClient client = open("/echo")) {
            assertThat(client.say("grüß 🐈").next()).isEqualTo("grüß 🐈");
            assertThat(client.part("one ", false).part("two", true).next()).isEqualTo("one two");
            assertThat(client.say(ByteBuffer.allocate(5)).next()).isEqualTo("5 bytes");
            assertThat(client.say("").next()).isEmpty();
        }
    }

    @Test
    void aMethodSaysHowLargeItsMessagesMayBe() throws Exception {
        try (SocketClient client = open("/echo")) {
            String large = "x".repeat(1 << 20);
            assertThat(client.say(large).next()).isEqualTo(large);
            assertThat(client.say(ByteBuffer.allocate(1 << 20)).next()).isEqualTo("1048576 bytes");
            client.say(large + "y");
            assertThat(client.next()).startsWith("closed 1009");
        }
    }

    @Test
    void pingsAreAnsweredAlsoBetweenParts() throws Exception {
        try (SocketClient client = open("/echo")) {
            client.part("a", false);
            client.socket()
                    .sendPing(ByteBuffer.wrap("now".getBytes()))
                    .get(RawClient.PATIENCE, TimeUnit.MILLISECONDS);
            assertThat(client.next()).isEqualTo("pong now");
            assertThat(client.part("b", true).next()).isEqualTo("ab");
        }
    }

    @Test
    void aSessionKnowsHowItBegan() throws Exception {
        try (SocketClient client =
                open("/facts/t%C3%BCr/7?a=1&a=2", b -> AGENT.apply(b).subprotocols("two", "x"))) {
            assertThat(client.socket().getSubprotocol()).isEqualTo("two");
            assertThat(client.say("path").next()).isEqualTo("tür+7 {name=tür, number=7}");
            assertThat(client.say("query").next()).isEqualTo("a=1&a=2");
            assertThat(client.say("parameters").next()).isEqualTo("[1, 2]");
            assertThat(client.say("uri").next()).isEqualTo("/app/facts/t%C3%BCr/7");
            assertThat(client.say("protocol").next()).isEqualTo("13 two");
            assertThat(client.say("agent").next()).isEqualTo("a b");
            assertThat(client.say("same").next()).isEqualTo("a b");
            assertThat(client.say("secure").next()).isEqualTo(String.valueOf(server.wire().tls()));
            assertThat(client.say("loader").next()).isEqualTo("true");
        }
    }

    @Test
    void openSessionsAreThoseOfTheEndpoint() throws Exception {
        try (SocketClient one = open("/facts/a/1", AGENT);
                SocketClient other = open("/echo")) {
            assertThat(other.say("there").next()).isEqualTo("there");
            assertThat(one.say("open").next()).isEqualTo("1 true");
            try (SocketClient two = open("/facts/b/2", AGENT)) {
                assertThat(two.say("open").next()).isEqualTo("2 true");
            }
        }
    }

    @Test
    void decodersAndEncodersStandInBetween() throws Exception {
        try (SocketClient client = open("/shout")) {
            assertThat(client.say("word").next()).isEqualTo("WORD!");
            assertThat(client.say("?what").next()).isEqualTo("not decoded: ?what");
            assertThat(client.say("!what").next()).isEqualTo("not decoded: !what");
            assertThat(client.say("on").next()).isEqualTo("ON!");
        }
    }

    @Test
    void messagesAreStreams() throws Exception {
        try (SocketClient client = open("/streams")) {
            assertThat(client.say("quiet 🐈").next()).isEqualTo("QUIET 🐈");
            assertThat(client.say(ByteBuffer.allocate(10)).next()).isEqualTo("30000 bytes");
        }
    }

    @Test
    void partsOfMessagesHaveNoLimitTogether() throws Exception {
        try (SocketClient client = open("/parts")) {
            assertThat(client.next()).isEqualTo("ping hello");
            assertThat(client.next()).isEqualTo("heard hello");
            client.part("x".repeat(100_000), false).part("", false).part("y", true);
            assertThat(client.next()).isEqualTo("100001 chars");
        }
    }

    @Test
    void aFailureThatNobodyHearsOfIsOneLineAndTheSessionGoesOn() throws Exception {
        try (ServerLog log = new ServerLog();
                SocketClient client = open("/failing")) {
            assertThat(client.say("throw").say("on").next()).isEqualTo("on");
            assertThat(log.lines())
                    .filteredOn(line -> line.contains("SRV-1001"))
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains(SocketApp.Failing.class.getName() + " of context '/app'");
        }
    }

    @Test
    void asynchronousSendsTellTheirResult() throws Exception {
        try (SocketClient client = open("/log")) {
            client.say("future");
            assertThat(client.next()).isEqualTo("by a future");
            assertThat(client.next()).isEqualTo("7");
            assertThat(client.next()).isEqualTo("done true");
            client.say("batch");
            assertThat(client.next()).isEqualTo("first");
            assertThat(client.next()).isEqualTo("second");
        }
    }

    @Test
    void anEncoderThatFailsIsTheResultOfAnAsynchronousSend() throws Exception {
        try (SocketClient client = open("/shout")) {
            assertThat(client.say("null").next()).isEqualTo("null: NullPointerException");
        }
    }

    @Test
    void aMistakeAtTheStartLeavesNoEndpointInService() throws Exception {
        AppDirectory other = SocketApp.in(new AppDirectory(temp, "other"));
        other.classes(SocketApp.Mistaken.class, SocketApp.Hasty.class);
        other.webXml(
                "<listener><listener-class>"
                        + SocketApp.Hasty.class.getName()
                        + "</listener-class></listener>",
                AppDirectory.servlet("later", SocketApp.Later.class, "/later"));
        try (Serval own = server.start(b -> b.webapp("/app", other.root()))) {
            assertThat(server.send(own, WebSocketHandshakeTest.ask("/app/echo")).status())
                    .isEqualTo(404);
            assertThat(server.get(own, "/app/later?path=/late").text()).isEqualTo("added");
            assertThat(server.send(own, WebSocketHandshakeTest.ask("/app/late")).status())
                    .isEqualTo(101);
        }
    }

    @Test
    void bothSidesMayCloseWithAReason() throws Exception {
        try (SocketClient observer = open("/log");
                SocketClient client = open("/log")) {
            client.say("close");
            assertThat(client.next()).isEqualTo("closed 4001 so it is");
            assertThat(observer.say("ends").next()).isEqualTo("4001 so it is true");
            try (SocketClient other = open("/log")) {
                assertThat(other.say("there").next()).isEqualTo("there");
                other.socket()
                        .sendClose(4002, "bye")
                        .get(RawClient.PATIENCE, TimeUnit.MILLISECONDS);
                assertThat(observer.say("ends").next()).isEqualTo("4002 bye true");
            }
            try (SocketClient gone = open("/log")) {
                assertThat(gone.say("there").next()).isEqualTo("there");
            }
            assertThat(observer.say("ends").next()).startsWith("1006 ");
        }
    }

    @Test
    void endpointsMayBeAddedWhileRequestsAreServed() throws Exception {
        assertThat(server.get(serval, "/app/later?path=/late/%7Bx%7D").text()).isEqualTo("added");
        try (SocketClient client = open("/late/1")) {
            assertThat(client.say("hello").next()).isEqualTo("programmed hello");
            assertThat(client.say(ByteBuffer.allocate(3)).next()).isEqualTo("3 bytes");
        }
        assertThat(server.get(serval, "/app/later?path=/late/%7By%7D").text())
                .contains("have the same path", "/late/{x} and /late/{y}");
    }

    @Test
    void aServletMayUpgradeTheRequestItself() throws Exception {
        try (SocketClient client = open("/up/somewhere", AGENT)) {
            assertThat(client.say("path").next()).isEqualTo("by hand+3 {name=by hand, number=3}");
        }
    }

    @Test
    void aServerApplicationConfigChooses() throws Exception {
        AppDirectory other = SocketApp.in(new AppDirectory(temp, "other")).webXml("");
        other.classes(SocketApp.Choice.class);
        try (Serval own = server.start(b -> b.webapp("/app", other.root()));
                SocketClient client = SocketClient.open(server.wire(), own, "/app/programmed")) {
            assertThat(client.say("hello").next()).isEqualTo("programmed hello");
            try (SocketClient echo = SocketClient.open(server.wire(), own, "/app/echo")) {
                assertThat(echo.say("here").next()).isEqualTo("here");
            }
            assertThat(server.send(own, WebSocketHandshakeTest.ask("/app/failing")).status())
                    .isEqualTo(404);
        }
    }

    /** Also behind a change of its id. The filters of the path have been there before. */
    @Test
    void theSessionOfAUserEndsWithTheHttpSession() throws Exception {
        String first = "JSESSIONID=" + server.get(serval, "/app/ending").text();
        try (SocketClient user =
                        open("/log", b -> b.header("Cookie", first).header("X-User", "ann"));
                SocketClient nobody = open("/log", b -> b.header("Cookie", first))) {
            assertThat(user.say("user").next()).isEqualTo("User[name=ann]");
            assertThat(nobody.say("user").next()).isEqualTo("null");
            String id = server.get(serval, "/app/ending", "Cookie: " + first).text();
            assertThat("JSESSIONID=" + id).isNotEqualTo(first);
            server.get(serval, "/app/ending?end=", "Cookie: JSESSIONID=" + id);
            assertThat(user.next()).startsWith("closed 1008");
            assertThat(nobody.say("on").next()).isEqualTo("on");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"within", "behind"})
    void anHttpSessionThatEndsBeforeTheFirstTurnClosesTheSession(String when) throws Exception {
        String cookie = "JSESSIONID=" + server.get(serval, "/app/ending").text();
        try (SocketClient user =
                open(
                        "/log",
                        b ->
                                b.header("Cookie", cookie)
                                        .header("X-User", "ann")
                                        .header("X-Ends", when))) {
            assertThat(user.next()).startsWith("closed 1008");
        }
    }

    @Test
    void anApplicationIsAClientByItsOwnContainer() throws Exception {
        try (SocketClient client = open("/calling")) {
            if (!server.wire().tls()) {
                client.say("ws://localhost:" + serval.port() + "/app/echo");
                assertThat(client.next()).isEqualTo("heard by true");
            }
        }
    }

    @Test
    void whenTheServerStopsEverySessionIsGoingAway() throws Exception {
        try (SocketClient client = open("/echo")) {
            assertThat(client.say("there").next()).isEqualTo("there");
            serval.close();
            assertThat(client.next()).startsWith("closed 1001");
        }
    }
}
