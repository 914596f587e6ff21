package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whenever a server is killed, the file of its sessions is a whole one. */
@Tag("full")
class SessionsOfKilledServerTest {
    private static final int SESSIONS = 100;
    private static final String SERVLET =
            """
            package a;
            public class Count extends HttpServlet {
                protected void service(HttpServletRequest q, HttpServletResponse r)
                        throws IOException {
                    HttpSession s = q.getSession("new".equals(q.getQueryString()));
                    if (s == null) {
                        r.getWriter().print("none");
                        return;
                    }
                    if (s.isNew()) {
                        s.setAttribute("bytes", new byte[300_000]);
                    }
                    Integer n = (Integer) s.getAttribute("n");
                    if (!"read".equals(q.getQueryString())) {
                        n = n == null ? 1 : n + 1;
                        s.setAttribute("n", n);
                    }
                    r.getWriter().print(n);
                }
            }
            """;

    @TempDir private Path base;
    private Process process;
    private BufferedReader out;
    private int port;

    @BeforeEach
    void deploy() throws Exception {
        Map<String, byte[]> classes = Wars.compile(base, SERVLET);
        Path app = base.resolve("webapps/count/WEB-INF");
        Wars.write(app.resolve("classes"), classes);
        Files.writeString(
                app.resolve("web.xml"),
                "<web-app metadata-complete='true'><servlet><servlet-name>s</servlet-name>"
                        + "<servlet-class>a.Count</servlet-class></servlet><servlet-mapping>"
                        + "<servlet-name>s</servlet-name><url-pattern>/s</url-pattern>"
                        + "</servlet-mapping></web-app>");
    }

    @AfterEach
    void end() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    private void start() throws IOException {
        process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                KilledServer.class.getName(),
                                base.toString())
                        .redirectError(base.resolve("err.txt").toFile())
                        .start();
        out =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
        port = Integer.parseInt(line("port ").substring("port ".length()));
    }

    private String line(String beginning) throws IOException {
        String line = out.readLine();
        while (line != null && !line.startsWith(beginning)) {
            line = out.readLine();
        }
        assertThat(line).as(() -> "err: " + err()).isNotNull();
        return line;
    }

    private String err() {
        try {
            return Files.readString(base.resolve("err.txt"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private void askToStop() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    private RawResponse ask(String query, String cookie) throws IOException {
        String field = cookie == null ? "" : "Cookie: " + cookie + "\r\n";
        try (RawClient client = new RawClient(Wire.NIO, port)) {
            return client.exchange(
                    "GET /count/s?" + query + " HTTP/1.1\r\nHost: localhost\r\n" + field + "\r\n");
        }
    }

    private List<String> all(String query, List<String> cookies) throws IOException {
        List<String> texts = new ArrayList<>();
        for (String cookie : cookies) {
            texts.add(ask(query, cookie).text());
        }
        return texts;
    }

    @Test
    void theFormerFileIsReadAfterAKillDuringTheWrite() throws Exception {
        Path file = base.resolve("work/E/localhost/count/SESSIONS.ser");
        Path beside = file.resolveSibling("SESSIONS.ser.tmp");
        start();
        List<String> cookies = new ArrayList<>();
        for (int i = 0; i < SESSIONS; i++) {
            RawResponse made = ask("new", null);
            cookies.add(made.field("Set-Cookie").replaceFirst(";.*", ""));
        }
        askToStop();
        line("stopped");
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        int killedWhileWriting = 0;
        int count = 1;
        for (int round = 0; round < 5; round++) {
            start();
            String now = Integer.toString(count);
            assertThat(all("read", cookies)).hasSize(SESSIONS).containsOnly(now);
            String then = Integer.toString(count + 1);
            assertThat(all("add", cookies)).containsOnly(then);
            Object before = Files.readAttributes(file, "unix:ino").get("ino");
            askToStop();
            Waiting.until("writing", 60_000, () -> Files.exists(beside) || !process.isAlive());
            long least = round * 4_000_000L;
            Waiting.until(
                    "some of it is written",
                    60_000,
                    () -> !Files.exists(beside) || Files.size(beside) >= least);
            process.destroyForcibly().waitFor();
            boolean former = Files.readAttributes(file, "unix:ino").get("ino").equals(before);
            if (former) {
                killedWhileWriting++;
                assertThat(beside).exists();
            } else {
                count++;
            }
        }
        assertThat(killedWhileWriting).isPositive();
        start();
        assertThat(all("read", cookies)).containsOnly(Integer.toString(count));
        assertThat(err()).doesNotContain("SRV-0713");
    }
}
