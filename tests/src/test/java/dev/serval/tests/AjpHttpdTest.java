package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.connector.IoModel;
import dev.serval.container.Server;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Apache httpd with mod_proxy_ajp, Debian's package apache2, in front of every wire. Skipped where
 * it is not installed.
 */
@Timeout(180)
final class AjpHttpdTest {
    private static final byte[] LARGE = new byte[20_000_000];
    private static final HttpClient CLIENT =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(20))
                    .build();

    @TempDir static Path base;
    private static Httpd httpd;
    private static Server serval;

    /** Answers with what it gets, or with what it knows of the request. */
    public static final class MirrorServlet extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            if (request.getMethod().equals("POST")) {
                // httpd reads no answer while it waits for the rest of a body.
                response.getOutputStream().write(request.getInputStream().readAllBytes());
                return;
            }
            response.setHeader("X-Own", "seen");
            response.getWriter()
                    .print(
                            request.getMethod()
                                    + "|"
                                    + request.getScheme()
                                    + "|"
                                    + request.getServerName()
                                    + "|"
                                    + request.getRemoteAddr()
                                    + "|"
                                    + (request.getRemotePort() > 0)
                                    + "|"
                                    + request.getQueryString()
                                    + "|"
                                    + request.getAttribute("OWN")
                                    + "|"
                                    + request.getProtocol());
        }
    }

    @BeforeAll
    static void start() throws Exception {
        Httpd.require();
        new Random(11).nextBytes(LARGE);
        AppDirectory root = new AppDirectory(base.resolve("webapps"), "ROOT");
        root.file("hello.txt", "hello from a file")
                .classes(MirrorServlet.class)
                .webXml(AppDirectory.servlet("m", MirrorServlet.class, "/mirror"));
        Files.write(root.root().resolve("large.bin"), LARGE);
        StringBuilder connectors = new StringBuilder();
        for (IoModel io : IoModel.values()) {
            connectors
                    .append("<Connector port='0' secret='s3cret' protocol='AJP-")
                    .append(io)
                    .append("' allowedRequestAttributesPattern='OWN'/>");
        }
        serval = Configured.server(base, connectors.toString(), "<Host name='localhost'/>");
        StringBuilder proxied = new StringBuilder();
        for (IoModel io : IoModel.values()) {
            proxied.append("ProxyPass /")
                    .append(io)
                    .append("/ ajp://127.0.0.1:")
                    .append(serval.connectors().get(io.ordinal()).port())
                    .append("/ secret=s3cret ping=5\n");
        }
        // Another name: else it would be the same worker, with its secret.
        proxied.append("ProxyPass /wrong/ ajp://localhost:")
                .append(serval.connectors().get(0).port())
                .append("/ secret=another\n");
        proxied.append("ProxyPreserveHost On\nSetEnv AJP_OWN mine\n");
        httpd = Httpd.start(base, "env proxy proxy_ajp", proxied.toString());
    }

    @AfterAll
    static void stop() throws Exception {
        if (serval != null) {
            serval.stop(Duration.ofSeconds(10));
        }
        if (httpd != null) {
            httpd.close();
        }
    }

    private static HttpRequest.Builder request(IoModel io, String path) {
        return HttpRequest.newBuilder(
                        URI.create("http://localhost:" + httpd.port() + "/" + io + path))
                .timeout(Duration.ofSeconds(60));
    }

    private static HttpResponse<byte[]> get(IoModel io, String path) throws Exception {
        return CLIENT.send(request(io, path).build(), BodyHandlers.ofByteArray());
    }

    private static HttpResponse<byte[]> post(IoModel io, BodyPublisher body, boolean expects)
            throws Exception {
        return CLIENT.send(
                request(io, "/mirror").POST(body).expectContinue(expects).build(),
                BodyHandlers.ofByteArray());
    }

    private static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @EnumSource
    void filesServletsAndUploads(IoModel io) throws Exception {
        for (int i = 0; i < 3; i++) {
            HttpResponse<byte[]> file = get(io, "/hello.txt");
            assertThat(file.statusCode()).isEqualTo(200);
            assertThat(text(file)).isEqualTo("hello from a file");
            assertThat(file.headers().firstValue("Content-Type")).hasValue("text/plain");
            assertThat(get(io, "/none.txt").statusCode()).isEqualTo(404);
            HttpResponse<byte[]> facts = get(io, "/mirror?a=b");
            assertThat(text(facts))
                    .isEqualTo("GET|http|localhost|127.0.0.1|true|a=b|mine|HTTP/1.1");
            assertThat(facts.headers().firstValue("X-Own")).hasValue("seen");
            assertThat(text(post(io, BodyPublishers.ofString("declared"), false)))
                    .isEqualTo("declared");
            assertThat(
                            text(
                                    post(
                                            io,
                                            BodyPublishers.ofInputStream(
                                                    () ->
                                                            new ByteArrayInputStream(
                                                                    "chunked".getBytes())),
                                            false)))
                    .isEqualTo("chunked");
            assertThat(text(post(io, BodyPublishers.ofString("expected"), true)))
                    .isEqualTo("expected");
            assertThat(text(post(io, BodyPublishers.noBody(), false))).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void twentyMegabytesGoBothWays(IoModel io) throws Exception {
        assertThat(Arrays.equals(get(io, "/large.bin").body(), LARGE)).isTrue();
        assertThat(Arrays.equals(post(io, BodyPublishers.ofByteArray(LARGE), false).body(), LARGE))
                .isTrue();
        assertThat(
                        Arrays.equals(
                                post(
                                                io,
                                                BodyPublishers.ofInputStream(
                                                        () -> new ByteArrayInputStream(LARGE)),
                                                false)
                                        .body(),
                                LARGE))
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void responsesWithoutABodyEnd(IoModel io) throws Exception {
        HttpResponse<byte[]> head =
                CLIENT.send(
                        request(io, "/hello.txt").method("HEAD", BodyPublishers.noBody()).build(),
                        BodyHandlers.ofByteArray());
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        String tag = head.headers().firstValue("ETag").orElseThrow();
        HttpResponse<byte[]> same =
                CLIENT.send(
                        request(io, "/hello.txt").header("If-None-Match", tag).build(),
                        BodyHandlers.ofByteArray());
        assertThat(same.statusCode()).isEqualTo(304);
        assertThat(text(get(io, "/hello.txt"))).isEqualTo("hello from a file");
    }

    /** No answer goes to another request, whatever becomes of the bodies before it. */
    @ParameterizedTest
    @EnumSource
    void manyClientsGetTheirOwnAnswers(IoModel io) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<Void>> all =
                    java.util.stream.IntStream.range(0, 8)
                            .mapToObj(number -> threads.submit(() -> ask(io, number)))
                            .toList();
            for (Future<Void> each : all) {
                each.get(120, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** AJP gives it no type of its own: one of 514 bytes begins as a request with GET does. */
    @ParameterizedTest
    @EnumSource
    void aBodyThatNobodyReadsIsNoRequest(IoModel io) throws Exception {
        byte[] packet = {};
        for (int filler = 0; packet.length < 4 + 2 + 0x0202; filler++) {
            packet =
                    AjpFront.get("/mirror?of-the-body")
                            .attribute(12, "s3cret")
                            .field("X-Filler", "x".repeat(filler))
                            .packet();
        }
        byte[] body = Arrays.copyOfRange(packet, 4 + 2, packet.length);
        assertThat(body).hasSize(0x0202);
        for (int i = 0; i < 10; i++) {
            HttpRequest post = request(io, "/none").POST(BodyPublishers.ofByteArray(body)).build();
            assertThat(CLIENT.send(post, BodyHandlers.discarding()).statusCode()).isIn(404, 405);
            assertThat(text(get(io, "/mirror?" + i))).contains("|" + i + "|");
        }
    }

    private static Void ask(IoModel io, int number) throws Exception {
        for (int i = 0; i < 60; i++) {
            String own = "client " + number + " request " + i + " ".repeat(i * 400);
            switch (i % 3) {
                case 0 ->
                        assertThat(text(post(io, BodyPublishers.ofString(own), false)))
                                .isEqualTo(own);
                case 1 ->
                        // A body that nobody reads.
                        assertThat(
                                        CLIENT.send(
                                                        request(io, "/none")
                                                                .POST(BodyPublishers.ofString(own))
                                                                .build(),
                                                        BodyHandlers.discarding())
                                                .statusCode())
                                .isIn(404, 405);
                default ->
                        assertThat(text(get(io, "/mirror?" + number + "-" + i)))
                                .contains("|" + number + "-" + i + "|");
            }
        }
        return null;
    }

    @ParameterizedTest
    @EnumSource(names = "NIO")
    void withoutTheSecretNothingIsServed(IoModel io) throws Exception {
        HttpResponse<String> refused =
                CLIENT.send(
                        HttpRequest.newBuilder(
                                        URI.create(
                                                "http://localhost:"
                                                        + httpd.port()
                                                        + "/wrong/hello.txt"))
                                .build(),
                        BodyHandlers.ofString());
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("SRV-0126");
    }
}
