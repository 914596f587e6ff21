package dev.serval.connector;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.serval.fuzz.Messages;
import dev.serval.fuzz.Seeds;
import dev.serval.fuzz.WithinTime;
import dev.serval.http.Exchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.slf4j.LoggerFactory;

/**
 * Damaged requests, several behind each other, over sockets: the answers are the same however the
 * bytes are cut, every connection comes to its end, and no buffer is on loan afterwards.
 */
@AddLifecycleHook(WithinTime.class)
class ConnectionFuzzTest {
    // A line for each of a million requests would be most of the work.
    private static final Logger LOGGER = (Logger) LoggerFactory.getLogger("dev.serval");
    private static final int PATIENCE = 20_000;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 ([0-9]{3}) [ -~]*\r\n");
    private static final Map<IoModel, Connector> CONNECTORS = new EnumMap<>(IoModel.class);
    private static final AtomicReference<Throwable> FAILURE = new AtomicReference<>();

    @BeforeContainer
    static void start() throws IOException {
        LOGGER.setLevel(Level.WARN);
        for (IoModel io : IoModel.values()) {
            Connector connector =
                    new Connector(ConnectorConfig.of(io, 0), ConnectionFuzzTest::handle);
            connector.start();
            CONNECTORS.put(io, connector);
        }
    }

    @AfterContainer
    static void stop() {
        CONNECTORS.values().forEach(connector -> connector.stop(Duration.ofSeconds(5)));
        CONNECTORS.clear();
        LOGGER.setLevel(null);
    }

    @AfterProperty
    void nothingIsLeft() {
        CONNECTORS.forEach(
                (io, connector) -> {
                    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE);
                    while (connector.connections() > 0 || connector.buffersOnLoan() > 0) {
                        assertThat(System.nanoTime())
                                .as(
                                        "%s: %d connections, %d buffers on loan",
                                        io, connector.connections(), connector.buffersOnLoan())
                                .isLessThan(end);
                        LockSupport.parkNanos(1_000_000);
                    }
                });
    }

    @Property(
            tries = Integer.MAX_VALUE,
            seed = "9112",
            edgeCases = EdgeCasesMode.NONE,
            shrinking = ShrinkingMode.BOUNDED)
    void theAnswersAreTheSameHoweverTheRequestsAreCut(
            @ForAll("pipelines") String requests, @ForAll("places") List<Integer> places)
            throws IOException {
        byte[] bytes = requests.getBytes(StandardCharsets.ISO_8859_1);
        List<Integer> expected = null;
        for (IoModel io : IoModel.values()) {
            List<Integer> whole;
            List<Integer> parts;
            try {
                whole = statuses(io, bytes);
                parts = statuses(io, bytes, Messages.cuts(places, bytes.length));
            } catch (SocketException e) {
                // Who has said close, as HTTP/1.0 does unasked, and sends on may be reset (RFC
                // 9112 §9.6), nobody else.
                assertThat(requests)
                        .as("reset on %s: %s", io, e)
                        .containsPattern("(?i)close|HTTP/1\\.0");
                continue;
            }
            assertThat(parts).as("cut, on %s", io).isEqualTo(whole);
            expected = expected == null ? whole : expected;
            assertThat(whole).as("on %s as on the first", io).isEqualTo(expected);
        }
        assertThat(FAILURE.get()).isNull();
    }

    @Example
    void seedsAreAnsweredTheSameHoweverTheyAreCut() throws IOException {
        for (String seed : Seeds.in("connections").values()) {
            for (int cut = 0; cut <= seed.length(); cut++) {
                theAnswersAreTheSameHoweverTheRequestsAreCut(seed, List.of(cut));
            }
        }
    }

    @Provide
    Arbitrary<String> pipelines() {
        return Messages.damaged(Messages.requests())
                .list()
                .ofMinSize(1)
                .ofMaxSize(3)
                .map(all -> String.join("", all));
    }

    @Provide
    Arbitrary<List<Integer>> places() {
        return Arbitraries.integers().greaterOrEqual(0).list().ofMaxSize(4);
    }

    /** Answers in line, or on a thread that may block, when the body is read. */
    private static void handle(Exchange exchange) {
        if (exchange.request().rawPath().equals("/now")) {
            answer(exchange);
        } else {
            exchange.dispatch(() -> answer(exchange));
        }
    }

    private static void answer(Exchange exchange) {
        try {
            if (!exchange.request().rawPath().equals("/now")) {
                ByteBuffer buffer = ByteBuffer.allocate(16);
                while (exchange.read(buffer) >= 0) {
                    buffer.clear();
                }
            }
            exchange.end(ByteBuffer.wrap(new byte[] {'o', 'k'}));
        } catch (IOException e) {
            exchange.fail(e);
        } catch (RuntimeException | Error e) {
            FAILURE.compareAndSet(null, e);
            throw e;
        }
    }

    /** All statuses that come back before the end of the stream, which must come. */
    private static List<Integer> statuses(IoModel io, byte[] bytes, int... cuts)
            throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), CONNECTORS.get(io).port())) {
            socket.setSoTimeout(PATIENCE);
            socket.setTcpNoDelay(true);
            OutputStream out = socket.getOutputStream();
            int from = 0;
            for (int cut : cuts) {
                out.write(bytes, from, cut - from);
                from = cut;
            }
            out.write(bytes, from, bytes.length - from);
            socket.shutdownOutput();
            InputStream in = socket.getInputStream();
            String answers = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            if (!answers.isEmpty()) {
                assertThat(answers).startsWith("HTTP/1.1 ");
            }
            List<Integer> statuses = new ArrayList<>();
            Matcher matcher = STATUS.matcher(answers);
            while (matcher.find()) {
                statuses.add(Integer.valueOf(matcher.group(1)));
            }
            // 500 would be a defect of the server, whatever the client sends.
            assertThat(statuses).isSubsetOf(100, 200, 400, 413, 414, 417, 431, 501, 505);
            // Said only where the body has not begun to arrive (RFC 9110 §10.1.1).
            statuses.removeIf(status -> status == 100);
            return statuses;
        }
    }
}
