package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.serval.container.Server;
import java.io.File;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Promise 4 for an application with a filter, a listener, sessions, a library of its own, and
 * values in thread-locals that it never removes: replaced again and again while clients ask without
 * pause, no request fails, and nothing of the versions before stays in memory.
 */
class ReplaceUnderLoadTest {
    private static final int TIMES = 20;
    private static final int CLIENTS = 20;
    private static final String REQUEST_LINE = "GET /shop/ask HTTP/1.1\r\nHost: localhost\r\n";

    private static final String SERVLET =
            """
            package shop;
            @WebServlet("/ask") public class Ask extends HttpServlet {
                static final ThreadLocal<Object> LOCAL = new ThreadLocal<>();
                static final ThreadLocal<Object> INHERITED = new InheritableThreadLocal<>();
                protected void doGet(HttpServletRequest request, HttpServletResponse response)
                        throws IOException {
                    LOCAL.set(new Ask());
                    INHERITED.set(new Ask());
                    HttpSession session = request.getSession();
                    session.setAttribute("last", new shop.Seen());
                    response.getWriter().print(own.Library.version() + "|"
                            + request.getAttribute("filtered") + "|"
                            + getServletContext().getAttribute("listened") + "|");
                }
            }
            """;
    private static final String FILTER =
            """
            package shop;
            @WebFilter("/*") public class Marks extends HttpFilter {
                protected void doFilter(HttpServletRequest request, HttpServletResponse response,
                        FilterChain chain) throws IOException, ServletException {
                    request.setAttribute("filtered", Version.get());
                    chain.doFilter(request, response);
                }
            }
            """;
    private static final String LISTENER =
            """
            package shop;
            @WebListener public class Starts implements ServletContextListener {
                public void contextInitialized(ServletContextEvent event) {
                    event.getServletContext().setAttribute("listened", Version.get());
                    Ask.LOCAL.set(this);
                    Ask.INHERITED.set(this);
                }
                public void contextDestroyed(ServletContextEvent event) {
                    Ask.LOCAL.set(this);
                }
            }
            """;
    private static final String VERSION =
            """
            package shop;
            public class Version {
                public static String get() {
                    try (InputStream in = Version.class.getResourceAsStream("/version.txt")) {
                        return new String(in.readAllBytes());
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            }
            """;
    private static final String SEEN = "package shop; public class Seen implements Serializable {}";
    private static final String LIBRARY =
            """
            package own;
            public class Library {
                public static String version() throws IOException {
                    try (InputStream in = Library.class.getResourceAsStream("/own.txt")) {
                        return new String(in.readAllBytes());
                    }
                }
            }
            """;

    @TempDir private Path base;
    private Map<String, byte[]> classes;
    private Map<String, byte[]> library;

    @BeforeEach
    void compile() throws IOException {
        library = Wars.compile(base, LIBRARY);
        Path jar = Files.write(base.resolve("own.jar"), Wars.zip(library));
        classes = Wars.compile(base, List.of(jar), SERVLET, FILTER, LISTENER, VERSION, SEEN);
    }

    @ParameterizedTest
    @EnumSource(names = {"BIO", "NIO", "NIO2"})
    void noRequestFailsAndNothingOfOldVersionsStays(Wire wire) throws Exception {
        Server server = start(wire);
        int port = server.connectors().get(0).port();
        try (RawClient idle = new RawClient(port);
                Clients clients = new Clients(port)) {
            assertThat(idle.exchange(REQUEST_LINE + "\r\n").status()).isEqualTo(200);
            List<WeakReference<ClassLoader>> old = new ArrayList<>();
            for (int version = 1; version <= TIMES; version++) {
                old.add(loader(server));
                replace(version);
                clients.waitForVersion(version);
            }
            Collected.await("the class loaders of old versions", old, clients::haveFailed);
        } finally {
            server.stop(Duration.ofSeconds(20));
        }
    }

    /** An answer that takes 20 s counts as none. */
    @Tag("full")
    @ParameterizedTest
    @EnumSource(names = {"BIO", "NIO", "NIO2"})
    void wrkSeesNoFailure(Wire wire) throws Exception {
        assumeTrue(isInstalled("wrk"), "wrk is not installed");
        Server server = start(wire);
        int port = server.connectors().get(0).port();
        Path output = base.resolve("wrk.txt");
        Process wrk =
                new ProcessBuilder(
                                "wrk",
                                "-c20",
                                "-t2",
                                "-d10m",
                                "--timeout",
                                "20s",
                                "http://localhost:" + port + "/shop/ask")
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        try {
            List<WeakReference<ClassLoader>> old = new ArrayList<>();
            for (int version = 1; version <= TIMES; version++) {
                ClassLoader before = server.contexts().get(0).servletContext().getClassLoader();
                old.add(new WeakReference<>(before));
                replace(version);
                String text = version + "|";
                Waiting.until(
                        "version " + version,
                        () -> {
                            try (RawClient client = new RawClient(port)) {
                                return client.exchange(REQUEST_LINE + "\r\n")
                                        .text()
                                        .startsWith(text);
                            }
                        });
            }
            Collected.await("the class loaders of old versions", old);
            assertThat(wrk.isAlive()).as("wrk still asks").isTrue();
        } finally {
            // It prints its summary when it is interrupted.
            new ProcessBuilder("kill", "-INT", Long.toString(wrk.pid())).start().waitFor();
            if (!wrk.waitFor(20, TimeUnit.SECONDS)) {
                wrk.destroyForcibly();
            }
            server.stop(Duration.ofSeconds(20));
        }
        assertThat(Files.readString(output))
                .contains("Requests/sec")
                .doesNotContain("Socket errors")
                .doesNotContain("Non-2xx");
    }

    /** In a method of its own: no local variable keeps it. */
    private static WeakReference<ClassLoader> loader(Server server) {
        return new WeakReference<>(server.contexts().get(0).servletContext().getClassLoader());
    }

    private static boolean isInstalled(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }

    private Server start(Wire wire) throws Exception {
        Files.createDirectories(base.resolve("webapps"));
        Files.write(base.resolve("webapps/shop.war"), war(0));
        return Configured.server(base, wire);
    }

    /** By a copy over it, and by a whole file that takes its place. */
    private void replace(int version) throws IOException {
        Path war = base.resolve("webapps/shop.war");
        if (version % 2 == 0) {
            Path beside = Files.write(base.resolve("beside"), war(version));
            Files.move(beside, war, StandardCopyOption.ATOMIC_MOVE);
        } else {
            Files.write(war, war(version));
        }
    }

    private byte[] war(int version) {
        byte[] text = Integer.toString(version).getBytes(StandardCharsets.US_ASCII);
        Map<String, byte[]> jar = new LinkedHashMap<>(library);
        jar.put("own.txt", text);
        Map<String, byte[]> war = new LinkedHashMap<>(Wars.below("WEB-INF/classes/", classes));
        war.put("WEB-INF/classes/version.txt", text);
        war.put("WEB-INF/lib/own.jar", Wars.zip(jar));
        return Wars.zip(war);
    }

    /** Ask on connections that are kept alive until they are closed, then tell what went wrong. */
    private static final class Clients implements AutoCloseable {
        private final AtomicBoolean over = new AtomicBoolean();
        private final AtomicInteger answered = new AtomicInteger();
        private final AtomicInteger seen = new AtomicInteger(-1);
        private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
        private final List<Thread> threads = new ArrayList<>();

        Clients(int port) {
            for (int i = 0; i < CLIENTS; i++) {
                Thread thread = new Thread(() -> ask(port), "client-" + i);
                threads.add(thread);
                thread.start();
            }
        }

        /** Returns when somebody was answered by it, or something went wrong. */
        void waitForVersion(int version) throws Exception {
            Waiting.until("version " + version, () -> seen.get() >= version || haveFailed());
        }

        boolean haveFailed() {
            return !wrong.isEmpty();
        }

        private void ask(int port) {
            String cookie = "";
            try {
                while (!over.get()) {
                    try (RawClient client = new RawClient(port)) {
                        boolean open = true;
                        while (open && !over.get()) {
                            RawResponse response = client.exchange(REQUEST_LINE + cookie + "\r\n");
                            check(response);
                            String set = response.field("Set-Cookie");
                            if (set != null) {
                                cookie = "Cookie: " + set.replaceFirst(";.*", "") + "\r\n";
                            }
                            open = !"close".equals(response.field("Connection"));
                        }
                    }
                }
            } catch (IOException | RuntimeException | AssertionError e) {
                wrong.add(e.toString());
            }
        }

        /** Library, filter and listener are of one version. */
        private void check(RawResponse response) {
            String text = response.text();
            answered.incrementAndGet();
            if (response.status() != 200 || !text.matches("(\\d+\\|)\\1\\1")) {
                wrong.add(response.status() + " " + text);
                return;
            }
            int version = Integer.parseInt(text.substring(0, text.indexOf('|')));
            seen.accumulateAndGet(version, Math::max);
        }

        @Override
        public void close() throws InterruptedException {
            over.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(wrong).isEmpty();
            assertThat(answered.get()).isGreaterThan(CLIENTS * TIMES);
        }
    }
}
