package dev.serval.tests;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** While 2,000 requests wait for 200 threads, the ops endpoint answers at once. */
@Tag("full")
@Timeout(300)
class OpsUnderLoadTest {
    private static final int THREADS = 200;
    private static final int WAITING = 2000;
    private static final int ASKED = 500;
    private static final long MOST_MILLIS = 50;
    private static final List<String> PAGES = List.of("/live", "/ready", "/metrics", "/requests");

    private static final String HELD =
            """
            package a; @WebServlet("/held")
            public class Held extends HttpServlet {
                protected void doGet(HttpServletRequest request, HttpServletResponse response)
                        throws IOException {
                    java.nio.file.Path end = java.nio.file.Path.of(
                            System.getProperty("serval.base"), "temp", "go");
                    try {
                        while (!java.nio.file.Files.exists(end)) Thread.sleep(50);
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
            """;

    @TempDir Path temporary;

    @Test
    void theOpsEndpointAnswersWithinFiftyMilliseconds() throws Exception {
        Path home = Installation.unpack(temporary.toRealPath());
        List<Socket> clients = new ArrayList<>();
        try (Installation serval = Installation.saysHello(home, temporary)) {
            Wars.write(
                    serval.base.resolve("webapps/ROOT/WEB-INF/classes"),
                    Wars.compile(temporary, HELD));
            // They are refused after ten seconds else.
            serval.asShipped().with("SERVAL_CONNECTOR_MAXQUEUETIME", "300000");
            serval.run("startup.sh").mustSucceed();
            Path socket = serval.base.resolve("temp/ops.sock");
            byte[] request = "GET /held HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII);
            for (int i = 0; i < THREADS + WAITING; i++) {
                Socket client = new Socket(InetAddress.getLoopbackAddress(), serval.port);
                clients.add(client);
                client.getOutputStream().write(request);
            }
            Waiting.until("all wait", () -> waiting(socket) >= WAITING);
            for (String page : PAGES) {
                for (int i = 0; i < ASKED / 10; i++) {
                    OpsFullHeapTest.ask(socket, page); // as monitoring has asked before
                }
            }
            for (String page : PAGES) {
                List<Long> micros = new ArrayList<>();
                for (int i = 0; i < ASKED; i++) {
                    long begun = System.nanoTime();
                    assertThat(OpsFullHeapTest.ask(socket, page)).startsWith("HTTP/1.1 200 ");
                    micros.add(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begun));
                }
                micros.sort(null);
                long p99 = micros.get(ASKED * 99 / 100);
                System.out.printf(
                        "%s: p50 %d, p99 %d, most %d microseconds%n",
                        page, micros.get(ASKED / 2), p99, micros.get(ASKED - 1));
                assertThat(p99).as(page).isLessThanOrEqualTo(MOST_MILLIS * 1000);
            }
            Files.createFile(serval.base.resolve("temp/go"));
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    private static long waiting(Path socket) throws Exception {
        Matcher found =
                Pattern.compile("serval_calls_waiting\\{[^}]*} (\\d+)")
                        .matcher(OpsFullHeapTest.ask(socket, "/metrics"));
        return found.find() ? Long.parseLong(found.group(1)) : 0;
    }
}
