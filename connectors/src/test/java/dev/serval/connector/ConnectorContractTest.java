package dev.serval.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.http.Attachment;
import dev.serval.http.Exchange;
import dev.serval.http.Fields;
import dev.serval.http.HttpHandler;
import dev.serval.http.Unloggable;
import dev.serval.net.Interest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.net.BindException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contracts between connection, exchange and driver, through real sockets. */
@Timeout(60)
class ConnectorContractTest {
    private static Connector start(IoModel io, HttpHandler handler) throws IOException {
        Connector connector = new Connector(ConnectorConfig.of(io, 0), handler);
        connector.start();
        return connector;
    }

    private static Socket connect(Connector connector) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), connector.port());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: test\r\n\r\n";
    }

    /** The body of the next response, which has a Content-Length. */
    private static String body(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int b = in.read();
            if (b < 0) {
                throw new IOException("the end after: " + head);
            }
            head.append((char) b);
        }
        int at = head.indexOf("Content-Length: ");
        int length =
                at < 0 ? 0 : Integer.parseInt(head.substring(at + 16, head.indexOf("\r\n", at)));
        return new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
    }

    private static void answer(Exchange exchange, String text) {
        try {
            exchange.end(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
        } catch (IOException e) {
            exchange.fail(e);
        }
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void whatAHandlerGaveIsGoneWhenTheExchangeIsOver(IoModel io) throws Exception {
        AtomicReference<WeakReference<Object>> attached = new AtomicReference<>();
        AtomicReference<WeakReference<Object>> asked = new AtomicReference<>();
        Connector connector =
                start(
                        io,
                        exchange -> {
                            Attachment attachment =
                                    new Attachment() {
                                        @Override
                                        public void completed(Exchange over) {}
                                    };
                            attached.set(new WeakReference<>(attachment));
                            exchange.attach(attachment);
                            Fields trailers = new Fields();
                            Supplier<Fields> source = () -> trailers;
                            asked.set(new WeakReference<>(source));
                            exchange.trailers(source);
                            exchange.contentLength(1);
                            answer(exchange, "x");
                        });
        try (Socket socket = connect(connector)) {
            send(socket, get("/"));
            assertThat(body(socket)).isEqualTo("x");

            long end = System.nanoTime() + 20_000_000_000L;
            while ((attached.get().get() != null || asked.get().get() != null)
                    && System.nanoTime() < end) {
                System.gc();
            }
            assertThat(attached.get().get()).isNull();
            assertThat(asked.get().get()).isNull();
        } finally {
            connector.stop(Duration.ofSeconds(5));
        }
    }

    /** The system may give none later. */
    @ParameterizedTest
    @EnumSource(
            value = IoModel.class,
            names = {"NIO", "NIO2"})
    void aThreadForApplicationsIsThereFromTheStart(IoModel io) throws Exception {
        Set<Thread> others = Thread.getAllStackTraces().keySet();
        Connector connector = start(io, exchange -> answer(exchange, "x"));
        try {
            assertThat(connector.threads().threads()).isEqualTo(1);
            Set<Thread> first = new HashSet<>(Thread.getAllStackTraces().keySet());
            first.removeAll(others);
            first.removeIf(thread -> !thread.getName().contains("-exec-"));
            assertThat(first).hasSize(1);
            connector.renewThreads();
            first.iterator().next().join(20_000);
            assertThat(first).noneMatch(Thread::isAlive);
            assertThat(connector.threads().threads()).isEqualTo(1);
        } finally {
            connector.stop(Duration.ofSeconds(5));
        }
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void threadsThatRanApplicationsEndWhenTheyAreRenewed(IoModel io) throws Exception {
        List<Thread> threads = new CopyOnWriteArrayList<>();
        Connector connector =
                start(
                        io,
                        exchange ->
                                exchange.dispatch(
                                        () -> {
                                            threads.add(Thread.currentThread());
                                            answer(exchange, "x");
                                        }));
        try (Socket socket = connect(connector)) {
            for (int i = 0; i < 3; i++) {
                send(socket, get("/"));
                assertThat(body(socket)).isEqualTo("x");

                connector.renewThreads();
            }
            // The connection goes on, each time with another thread.
            send(socket, get("/"));
            assertThat(body(socket)).isEqualTo("x");
            for (Thread thread : threads.subList(0, 2)) {
                thread.join(20_000);
                assertThat(thread.isAlive()).isFalse();
            }
        } finally {
            connector.stop(Duration.ofSeconds(5));
        }
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void noThreadThatRanAnApplicationIsLeftWhenNobodyAsksAnyMore(IoModel io) throws Exception {
        AtomicReference<Thread> ran = new AtomicReference<>();
        Connector connector =
                start(
                        io,
                        exchange ->
                                exchange.dispatch(
                                        () -> {
                                            ran.set(Thread.currentThread());
                                            answer(exchange, "x");
                                        }));
        try (Socket socket = connect(connector)) {
            send(socket, get("/"));
            assertThat(body(socket)).isEqualTo("x");

            connector.renewThreads();

            ran.get().join(20_000);
            assertThat(ran.get().isAlive()).isFalse();
        } finally {
            connector.stop(Duration.ofSeconds(5));
        }
    }

    @Test
    void aThreadThatHasOnlyAnsweredItselfIsNotRenewed() throws Exception {
        AtomicReference<Thread> ran = new AtomicReference<>();
        Connector connector =
                start(
                        IoModel.BIO,
                        exchange -> {
                            ran.set(Thread.currentThread());
                            answer(exchange, "x");
                        });
        try (Socket socket = connect(connector)) {
            send(socket, get("/"));
            assertThat(body(socket)).isEqualTo("x");
            Thread first = ran.get();

            connector.renewThreads();
            for (int i = 0; i < 2; i++) {
                send(socket, get("/"));
                assertThat(body(socket)).isEqualTo("x");
            }

            assertThat(ran.get()).isSameAs(first);
        } finally {
            connector.stop(Duration.ofSeconds(5));
        }
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void pipelinedAnswersKeepTheirOrderWhereverTheyComeFrom(IoModel io) throws Exception {
        ExecutorService foreign = Executors.newFixedThreadPool(3);
        Random random = new Random(7);
        // In line, dispatched, or detached and ended by a foreign thread before or after the
        // return.
        Connector connector =
                start(
                        io,
                        exchange -> {
                            String path = exchange.request().rawPath();
                            int way;
                            synchronized (random) {
                                way = random.nextInt(3);
                            }
                            if (way == 0) {
                                answer(exchange, path);
                            } else if (way == 1) {
                                exchange.dispatch(() -> answer(exchange, path));
                            } else {
                                exchange.expose();
                                foreign.execute(() -> answer(exchange, path));
                            }
                        });
        try {
            List<Future<Integer>> clients = new ArrayList<>();
            ExecutorService pool = Executors.newFixedThreadPool(4);
            for (int c = 0; c < 4; c++) {
                int client = c;
                clients.add(pool.submit(() -> pipeline(connector, client)));
            }
            for (Future<Integer> client : clients) {
                assertThat(client.get()).isEqualTo(2000);
            }
            pool.shutdown();
        } finally {
            connector.stop(Duration.ofSeconds(5));
            foreign.shutdown();
        }
        assertThat(connector.buffersOnLoan()).isZero();
    }

    /**
     * Bytes that arrive while a worker ends its exchange: the loop falls silent as the wait begins.
     */
    @ParameterizedTest
    @EnumSource(IoModel.class)
    void noRequestIsForgottenThatArrivesAsTheOneBeforeEnds(IoModel io) throws Exception {
        Connector connector = start(io, exchange -> exchange.dispatch(() -> answer(exchange, "x")));
        try {
            ExecutorService pool = Executors.newFixedThreadPool(4);
            List<Future<Integer>> clients = new ArrayList<>();
            for (int c = 0; c < 4; c++) {
                clients.add(pool.submit(() -> overlapping(connector)));
            }
            for (Future<Integer> client : clients) {
                assertThat(client.get()).isEqualTo(20 * 500);
            }
            pool.shutdown();
        } finally {
            connector.stop(Duration.ofSeconds(5));
        }
    }

    /** Always one request ahead of the answers. */
    private static int overlapping(Connector connector) throws IOException {
        int answers = 0;
        for (int connection = 0; connection < 20; connection++) {
            try (Socket socket = connect(connector)) {
                socket.setTcpNoDelay(true);
                send(socket, get("/"));
                for (int i = 0; i < 499; i++) {
                    send(socket, get("/"));
                    answers += body(socket).length();
                }
                answers += body(socket).length();
            }
        }
        return answers;
    }

    private static int pipeline(Connector connector, int client) throws IOException {
        int right = 0;
        // More than maxKeepAliveRequests allows on one connection would be closed.
        for (int connection = 0; connection < 4; connection++) {
            try (Socket socket = connect(connector)) {
                for (int burst = 0; burst < 50; burst++) {
                    StringBuilder requests = new StringBuilder();
                    for (int i = 0; i < 10; i++) {
                        requests.append(get("/" + client + "/" + burst + "/" + i));
                    }
                    send(socket, requests.toString());
                    for (int i = 0; i < 10; i++) {
                        if (body(socket).equals("/" + client + "/" + burst + "/" + i)) {
                            right++;
                        }
                    }
                }
            }
        }
        return right;
    }

    @Test
    void aCallThatWaitsOnAThreadOfTheNio2GroupIsRefusedByThat() throws Exception {
        Connector connector =
                start(
                        IoModel.NIO2,
                        exchange -> {
                            try {
                                exchange.read(ByteBuffer.allocate(16));
                            } catch (IOException e) {
                                exchange.fail(e);
                            }
                        });
        try (Socket socket = connect(connector)) {
            send(socket, "POST /wait HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\n\r\n");
            assertThat(body(socket)).contains("500");
        } finally {
            connector.stop(Duration.ofSeconds(5));
        }
        assertThat(connector.buffersOnLoan()).isZero();
    }

    @ParameterizedTest
    @EnumSource(value = IoModel.class, names = "NIO2", mode = EnumSource.Mode.EXCLUDE)
    void aCallThatWaitsOnTheLoopGivesTheLoopAway(IoModel io) throws Exception {
        AtomicInteger waiting = new AtomicInteger();
        Connector connector =
                start(
                        io,
                        exchange -> {
                            if (exchange.request().rawPath().equals("/wait")) {
                                waiting.incrementAndGet();
                                // Against the rules, and survived: a blocking read on the loop.
                                ByteBuffer body = ByteBuffer.allocate(16);
                                try {
                                    while (exchange.read(body) >= 0) {
                                        // more
                                    }
                                } catch (IOException e) {
                                    exchange.fail(e);
                                    return;
                                }
                            }
                            answer(exchange, "done");
                        });
        int blocked = 2 * Runtime.getRuntime().availableProcessors() + 1;
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < blocked; i++) {
                Socket socket = connect(connector);
                sockets.add(socket);
                send(socket, "POST /wait HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\n\r\na");
            }
            while (waiting.get() < blocked) {
                Thread.onSpinWait();
            }
            try (Socket other = connect(connector)) {
                for (int i = 0; i < 20; i++) {
                    send(other, get("/now"));
                    assertThat(body(other)).isEqualTo("done");
                }
            }
            for (Socket socket : sockets) {
                send(socket, "bc" + get("/next"));
                assertThat(body(socket)).isEqualTo("done");
                assertThat(body(socket)).isEqualTo("done");
                socket.close();
            }
        } finally {
            connector.stop(Duration.ofSeconds(5));
        }
        assertThat(connector.buffersOnLoan()).isZero();
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void aSecondCompleteIsIgnored(IoModel io) throws Exception {
        Connector connector =
                start(
                        io,
                        exchange ->
                                exchange.dispatch(
                                        () -> {
                                            answer(exchange, "once");
                                            exchange.complete();
                                        }));
        try (Socket socket = connect(connector)) {
            send(socket, get("/a") + get("/b"));
            assertThat(body(socket)).isEqualTo("once");
            assertThat(body(socket)).isEqualTo("once");
        } finally {
            connector.stop(Duration.ofSeconds(5));
        }
    }

    /** Whoever counts what is under way would count some twice, and refuse others for good. */
    @ParameterizedTest
    @EnumSource(IoModel.class)
    void anEndIsToldOnceEvenIfNothingCanBeLoggedOfIt(IoModel io) throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        Connector connector =
                start(
                        io,
                        new HttpHandler() {
                            @Override
                            public void handle(Exchange exchange) {
                                answer(exchange, "x");
                            }

                            @Override
                            public void completed(Exchange exchange) {
                                told.add(exchange.request().rawPath());
                                throw new Unloggable();
                            }
                        });
        try (Socket socket = connect(connector)) {
            for (String path : List.of("/a", "/b")) {
                send(socket, get(path));
                assertThat(body(socket)).isEqualTo("x");
            }
        } finally {
            connector.stop(Duration.ofSeconds(5));
        }
        assertThat(told).containsExactly("/a", "/b");
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void aHandlerThatThrowsIsAnsweredWith500AndTheConnectionGoesOn(IoModel io) throws Exception {
        Connector connector =
                start(
                        io,
                        exchange -> {
                            if (exchange.request().rawPath().equals("/bad")) {
                                throw new IllegalStateException("thrown by a test");
                            }
                            answer(exchange, "fine");
                        });
        try (Socket socket = connect(connector)) {
            send(socket, get("/bad") + get("/good"));
            assertThat(body(socket)).contains("500").contains("SRV-0500").doesNotContain("thrown");
            assertThat(body(socket)).isEqualTo("fine");
        } finally {
            connector.stop(Duration.ofSeconds(5));
        }
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void aListenerHearsOfBytesThatArriveLater(IoModel io) throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        Connector connector =
                start(
                        io,
                        exchange -> {
                            exchange.expose();
                            readAll(exchange, ByteBuffer.allocate(64), asked);
                        });
        try (Socket socket = connect(connector)) {
            send(socket, "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 6\r\n\r\nabc");
            if (io != IoModel.BIO) {
                asked.await();
            }
            send(socket, "def");
            assertThat(body(socket)).isEqualTo("abcdef");
        } finally {
            connector.stop(Duration.ofSeconds(5));
        }
    }

    private static void readAll(Exchange exchange, ByteBuffer body, CountDownLatch asked) {
        try {
            int count = exchange.poll(body);
            while (count > 0) {
                count = exchange.poll(body);
            }
            if (count < 0) {
                exchange.end(body.flip());
                return;
            }
        } catch (IOException e) {
            exchange.fail(e);
            return;
        }
        exchange.when(Interest.READ, () -> readAll(exchange, body, asked));
        asked.countDown();
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void aTakenPortIsFoundBeforeAndAtTheStart(IoModel io) throws Exception {
        Connector first = start(io, exchange -> answer(exchange, ""));
        try {
            ConnectorConfig taken = ConnectorConfig.of(io, first.port());
            Connector second = new Connector(taken, exchange -> answer(exchange, ""));

            assertThatThrownBy(second::probe)
                    .isInstanceOf(BindException.class)
                    .hasMessageContaining(Integer.toString(first.port()));
            assertThatThrownBy(second::start).isInstanceOf(BindException.class);
        } finally {
            first.stop(Duration.ofSeconds(5));
        }
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void aConnectorThatWasNeverStartedCanBeStopped(IoModel io) throws Exception {
        Connector connector =
                new Connector(ConnectorConfig.of(io, 0), exchange -> answer(exchange, ""));
        connector.stop(Duration.ofSeconds(5));

        assertThat(connector.buffersOnLoan()).isZero();
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void stopLeavesNoThread(IoModel io) throws Exception {
        // Those of other tests, which may have hurt a group of channels on purpose.
        Set<Thread> others = Thread.getAllStackTraces().keySet();
        Connector connector = start(io, exchange -> exchange.dispatch(() -> answer(exchange, "x")));
        String name = "http-" + io.name().toLowerCase(java.util.Locale.ROOT) + "-0";
        try (Socket socket = connect(connector)) {
            send(socket, get("/"));
            assertThat(body(socket)).isEqualTo("x");
            assertThat(threads(name, others)).isNotEmpty();
            connector.stop(Duration.ofSeconds(5));
            while (!threads(name, others).isEmpty()) {
                Thread.onSpinWait();
            }
        }
    }

    private static List<Thread> threads(String name, Set<Thread> others) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(name) && !others.contains(thread))
                .toList();
    }
}
