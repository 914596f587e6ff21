package dev.serval.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.connector.Connector;
import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.servlet.AppContext;
import dev.serval.servlet.ContextBuilder;
import dev.serval.servlet.TestServlet;
import dev.serval.session.Session;
import dev.serval.session.SessionListeners;
import dev.serval.session.SessionSettings;
import dev.serval.session.Sessions;
import jakarta.servlet.ServletContext;
import jakarta.servlet.SessionTrackingMode;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sessions that have to be looked for far away: nobody else waits. */
class SlowSessionsTest {
    private static final int OTHERS = 16;

    @TempDir Path files;
    private final Queue<String> lookUps = new ConcurrentLinkedQueue<>();
    private final CountDownLatch entered = new CountDownLatch(1);
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private final List<AppContext> apps = new ArrayList<>();
    private Connector connector;

    /** A double of a store that is far away: looking up waits while the gate is closed. */
    private final class Far extends Sessions {
        Far(
                ServletContext context,
                Supplier<? extends SessionListeners> listeners,
                boolean distributable) {
            super(context, listeners, distributable);
        }

        @Override
        public boolean mayWait() {
            return true;
        }

        @Override
        public boolean contains(String id) {
            await();
            return super.contains(id);
        }

        @Override
        public Session find(String id) {
            await();
            return super.find(id);
        }

        private void await() {
            lookUps.add(Thread.currentThread().getName());
            if (gate.getCount() > 0) {
                entered.countDown();
            }
            try {
                assertThat(gate.await(20, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @BeforeEach
    void file() throws IOException {
        Files.writeString(files.resolve("a.txt"), "cached");
    }

    @AfterEach
    void stop() {
        gate.countDown();
        connector.stop(Duration.ofSeconds(10));
        apps.forEach(AppContext::stop);
    }

    /** One that says its name, and on which thread. */
    private ContextBuilder says(String name) {
        return AppContext.builder("/app")
                .version(name)
                .servlet(
                        "s",
                        TestServlet.of(
                                (request, response) ->
                                        response.getWriter()
                                                .print(
                                                        name
                                                                + " "
                                                                + Thread.currentThread()
                                                                        .getName())),
                        -1,
                        "/s");
    }

    private void start(IoModel io, ContextBuilder... builders) throws Exception {
        apps.add(AppContext.builder("").docBase(files).build());
        for (ContextBuilder builder : builders) {
            apps.add(builder.build());
        }
        for (AppContext app : apps) {
            app.start();
        }
        HostTable hosts =
                HostTable.builder()
                        .host("localhost", List.of(), ContextTable.of(apps), HostValves.NONE)
                        .build();
        connector =
                new Connector(
                        ConnectorConfig.of(io, 0)
                                .change()
                                .address("localhost")
                                .maxKeepAliveRequests(-1)
                                .done(),
                        new Router(hosts));
        connector.start();
    }

    private final class Client implements Closeable {
        private final Socket socket;

        Client() throws IOException {
            socket = new Socket(InetAddress.getByName("localhost"), connector.port());
            socket.setSoTimeout(20_000);
        }

        void send(String target, String... fields) throws IOException {
            String head =
                    "GET "
                            + target
                            + " HTTP/1.1\r\nHost: localhost\r\n"
                            + String.join("", fields)
                            + "\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        }

        /** Head and body of a response of known length. */
        String answer() throws IOException {
            ByteArrayOutputStream seen = new ByteArrayOutputStream();
            String head = "";
            while (!head.endsWith("\r\n\r\n")) {
                int b = socket.getInputStream().read();
                assertThat(b).as("after %s", head).isNotNegative();
                seen.write(b);
                head = seen.toString(StandardCharsets.ISO_8859_1);
            }
            int length = Integer.parseInt(head.replaceAll("(?s).*Content-Length: (\\d+).*", "$1"));
            byte[] body = socket.getInputStream().readNBytes(length);
            return head + new String(body, StandardCharsets.ISO_8859_1);
        }

        String get(String target, String... fields) throws IOException {
            send(target, fields);
            return answer();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    /** The id of a new one. */
    private static String session(AppContext app) {
        return app.sessions().create(60, session -> {}).getId();
    }

    /** Asks on a connection that has to wait; meanwhile others get their cached file. */
    private String whileOthersGoOn(String target, String... fields) throws Exception {
        List<Client> others = new ArrayList<>();
        try (Client waiting = new Client()) {
            for (int i = 0; i < OTHERS; i++) {
                Client other = new Client();
                others.add(other);
                assertThat(other.get("/a.txt")).endsWith("cached");
            }
            lookUps.clear();
            gate = new CountDownLatch(1);
            waiting.send(target, fields);
            assertThat(entered.await(20, TimeUnit.SECONDS)).isTrue();
            for (Client other : others) {
                assertThat(other.get("/a.txt")).endsWith("cached");
            }
            assertThat(waiting.socket.getInputStream().available()).isZero();
            gate.countDown();
            return waiting.answer();
        } finally {
            for (Client other : others) {
                other.close();
            }
        }
    }

    private void assertOffTheLoop() {
        assertThat(lookUps)
                .isNotEmpty()
                .allSatisfy(thread -> assertThat(thread).contains("-exec-"));
    }

    @ParameterizedTest
    @EnumSource
    void theVersionOfASessionIsFoundWhileOthersAreAnswered(IoModel io) throws Exception {
        start(io, says("1").sessionMaker(Far::new), says("2"));
        String id = session(apps.get(1));
        try (Client client = new Client()) {
            assertThat(client.get("/app/s")).contains("\r\n\r\n2 ");
        }

        assertThat(whileOthersGoOn("/app/s", "Cookie: JSESSIONID=" + id + "\r\n"))
                .startsWith("HTTP/1.1 200")
                .contains("\r\n\r\n1 ");
        assertOffTheLoop();
    }

    @ParameterizedTest
    @EnumSource
    void aRedirectIntoTheContextLooksForTheSessionOfItsUrlOffTheLoop(IoModel io) throws Exception {
        SessionSettings usual = SessionSettings.DEFAULTS;
        start(
                io,
                says("1")
                        .sessionMaker(Far::new)
                        .sessions(
                                new SessionSettings(
                                        usual.timeoutMinutes(),
                                        usual.cookieName(),
                                        null,
                                        null,
                                        true,
                                        null,
                                        null,
                                        Map.of(),
                                        Set.of(SessionTrackingMode.COOKIE, SessionTrackingMode.URL),
                                        false)));
        String id = session(apps.get(1));

        assertThat(whileOthersGoOn("/app;jsessionid=" + id))
                .startsWith("HTTP/1.1 302")
                .contains("Location: /app/;jsessionid=" + id + "\r\n");
        assertOffTheLoop();
    }

    /** How short calls were says nothing of the next session. */
    @ParameterizedTest
    @EnumSource(names = "NIO")
    void callsNeverRunOnTheLoop(IoModel io) throws Exception {
        start(io, says("1").sessionMaker(Far::new));
        try (Client client = new Client()) {
            for (int i = 0; i < 2000; i++) {
                assertThat(client.get("/app/s")).contains("\r\n\r\n1 http-nio-0-exec-");
            }
        }
    }

    /** What the test above would see. */
    @ParameterizedTest
    @EnumSource(names = "NIO")
    void withSessionsInMemoryTheyDo(IoModel io) throws Exception {
        start(io, says("1"));
        String answer = "";
        try (Client client = new Client()) {
            for (int i = 0; i < 100_000 && !answer.contains("-loop-"); i++) {
                answer = client.get("/app/s");
            }
        }
        assertThat(answer).contains("http-nio-0-loop-");
    }
}
