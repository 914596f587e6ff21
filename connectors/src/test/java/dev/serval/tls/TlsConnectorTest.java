package dev.serval.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.connector.Connector;
import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.http.Exchange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
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

/** Handshakes and bodies through real sockets, on every kind of connector and both versions. */
@ParameterizedClass(name = "{0} {1}")
@MethodSource("wires")
@Timeout(60)
class TlsConnectorTest {
    private static final int LARGE = 12 * 1024 * 1024;

    @Parameter(0)
    IoModel io;

    @Parameter(1)
    String protocol;

    private final Queue<String> hosts = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Integer> counted = new CompletableFuture<>();
    private final List<Socket> sockets = new ArrayList<>();
    private Connector connector;

    static Stream<Arguments> wires() {
        return Stream.of(IoModel.values())
                .flatMap(
                        io ->
                                Stream.of("TLSv1.2", "TLSv1.3")
                                        .map(protocol -> Arguments.of(io, protocol)));
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        if (connector != null) {
            connector.stop(Duration.ofSeconds(5));
            assertThat(connector.buffersOnLoan()).isZero();
            assertThat(connector.connections()).isZero();
        }
    }

    // ---- a server that echoes

    private void start(int timeout) throws IOException {
        ConnectorConfig config =
                ConnectorConfig.of(io, 0)
                        .change()
                        .connectionTimeout(timeout)
                        .keepAliveTimeout(20_000)
                        .tls(this::engine)
                        .done();
        connector = new Connector(config, exchange -> exchange.dispatch(() -> answer(exchange)));
        connector.start();
    }

    private SSLEngine engine(ClientHello hello) {
        hosts.add(String.valueOf(hello.host()));
        return TestKeys.server();
    }

    private void answer(Exchange exchange) {
        try {
            switch (exchange.request().rawPath()) {
                case "/count" -> {
                    String hash = "" + hash(exchange);
                    exchange.end(ByteBuffer.wrap(hash.getBytes(StandardCharsets.ISO_8859_1)));
                }
                case "/large" -> exchange.end(ByteBuffer.wrap(large()));
                case "/duplex" -> {
                    Thread reader = new Thread(() -> count(exchange));
                    reader.start();
                    exchange.contentLength(LARGE);
                    exchange.write(ByteBuffer.wrap(large()));
                    reader.join();
                    exchange.end();
                }
                default -> echo(exchange);
            }
        } catch (IOException | InterruptedException e) {
            exchange.fail(e);
        }
    }

    private void count(Exchange exchange) {
        try {
            counted.complete(hash(exchange));
        } catch (IOException | RuntimeException e) {
            counted.completeExceptionally(e);
        }
    }

    private static int hash(Exchange exchange) throws IOException {
        int hash = 1;
        ByteBuffer buffer = ByteBuffer.allocate(8000);
        while (exchange.read(buffer.clear()) >= 0) {
            for (buffer.flip(); buffer.hasRemaining(); ) {
                hash = 31 * hash + buffer.get();
            }
        }
        return hash;
    }

    private static byte[] large() {
        byte[] bytes = new byte[LARGE];
        new Random(2).nextBytes(bytes);
        return bytes;
    }

    private static void echo(Exchange exchange) {
        ByteBuffer buffer = ByteBuffer.allocate(32 * 1024);
        try {
            exchange.contentLength(Math.max(0, exchange.request().contentLength()));
            while (exchange.read(buffer.clear()) >= 0) {
                exchange.write(buffer.flip());
            }
            exchange.end();
        } catch (IOException e) {
            exchange.fail(e);
        }
    }

    // ---- a client

    private Socket plain() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), connector.port());
        socket.setSoTimeout(20_000);
        socket.setTcpNoDelay(true);
        sockets.add(socket);
        return socket;
    }

    private SSLSocket connect() throws IOException {
        SSLSocket socket =
                (SSLSocket)
                        TestKeys.shared()
                                .getSocketFactory()
                                .createSocket(plain(), "WWW.Example.org", connector.port(), true);
        socket.setEnabledProtocols(new String[] {protocol});
        sockets.add(socket);
        return socket;
    }

    private static String post(byte[] body) {
        return "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + body.length + "\r\n\r\n";
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static byte[] body(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int b = in.read();
            if (b < 0) {
                throw new IOException("the end after: " + head);
            }
            head.append((char) b);
        }
        int at = head.indexOf("Content-Length: ") + 16;
        return in.readNBytes(Integer.parseInt(head.substring(at, head.indexOf("\r\n", at))));
    }

    private void ask(Socket socket, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.ISO_8859_1);
        send(socket, post(body) + text);
        assertThat(body(socket)).isEqualTo(body);
    }

    /** What a client says first. */
    private byte[] hello() throws IOException {
        SSLEngine engine = TestKeys.client("www.example.org", protocol);
        ByteBuffer record = ByteBuffer.allocate(40_000);
        engine.wrap(ByteBuffer.allocate(0), record);
        return Arrays.copyOf(record.array(), record.position());
    }

    private static void until(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    /** Every byte up to the end, however it comes. */
    private static byte[] rest(Socket socket) {
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        try {
            socket.getInputStream().transferTo(rest);
        } catch (IOException e) {
            // A reset: the server did not read all that was sent.
        }
        return rest.toByteArray();
    }

    // ---- the handshake

    @Test
    void theEngineIsThatOfTheHostInLowerCase() throws Exception {
        start(20_000);
        ask(connect(), "hello");
        assertThat(hosts).containsExactly("www.example.org");
    }

    @Test
    void aHelloByteByByteIsUnderstood() throws Exception {
        start(20_000);
        Socket socket = plain();
        for (byte b : hello()) {
            socket.getOutputStream().write(b);
        }
        // The answer is a handshake record.
        assertThat(socket.getInputStream().read()).isEqualTo(22);
        assertThat(hosts).containsExactly("www.example.org");
    }

    @Test
    void stalledHandshakesEndInTimeWhateverTheySaid() throws Exception {
        start(300);
        byte[] hello = hello();
        for (int sent : new int[] {0, 1, 5, 50, hello.length - 1, hello.length}) {
            plain().getOutputStream().write(hello, 0, sent);
        }
        for (Socket socket : sockets) {
            rest(socket);
        }
        until(() -> connector.connections() == 0);
        assertThat(connector.buffersOnLoan()).isZero();
    }

    @Test
    void aHandshakeInPiecesGetsNoMoreTime() throws Exception {
        start(400);
        Socket socket = plain();
        socket.setSoTimeout(50);
        byte[] hello = hello();
        boolean over = false;
        for (int i = 0; i < 100 && !over; i++) {
            try {
                socket.getOutputStream().write(hello[i]);
                over = socket.getInputStream().read() < 0;
            } catch (SocketTimeoutException e) {
                // Still open.
            } catch (IOException e) {
                over = true;
            }
        }
        assertThat(over).as("closed while bytes still came").isTrue();
    }

    @Test
    void aHundredStalledHandshakesHoldUpNobody() throws Exception {
        start(20_000);
        byte[] hello = hello();
        for (int i = 0; i < 100; i++) {
            plain().getOutputStream().write(hello, 0, i % 2 == 0 ? hello.length / 2 : hello.length);
        }
        for (int i = 0; i < 5; i++) {
            ask(connect(), "hello");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aClientThatGoesInTheMiddleLeavesNothing(boolean reset) throws Exception {
        start(20_000);
        byte[] hello = hello();
        for (int sent : new int[] {0, 1, 50, hello.length - 1, hello.length}) {
            Socket socket = plain();
            socket.getOutputStream().write(hello, 0, sent);
            if (reset) {
                socket.setSoLinger(true, 0);
            }
            socket.close();
        }
        ask(connect(), "hello");
        until(() -> connector.connections() == 1);
    }

    @Test
    void whatIsNeitherTlsNorHttpIsClosed() throws Exception {
        start(20_000);
        for (byte[] garbage :
                new byte[][] {
                    {0, 0, 0, 0, 0, 0},
                    {22, 3, 1, 0, 5, 1, 2, 3, 4, 5},
                    {22, 3, 1, 0, 0},
                    {22, 3, 1, (byte) 0xff, (byte) 0xff, 1},
                    {(byte) 0x80, 40, 1, 3, 1, 0, 15, 0, 0, 0, 16},
                    {23, 3, 3, 0, 1, 1}
                }) {
            Socket socket = plain();
            socket.getOutputStream().write(garbage);
            socket.shutdownOutput();
            assertThat(new String(rest(socket), StandardCharsets.ISO_8859_1))
                    .doesNotContain("HTTP");
        }
        until(() -> connector.connections() == 0);
    }

    @Test
    void aHelloWithoutEndIsClosed() throws Exception {
        start(20_000);
        Socket socket = plain();
        OutputStream out = socket.getOutputStream();
        try {
            out.write(new byte[] {22, 3, 1, 0x40, 0, 1, 0, (byte) 0xff, (byte) 0xff, 3, 3});
            out.write(new byte[60_000]);
        } catch (IOException e) {
            // Cut off already.
        }
        rest(socket);
        until(() -> connector.connections() == 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET / HTTP/1.1\r\nHost: a\r\n\r\n", "G", "PRI * HTTP/2.0\r\n\r\n"})
    void plainHttpIsRefusedInItsOwnWords(String request) throws Exception {
        start(20_000);
        Socket socket = plain();
        send(socket, request);
        socket.shutdownOutput();
        assertThat(new String(rest(socket), StandardCharsets.ISO_8859_1))
                .startsWith("HTTP/1.1 400 Bad Request\r\n")
                .contains("\r\nConnection: close\r\n")
                .contains("<p>This port speaks TLS: use https.</p><p><code>SRV-0122</code>");
        assertThat(hosts).isEmpty();
    }

    @Test
    void aStopDoesNotWaitForHandshakes() throws Exception {
        start(20_000);
        plain().getOutputStream().write(hello(), 0, 20);
        until(() -> connector.connections() == 1);
        long begin = System.nanoTime();
        connector.stop(Duration.ofSeconds(15));
        assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin)).isLessThan(10);
    }

    // ---- behind it

    @Test
    void manyRequestsInOneRecordAreAnsweredInTheirOrder() throws Exception {
        start(20_000);
        Socket socket = connect();
        StringBuilder requests = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            String body = "number " + i;
            requests.append(post(body.getBytes(StandardCharsets.ISO_8859_1))).append(body);
        }
        send(socket, requests.toString());
        for (int i = 0; i < 100; i++) {
            assertThat(new String(body(socket), StandardCharsets.ISO_8859_1))
                    .isEqualTo("number " + i);
        }
    }

    @Test
    void manyRequestsInARecordEachDoNotDeepenTheStack() throws Exception {
        start(20_000);
        Socket socket = connect();
        String request = post(new byte[1]) + "x";
        for (int i = 0; i < 600; i++) {
            send(socket, request);
        }
        for (int i = 0; i < 600; i++) {
            assertThat(body(socket)).hasSize(1);
        }
    }

    @Test
    void aRequestOfManyRecordsIsOne() throws Exception {
        start(20_000);
        Socket socket = connect();
        String request = post(new byte[5]) + "hello";
        for (int i = 0; i < request.length(); i++) {
            send(socket, request.substring(i, i + 1));
        }
        assertThat(new String(body(socket), StandardCharsets.ISO_8859_1)).isEqualTo("hello");
    }

    /** Keys change on the way, asked for by either side (see TestKeys). */
    @Test
    void aLargeBodyGoesEitherWay() throws Exception {
        start(20_000);
        byte[] body = new byte[LARGE];
        new Random(1).nextBytes(body);
        SSLSocket up = connect();
        send(up, "POST /count HTTP/1.1\r\nHost: a\r\nContent-Length: " + LARGE + "\r\n\r\n");
        up.getOutputStream().write(body);
        assertThat(new String(body(up), StandardCharsets.ISO_8859_1))
                .isEqualTo("" + Arrays.hashCode(body));
        SSLSocket down = connect();
        send(down, "GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(body(down)).isEqualTo(large());
        ask(down, "after");
    }

    /** One thread reads and another one writes, each at its own pace. */
    @Test
    void largeBodiesGoBothWaysAtOnce() throws Exception {
        start(20_000);
        SSLSocket socket = connect();
        byte[] body = new byte[LARGE];
        new Random(1).nextBytes(body);
        CompletableFuture<Void> sender =
                CompletableFuture.runAsync(
                        () -> {
                            try {
                                send(
                                        socket,
                                        "POST /duplex HTTP/1.1\r\nHost: a\r\nContent-Length: "
                                                + LARGE
                                                + "\r\n\r\n");
                                socket.getOutputStream().write(body);
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        });
        assertThat(body(socket)).isEqualTo(large());
        sender.join();
        assertThat(counted.join()).isEqualTo(Arrays.hashCode(body));
    }

    @Test
    void idleConnectionsHoldNoBuffer() throws Exception {
        start(20_000);
        for (int i = 0; i < 20; i++) {
            ask(connect(), "hello");
        }
        assertThat(connector.connections()).isEqualTo(20);
        if (io == IoModel.BIO) {
            // A blocked reader has what it reads into: records, and bytes.
            until(() -> connector.buffersOnLoan() == 40);
        } else {
            until(() -> connector.buffersOnLoan() == 0);
        }
    }

    @Test
    void sessionsAreResumed() throws Exception {
        start(20_000);
        SSLSocket first = connect();
        ask(first, "hello");
        SSLSocket second = connect();
        ask(second, "hello");
        assertThat(second.getSession().getCreationTime())
                .isEqualTo(first.getSession().getCreationTime());
    }
}
