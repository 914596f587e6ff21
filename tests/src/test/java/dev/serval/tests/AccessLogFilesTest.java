package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.serval.container.Server;
import dev.serval.valve.accesslog.LogLines;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Access logs as server.xml configures them, in their files, while requests come. */
@Timeout(120)
final class AccessLogFilesTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String FILL = "x".repeat(3000);

    @TempDir private Path base;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicLong slowest = new AtomicLong();

    private Server server(String valves) throws Exception {
        Path root = Files.createDirectories(base.resolve("webapps/ROOT"));
        Files.writeString(root.resolve("a.txt"), "a");
        return Configured.server(
                base,
                "<Connector port='0'/>",
                valves + "<Host name='localhost' appBase='webapps'/>");
    }

    private static HttpResponse<String> get(Server server, String target, String... fields)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(
                                URI.create(
                                        "http://localhost:"
                                                + server.connectors().get(0).port()
                                                + target))
                        .timeout(Duration.ofSeconds(20));
        if (fields.length > 0) {
            request.headers(fields);
        }
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /**
     * Several clients at a time, each waiting for its answers. Not those of the JDK: they may send
     * a request again although its answer has arrived, and each is a line.
     *
     * @param requests a multiple of four, up to 4000: a connection takes a thousand
     */
    private void load(Server server, int requests) throws InterruptedException {
        List<Thread> clients = new ArrayList<>();
        AtomicInteger answered = new AtomicInteger();
        for (int c = 0; c < 4; c++) {
            Thread client =
                    new Thread(
                            () -> {
                                try (RawClient raw =
                                        new RawClient(server.connectors().get(0).port())) {
                                    for (int i = 0; i < requests / 4; i++) {
                                        answered.addAndGet(isAnswered(raw) ? 1 : 0);
                                    }
                                } catch (IOException e) {
                                    // The count says so.
                                }
                            });
            client.start();
            clients.add(client);
        }
        for (Thread client : clients) {
            client.join();
        }
        assertThat(answered).hasValue(requests);
    }

    private boolean isAnswered(RawClient client) throws IOException {
        long begun = System.nanoTime();
        String request =
                ServerUnderTest.request(
                        "GET", "/a.txt?" + next.getAndIncrement(), "X-Fill: " + FILL);
        boolean answered = client.exchange(request).status() == 200;
        slowest.accumulateAndGet(System.nanoTime() - begun, Math::max);
        return answered;
    }

    private List<String> lines(Path directory) throws IOException {
        List<String> lines = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "access_log*")) {
            for (Path file : files) {
                try {
                    lines.addAll(Files.readAllLines(file));
                } catch (NoSuchFileException e) {
                    // It was full a moment ago, and has another name.
                }
            }
        }
        return lines;
    }

    private static boolean run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getInputStream().readAllBytes();
        return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
    }

    /** As long as the disk of the log is full, and while its files change. */
    @Test
    void requestsAreAnsweredWhileTheDiskIsFullAndLoggingGoesOnAfterwards() throws Exception {
        Path logs = Files.createDirectories(base.resolve("logs"));
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", logs.toString()),
                "only root may mount a tmpfs");
        Server server = null;
        try {
            server =
                    server(
                            "<Valve className='org.apache.catalina.valves.AccessLogValve'"
                                    + " pattern='%q %{X-Fill}i' maxFileSize='256 KiB'/>");
            long lostBefore = LogLines.lost();
            // Files change under load: nothing is lost or split.
            load(server, 1000);
            Waiting.until("all lines", () -> lines(logs).size() == 1000);
            assertThat(logs.toFile().list()).hasSizeGreaterThan(8);
            assertThat(LogLines.lost()).isEqualTo(lostBefore);

            Path filler = logs.resolve("filler");
            fill(filler);
            slowest.set(0);
            load(server, 2400);
            assertThat(LogLines.lost()).isGreaterThan(lostBefore);
            assertThat(Duration.ofNanos(slowest.get())).isLessThan(Duration.ofSeconds(5));

            Files.delete(filler);
            Waiting.until("room is used", () -> lines(logs).size() > 1500);
            String last = "?last";
            try (RawClient client = new RawClient(server.connectors().get(0).port())) {
                String request = ServerUnderTest.request("GET", "/a.txt" + last, "X-Fill: " + FILL);
                assertThat(client.exchange(request).status()).isEqualTo(200);
            }
            Waiting.until(
                    "the last line",
                    () -> lines(logs).stream().anyMatch(line -> line.startsWith(last)));
            List<String> lines = lines(logs);
            assertThat(lines)
                    .doesNotHaveDuplicates()
                    .allMatch(line -> line.matches("\\?([0-9]+|last) x{3000}"));
            assertThat(lines.size() + LogLines.lost() - lostBefore).isEqualTo(3401);
            System.out.printf(
                    "disk full: 2400 requests answered, slowest %d ms; %d lines lost and counted,"
                            + " %d written%n",
                    TimeUnit.NANOSECONDS.toMillis(slowest.get()),
                    LogLines.lost() - lostBefore,
                    lines.size());
        } finally {
            if (server != null) {
                server.stop(Duration.ofSeconds(5));
            }
            run("umount", "-l", logs.toString());
        }
    }

    private static void fill(Path filler) {
        byte[] block = new byte[4096];
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException e) {
            // It is full.
            if (!Files.exists(filler)) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Test
    void threeFormatsOfTheSameRequests() throws Exception {
        String common = " directory='logs' rotatable='false' buffered='false' prefix=";
        String of = "<Valve className='org.apache.catalina.valves.";
        Server server =
                server(
                        of
                                + "JsonAccessLogValve'"
                                + common
                                + "'json' pattern='%m %U %s %{X-A}i' conditionUnless='none'/>"
                                + of
                                + "ExtendedAccessLogValve'"
                                + common
                                + "'extended' pattern='cs-method cs-uri-stem sc-status cs(X-A)"
                                + " x-P(q) x-H(protocol)'/>"
                                + of
                                + "AccessLogValve'"
                                + common
                                + "'never' conditionIf='none'/>"
                                + of
                                + "StuckThreadDetectionValve' threshold='60'/>");
        try {
            assertThat(get(server, "/a.txt?q=1%202", "X-A", "say \"a\"").statusCode())
                    .isEqualTo(200);
            // A line is written behind its response: the next request may overtake it.
            Path first = base.resolve("logs/extended");
            Waiting.until(
                    "the first line",
                    () -> Files.exists(first) && Files.readString(first).contains("/a.txt"));
            assertThat(get(server, "/none").statusCode()).isEqualTo(404);
        } finally {
            server.stop(Duration.ofSeconds(5));
        }
        Path logs = base.resolve("logs");
        assertThat(logs.resolve("json"))
                .hasContent(
                        """
                        {"method":"GET","path":"/a.txt","statusCode":"200",\
                        "requestHeaders":{"X-A":"say \\"a\\""}}
                        {"method":"GET","path":"/none","statusCode":"404",\
                        "requestHeaders":{"X-A":"-"}}
                        """);
        assertThat(logs.resolve("extended"))
                .hasContent(
                        """
                        #Fields: cs-method cs-uri-stem sc-status cs(X-A) x-P(q) x-H(protocol)
                        #Version: 2.0
                        #Software: Serval
                        GET /a.txt 200 "say ""a\""" "1 2" "HTTP/1.1"
                        GET /none 404 - - "HTTP/1.1"
                        """);
        assertThat(logs.resolve("never")).doesNotExist();
    }
}
