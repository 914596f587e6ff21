package dev.serval.tests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * While an application fills the heap again and again, every page of the ops endpoint arrives in
 * time and is no error, and the one of readiness says why.
 */
@Tag("full")
@Timeout(300)
class OpsFullHeapTest {
    private static final long MOST_MILLIS = 5000;
    private static final int ASKED = 200;

    private static final String FILLER =
            "@jakarta.servlet.annotation.WebServlet(\"/fill\") public class Filler extends"
                    + " jakarta.servlet.http.HttpServlet { protected void"
                    + " doGet(jakarta.servlet.http.HttpServletRequest q,"
                    + " jakarta.servlet.http.HttpServletResponse s) { java.util.List<byte[]> all ="
                    + " new java.util.ArrayList<>(); long end = System.nanoTime() + 500_000_000L;"
                    + " while (System.nanoTime() < end) { try { all.add(new byte[8192]); } catch"
                    + " (OutOfMemoryError e) { if (System.nanoTime() >= end) break; } } } }";

    @TempDir Path temporary;

    @Test
    void everyAnswerArrivesAndReadinessSaysWhy() throws Exception {
        Path home = Installation.unpack(temporary.toRealPath());
        try (Installation serval = Installation.saysHello(home, temporary)) {
            Path classes =
                    Files.createDirectories(serval.base.resolve("webapps/ROOT/WEB-INF/classes"));
            Path source = temporary.resolve("Filler.java");
            Files.writeString(source, FILLER);
            assertThat(
                            ToolProvider.getSystemJavaCompiler()
                                    .run(
                                            null,
                                            null,
                                            null,
                                            "-cp",
                                            System.getProperty("java.class.path"),
                                            "-d",
                                            classes.toString(),
                                            source.toString()))
                    .isZero();
            serval.with("SERVAL_OPTS", "-Xmx96m -XX:+UseSerialGC");
            serval.run("startup.sh").mustSucceed();
            Path socket = serval.base.resolve("temp/ops.sock");
            for (String path : List.of("/ready", "/live", "/metrics", "/requests")) {
                // As the endpoint does itself some seconds after the start.
                assertThat(ask(socket, path)).startsWith("HTTP/1.1 200 OK");
            }
            AtomicBoolean over = new AtomicBoolean();
            Thread filling =
                    new Thread(
                            () -> {
                                while (!over.get()) {
                                    try {
                                        serval.get("/fill");
                                    } catch (IOException e) {
                                        // It was cut.
                                    } catch (InterruptedException e) {
                                        return;
                                    }
                                }
                            });
            filling.start();
            Set<String> reasons = new TreeSet<>();
            List<Long> times = new ArrayList<>();
            try {
                for (int i = 0; i < ASKED; i++) {
                    String path = List.of("/ready", "/live", "/metrics", "/requests").get(i % 4);
                    long begun = System.nanoTime();
                    String answer = ask(socket, path);
                    times.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
                    if (path.equals("/ready") && answer.startsWith("HTTP/1.1 503")) {
                        reasons.add(answer.replaceAll("(?s).*not ready\n(\\w+).*", "$1"));
                    } else {
                        assertThat(answer).as(path).startsWith("HTTP/1.1 200 OK");
                    }
                }
            } finally {
                over.set(true);
                filling.join();
            }
            assertThat(times).allMatch(millis -> millis <= MOST_MILLIS);
            assertThat(reasons).isSubsetOf("heap", "hurt").isNotEmpty();
        }
    }

    static String ask(Path socket, String path) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(socket));
            String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
            channel.write(ByteBuffer.wrap(request.getBytes(ISO_8859_1)));
            return new String(Channels.newInputStream(channel).readAllBytes(), UTF_8);
        }
    }
}
