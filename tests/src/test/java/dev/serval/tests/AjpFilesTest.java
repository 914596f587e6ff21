package dev.serval.tests;

import static dev.serval.tests.AjpFront.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.connector.IoModel;
import dev.serval.container.Server;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files, and paths that lead to none, of a server as server.xml says, over every wire. */
@Timeout(120)
final class AjpFilesTest {
    private static final byte[] LARGE = new byte[5_000_000];

    @TempDir static Path base;
    private static final Map<IoModel, Integer> PORTS = new EnumMap<>(IoModel.class);
    private static Server server;

    @BeforeAll
    static void start() throws Exception {
        new Random(3).nextBytes(LARGE);
        AppDirectory root = new AppDirectory(base.resolve("webapps"), "ROOT");
        root.file("hello.txt", "hello")
                .file("empty.txt", "")
                .file("WEB-INF/secret.txt", "hidden words")
                .file("META-INF/secret.txt", "hidden words")
                .file("sub/index.html", "sub");
        Files.write(root.root().resolve("large.bin"), LARGE);
        new AppDirectory(base.resolve("other"), "ROOT").file("hello.txt", "other");
        StringBuilder connectors = new StringBuilder();
        for (IoModel io : IoModel.values()) {
            connectors
                    .append("<Connector port='0' secret='s' protocol='AJP-")
                    .append(io)
                    .append("'/>");
        }
        server =
                Configured.server(
                        base,
                        connectors.toString(),
                        "<Host name='localhost'/><Host name='other.example' appBase='other'/>");
        for (IoModel io : IoModel.values()) {
            PORTS.put(io, server.connectors().get(io.ordinal()).port());
        }
    }

    @AfterAll
    static void stop() throws Exception {
        server.stop(Duration.ofSeconds(10));
    }

    private static AjpFront front(IoModel io) throws IOException {
        return new AjpFront(PORTS.get(io));
    }

    private static AjpFront.Asked asked(String uri) {
        return get(uri).attribute(12, "s");
    }

    @ParameterizedTest
    @EnumSource
    void filesAreServedAgainAndAgain(IoModel io) throws IOException {
        try (AjpFront front = front(io)) {
            for (int i = 0; i < 5; i++) {
                AjpFront.Answer answer = front.ask(asked("/hello.txt"));
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.text()).isEqualTo("hello");
                assertThat(answer.fields()).contains("Content-Length: 5");
                assertThat(answer.fields()).anyMatch(field -> field.startsWith("Date: "));
                assertThat(answer.fields()).anyMatch(field -> field.startsWith("ETag: "));
                assertThat(front.ask(asked("/hello.txt").method(3)).bytes()).isEmpty();
                assertThat(front.ask(asked("/empty.txt")).bytes()).isEmpty();
                assertThat(front.ask(asked("/none.txt")).status()).isEqualTo(404);
                assertThat(front.ask(asked("/sub/")).text()).isEqualTo("sub");
                assertThat(answer.reuse()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void conditionsAndRangesHold(IoModel io) throws IOException {
        try (AjpFront front = front(io)) {
            String tag =
                    front.ask(asked("/hello.txt")).fields().stream()
                            .filter(field -> field.startsWith("ETag: "))
                            .findFirst()
                            .orElseThrow()
                            .substring(6);
            AjpFront.Answer same = front.ask(asked("/hello.txt").field("If-None-Match", tag));
            assertThat(same.status()).isEqualTo(304);
            assertThat(same.bytes()).isEmpty();
            AjpFront.Answer part = front.ask(asked("/hello.txt").field("Range", "bytes=1-2"));
            assertThat(part.status()).isEqualTo(206);
            assertThat(part.text()).isEqualTo("el");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aLargeFileIsServed(IoModel io) throws IOException {
        try (AjpFront front = front(io)) {
            for (int i = 0; i < 2; i++) {
                AjpFront.Answer answer = front.ask(asked("/large.bin"));
                assertThat(Arrays.equals(answer.bytes(), LARGE)).isTrue();
                assertThat(answer.reuse()).isTrue();
            }
            AjpFront.Answer part =
                    front.ask(asked("/large.bin").field("Range", "bytes=1000000-2999999"));
            assertThat(Arrays.equals(part.bytes(), Arrays.copyOfRange(LARGE, 1_000_000, 3_000_000)))
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void theHostOfTheClientCounts(IoModel io) throws IOException {
        try (AjpFront front = front(io)) {
            assertThat(front.ask(asked("/hello.txt").host("other.example")).text())
                    .isEqualTo("other");
            assertThat(front.ask(asked("/hello.txt").host("OTHER.example:80")).text())
                    .isEqualTo("other");
            assertThat(front.ask(asked("/hello.txt").host("localhost")).text()).isEqualTo("hello");
        }
    }

    /** Neither is found, nor is it said that it is there. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/WEB-INF/secret.txt",
                "/web-inf/secret.txt",
                "/META-INF/secret.txt",
                "/WEB-INF/web.xml",
                "/sub/../WEB-INF/secret.txt",
                "/./WEB-INF/secret.txt",
                "//WEB-INF/secret.txt",
                "/WEB-INF;x=y/secret.txt",
                "/%57EB-INF/secret.txt",
                "/../conf/server.xml",
                "/sub/../../../conf/server.xml"
            })
    void aForeignPathIsNotFound(String path) throws IOException {
        for (IoModel io : IoModel.values()) {
            try (AjpFront front = front(io)) {
                AjpFront.Answer answer = front.ask(asked(path));
                assertThat(answer.status()).isIn(400, 404);
                assertThat(answer.text()).doesNotContain("hidden words").doesNotContain("<Server");
            }
        }
    }

    /** Paths that can be read in more than one way get the answer that they get by HTTP. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/%2e%2e/conf/server.xml",
                "/sub%2f..%2fhello.txt",
                "/sub%5c..%5chello.txt",
                "/..;/conf/server.xml",
                "/a%00b",
                "/%zz",
                "/%c0%ae/",
                "/;x/hello.txt"
            })
    void anAmbiguousPathIsRefused(String path) throws IOException {
        for (IoModel io : IoModel.values()) {
            try (AjpFront front = front(io)) {
                AjpFront.Answer answer = front.ask(asked(path));
                assertThat(answer.status()).isEqualTo(400);
                assertThat(answer.text()).contains("SRV-0118");
                assertThat(answer.reuse()).isFalse();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void noForeignAttributeReachesTheApplication(IoModel io) throws IOException {
        try (AjpFront front = front(io)) {
            AjpFront.Answer answer =
                    front.ask(
                            asked("/hello.txt")
                                    .attribute("jakarta.servlet.include.request_uri", "/")
                                    .attribute(
                                            "jakarta.servlet.include.path_info",
                                            "/WEB-INF/secret.txt"));
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.text()).contains("SRV-0127").doesNotContain("hidden words");
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoDoesNotKnowTheSecretGetsNothing(IoModel io) throws IOException {
        try (AjpFront front = front(io)) {
            AjpFront.Answer answer = front.ask(get("/hello.txt").attribute(12, "t"));
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.text()).contains("SRV-0126").doesNotContain("hello");
            assertThat(answer.reuse()).isFalse();
        }
    }

    /** Without an address it listens for this machine alone. */
    @ParameterizedTest
    @EnumSource
    void nobodyElseReachesThePort(IoModel io) throws IOException {
        List<InetAddress> others =
                NetworkInterface.networkInterfaces()
                        .flatMap(NetworkInterface::inetAddresses)
                        .filter(address -> !address.isLoopbackAddress())
                        .filter(address -> address.getAddress().length == 4)
                        .toList();
        for (InetAddress other : others) {
            assertThat(connects(other, PORTS.get(io))).isFalse();
        }
        assertThat(connects(InetAddress.getLoopbackAddress(), PORTS.get(io))).isTrue();
    }

    private static boolean connects(InetAddress address, int port) {
        try (Socket socket = new Socket(address, port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }
}
