package example.lines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.serval.connector.Connector;
import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.http.Exchange;
import dev.serval.http.HttpHandler;
import dev.serval.net.AddressBlocks;
import dev.serval.net.LoadLimits;
import dev.serval.net.Pace;
import dev.serval.net.SocketConfig;
import dev.serval.thread.ThreadPoolConfig;
import dev.serval.tls.TestKeys;
import example.lines.LinesClient.Frame;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A second protocol beside HTTP/1.1, with several exchanges on a connection at a time. */
@ParameterizedClass(name = "{0} tls={1}")
@MethodSource("wires")
@Timeout(60)
class SeveralExchangesTest {
    @Parameter(0)
    IoModel io;

    @Parameter(1)
    boolean tls;

    private final CountDownLatch release = new CountDownLatch(1);
    private final CountDownLatch begun = new CountDownLatch(1);
    private final AtomicInteger ended = new AtomicInteger();
    private Connector connector;

    static Stream<Arguments> wires() {
        return Stream.of(IoModel.values())
                .flatMap(io -> Stream.of(false, true).map(tls -> Arguments.of(io, tls)));
    }

    @AfterEach
    void stop() {
        release.countDown();
        connector.stop(Duration.ofSeconds(10));
        assertThat(connector.buffersOnLoan()).isZero();
        assertThat(connector.connections()).isZero();
    }

    private void start(HttpHandler handler) throws IOException {
        start(handler, changes -> changes);
    }

    private void start(HttpHandler handler, UnaryOperator<ConnectorConfig.ConnectorChanges> change)
            throws IOException {
        ConnectorConfig.ConnectorChanges changes = change.apply(ConnectorConfig.of(io, 0).change());
        if (tls) {
            changes.tls(hello -> TestKeys.server());
        }
        HttpHandler counting =
                new HttpHandler() {
                    @Override
                    public void handle(Exchange exchange) {
                        handler.handle(exchange);
                    }

                    @Override
                    public void completed(Exchange exchange) {
                        ended.incrementAndGet();
                    }
                };
        connector =
                new Connector(
                        changes.done(), counting, List.of(Connector.HTTP, new LinesProtocol()));
        connector.start();
    }

    /** The defaults but for these bounds of the queue. */
    private static LoadLimits queue(int size, int millis) {
        LoadLimits usual = LoadLimits.DEFAULTS;
        ThreadPoolConfig threads = usual.threads();
        return new LoadLimits(
                new ThreadPoolConfig(
                        threads.maxThreads(),
                        threads.minSpareThreads(),
                        threads.useVirtualThreads(),
                        size,
                        threads.threadsMaxIdleTime(),
                        threads.namePrefix()),
                usual.inlineCalls(),
                usual.connectionTimeout(),
                usual.keepAliveTimeout(),
                usual.connectionUploadTimeout(),
                usual.minRequestDataRate(),
                usual.minResponseDataRate(),
                millis,
                usual.executorTerminationTimeoutMillis());
    }

    private LinesClient connect() throws IOException {
        return LinesClient.connect(connector.port(), tls);
    }

    private static void answer(Exchange exchange, String text) {
        try {
            exchange.end(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
        } catch (IOException e) {
            exchange.fail(e);
        }
    }

    private static String body(Exchange exchange) throws IOException {
        ByteBuffer all = ByteBuffer.allocate(1000);
        while (exchange.read(all) >= 0) {}
        return new String(all.array(), 0, all.position(), StandardCharsets.ISO_8859_1);
    }

    private void echo(Exchange exchange) {
        exchange.dispatch(
                () -> {
                    try {
                        String path = exchange.request().rawPath();
                        if (path.equals("/held")) {
                            begun.countDown();
                            release.await();
                        }
                        answer(exchange, path + " " + body(exchange));
                    } catch (IOException e) {
                        exchange.fail(e);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
    }

    // ---- two streams

    @Test
    void theHeadHasItsTimeOnceWhateverItsProtocolIs() throws Exception {
        int timeout = 2000;
        start(this::echo, changes -> changes.connectionTimeout(timeout));
        assumeThat(tls).isFalse();
        try (Socket client = new Socket("127.0.0.1", connector.port())) {
            long begin = System.nanoTime();
            client.getOutputStream().write('L'); // as the other protocol begins
            client.setSoTimeout(timeout * 4 / 5);
            assertThatThrownBy(() -> client.getInputStream().read())
                    .isInstanceOf(SocketTimeoutException.class);
            client.getOutputStream().write('X');
            long next = System.nanoTime();
            client.setSoTimeout(4 * timeout);
            String answer =
                    new String(client.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            long end = System.nanoTime();
            assertThat(answer).startsWith("HTTP/1.1 408 ");
            assertThat(Duration.ofNanos(end - begin))
                    .isGreaterThan(Duration.ofMillis(timeout - 100));
            assertThat(Duration.ofNanos(end - next))
                    .as("no new time for the next byte")
                    .isLessThan(Duration.ofMillis(timeout - 100));
        }
    }

    @Test
    void theHeadHasItsTimeBehindTheHeaderOfAProxyToo() throws Exception {
        SocketConfig proxied =
                new SocketConfig(
                        100,
                        8192,
                        true,
                        true,
                        false,
                        null,
                        AddressBlocks.of("127.0.0.1"),
                        true,
                        0,
                        0,
                        false,
                        false,
                        true,
                        -1);
        start(this::echo, changes -> changes.sockets(proxied));
        assumeThat(tls).isFalse();
        try (Socket client = new Socket("127.0.0.1", connector.port())) {
            String begin = "PROXY TCP4 192.0.2.1 127.0.0.1 1 2\r\nGET /x HTTP/1.0\r\n";
            client.getOutputStream().write(begin.getBytes(StandardCharsets.US_ASCII));
            client.setSoTimeout(500);
            assertThatThrownBy(() -> client.getInputStream().read())
                    .isInstanceOf(SocketTimeoutException.class);
            client.setSoTimeout(20_000);
            client.getOutputStream().write("\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(client.getInputStream().readAllBytes(), "US-ASCII"))
                    .startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void interleavedRequestsAreAnsweredOutOfTheirOrder() throws IOException {
        start(this::echo);
        try (LinesClient client = connect()) {
            client.request(1, "POST /first 4");
            client.request(2, "POST /second 4");
            client.body(1, "ab");
            client.body(2, "12");
            client.body(2, "34");
            client.body(2, "");
            assertThat(client.response(2)).isEqualTo("/second 1234");
            client.body(1, "cd");
            client.body(1, "");
            assertThat(client.response(1)).isEqualTo("/first abcd");
            client.request(3, "GET /third -1");
            assertThat(client.response(3)).isEqualTo("/third ");
        }
    }

    @Test
    void aHandlerAnswersOnTheThreadOfTheConnectionToo() throws IOException {
        start(exchange -> answer(exchange, "here"));
        try (LinesClient client = connect()) {
            for (int stream = 1; stream < 20; stream++) {
                client.request(stream, "GET / -1");
                assertThat(client.response(stream)).isEqualTo("here");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /empty -1", "HEAD /some -1", "GET /204 -1"})
    void aHeadSaysThatNothingFollows(String request) throws IOException {
        start(
                exchange -> {
                    String path = exchange.request().rawPath();
                    if (path.equals("/204")) {
                        exchange.status(204);
                    }
                    answer(exchange, path.equals("/some") ? "some" : "");
                });
        try (LinesClient client = connect()) {
            client.request(1, request);
            assertThat(client.next().status()).endsWith(" last");
            client.request(2, "GET /some -1");
            Frame head = client.next();
            assertThat(head.stream()).isEqualTo(2);
            assertThat(head.status()).isEqualTo("200");
        }
    }

    @Test
    void manyWritersShareTheOutput() throws Exception {
        int streams = 8;
        int size = 150_000;
        start(
                exchange ->
                        exchange.dispatch(
                                () -> {
                                    String text = exchange.request().rawPath().substring(1);
                                    try {
                                        for (int i = 0; i < size; i += 500) {
                                            byte[] part = text.repeat(500).getBytes("US-ASCII");
                                            exchange.write(ByteBuffer.wrap(part));
                                        }
                                        exchange.end();
                                    } catch (IOException e) {
                                        exchange.fail(e);
                                    }
                                }));
        try (LinesClient client = connect()) {
            for (int stream = 0; stream < streams; stream++) {
                client.request(stream, "GET /" + (char) ('a' + stream) + " -1");
            }
            Map<Integer, Integer> sizes = new HashMap<>();
            for (int left = streams; left > 0; ) {
                Frame frame = client.next();
                if (frame.kind() == 'D') {
                    char own = (char) ('a' + frame.stream());
                    assertThat(frame.payload().chars()).allMatch(c -> c == own);
                    sizes.merge(frame.stream(), frame.payload().length(), Integer::sum);
                } else if (frame.kind() != 'H') {
                    assertThat(frame.kind()).isEqualTo('E');
                    assertThat(sizes).containsEntry(frame.stream(), size);
                    left--;
                }
            }
        }
    }

    // ---- calls

    @Test
    void aCallIsNeverInPlaceAndStillCounted() throws Exception {
        AtomicReference<Thread> handling = new AtomicReference<>();
        CompletableFuture<Thread> calling = new CompletableFuture<>();
        Pace trusted = new Pace();
        for (int i = 0; i < 100; i++) {
            trusted.took(1000);
        }
        start(
                exchange -> {
                    handling.set(Thread.currentThread());
                    exchange.dispatch(
                            () -> {
                                calling.complete(Thread.currentThread());
                                begun.countDown();
                                try {
                                    release.await();
                                } catch (InterruptedException e) {
                                    Thread.currentThread().interrupt();
                                }
                                answer(exchange, "done");
                            },
                            trusted);
                },
                changes -> changes.load(queue(100, 1000)).maxThreads(1));
        int calls = io == IoModel.BIO && dev.serval.thread.Threads.haveVirtual() ? 10 : 1;
        try (LinesClient client = connect()) {
            for (int stream = 1; stream <= calls; stream++) {
                client.request(stream, "GET /held -1");
            }
            begun.await();
            assertThat(calling.get(20, TimeUnit.SECONDS)).isNotSameAs(handling.get());
            client.request(99, "GET /late -1");
            Frame head = client.next();
            assertThat(head.stream()).isEqualTo(99);
            assertThat(head.status()).isEqualTo("503");
        }
    }

    @Test
    void whoWaitsForAWindowLeavesItsThreadToOthers() throws IOException {
        start(this::echo, changes -> changes.load(queue(100, 30_000)).maxThreads(1));
        try (LinesClient client = connect()) {
            client.head(1, "GET /without -1");
            client.head(2, "POST /body 1");
            client.request(3, "GET /third -1");
            // The head of the first goes out with the third, or with its first part if the third
            // has begun before it, as virtual threads may.
            boolean begins = false;
            StringBuilder third = new StringBuilder();
            for (Frame frame = client.next(); frame.kind() != 'E'; frame = client.next()) {
                if (frame.stream() == 1) {
                    assertThat(frame.kind()).isEqualTo('H');
                    begins = true;
                } else if (frame.kind() == 'D') {
                    third.append(frame.payload());
                }
            }
            assertThat(third.toString()).isEqualTo("/third ");
            client.grant(1, 5);
            if (!begins) {
                assertThat(client.next().kind()).isEqualTo('H');
            }
            assertThat(client.next()).isEqualTo(new Frame('D', 1, "/with"));
            client.grant(1, 50);
            assertThat(client.response(1)).isEqualTo("out ");
            client.body(2, "x");
            client.body(2, "");
            client.grant(2, 50);
            assertThat(client.response(2)).isEqualTo("/body x");
        }
    }

    // ---- deadlines

    @Test
    void aStreamThatIsTooSlowEndsAndTheOthersGoOn() throws IOException {
        start(this::echo, changes -> changes.connectionTimeout(400));
        try (LinesClient client = connect()) {
            client.request(1, "POST /slow 4");
            client.head(2, "GET /unread -1");
            Map<Integer, String> ends = new HashMap<>();
            while (ends.size() < 2) {
                Frame frame = client.next();
                if (frame.stream() == 1 && frame.kind() == 'H') {
                    ends.put(1, frame.status());
                } else if (frame.kind() == 'R') {
                    ends.put(frame.stream(), "cut");
                }
            }
            assertThat(ends).containsEntry(1, "408").containsEntry(2, "cut");
            client.request(3, "GET /third -1");
            while (true) {
                Frame frame = client.next();
                if (frame.stream() == 3 && frame.kind() == 'D') {
                    assertThat(frame.payload()).isEqualTo("/third ");
                    return;
                }
            }
        }
    }

    @Test
    void anIdleConnectionIsClosed() throws IOException {
        start(this::echo, changes -> changes.keepAliveTimeout(300));
        try (LinesClient client = connect()) {
            client.request(1, "GET /one -1");
            assertThat(client.response(1)).isEqualTo("/one ");
            assertThat(client.next().kind()).isEqualTo((char) 0);
        }
    }

    // ---- a stop

    @Test
    void aStopIsToldAndWhatIsUnderWayEnds() throws Exception {
        start(this::echo);
        try (LinesClient client = connect();
                LinesClient idle = connect()) {
            idle.request(1, "GET /one -1");
            assertThat(idle.response(1)).isEqualTo("/one ");
            client.request(1, "GET /held -1");
            begun.await();
            CompletableFuture<Void> stopped =
                    CompletableFuture.runAsync(() -> connector.stop(Duration.ofSeconds(30)));

            assertThat(client.next().kind()).isEqualTo('G');
            assertThat(idle.next().kind()).isEqualTo('G');
            assertThat(idle.next().kind()).isEqualTo((char) 0);
            client.request(3, "GET /refused -1");
            assertThat(client.next()).isEqualTo(new Frame('R', 3, ""));
            assertThat(stopped).isNotDone();
            release.countDown();
            assertThat(client.response(1)).isEqualTo("/held ");
            assertThat(client.next().kind()).isEqualTo((char) 0);
            stopped.get(20, TimeUnit.SECONDS);
            assertThat(ended.get()).isEqualTo(2);
        }
    }

    @Test
    void aConnectionThatIsLostEndsItsStreams() throws Exception {
        CompletableFuture<Boolean> cut = new CompletableFuture<>();
        start(
                exchange ->
                        exchange.dispatch(
                                () -> {
                                    begun.countDown();
                                    try {
                                        body(exchange);
                                        cut.complete(false);
                                    } catch (IOException e) {
                                        cut.complete(true);
                                        exchange.fail(e);
                                    }
                                }));
        try (LinesClient client = connect()) {
            client.request(1, "POST /x 4");
            begun.await();
        }
        assertThat(cut.get(20, TimeUnit.SECONDS)).isTrue();
    }

    // ---- HTTP/1.1 beside it

    @Test
    void http1IsStillSpoken() throws Exception {
        start(this::echo);
        try (Socket socket =
                tls ? LinesClient.tls(connector.port()) : LinesClient.plain(connector.port())) {
            socket.setSoTimeout(20_000);
            // Its first byte is that of the other protocol, too.
            socket.getOutputStream().write('L');
            socket.getOutputStream().flush();
            socket.getOutputStream().write("INK /x HTTP/1.0\r\n\r\n".getBytes("US-ASCII"));
            assertThat(new String(socket.getInputStream().readAllBytes(), "US-ASCII"))
                    .startsWith("HTTP/1.1 200 ")
                    .endsWith("/x ");
        }
    }

    @Test
    void rfc7301TheServerChoosesAmongTheNamesOfItsProtocols() throws Exception {
        start(this::echo);
        assumeThat(tls).isTrue();
        try (SSLSocket both = LinesClient.tls(connector.port(), "http/1.1", "lines/1");
                SSLSocket one = LinesClient.tls(connector.port(), "spdy/1", "http/1.1");
                SSLSocket none = LinesClient.tls(connector.port())) {
            assertThat(both.getApplicationProtocol()).isEqualTo("lines/1");
            assertThat(one.getApplicationProtocol()).isEqualTo("http/1.1");
            assertThat(none.getApplicationProtocol()).isEmpty();
        }
        assertThatThrownBy(() -> LinesClient.tls(connector.port(), "spdy/1"))
                .isInstanceOf(SSLException.class)
                .hasMessageContaining("no_application_protocol");
    }

    @Test
    void twoProtocolsOfOneNameAreRefused() throws IOException {
        start(this::echo);
        assertThatThrownBy(
                        () ->
                                new Connector(
                                        connector.config(),
                                        this::echo,
                                        List.of(
                                                Connector.HTTP,
                                                new LinesProtocol(),
                                                new LinesProtocol())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lines/1");
    }

    @Test
    void firstBytesThatDoNotComeAreNotWaitedForLonger() throws Exception {
        start(this::echo, changes -> changes.connectionTimeout(300));
        assumeThat(tls).isFalse();
        try (Socket begun = LinesClient.plain(connector.port());
                Socket quiet = LinesClient.plain(connector.port())) {
            begun.setSoTimeout(20_000);
            quiet.setSoTimeout(20_000);
            begun.getOutputStream().write('L');
            assertThat(new String(begun.getInputStream().readAllBytes(), "US-ASCII"))
                    .startsWith("HTTP/1.1 408 ");
            assertThat(quiet.getInputStream().readAllBytes()).isEmpty();
        }
    }
}
