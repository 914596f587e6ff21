package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An application takes all of the memory and lets go at once, twenty times: behind each the server
 * answers, ends what takes too long and writes its access log; and it ends when it is told to.
 */
@Tag("full")
@Timeout(600)
class OutOfMemoryTest {
    private static final int ROUNDS = 20;
    private static final int CLIENTS = 4;
    // A second ends whatever has an owner, and the heap is full for a few.
    private static final int PATIENCE = 15_000;
    private static final int LOST = 2;

    @TempDir Path directory;

    private int port;

    @ParameterizedTest
    @CsvSource({"NIO, 48", "NIO2, 48", "BIO, 48", "NIO, 128", "NIO2, 128", "BIO, 128"})
    void theServerOutlivesTheEndOfItsMemory(Wire wire, int megabytes) throws Exception {
        Path out = directory.resolve("out");
        Process process =
                new ProcessBuilder(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "-Xmx" + megabytes + "m",
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty("java.class.path"),
                                HungryServer.class.getName(),
                                wire.name(),
                                directory.toString())
                        .redirectError(out.toFile())
                        .start();
        try {
            port = port(process);
            for (int round = 0; round < ROUNDS; round++) {
                fill(wire);
                assertWell(wire, "round-" + round);
            }
            process.destroy();
            assertThat(process.waitFor(40, TimeUnit.SECONDS)).as("it ends").isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(Files.readString(out)).doesNotContain("Exception in thread");
    }

    private static int port(Process process) throws IOException {
        BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = lines.readLine();
        // A logger may write to the same stream.
        while (line != null && !line.matches("\\d+")) {
            line = lines.readLine();
        }
        Thread rest = new Thread(() -> lines.lines().forEach(more -> {}));
        rest.setDaemon(true);
        rest.start();
        return Integer.parseInt(line);
    }

    /**
     * While others ask, who may be refused or cut. Left alone are those alone whose socket the JDK
     * has lost: where memory runs out between its accepting one and its making an object for it, it
     * closes the socket for an exception, not for an Error.
     */
    private void fill(Wire wire) throws Exception {
        List<Thread> clients = new ArrayList<>();
        AtomicInteger lost = new AtomicInteger();
        for (int i = 0; i <= CLIENTS; i++) {
            String path = i == 0 ? "/fill" : "/hi";
            int requests = i == 0 ? 1 : 20;
            Thread client =
                    new Thread(
                            () -> {
                                for (int k = 0; k < requests; k++) {
                                    try {
                                        ask(path);
                                    } catch (SocketTimeoutException e) {
                                        lost.incrementAndGet();
                                    } catch (IOException e) {
                                        // It was cut.
                                    }
                                }
                            });
            client.start();
            clients.add(client);
        }
        for (Thread client : clients) {
            client.join();
        }
        assertThat(lost).as("requests of " + wire + " left alone").hasValueLessThanOrEqualTo(LOST);
    }

    private boolean answers() {
        try {
            return ask("/hi").endsWith("hi");
        } catch (IOException e) {
            return false;
        }
    }

    private String ask(String path) throws IOException {
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
            client.setSoTimeout(PATIENCE);
            client.getOutputStream()
                    .write(
                            request("GET", path, "Connection: close")
                                    .getBytes(StandardCharsets.US_ASCII));
            return new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    private void assertWell(Wire wire, String mark) throws Exception {
        // Whoever waits in a queue of NIO2 whose event the JDK has forgotten is reset when the port
        // is opened anew; whoever comes later is served.
        Waiting.until("it answers", this::answers);
        for (int i = 0; i < CLIENTS; i++) {
            try (RawClient client = new RawClient(wire, port)) {
                assertThat(client.exchange(request("GET", "/" + mark + "-" + i)).text())
                        .isEqualTo("hi");
            }
        }
        try (RawClient client = new RawClient(wire, port)) {
            client.send("GET /half");
            assertThat(client.response().status()).isEqualTo(408);
        }
        Waiting.until(
                "a line of the access log",
                () -> {
                    try (Stream<Path> files = Files.list(directory)) {
                        for (Path file : files.filter(f -> !f.endsWith("out")).toList()) {
                            if (Files.readString(file).contains(mark)) {
                                return true;
                            }
                        }
                        return false;
                    }
                });
    }
}
