package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.serval.connector.IoModel;
import dev.serval.container.Server;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
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
import java.nio.file.attribute.PosixFilePermissions;
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
    private static final Path HTTPD = Path.of("/usr/sbin/apache2");
    private static final String MODULES = "/usr/lib/apache2/modules/mod_";
    private static final byte[] LARGE = new byte[20_000_000];
    private static final HttpClient CLIENT =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(20))
                    .build();

    @TempDir static Path base;
    private static Process httpd;
    private static int httpdPort;
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
        assumeThat(HTTPD).as("Debian's package apache2").exists();
        new Random(11).nextBytes(LARGE);
        // Its workers are not the user who starts it.
        Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwxr-xr-x"));
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
        startHttpd(proxied.toString());
    }

    private static void startHttpd(String rules) throws Exception {
        Path config = base.resolve("httpd.conf");
        for (int attempt = 0; attempt < 5; attempt++) {
            try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                httpdPort = free.getLocalPort();
            }
            StringBuilder text = new StringBuilder();
            for (String module : List.of("mpm_event", "authz_core", "env", "proxy", "proxy_ajp")) {
                text.append("LoadModule ").append(module).append("_module ");
                text.append(MODULES).append(module).append(".so\n");
            }
            text.append("ServerRoot ").append(base).append('\n');
            text.append("DefaultRuntimeDir ").append(base).append('\n');
            text.append("PidFile ").append(base.resolve("httpd.pid")).append('\n');
            text.append("ErrorLog ").append(base.resolve("httpd.log")).append('\n');
            text.append("Listen 127.0.0.1:").append(httpdPort).append('\n');
            text.append("ServerName localhost\nStartServers 1\nUser www-data\nGroup www-data\n");
            text.append(rules);
            Files.writeString(config, text);
            httpd =
                    new ProcessBuilder(HTTPD.toString(), "-f", config.toString(), "-DFOREGROUND")
                            .redirectErrorStream(true)
                            .redirectOutput(base.resolve("httpd.out").toFile())
                            .start();
            Waiting.until("httpd", () -> !httpd.isAlive() || answers());
            if (httpd.isAlive()) {
                return;
            }
        }
        throw new IllegalStateException(Files.readString(base.resolve("httpd.out")));
    }

    private static boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), httpdPort)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    @AfterAll
    static void stop() throws Exception {
        if (serval != null) {
            serval.stop(Duration.ofSeconds(10));
        }
        if (httpd != null) {
            httpd.destroy();
            if (!httpd.waitFor(20, TimeUnit.SECONDS)) {
                httpd.destroyForcibly();
            }
        }
    }

    private static HttpRequest.Builder request(IoModel io, String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + httpdPort + "/" + io + path))
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
                                                        + httpdPort
                                                        + "/wrong/hello.txt"))
                                .build(),
                        BodyHandlers.ofString());
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("SRV-0126");
    }
}
