package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that is restarted under load, while its parent keeps the listening socket. */
@Tag("full")
@Timeout(300)
class RestartTest {
    private static final Path PYTHON = Path.of("/usr/bin/python3");
    private static final int CLIENTS = 6;

    /** As systemd does: it listens, and starts the server with descriptor 3, twice. */
    private static final String PARENT =
            """
            import os, socket, subprocess, sys
            listening = socket.socket()
            listening.bind(("127.0.0.1", 0))
            listening.listen(1024)
            print(listening.getsockname()[1], flush=True)
            def passed():
                os.dup2(listening.fileno(), 3)
                os.set_inheritable(3, True)
                os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
            for times in range(2):
                pid = os.fork()
                if pid == 0:
                    passed()
                    os.execv(sys.argv[1], [sys.argv[1], "run"])
                code = os.waitpid(pid, 0)[1]
                print("ended", code, flush=True)
            """;

    @TempDir private Path temporary;
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger answered = new AtomicInteger();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

    @ParameterizedTest
    @ValueSource(strings = {"NIO", "BIO"})
    void aRestartWithAnInheritedSocketLosesNoRequest(String protocol) throws Exception {
        assumeThat(PYTHON).exists();
        Path home = Installation.unpack(temporary.resolve("unpacked"));
        try (Installation serval = Installation.saysHello(home, temporary)) {
            Files.createDirectories(serval.base.resolve("conf"));
            Files.writeString(
                    serval.base.resolve("conf/server.xml"),
                    "<Server><Service><Connector port='1' useInheritedChannel='true' protocol='"
                            + protocol
                            + "'/><Engine defaultHost='localhost'><Host name='localhost'/>"
                            + "</Engine></Service></Server>");
            Path script = Files.writeString(temporary.resolve("parent.py"), PARENT);
            Process parent =
                    serval.launch(
                            PYTHON, script.toString(), home.resolve("bin/serval.sh").toString());
            Waiting.until("the port", () -> !lines(serval).isEmpty());
            int port = Integer.parseInt(lines(serval).get(0));
            Waiting.until("the start", () -> starts(serval) == 1);
            List<Thread> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                Thread client = new Thread(() -> ask(port));
                clients.add(client);
                client.start();
            }
            waitForMore();
            serval.server().destroy();
            Waiting.until("the second start", () -> starts(serval) == 2);
            waitForMore();
            over.set(true);
            for (Thread client : clients) {
                client.join();
            }
            serval.server().destroy();
            assertThat(parent.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(wrong).isEmpty();
            assertThat(lines(serval)).filteredOn(line -> line.equals("ended 0")).hasSize(2);
        }
    }

    private static List<String> lines(Installation serval) throws IOException {
        return Files.readAllLines(serval.out());
    }

    private static long starts(Installation serval) throws IOException {
        try (BufferedReader out = Files.newBufferedReader(serval.out())) {
            return out.lines().filter(line -> line.contains("answers at")).count();
        }
    }

    private void waitForMore() throws Exception {
        int before = answered.get();
        Waiting.until("answers", () -> answered.get() > before + 500 || !wrong.isEmpty());
    }

    private void ask(int port) {
        try {
            while (!over.get()) {
                try (RawClient client = new RawClient(port)) {
                    RawResponse response;
                    do {
                        response = client.exchange(ServerUnderTest.request("GET", "/"));
                        if (response.status() != 200) {
                            wrong.add(response.head());
                        }
                        answered.incrementAndGet();
                    } while (!over.get() && !response.head().contains("Connection: close"));
                }
            }
        } catch (IOException | RuntimeException | AssertionError e) {
            wrong.add(e.toString());
        }
    }
}
