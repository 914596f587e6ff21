package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.container.Server;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * WARs that are dropped into a running server and have something wrong with them: the log says what
 * it is in one line, their requests get 503, and the others are served.
 */
@ParameterizedClass
@EnumSource(
        value = Wire.class,
        names = {"BIO", "NIO", "NIO2"})
class BrokenApplicationsTest {
    @TempDir private static Path temp;
    private static Path base;
    private static Path scratch;
    private static Server server;
    private static ServerLog log;

    @SuppressWarnings("unused") // one run per kind of connector
    BrokenApplicationsTest(Wire wire) {}

    @BeforeParameterizedClassInvocation
    static void start(Wire wire) throws Exception {
        base = temp.resolve(wire.name());
        log = new ServerLog();
        scratch = Files.createDirectories(base.resolve("scratch"));
        Files.createDirectories(base.resolve("webapps/good"));
        Files.writeString(base.resolve("webapps/good/index.html"), "good");
        server = Configured.server(base, wire);
    }

    @AfterEach
    void theOthersAreServed() throws IOException {
        assertThat(get("/good/").text()).isEqualTo("good");
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server.stop(Duration.ofSeconds(5));
        log.close();
    }

    @Test
    void aDescriptorThatIsNoXmlIsNamedWithLineAndColumn() throws Exception {
        drop(
                "xml",
                Map.of(
                        "WEB-INF/web.xml",
                        Wars.text("<web-app>\n  <servlet>\n  </servlets>\n</web-app>")));
        fails("xml", "xml\\.war/WEB-INF/web\\.xml:3:\\d+: not well-formed XML: .*\"servlet\".*");
    }

    @Test
    void aDescriptorWithAMistakeIsNamedWithLineAndColumn() throws Exception {
        drop(
                "mapping",
                Map.of(
                        "WEB-INF/web.xml",
                        Wars.text(
                                "<web-app>\n<servlet-mapping>\n  <servlet-name>none</servlet-name>"
                                        + "<url-pattern>/x</url-pattern>\n</servlet-mapping>\n"
                                        + "</web-app>")));
        fails("mapping", "mapping\\.war/WEB-INF/web\\.xml:2:1: .*none.*");
    }

    @Test
    void whatAListenerThrowsIsTheCause() throws Exception {
        drop(
                "listener",
                classes(
                        """
                        package a;
                        @WebListener public class Starts implements ServletContextListener {
                            public void contextInitialized(ServletContextEvent event) {
                                throw new RuntimeException("cannot start",
                                        new IllegalStateException("no database"));
                            }
                        }
                        """));
        fails("listener", "java\\.lang\\.IllegalStateException: no database");
    }

    @Test
    void aTruncatedWarIsNoCompleteZipFile() throws Exception {
        byte[] whole = Wars.zip(Map.of("index.html", Wars.text("x".repeat(1_000))));
        move(Arrays.copyOf(whole, whole.length / 2), "truncated.war");
        fails("truncated", "truncated\\.war is not a complete ZIP file: .+");
    }

    @Test
    void anApplicationForJavaxServletIsToldWhatToDo() throws Exception {
        Map<String, byte[]> old =
                Wars.compile(scratch, "package javax.servlet.http; public class HttpServlet {}");
        Path api = Files.write(scratch.resolve("javax.jar"), Wars.zip(old));
        Map<String, byte[]> servlet =
                Wars.compile(
                        scratch,
                        List.of(api),
                        "package a; public class Old extends javax.servlet.http.HttpServlet {}");
        drop("javax", Wars.below("WEB-INF/classes/", servlet));
        fails(
                "javax",
                "It needs javax\\.servlet \\(a/Old\\.class\\), which is Java EE for Tomcat 9 and"
                        + " older; put it into /\\S+/webapps-javaee \\(the legacyAppBase of its"
                        + " Host\\), where it is converted, convert it once and for all with the Apache"
                        + " Tomcat Migration Tool for Jakarta EE, or change its imports from javax\\.servlet to"
                        + " jakarta\\.servlet\\.");
    }

    @Test
    void aClassThatCannotBeLinkedIsNamedAndSkipped() throws Exception {
        Map<String, byte[]> all =
                Wars.compile(
                        scratch,
                        "package gone; public class Base {}",
                        "package a; public interface Plugin {}",
                        "package a; public class Broken extends gone.Base implements Plugin {}",
                        "package a; public class Fine implements Plugin {}",
                        """
                        package a;
                        @HandlesTypes(Plugin.class)
                        public class Plugins implements ServletContainerInitializer {
                            public void onStartup(Set<Class<?>> found, ServletContext context) {
                                context.addServlet("lists", new Lists(found.toString()))
                                        .addMapping("/list");
                            }
                        }
                        """,
                        """
                        package a;
                        public class Lists extends HttpServlet {
                            private final String text;
                            public Lists(String text) { this.text = text; }
                            protected void doGet(HttpServletRequest request,
                                    HttpServletResponse response) throws IOException {
                                response.getWriter().print(text);
                            }
                        }
                        """);
        all.remove("gone/Base.class");
        Map<String, byte[]> war = new LinkedHashMap<>(Wars.below("WEB-INF/classes/", all));
        war.put(
                "WEB-INF/classes/META-INF/services/jakarta.servlet.ServletContainerInitializer",
                Wars.text("a.Plugins"));
        drop("plugins", war);
        Waiting.until("an answer", () -> get("/plugins/list").status() == 200);

        assertThat(get("/plugins/list").text()).isEqualTo("[class a.Fine]");
        assertThat(log.about("/plugins"))
                .first()
                .isEqualTo(
                        "SRV-0514 [/plugins] class a.Broken: is skipped, it cannot be loaded:"
                                + " java.lang.NoClassDefFoundError: gone/Base");
    }

    @Test
    void aLogbackOfItsOwnMeetsNothingOfTheServersAndTheOtherWayRound() throws Exception {
        Map<String, byte[]> war =
                new LinkedHashMap<>(
                        classes(
                                """
                                package a;
                                @WebServlet("/log") public class Logs extends HttpServlet {
                                    protected void doGet(HttpServletRequest request,
                                            HttpServletResponse response) throws IOException {
                                        org.slf4j.LoggerFactory.getLogger(Logs.class)
                                                .info("said by the application");
                                        List<String> foreign = new ArrayList<>();
                                        check(org.slf4j.LoggerFactory.getILoggerFactory(), foreign);
                                        for (Object provider : ServiceLoader.load(
                                                org.slf4j.spi.SLF4JServiceProvider.class)) {
                                            check(provider, foreign);
                                        }
                                        response.getWriter().print("foreign: " + foreign);
                                    }
                                    private static void check(Object mine, List<String> foreign) {
                                        if (mine.getClass().getClassLoader()
                                                != Logs.class.getClassLoader()) {
                                            foreign.add(mine.toString());
                                        }
                                    }
                                }
                                """));
        Path own = base.resolve("own.log");
        war.put(
                "WEB-INF/classes/logback.xml",
                Wars.text(
                        "<configuration><appender name='f'"
                                + " class='ch.qos.logback.core.FileAppender'><file>"
                                + own
                                + "</file><encoder><pattern>%msg%n</pattern></encoder></appender>"
                                + "<root level='info'><appender-ref ref='f'/></root>"
                                + "</configuration>"));
        for (Class<?> of :
                List.of(
                        org.slf4j.Logger.class,
                        ch.qos.logback.classic.Logger.class,
                        ch.qos.logback.core.Context.class)) {
            Path jar = Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI());
            war.put("WEB-INF/lib/" + jar.getFileName(), Files.readAllBytes(jar));
        }
        drop("logs", war);
        Waiting.until("a line about it", () -> !log.about("/logs").isEmpty());

        assertThat(get("/logs/log").text()).isEqualTo("foreign: []");
        assertThat(Files.readAllLines(own))
                .isNotEmpty()
                .allMatch(line -> line.equals("said by the application"));
        assertThat(log.lines()).noneMatch(line -> line.contains("said by"));
        assertThat(log.about("/logs"))
                .singleElement()
                .asString()
                .matches(
                        "Deployed web application \\[/logs] from \\[logs\\.war] in \\d+ ms, of which \\d+ ms in its own"
                                + " code");
    }

    @Test
    void aWarThatIsStillBeingCopiedIsWaitedFor() throws Exception {
        byte[] whole = Wars.zip(Map.of("index.html", Wars.text("x".repeat(20_000))));
        try (OutputStream out = Files.newOutputStream(base.resolve("webapps/copied.war"))) {
            for (byte b : whole) {
                out.write(b);
                LockSupport.parkNanos(1_000_000);
                assertThat(log.about("/copied")).isEmpty();
            }
            assertThat(get("/copied/").status()).isEqualTo(404);
        }
        Waiting.until("a line about it", () -> !log.about("/copied").isEmpty());
        assertThat(get("/copied/").status()).isEqualTo(200);
        assertThat(log.about("/copied"))
                .singleElement()
                .asString()
                .startsWith("Deployed web application [/copied] from [copied.war] in ");
    }

    /** One line with the cause, and 503. */
    private void fails(String name, String cause) throws Exception {
        Waiting.until("a line about it", () -> !log.about("/" + name).isEmpty());
        assertThat(log.about("/" + name))
                .singleElement()
                .asString()
                .matches(
                        "Failed to deploy web application \\[/"
                                + name
                                + "] from \\["
                                + name
                                + "\\.war]: "
                                + cause);
        assertThat(get("/" + name + "/").status()).isEqualTo(503);
        assertThat(get("/" + name + "/a/b?c").status()).isEqualTo(503);
    }

    private Map<String, byte[]> classes(String... sources) throws IOException {
        return Wars.below("WEB-INF/classes/", Wars.compile(scratch, sources));
    }

    private void drop(String name, Map<String, byte[]> files) throws IOException {
        move(Wars.zip(files), name + ".war");
    }

    private void move(byte[] content, String name) throws IOException {
        Path beside = Files.write(base.resolve("beside"), content);
        Files.move(beside, base.resolve("webapps").resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    private RawResponse get(String path) throws IOException {
        try (RawClient client = new RawClient(server.connectors().get(0).port())) {
            return client.exchange(request("GET", path));
        }
    }
}
