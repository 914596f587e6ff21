package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients that others have written: those of Python and of Node, skipped where they are not
 * installed, the JDK's and Tyrus's.
 */
@OnSixWires
final class WebSocketClientsTest {
    // Each in every mode: what was agreed on, messages that came back, how it was closed.
    private static final List<String> HEARD =
            List.of(
                    "plain 0 32 closed 1000",
                    "deflate 1 32 closed 1000",
                    "without context 1 32 closed 1000",
                    "small window 1 32 closed 1000",
                    "server's window 0 32 closed 1000",
                    "closed 4002",
                    "the server heard 4002 bye true",
                    "heard 4001 so it is",
                    "the server heard 4001 so it is true",
                    "protocol two");

    @TempDir Path temp;
    @Parameter ServletUnderTest server;
    private SocketServer sockets;

    // For each client: it asks how all sessions have ended.
    @BeforeEach
    void start() throws Exception {
        sockets = new SocketServer(server, temp);
    }

    @AfterEach
    void stop() {
        sockets.close();
    }

    private List<String> run(String program, String script, Map<String, String> environment)
            throws Exception {
        String certificate = "-";
        if (server.wire().tls()) {
            Path pem = temp.resolve(script + ".pem");
            TestTls.shared().writePem(pem, temp.resolve(script + ".key"));
            certificate = pem.toString();
        }
        Path file = temp.resolve(script);
        try (InputStream in = WebSocketClientsTest.class.getResourceAsStream(script)) {
            Files.write(file, in.readAllBytes());
        }
        return said(environment, program, file.toString(), sockets.uri(""), certificate);
    }

    private List<String> said(Map<String, String> environment, String... command) throws Exception {
        Path said = Files.createTempFile(temp, "said", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        Process process = builder.redirectErrorStream(true).redirectOutput(said.toFile()).start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(command[0] + " ends").isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readAllLines(said);
    }

    @Test
    void pythonsWebsockets() throws Exception {
        assumeThat(Path.of("/usr/lib/python3/dist-packages/websockets"))
                .as("Debian's package python3-websockets")
                .exists();
        assertThat(run("/usr/bin/python3", "sockets.py", Map.of())).isEqualTo(HEARD);
    }

    @Test
    void nodesWs() throws Exception {
        assumeThat(Path.of("/usr/share/nodejs/ws")).as("Debian's package node-ws").exists();
        assertThat(run("node", "sockets.js", Map.of("NODE_PATH", "/usr/share/nodejs")))
                .isEqualTo(HEARD);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 125, 126, 127, 65535, 65536, 1 << 20})
    void theJdksHttpClient(int length) throws Exception {
        try (SocketClient client = SocketClient.open(server.wire(), sockets.uri("/echo"))) {
            String text = "x".repeat(length);
            assertThat(client.say(text).next()).isEqualTo(text);
            assertThat(client.part(text, false).part("", true).next()).isEqualTo(text);
            assertThat(client.say(ByteBuffer.allocate(length)).next()).isEqualTo(length + " bytes");
        }
    }

    @Test
    void tyrusClient() throws Exception {
        String jar = System.getProperty("serval.tests.tyrus");
        assumeThat(jar).as("set by the build").isNotNull();
        assumeThat(Path.of(jar)).exists();
        Path trusted = temp.resolve("trusted.p12");
        TestTls.shared().writeTrust(trusted, "password");
        Path classes =
                Path.of(
                        TyrusVisit.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI());
        assertThat(
                        said(
                                Map.of(),
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "-Djavax.net.ssl.trustStore=" + trusted,
                                "-Djavax.net.ssl.trustStorePassword=password",
                                "-cp",
                                jar + File.pathSeparator + classes,
                                TyrusVisit.class.getName(),
                                sockets.uri("")))
                // Tyrus tells of its own end with its reason or with that of the answer, which has
                // none.
                .map(line -> line.equals("closed 4002 ") ? "closed 4002 bye" : line)
                .containsExactly(
                        "echoes 16, one two",
                        "closed 1000 ",
                        "closed 4002 bye",
                        "the server heard 4002 bye true",
                        "heard 4001 so it is",
                        "the server heard 4001 so it is true");
    }
}
