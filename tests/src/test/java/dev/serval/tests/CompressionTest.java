package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.connector.ConnectorConfig;
import dev.serval.embed.Serval;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a connector compresses of what applications answer: RFC 9110 §8.4, §12.5.3. */
@ParameterizedClass
@EnumSource(Wire.class)
final class CompressionTest {
    private static final String GZIP = "Accept-Encoding: gzip";
    private static final Map<String, Gate> GATES = new ConcurrentHashMap<>();
    private static Serval serval;
    private static Wire running;
    private static Path log;

    @Parameter Wire wire;

    @BeforeParameterizedClassInvocation
    static void start(Wire wire) throws Exception {
        ConnectorConfig config =
                Configured.connector("compression='on' noCompressionUserAgents='Old.*'")
                        .change()
                        .io(wire.io())
                        .address("localhost")
                        .tls(wire.tls() ? TestTls.shared() : null)
                        .done();
        log = Files.createTempDirectory("serval-log");
        running = wire;
        serval =
                Serval.onPort(0)
                        .connector(unchanged -> config)
                        .accessLog(log, "%U %B")
                        .servlet("/app", "/*", new App())
                        .start();
    }

    @AfterParameterizedClassInvocation
    static void stop() throws IOException {
        serval.close();
        try (var files = Files.list(log)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(log);
    }

    @AfterAll
    static void forget() {
        GATES.clear();
    }

    /** A text that shrinks. */
    static String text(int length) {
        Random random = new Random(length);
        StringBuilder text = new StringBuilder(length);
        while (text.length() < length) {
            text.append((char) ('a' + random.nextInt(4)));
        }
        return text.toString();
    }

    /** Answers by its path; the number in the query is a length. */
    private static final class App extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            String query = request.getQueryString();
            int length = query == null || !query.matches("\\d+") ? 3000 : Integer.parseInt(query);
            byte[] text = text(length).getBytes(StandardCharsets.US_ASCII);
            ServletOutputStream out = response.getOutputStream();
            response.setContentType("text/plain");
            switch (request.getPathInfo()) {
                case "/text" -> out.write(text);
                case "/close" -> {
                    out.write(text);
                    out.close();
                }
                case "/declared" -> {
                    response.setContentLength(length);
                    out.write(text);
                }
                case "/short" -> {
                    response.setContentLength(length + 1);
                    out.write(text);
                }
                case "/image" -> {
                    response.setContentType("image/png");
                    out.write(text);
                }
                case "/tagged" -> {
                    response.setHeader("ETag", "\"v1\"");
                    response.setHeader("Accept-Ranges", "bytes");
                    response.setHeader("Vary", "Origin");
                    String known = request.getHeader("If-None-Match");
                    if (known != null && known.contains("\"v1\"")) {
                        response.setStatus(304);
                    } else {
                        out.write(text);
                    }
                }
                case "/status" -> {
                    response.setStatus(length);
                    out.write(text(3000).getBytes(StandardCharsets.US_ASCII));
                }
                case "/encoded" -> {
                    response.setHeader("Content-Encoding", "br");
                    out.write(text);
                }
                case "/kept" -> {
                    response.setHeader("Cache-Control", "public, no-transform");
                    out.write(text);
                }
                case "/trailers" -> {
                    response.setTrailerFields(() -> Map.of("X-End", "yes"));
                    out.write(text);
                }
                case "/error" -> response.sendError(404, text(3000));
                case "/late" -> {
                    out.write(text);
                    response.flushBuffer();
                    throw new IOException("gone wrong");
                }
                case "/events" -> {
                    for (int i = 0; i < 3; i++) {
                        out.print("data: " + i + "\n\n");
                        response.flushBuffer();
                        GATES.get(query + i).pass();
                    }
                }
                case "/async" -> nonBlocking(request.startAsync(), text);
                default -> throw new IllegalArgumentException(request.getPathInfo());
            }
        }

        private static void nonBlocking(AsyncContext context, byte[] text) throws IOException {
            ServletOutputStream out = context.getResponse().getOutputStream();
            out.setWriteListener(
                    new WriteListener() {
                        private int at;

                        @Override
                        public void onWritePossible() throws IOException {
                            while (out.isReady()) {
                                if (at == text.length) {
                                    context.complete();
                                    return;
                                }
                                int count = Math.min(10_000, text.length - at);
                                out.write(text, at, count);
                                at += count;
                            }
                        }

                        @Override
                        public void onError(Throwable cause) {
                            context.complete();
                        }
                    });
        }
    }

    private static RawClient connect() throws IOException {
        return new RawClient(running, serval.port());
    }

    private static RawResponse get(String path, String... fields) throws IOException {
        return send(request("GET", "/app" + path, fields));
    }

    private static RawResponse send(String request) throws IOException {
        try (RawClient client = connect()) {
            return client.exchange(request);
        }
    }

    private static void assertPlain(RawResponse response, int length) {
        assertThat(response.field("Content-Encoding")).isNull();
        assertThat(response.text()).isEqualTo(text(length));
    }

    // ---- how it is framed

    @ParameterizedTest
    @ValueSource(strings = {"/text?3000", "/close?3000", "/declared?3000", "/text?8000"})
    void whatIsAtHandAsAWholeHasALength(String path) throws IOException {
        RawResponse response = get(path, GZIP);
        assertThat(response.field("Content-Length")).isEqualTo("" + response.body().length);
        assertThat(response.field("Transfer-Encoding")).isNull();
        assertThat(response.field("Vary")).isEqualTo("Accept-Encoding");
        assertThat(Gunzip.text(response)).isEqualTo(text(path.contains("8000") ? 8000 : 3000));
        assertThat(response.body().length).isLessThan(3000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/text?100000", "/close?300000", "/declared?300000", "/async?2000000"})
    void theRestIsChunked(String path) throws IOException {
        RawResponse response = get(path, GZIP);
        assertThat(response.field("Content-Length")).isNull();
        assertThat(response.field("Transfer-Encoding")).isEqualTo("chunked");
        int length =
                path.contains("async") ? 2_000_000 : path.contains("300000") ? 300_000 : 100_000;
        assertThat(Gunzip.text(response)).isEqualTo(text(length));
    }

    @Test
    void connectionsAreKept() throws IOException {
        try (RawClient client = connect()) {
            for (int length : new int[] {3000, 50_000, 3, 20_000, 2048, 0}) {
                RawResponse response = client.exchange(request("GET", "/app/text?" + length, GZIP));
                boolean small = length < 2048;
                assertThat(small ? response.text() : Gunzip.text(response)).isEqualTo(text(length));
                assertThat(response.field("Vary")).isEqualTo(small ? null : "Accept-Encoding");
            }
            // A pipelined pair.
            String one = request("GET", "/app/text?3000", GZIP);
            client.send(one + request("GET", "/app/text?30000", GZIP));
            assertThat(Gunzip.text(client.response())).isEqualTo(text(3000));
            assertThat(Gunzip.text(client.response())).isEqualTo(text(30_000));
        }
    }

    @Test
    void anOldClientThatAskedGetsItUpToTheEndOfTheConnection() throws IOException {
        for (int length : new int[] {3000, 30_000}) {
            String head = "GET /app/text?" + length + " HTTP/1.0\r\n";
            RawResponse response = send(head + GZIP + "\r\n\r\n");
            assertThat(Gunzip.text(response)).isEqualTo(text(length));
            assertPlain(send(head + "\r\n"), length);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/text?3000", "/text?30000", "/declared?30000", "/tagged", "/image"})
    void headHasTheFieldsOfGet(String path) throws IOException {
        RawResponse get = get(path, GZIP);
        RawResponse head = send(request("HEAD", "/app" + path, GZIP));
        assertThat(head.head()).isEqualTo(get.head().replace("Transfer-Encoding: chunked\r\n", ""));
    }

    // ---- what is compressed, and for whom

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip|true",
                "br, gzip;q=0.2|true",
                "X-GZIP|true",
                "*|true",
                "gzip;q=0.1, identity;q=0|true",
                "br|false",
                "gzip;q=0|false",
                "identity, gzip;q=0.9|false",
                "gzip;q=nonsense|false",
                "''|false"
            })
    void theClientSaysWhatItTakes(String accepted, boolean compressed) throws IOException {
        RawResponse response = get("/text", "Accept-Encoding: " + accepted);
        assertThat(response.field("Vary")).isEqualTo("Accept-Encoding");
        if (compressed) {
            assertThat(Gunzip.text(response)).isEqualTo(text(3000));
        } else {
            assertPlain(response, 3000);
        }
    }

    @Test
    void whoSaysNothingGetsNothingOfIt() throws IOException {
        RawResponse response = get("/text");
        assertPlain(response, 3000);
        assertThat(response.field("Vary")).isEqualTo("Accept-Encoding");
        assertPlain(get("/text", GZIP, "User-Agent: Old browser"), 3000);
        assertThat(Gunzip.text(get("/text", GZIP, "User-Agent: New"))).isEqualTo(text(3000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/text?2047", "/declared?2047", "/image", "/kept", "/text?0"})
    void whatIsNotCompressedDoesNotVary(String path) throws IOException {
        RawResponse response = get(path, GZIP);
        assertPlain(response, path.contains("2047") ? 2047 : path.contains("?0") ? 0 : 3000);
        assertThat(response.field("Vary")).isNull();
    }

    @Test
    void whatIsEncodedStaysAsItIs() throws IOException {
        RawResponse response = get("/encoded", GZIP);
        assertThat(response.field("Content-Encoding")).isEqualTo("br");
        assertThat(response.text()).isEqualTo(text(3000));
    }

    @ParameterizedTest
    @CsvSource({"200, true", "404, true", "500, true", "204, false", "205, false", "206, false"})
    void statusesWithoutAWholeBodyAreLeftAlone(int status, boolean compressed) throws IOException {
        RawResponse response = get("/status?" + status, GZIP);
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.field("Content-Encoding")).isEqualTo(compressed ? "gzip" : null);
    }

    @Test
    void errorPagesToo() throws IOException {
        assertThat(Gunzip.text(get("/error", GZIP))).contains("<h1>404").contains(text(3000));
        assertThat(get("/error").text()).contains("<h1>404").contains(text(3000));
    }

    // ---- validators

    /** RFC 9110 §8.8.3.3: the application's tag names other bytes. */
    @Test
    void aStrongTagBecomesAWeakOneThatStillMatches() throws IOException {
        RawResponse compressed = get("/tagged", GZIP);
        assertThat(compressed.field("ETag")).isEqualTo("W/\"v1\"");
        assertThat(compressed.field("Vary")).isEqualTo("Origin, Accept-Encoding");
        assertThat(compressed.field("Accept-Ranges")).isNull();
        RawResponse plain = get("/tagged");
        assertThat(plain.field("ETag")).isEqualTo("\"v1\"");
        assertThat(plain.field("Accept-Ranges")).isEqualTo("bytes");

        RawResponse known = get("/tagged", GZIP, "If-None-Match: W/\"v1\"");
        assertThat(known.status()).isEqualTo(304);
        assertThat(known.field("ETag")).isEqualTo("W/\"v1\"");
        assertThat(known.field("Vary")).isEqualTo("Origin, Accept-Encoding");
        assertThat(get("/tagged", GZIP, "If-None-Match: \"v1\"").field("ETag")).isEqualTo("\"v1\"");
    }

    // ---- parts and ends

    @Test
    void aFlushShowsTheClientAllThatWasWritten() throws Exception {
        String name = "e" + running + "-";
        for (int i = 0; i < 3; i++) {
            GATES.put(name + i, new Gate(""));
        }
        try (RawClient client = connect()) {
            client.send(request("GET", "/app/events?" + name, GZIP));
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            assertThat(client.until("\r\n\r\n"))
                    .contains("Content-Encoding: gzip", "Transfer-Encoding: chunked");
            String expected = "";
            for (int i = 0; i < 3; i++) {
                expected += "data: " + i + "\n\n";
                GATES.get(name + i).awaitEntered();
                while (!expected.equals(body.size() < 10 ? "" : Gunzip.begun(body.toByteArray()))) {
                    body.writeBytes(chunk(client));
                }
                GATES.get(name + i).open();
            }
            byte[] part;
            while ((part = chunk(client)).length > 0) {
                body.writeBytes(part);
            }
            assertThat(Gunzip.text(body.toByteArray())).isEqualTo(expected);
        } finally {
            GATES.values().forEach(Gate::open);
        }
    }

    /** One chunk; empty for the last. */
    private static byte[] chunk(RawClient client) throws IOException {
        byte[] content = client.bytes(Integer.parseInt(client.until("\r\n").strip(), 16));
        client.bytes(2);
        return content;
    }

    @Test
    void trailersStandBehindTheBody() throws IOException {
        for (int length : new int[] {3000, 30_000}) {
            RawResponse response = get("/trailers?" + length, GZIP);
            assertThat(Gunzip.text(response)).isEqualTo(text(length));
            assertThat(response.trailers()).containsExactly("X-End: yes");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/late", "/short?3000", "/short?30000"})
    void aCutResponseHasNeitherAnEndNorThatOfGzip(String path) throws Exception {
        try (RawClient client = connect()) {
            client.send(request("GET", "/app" + path, GZIP));
            byte[] all;
            try {
                all = client.readToEnd().getBytes(StandardCharsets.ISO_8859_1);
            } catch (AssertionError e) {
                // A reset shows the cut too.
                assertThat(e.getMessage()).contains("reset");
                return;
            }
            String text = new String(all, StandardCharsets.ISO_8859_1);
            assertThat(text).contains("Content-Encoding: gzip").doesNotEndWith("\r\n0\r\n\r\n");
        }
        assertThat(Gunzip.text(get("/text", GZIP))).isEqualTo(text(3000));
    }

    @Test
    void theLogCountsTheBytesThatWereSent() throws Exception {
        RawResponse whole = get("/declared?2500", GZIP);
        RawResponse chunked = get("/close?70000", GZIP);
        Waiting.until(
                "both lines",
                () -> {
                    String lines = "";
                    try (var files = Files.list(log)) {
                        for (Path file : files.toList()) {
                            lines += Files.readString(file);
                        }
                    }
                    return lines.contains("/app/declared " + whole.body().length)
                            && lines.contains("/app/close " + chunked.body().length);
                });
    }
}
