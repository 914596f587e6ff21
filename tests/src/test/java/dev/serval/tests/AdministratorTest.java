package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.tests.Installation.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an administrator who comes from Tomcat does, on the packed distribution. */
@Timeout(300)
class AdministratorTest {
    /** Says by java.util.logging and by its context what it is asked for. */
    private static final String TALKER =
            """
            package a; @WebServlet(value = "/say", loadOnStartup = 1)
            public class Talker extends HttpServlet {
                private static final java.util.logging.Logger LOG =
                        java.util.logging.Logger.getLogger("org.example.shop");
                public void init() {
                    if (getServletContext().getContextPath().equals("/resets")) {
                        java.util.logging.LogManager.getLogManager().reset();
                    }
                }
                protected void doGet(HttpServletRequest request, HttpServletResponse response)
                        throws IOException {
                    LOG.info("information");
                    LOG.fine("details");
                    LOG.log(java.util.logging.Level.SEVERE, "broken {0}",
                            new Object[] {request.getContextPath()});
                    getServletContext().log("by its context");
                    try {
                        response.getWriter().print(Class.forName("lib.Shared")
                                .getField("WHERE").get(null));
                    } catch (ReflectiveOperationException e) {
                        response.getWriter().print("nowhere");
                    }
                }
                public void destroy() {
                    LOG.info("the last word");
                }
            }
            """;

    @TempDir static Path shared;
    private static Path home;
    private static byte[] talker;

    @TempDir Path temporary;
    private Path base;
    private Installation serval;

    @BeforeAll
    static void unpack() throws IOException {
        home = Installation.unpack(shared.resolve("with a blank"));
        talker = Wars.zip(Wars.below("WEB-INF/classes/", Wars.compile(shared, TALKER)));
    }

    @BeforeEach
    void makeBase() throws IOException {
        serval = Installation.saysHello(home, temporary);
        base = serval.base;
    }

    @AfterEach
    void endWhatRuns() {
        serval.close();
    }

    private String log(String name) throws IOException {
        Path file = base.resolve("logs").resolve(name);
        return Files.exists(file) ? Files.readString(file) : "";
    }

    private byte[] jar(String where) throws IOException {
        String source = "package lib; public class Shared { public static String WHERE = \"%s\"; }";
        return Wars.zip(Wars.compile(temporary, source.formatted(where)));
    }

    private void ownConf(String serverXml) throws IOException {
        Path conf = Files.createDirectories(base.resolve("conf"));
        Files.copy(home.resolve("conf/logback.xml"), conf.resolve("logback.xml"));
        Files.writeString(conf.resolve("server.xml"), serverXml);
    }

    private static String serverXml(String service, String host) {
        return "<Server><Service "
                + service
                + "><Connector port='${serval.port}'/>"
                + "<Engine defaultHost='localhost'><Host name='localhost' "
                + host
                + "/></Engine></Service></Server>";
    }

    @Test
    void whatApplicationsSayIsInAFileOfTheirOwnToTheLastWord() throws Exception {
        Files.write(base.resolve("webapps/resets.war"), talker);
        Files.write(base.resolve("webapps/shop.war"), talker);
        serval.run("startup.sh").mustSucceed();
        assertThat(serval.get("/shop/say").statusCode()).isEqualTo(200);
        assertThat(serval.get("/resets/say").statusCode()).isEqualTo(200);
        serval.run("shutdown.sh").mustSucceed();

        assertThat(log("applications.log"))
                .contains("INFO  [", "org.example.shop: [/shop] information")
                .contains("ERROR", "[/shop] broken /shop", "[/resets] broken /resets")
                .contains("application.shop: by its context")
                .contains("[/shop] the last word", "[/resets] the last word")
                .doesNotContain("details");
        assertThat(log("serval.log")).contains("answers at").doesNotContain("information");
        assertThat(log("serval.out")).isEmpty();
    }

    @Test
    @Tag("full")
    void aLevelOfLogbackIsOneOfJavaUtilLoggingToo() throws Exception {
        ownConf(serverXml("", ""));
        Path logback = base.resolve("conf/logback.xml");
        Files.writeString(
                logback,
                Files.readString(logback)
                        .replace("<root ", "<logger name='org.example' level='DEBUG'/>\n<root "));
        Files.write(base.resolve("webapps/shop.war"), talker);
        serval.run("startup.sh").mustSucceed();
        assertThat(serval.get("/shop/say").statusCode()).isEqualTo(200);
        assertThat(log("applications.log")).contains("DEBUG", "[/shop] details");
    }

    @Test
    void jarsOfTheBaseAreSeenBeforeThoseOfTheHome() throws Exception {
        Path copy = Installation.unpack(temporary.resolve("installation"));
        try (Installation own = new Installation(copy, base)) {
            Files.write(base.resolve("webapps/shop.war"), talker);
            Files.createDirectories(base.resolve("lib"));
            Files.write(base.resolve("lib/z.jar"), jar("base"));
            Files.write(copy.resolve("lib/a.jar"), jar("home"));
            own.run("startup.sh").mustSucceed();
            assertThat(own.get("/shop/say").body()).asString().isEqualTo("base");
        }
    }

    @Test
    @Tag("full")
    void theClassPathOfSetenvCountsAndWhatIsMissingInItIsSaid() throws Exception {
        Path jar = Files.write(temporary.toRealPath().resolve("more here.jar"), jar("CLASSPATH"));
        Files.write(base.resolve("webapps/shop.war"), talker);
        Files.createDirectories(base.resolve("bin"));
        Files.writeString(
                base.resolve("bin/setenv.sh"),
                "CLASSPATH=\"$CLASSPATH:" + jar + ":/none/there.jar\"\n");
        serval.with("CLASSPATH", "/from/outside.jar");
        Outcome start = serval.run("startup.sh").mustSucceed();
        assertThat(start.out())
                .contains("CLASSPATH: there is no /none/there.jar (warning)")
                .doesNotContain("outside.jar");
        assertThat(serval.get("/shop/say").body()).asString().isEqualTo("CLASSPATH");
    }

    @Test
    void filesOfTomcatThatAreNotReadAreNamedOnce() throws Exception {
        ownConf(serverXml("", ""));
        Files.writeString(base.resolve("conf/catalina.properties"), "shop.mode=live\n");
        Files.writeString(base.resolve("conf/logging.properties"), "org.example.level=FINE\n");
        assertThat(serval.run("startup.sh").mustSucceed().out())
                .containsOnlyOnce("conf/catalina.properties: ")
                .containsOnlyOnce("conf/logging.properties: ")
                .contains("shop.mode", "org.example.level");
        assertThat(log("serval.log"))
                .contains("WARN", "conf/logging.properties: ")
                .doesNotContain("(warning)");
        assertThat(serval.run("configtest.sh").mustSucceed().out())
                .containsOnlyOnce("conf/catalina.properties: ");
    }

    @Test
    void aBrokenLogbackFileIsNamedAndTheLogIsAsShipped() throws Exception {
        ownConf(serverXml("", ""));
        Files.writeString(
                base.resolve("conf/logback.xml"), "<configuration>\n  <root>\n</configuration>\n");
        Outcome test = serval.run("configtest.sh");
        assertThat(test.code()).isEqualTo(1);
        assertThat(test.out()).contains("conf/logback.xml:3:3: ").contains("1 error");
        assertThat(serval.run("startup.sh").mustSucceed().out())
                .containsOnlyOnce("conf/logback.xml:3:3: SRV-0815 ")
                .contains("what is logged where is as in the file that comes with Serval");
        assertThat(log("serval.log")).contains("WARN", "SRV-0815", "answers at");
    }

    @Test
    void aLogbackFileThatWouldKeepTheServerSilentIsNamedAndTheLogIsAsShipped() throws Exception {
        ownConf(serverXml("", ""));
        Files.writeString(base.resolve("conf/logback.xml"), "<configuration/>");
        String said = "conf/logback.xml: SRV-0814 gives dev.serval no appender; ";
        assertThat(serval.run("configtest.sh").mustSucceed().out()).contains(said);
        assertThat(serval.run("startup.sh").mustSucceed().out()).containsOnlyOnce(said);
        assertThat(log("serval.log")).contains("WARN", "SRV-0814", "answers at");
    }

    @Test
    void aLogbackFileThatIsNotThereIsToldOfAndTheLogIsAsShipped() throws Exception {
        serval.with("SERVAL_OPTS", "-Dserval.logback=/none.xml");
        assertThat(serval.run("startup.sh").mustSucceed().out())
                .containsOnlyOnce("/none.xml: SRV-0813 is not there; ");
        assertThat(log("serval.log")).contains("SRV-0813", "answers at");
    }

    @Test
    void aBrokenFileOfUsersIsNamedAtTheStart() throws Exception {
        ownConf(
                serverXml("", "")
                        .replace(
                                "<Host ",
                                "<Realm className='org.apache.catalina.realm.MemoryRealm'/><Host"
                                        + " "));
        Files.writeString(
                base.resolve("conf/tomcat-users.xml"), "<tomcat-users>\n<user\n</tomcat-users>");
        assertThat(serval.run("configtest.sh").out()).contains("conf/tomcat-users.xml:3:");
        assertThat(serval.run("startup.sh").mustSucceed().out())
                .containsOnlyOnce("conf/tomcat-users.xml:3:")
                .contains("SRV-0543", "its users cannot log in until it is repaired");
        assertThat(log("serval.log")).contains("WARN", "SRV-0543");
    }

    @Test
    void descriptorsOfTomcatsDirectoryAreNamedAndWhatTheyProtectIsKeptIn() throws Exception {
        Files.createDirectories(base.resolve("webapps/shop"));
        ownConf(serverXml("", "").replace("<Engine ", "<Engine name='Serval' "));
        Files.createDirectories(base.resolve("conf/Catalina/localhost"));
        Files.writeString(
                base.resolve("conf/Catalina/localhost/shop.xml"),
                "<Context><Valve className='com.acme.Guard'/></Context>");
        String out = serval.run("startup.sh").mustSucceed().out();
        assertThat(out)
                .contains("conf/Catalina/localhost/shop.xml: is not read: the Engine of server.xml")
                .contains(
                        "Failed, answers 503: /shop: conf/Catalina/localhost/shop.xml may protect it");
        assertThat(serval.get("/shop/").statusCode()).isEqualTo(503);
        assertThat(serval.get("/").statusCode()).isEqualTo(200);
        Outcome test = serval.run("configtest.sh");
        assertThat(test.code()).isEqualTo(1);
        assertThat(test.out()).contains("conf/Catalina/localhost/shop.xml: is not read");
    }

    @Test
    void theBannerTellsFailedApplicationsApart() throws Exception {
        Files.createDirectories(base.resolve("webapps/broken/WEB-INF"));
        Files.writeString(
                base.resolve("webapps/broken/WEB-INF/web.xml"), "<web-app>\n<servlet/></web-app>");
        Files.write(base.resolve("webapps/shop.war"), talker);
        String out = serval.run("startup.sh").mustSucceed().out();
        assertThat(out.lines().filter(line -> line.startsWith("Web applications:")))
                .containsExactly("Web applications: /, /shop");
        assertThat(out.lines().filter(line -> line.contains("/broken")))
                .singleElement()
                .asString()
                .startsWith("Failed, answers 503: /broken: ")
                .contains("web.xml:2:1: ");
        assertThat(out).contains("\"Failed to deploy\" in " + base.resolve("logs/serval.log"));
        assertThat(serval.get("/broken/").statusCode()).isEqualTo(503);
    }

    @Test
    void configtestReadsAllAndWritesNothing() throws Exception {
        ownConf(serverXml("", "appBase='webaps'"));
        Files.createDirectories(base.resolve("conf/Catalina/localhost"));
        Files.writeString(
                base.resolve("conf/server.xml"),
                Files.readString(base.resolve("conf/server.xml"))
                        .replace("</Engine>", "<Host name='b' autoDeploy='perhaps'/></Engine>"));
        Files.createDirectories(base.resolve("webapps/broken/WEB-INF"));
        Files.writeString(
                base.resolve("webapps/broken/WEB-INF/web.xml"), "<web-app>\n<servlet/></web-app>");
        List<String> before = tree();
        try (ServerSocket taken = new ServerSocket(serval.port)) {
            Outcome test = serval.run("configtest.sh");
            assertThat(test.code()).as(taken + test.out()).isEqualTo(1);
            assertThat(test.out())
                    .contains("(did you mean webapps?)")
                    .contains("autoDeploy of Host is \"perhaps\"")
                    .contains("webapps/broken/WEB-INF/web.xml:2:1: ")
                    .containsPattern("2 errors, [0-9]+ warning");
        }
        assertThat(tree()).isEqualTo(before);
    }

    /** Without the output of scripts. */
    private List<String> tree() throws IOException {
        try (Stream<Path> all = Files.walk(base)) {
            return all.map(Path::toString).filter(f -> !f.contains("script.")).sorted().toList();
        }
    }

    @Test
    void theStartLeavesNoTraceInTheLogs() throws Exception {
        serval.run("serval.sh", "cert"); // fails without conf
        Files.createDirectories(base.resolve("conf"));
        serval.run("serval.sh", "cert").mustSucceed();
        ownConf(
                """
                <Server><Service><Connector port='${serval.port}' maxConnections='100'/>
                <Connector port='0' protocol='org.apache.coyote.http11.Http11Nio2Protocol'
                  maxConnections='100'/>
                <Connector port='0' protocol='org.apache.coyote.http11.Http11Protocol'
                  maxConnections='100'/>
                <Connector port='0' SSLEnabled='true' maxConnections='100'><SSLHostConfig>
                <Certificate certificateKeystoreFile='conf/localhost.p12'/></SSLHostConfig>
                </Connector>
                <Engine defaultHost='localhost'><Host name='localhost'>
                <Valve className='org.apache.catalina.valves.AccessLogValve' pattern='common'/>
                </Host></Engine></Service></Server>
                """);
        serval.run("startup.sh").mustSucceed();
        assertThat(serval.get("/").statusCode()).isEqualTo(200);
        serval.run("shutdown.sh").mustSucceed();
        try (Stream<Path> logs = Files.list(base.resolve("logs"))) {
            for (Path file : logs.filter(f -> f.toString().contains("access_log")).toList()) {
                assertThat(Files.readAllLines(file)).singleElement().asString().contains("GET / ");
            }
        }
        assertThat(log("serval.log"))
                .contains("TLS)", "webapps/docs/codes.html")
                .doesNotContain("SRV-", "WARN", "OPTIONS");
    }

    @Test
    void aStartThatFailsShowsWhatItHasSaidAndNothingOlder() throws Exception {
        Files.createDirectories(base.resolve("logs"));
        Files.writeString(base.resolve("logs/serval.out"), "from the day before\n");
        serval.with("SERVAL_OPTS", "-XX:NoSuchOption");
        Outcome start = serval.run("startup.sh");
        assertThat(start.code()).isEqualTo(1);
        assertThat(start.err())
                .contains("NoSuchOption", "logs/serval.out")
                .doesNotContain("the day before");
        assertThat(log("serval.out")).startsWith("from the day before\n");
    }

    @Test
    void anotherFileThanServerXmlReachesEveryCommand() throws Exception {
        ownConf("<Server><Service/></Server>");
        Files.writeString(base.resolve("conf/other.xml"), serverXml("", ""));
        String[] other = {"-config", "conf/other.xml"};
        assertThat(serval.run("configtest.sh", other).mustSucceed().out()).contains("other.xml");
        serval.run("startup.sh", other).mustSucceed();
        assertThat(serval.get("/").statusCode()).isEqualTo(200);
        serval.run("shutdown.sh", other).mustSucceed();
        serval.run("catalina.sh", "start", "-config", base + "/conf/other.xml").mustSucceed();
        assertThat(serval.get("/").statusCode()).isEqualTo(200);
        serval.run("shutdown.sh").mustSucceed();
        assertThat(serval.run("startup.sh", "-conf").mustFailWithOneLine())
                .contains("what is \"-conf\"?");
    }

    @Test
    void ordersReachTheRunningServer() throws Exception {
        ownConf(serverXml("", ""));
        Outcome none = serval.run("serval.sh", "status");
        assertThat(none.code()).isEqualTo(3);
        assertThat(none.out()).startsWith("Serval is not running");
        serval.run("startup.sh").mustSucceed();
        assertThat(serval.run("serval.sh", "status").mustSucceed().out()).startsWith("READY since");
        Path war = Files.write(temporary.resolve("shop.war"), talker);
        assertThat(serval.run("serval.sh", "deploy", war.toString()).mustSucceed().out())
                .startsWith("STARTED  /shop ");
        assertThat(serval.get("/shop/say").statusCode()).isEqualTo(200);
        Path file = base.resolve("conf/server.xml");
        Files.writeString(
                file,
                Files.readString(file)
                        .replace("<Connector ", "<Connector maxThreads='7' acceptCount='7' "));
        assertThat(serval.run("serval.sh", "reload").mustSucceed().out().lines())
                .containsExactly(
                        "conf/server.xml:1:30: maxThreads of Connector " + serval.port + ": taken",
                        "conf/server.xml:1:45: acceptCount of Connector "
                                + serval.port
                                + ": counts at the next start");
        Files.writeString(file, "<Server>");
        assertThat(serval.run("serval.sh", "reload").out())
                .contains("conf/server.xml:1:9: ", "Nothing has changed.");
        assertThat(serval.run("serval.sh", "audit").mustSucceed().out().lines())
                .hasSize(3)
                .last()
                .asString()
                .endsWith("SRV-0770 serval.sh: reload: failed");
        long pid = serval.server().pid();
        serval.run("serval.sh", "drain", "20").mustSucceed();
        Waiting.until("its end", () -> ProcessHandle.of(pid).isEmpty());
        assertThat(serval.pidFile()).doesNotExist();
        assertThat(base.resolve("temp")).isEmptyDirectory();
    }

    @Test
    void aBaseIsMadeOnceAndRuns() throws Exception {
        Path made = temporary.resolve("made here");
        serval.run("makebase.sh", made.toString()).mustSucceed();
        assertThat(made.resolve("conf/server.xml")).isRegularFile();
        assertThat(serval.run("makebase.sh", made.toString()).mustFailWithOneLine())
                .endsWith("is not empty; nothing was changed.");
        serval.with("SERVAL_BASE", made.toString());
        serval.run("configtest.sh").mustSucceed();
    }

    @Test
    void secondsReachTheServer() throws Exception {
        ownConf(serverXml("gracefulStopAwaitMillis='250'", ""));
        assertThat(stopWithRequestInFlight("1234")).contains("requests in flight have 1234000 ms");
        assertThat(serval.pidFile().resolveSibling("serval.pid.stop")).doesNotExist();
    }

    @Test
    void withoutSecondsTheAttributeCounts() throws Exception {
        ownConf(serverXml("gracefulStopAwaitMillis='250'", ""));
        serval.run("startup.sh").mustSucceed();
        try (Socket socket = slow()) {
            serval.run("shutdown.sh").mustSucceed();
            assertThat(log("serval.log")).contains("requests in flight have 250 ms", "SRV-0910");
            assertThat(socket.isConnected()).isTrue();
        }
    }

    /** A client that reads nothing more of a large answer. */
    private Socket slow() throws IOException {
        Files.write(base.resolve("webapps/ROOT/large.bin"), new byte[40_000_000]);
        Socket socket = new Socket("localhost", serval.port);
        String request = "GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        assertThat(socket.getInputStream().read()).isEqualTo('H');
        return socket;
    }

    /** The server's log after a stop, during which the client has read its answer to the end. */
    private String stopWithRequestInFlight(String seconds) throws Exception {
        serval.run("startup.sh").mustSucceed();
        try (Socket socket = slow()) {
            Process stop = serval.launch(home.resolve("bin/shutdown.sh"), seconds);
            while (!log("serval.log").contains("Stopping")) {
                assertThat(stop.waitFor(20, TimeUnit.MILLISECONDS)).as("too early").isFalse();
            }
            InputStream in = socket.getInputStream();
            assertThat(in.readAllBytes().length).isGreaterThan(40_000_000);
            assertThat(Installation.waitFor(stop)).isZero();
        }
        return log("serval.log");
    }

    /** A checkout whose Maven says that it was called, and fails. */
    @Test
    void aCheckoutIsBuiltWhenAnyOfItsModulesHasChanged() throws Exception {
        for (String changed :
                List.of(
                        "connectors",
                        "server",
                        "extensions/tomcat",
                        "extensions/jsp",
                        "extensions/examples")) {
            Path checkout = temporary.resolve("checkout " + changed.replace('/', '-'));
            Map<String, byte[]> files = new HashMap<>();
            for (String script : List.of("bin/serval.sh", "bin/jvm.sh", "bin/process.sh")) {
                files.put(script, Files.readAllBytes(home.resolve(script)));
            }
            files.put(
                    "distribution/build.sh",
                    Files.readAllBytes(DocsPage.checkout().resolve("distribution/build.sh")));
            files.put("pom.xml", Wars.text("<project/>"));
            files.put(changed + "/src/main/java/A.java", Wars.text("class A {}"));
            files.put("maven/mvn", Wars.text("#!/bin/sh\necho '[ERROR] called'\nexit 1\n"));
            Wars.write(checkout, files);
            assertThat(checkout.resolve("bin/serval.sh").toFile().setExecutable(true)).isTrue();
            assertThat(checkout.resolve("maven/mvn").toFile().setExecutable(true)).isTrue();
            Path list = checkout.resolve("lib/serval.classpath");
            Wars.write(checkout, Map.of("lib/serval.classpath", Wars.text("")));
            serval.with("PATH", checkout.resolve("maven") + ":" + System.getenv("PATH"));
            long future = System.currentTimeMillis() + 60_000;
            assertThat(list.toFile().setLastModified(future)).isTrue();
            assertThat(serval.run(checkout.resolve("bin/serval.sh"), "version").err())
                    .doesNotContain("called");
            Path source = checkout.resolve(changed + "/src/main/java/A.java");
            assertThat(source.toFile().setLastModified(future + 60_000)).isTrue();
            assertThat(serval.run(checkout.resolve("bin/serval.sh"), "version").err())
                    .as(changed)
                    .contains("called");
        }
    }

    @Test
    void commandsThatTakeNothingRefuseMore() throws Exception {
        serval.with("SERVAL_CDS", "on");
        for (String command : List.of("version", "cds", "help")) {
            assertThat(serval.run("serval.sh", command, "now").mustFailWithOneLine())
                    .startsWith("SRV-0817 " + command + " takes no arguments: what is \"now\"?");
        }
    }
}
