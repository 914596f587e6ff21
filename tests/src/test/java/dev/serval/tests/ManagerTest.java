package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.serval.lifecycle.ApplicationStatus.ApplicationState;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** The managers as they are shipped: who may what, and what becomes of applications. */
@Timeout(60)
class ManagerTest {
    private static final byte[] GOOD = Wars.zip(Map.of("index.html", Wars.text("hello")));
    private static final byte[] OTHER = Wars.zip(Map.of("index.html", Wars.text("other")));
    private static final byte[] JUNK = Wars.text("this is no zip");
    private static final String LOOKS =
            """
            package a; @WebServlet("/look")
            public class Looks extends HttpServlet {
                protected void doGet(HttpServletRequest request, HttpServletResponse response)
                        throws IOException {
                    String seen = "nothing";
                    try {
                        seen = Class.forName("dev.serval.operations.Operations").getName();
                    } catch (ClassNotFoundException e) {
                        seen = "no class";
                    }
                    var all = java.util.Collections.list(
                            getServletContext().getAttributeNames());
                    var manager = getServletContext().getContext("/manager");
                    boolean others = manager != null && java.util.Collections.list(
                            manager.getAttributeNames()).toString().contains("operations");
                    response.getWriter().print(
                            seen + " " + all.toString().contains("operations") + " " + others);
                }
            }
            """;

    @TempDir private static Path temporary;
    private static ManagedServer serval;

    @BeforeAll
    static void start() throws Exception {
        Path base = Files.createDirectories(temporary.resolve("base"));
        Map<String, byte[]> looks = Wars.below("WEB-INF/classes/", Wars.compile(temporary, LOOKS));
        for (String name : List.of("plain", "trusted", "curious")) {
            Wars.write(base.resolve("webapps").resolve(name), looks);
        }
        context(base, "trusted", "<Context privileged='true'/>");
        context(base, "curious", "<Context crossContext='true'/>");
        serval =
                new ManagedServer(
                        base,
                        "<Connector port='0'/>",
                        "<Context path='/declared' docBase='plain'/>");
    }

    private static void context(Path base, String name, String xml) throws Exception {
        Wars.write(
                base.resolve("webapps").resolve(name),
                Map.of("META-INF/context.xml", Wars.text(xml)));
    }

    @AfterAll
    static void stop() {
        if (serval != null) {
            serval.close();
        }
    }

    // ---- who

    @Test
    void onlyAPrivilegedApplicationSeesTheOperations() throws Exception {
        assertThat(serval.get(null, "/plain/look").body()).isEqualTo("no class false false");
        assertThat(serval.get(null, "/curious/look").body()).isEqualTo("no class false false");
        assertThat(serval.get(null, "/trusted/look").body())
                .startsWith("dev.serval.operations.Operations true");
    }

    @ParameterizedTest
    @CsvSource({
        "/manager/text/list, script",
        "/manager/json/applications, gui",
        "/manager/json/applications, script",
        "/manager/html/, gui",
        "/manager/status, status",
        "/manager/status, gui",
        "/manager/jmxproxy/?qry=java.lang:type=Memory, jmx",
        "/host-manager/text/list, all",
        "/host-manager/html/, all"
    })
    void eachPathHasItsRole(String target, String user) throws Exception {
        assertThat(serval.get(null, target).statusCode()).isEqualTo(401);
        assertThat(serval.get("nobody", target).statusCode()).isEqualTo(403);
        assertThat(serval.get(user, target).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "/manager/text/list, gui",
        "/manager/html/, script",
        "/manager/json/applications, status",
        "/manager/jmxproxy/, script",
        "/host-manager/text/list, script"
    })
    void theRoleOfAnotherPathIsNotEnough(String target, String user) throws Exception {
        assertThat(serval.get(user, target).statusCode()).isEqualTo(403);
    }

    @Test
    void thePagesOfErrorsSayHowToMakeAUser() throws Exception {
        HttpResponse<String> response = serval.get(null, "/manager/html/");
        assertThat(response.body()).contains("tomcat-users.xml", "manager-gui");
        assertThat(response.headers().firstValue("WWW-Authenticate").orElse(""))
                .startsWith("Basic realm=");
    }

    @Test
    void theSessionCookieIsStrict() throws Exception {
        assertThat(
                        Files.readString(
                                ManagedServer.webapps().resolve("manager/META-INF/context.xml")))
                .contains("sameSiteCookies=\"strict\"");
        HttpResponse<String> page = serval.get("gui", "/manager/html/");
        assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
                .contains("default-src 'self'", "frame-ancestors 'none'");
        assertThat(page.headers().firstValue("X-Frame-Options")).contains("DENY");
        assertThat(page.headers().allValues("Set-Cookie"))
                .allMatch(cookie -> cookie.contains("SameSite=Strict"));
    }

    @Test
    void otherAddressesAreRefusedBeforeTheyAreAsked() throws Exception {
        // Behind a proxy that is trusted, the client counts.
        Path base = Files.createDirectories(temporary.resolve("behind"));
        try (ManagedServer behind =
                new ManagedServer(
                        base,
                        "<Connector port='0'/>",
                        "<Valve className='RemoteIpValve'"
                                + " internalProxies='127\\.0\\.0\\.1|0:0:0:0:0:0:0:1'/>")) {
            for (String target : List.of("/manager/text/list", "/host-manager/text/list")) {
                assertThat(
                                behind.send(
                                                "all",
                                                "GET",
                                                target,
                                                null,
                                                "X-Forwarded-For",
                                                "192.0.2.7")
                                        .statusCode())
                        .isEqualTo(403);
                assertThat(
                                behind.send(
                                                null,
                                                "GET",
                                                target,
                                                null,
                                                "X-Forwarded-For",
                                                "192.0.2.7")
                                        .statusCode())
                        .isEqualTo(403);
                assertThat(behind.get("all", target).statusCode()).isEqualTo(200);
            }
        }
    }

    @Test
    void aChangeByAnotherSiteIsRefused() throws Exception {
        String target = "/manager/json/stop?path=/plain";
        assertThat(serval.send("gui", "POST", target, null).statusCode()).isEqualTo(403);
        for (String[] fields :
                new String[][] {
                    {"X-Serval-Manager", "1", "Origin", "http://evil.example"},
                    {"X-Serval-Manager", "1", "Origin", "null"},
                    {"X-Serval-Manager", "1", "Sec-Fetch-Site", "cross-site"},
                    {"X-Serval-Manager", "1", "Sec-Fetch-Site", "same-site"},
                    {"Origin", "http://localhost:" + serval.port()}
                }) {
            assertThat(serval.send("gui", "POST", target, null, fields).statusCode())
                    .as(String.join(" ", fields))
                    .isEqualTo(403);
        }
        for (String get :
                List.of(
                        "/text/stop?path=/plain",
                        "/json/leaks",
                        "/jmxproxy/?qry=no:*",
                        "/status")) {
            HttpResponse<String> response =
                    serval.send(
                            "all", "GET", "/manager" + get, null, "Sec-Fetch-Site", "cross-site");
            assertThat(response.statusCode()).as(get).isEqualTo(403);
        }
        assertThat(serval.get("gui", "/manager/json/stop?path=/plain").statusCode()).isEqualTo(404);
        assertThat(serval.get(null, "/plain/look").statusCode()).isEqualTo(200);
        HttpResponse<String> preflight =
                serval.send(null, "OPTIONS", target, null, "Origin", "http://evil.example");
        assertThat(preflight.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
    }

    /** Browsers say which site asks where they trust the server: by TLS, or on this machine. */
    @Test
    void aChangeByGetNeedsASignThatNoOtherSiteAsks() throws Exception {
        String browser = "Mozilla/5.0 (X11; Linux x86_64; rv:100.0) Gecko/20100101 Firefox/100.0";
        String own = "http://localhost:" + serval.port();
        for (String[] fields :
                new String[][] {
                    {"Origin", "http://evil.example"},
                    {"Origin", "null"},
                    {"Referer", "http://evil.example/"},
                    {"Referer", "http://localhost:" + serval.port() + ".evil.example/"},
                    {"Referer", own + "/", "Origin", "http://evil.example"},
                    {"Referer", "about:blank"},
                    {"User-Agent", browser},
                }) {
            for (String change :
                    List.of(
                            "/manager/text/stop?path=/plain",
                            "/manager/text/sessions?path=/plain&idle=0",
                            "/manager/jmxproxy/?invoke=java.lang:type=Memory&op=gc",
                            "/host-manager/text/stop?name=no.example")) {
                assertThat(serval.send("all", "GET", change, null, fields).statusCode())
                        .as(change + " " + String.join(" ", fields))
                        .isEqualTo(403);
            }
            for (String read :
                    List.of(
                            "/manager/text/list",
                            "/manager/text/sessions?path=/plain",
                            "/manager/status",
                            "/host-manager/text/list")) {
                assertThat(serval.send("all", "GET", read, null, fields).statusCode())
                        .as(read + " " + String.join(" ", fields))
                        .isEqualTo(200);
            }
        }
        assertThat(serval.get(null, "/plain/look").statusCode()).isEqualTo(200);
        for (String[] fields :
                new String[][] {
                    {"User-Agent", browser, "Referer", own + "/page"},
                    {"User-Agent", browser, "Origin", own},
                    {"User-Agent", browser, "Sec-Fetch-Site", "none"},
                    {"User-Agent", "Mozilla/5.0 (Windows NT; en-US) WindowsPowerShell/5.1"},
                    {"User-Agent", "curl/8.5.0"},
                }) {
            String change = "/manager/text/expire?path=/plain&idle=60";
            assertThat(serval.send("all", "GET", change, null, fields).body())
                    .as(String.join(" ", fields))
                    .startsWith("OK - ");
        }
    }

    // ---- names and files

    @ParameterizedTest
    @ValueSource(
            strings = {
                "path=/..",
                "path=/../../x",
                "path=/a/../b",
                "path=/..%2f..%2fx",
                "path=/%00x",
                "path=/a%0ab",
                "path=/WEB-INF",
                "path=/META-INF",
                "path=/.hidden",
                "path=/a%5cb",
                "path=/a;b",
                "path=/a%2523b",
                "path=/a%23b",
                "path=//a",
                "path=/a/",
                "path=/x&version=../../y",
                "path=/x&version=..%2fy",
                "path=/x&version=%00",
                "path=/x&version=a%5c..%5cb",
                "path=/y&tag=../../z",
                "path=/y&tag=..",
                "path=/y&tag=.hidden",
                "path=/y&tag=a/../../../z"
            })
    void noNameLeadsOutOfTheAppBase(String query) throws Exception {
        List<String> before = files(temporary);
        assertThat(serval.deploy(query, GOOD)).startsWith("FAIL - ");
        assertThat(files(temporary)).isEqualTo(before);
    }

    private static boolean isBelow(Path file, String directory) {
        return StreamSupport.stream(file.spliterator(), false).anyMatch(Path.of(directory)::equals);
    }

    private static List<String> files(Path root) throws Exception {
        return Tree.of(root).stream()
                .map(root::relativize)
                .filter(file -> !isBelow(file, "work") && !isBelow(file, "behind"))
                .map(Path::toString)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x.example&aliases=LOCALHOST",
                "x.example&aliases=x.example",
                "x.example&aliases=a.example,A.example",
                "..&manager=true",
                ".&manager=true",
                "*...&manager=true"
            })
    void aHostWithTheNameOfAnotherOrOfADirectoryAboveChangesNothing(String name) throws Exception {
        String add = "/host-manager/text/add?appBase=hosts&name=" + name;
        assertThat(serval.get("all", add).body()).startsWith("FAIL - ");
        assertThat(serval.base.resolve("conf/manager.xml")).doesNotExist();
        // What changes is still seen.
        assertThat(serval.deploy("path=/after", GOOD)).startsWith("OK - ");
        assertThat(serval.get(null, "/after/").body()).contains("hello");
        assertThat(serval.text("/undeploy?path=/after")).startsWith("OK - ");
        assertThat(serval.get(null, "/after/").statusCode()).isEqualTo(404);
    }

    @Test
    void linksInADirectoryAreNotFollowed() throws Exception {
        Path secret = Files.writeString(temporary.resolve("secret.txt"), "secret");
        Path directory = Files.createDirectories(temporary.resolve("linked"));
        Files.createSymbolicLink(directory.resolve("link.txt"), secret);
        assertThat(serval.text("/deploy?path=/linked&war=file:" + directory)).startsWith("FAIL - ");
        assertThat(serval.base.resolve("webapps/linked")).doesNotExist();
    }

    @Test
    void undeployRemovesALinkAndNotWhatItLeadsTo() throws Exception {
        Path outside = Files.createDirectories(temporary.resolve("outside"));
        Files.writeString(outside.resolve("index.html"), "kept");
        Files.createSymbolicLink(serval.base.resolve("webapps/away"), outside);
        Waiting.until(
                "it is deployed", () -> serval.get(null, "/away/index.html").statusCode() == 200);
        assertThat(serval.text("/undeploy?path=/away")).startsWith("OK - ");
        assertThat(outside.resolve("index.html")).exists();
        assertThat(serval.get(null, "/away/index.html").statusCode()).isEqualTo(404);
    }

    @Test
    void anUploadThatIsCutLeavesNothing() throws Exception {
        try (RawClient client = new RawClient(serval.port())) {
            client.send(
                    "PUT /manager/text/deploy?path=/cut HTTP/1.1\r\nHost: localhost\r\n"
                            + "Authorization: "
                            + ManagedServer.basic("script")
                            + "\r\nContent-Length: 100000\r\n\r\nPK and no more");
            Waiting.until("it is received", () -> !parts().isEmpty());
            client.reset();
        }
        Waiting.until("it is removed", () -> parts().isEmpty());
        assertThat(serval.base.resolve("webapps/cut.war")).doesNotExist();
        assertThat(serval.text("/list")).doesNotContain("/cut:");
    }

    private static List<String> parts() throws Exception {
        try (Stream<Path> all = Files.list(serval.base.resolve("webapps"))) {
            return all.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("."))
                    .toList();
        }
    }

    @Test
    void anUploadThatIsTooLargeIsRefused() throws Exception {
        try (RawClient client = new RawClient(serval.port())) {
            client.send(
                    "PUT /manager/json/deploy?path=/large HTTP/1.1\r\nHost: localhost\r\n"
                            + "Authorization: "
                            + ManagedServer.basic("script")
                            + "\r\nX-Serval-Manager: 1\r\nContent-Length: 524288001\r\n\r\n");
            assertThat(client.response().status()).isEqualTo(413);
        }
        assertThat(parts()).isEmpty();
    }

    @Test
    void oneWithoutALengthIsRefusedWhereItBecomesTooLarge() throws Exception {
        Path base = Files.createDirectories(temporary.resolve("small"));
        try (ManagedServer small = new ManagedServer(base, "<Connector port='0'/>", "", 100_000)) {
            String part = "x".repeat(60_000);
            String chunk = Integer.toHexString(part.length()) + "\r\n" + part + "\r\n";
            try (RawClient client = new RawClient(small.port())) {
                client.send(
                        "PUT /manager/json/deploy?path=/large HTTP/1.1\r\nHost: localhost\r\n"
                                + "Authorization: "
                                + ManagedServer.basic("script")
                                + "\r\nX-Serval-Manager: 1\r\nTransfer-Encoding: chunked\r\n\r\n"
                                + chunk
                                + chunk
                                + "0\r\n\r\n");
                assertThat(client.response().status()).isEqualTo(413);
            }
            assertThat(base.resolve("webapps/large.war")).doesNotExist();
        }
    }

    // ---- applications

    @Test
    void whatIsStoppedStaysStoppedUntilItIsStarted() throws Exception {
        assertThat(serval.deploy("path=/halt", GOOD)).startsWith("OK - Deployed");
        assertThat(serval.text("/stop?path=/halt")).startsWith("OK - Stopped");
        assertThat(serval.get(null, "/halt/index.html").statusCode()).isEqualTo(404);
        // A change of its file does not start it.
        Path war = serval.base.resolve("webapps/halt.war");
        Files.write(war, OTHER);
        Files.setLastModifiedTime(war, java.nio.file.attribute.FileTime.fromMillis(1_000_000));
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(600);
        Waiting.until("some looks have passed", () -> System.nanoTime() > end);
        assertThat(serval.get(null, "/halt/index.html").statusCode()).isEqualTo(404);
        assertThat(serval.text("/list")).contains("/halt:stopped:0:halt\n");
        assertThat(serval.server().applications())
                .anyMatch(
                        status ->
                                status.path().equals("/halt")
                                        && status.state() == ApplicationState.STOPPED);
        assertThat(serval.text("/start?path=/halt")).startsWith("OK - Started");
        assertThat(serval.get(null, "/halt/index.html").body()).isEqualTo("other");
        assertThat(serval.text("/undeploy?path=/halt")).startsWith("OK - Undeployed");
        assertThat(war).doesNotExist();
    }

    @Test
    void aBrokenReplacementLeavesTheServedOne() throws Exception {
        assertThat(serval.deploy("path=/sturdy", GOOD)).startsWith("OK - Deployed");
        assertThat(serval.deploy("path=/sturdy&update=true", JUNK))
                .isEqualTo(
                        "FAIL - Deployed application at context path [/sturdy] but context failed"
                                + " to start\n");
        assertThat(serval.get(null, "/sturdy/index.html").body()).isEqualTo("hello");
        assertThat(Files.readAllBytes(serval.base.resolve("webapps/sturdy.war"))).isEqualTo(GOOD);
        assertThat(serval.deploy("path=/sturdy&update=true", OTHER)).startsWith("OK - Deployed");
        assertThat(serval.get(null, "/sturdy/index.html").body()).isEqualTo("other");
        assertThat(serval.text("/undeploy?path=/sturdy")).startsWith("OK - Undeployed");
    }

    @Test
    void whatServerXmlDeclaresIsNotUndeployed() throws Exception {
        assertThat(serval.text("/undeploy?path=/declared"))
                .isEqualTo(
                        "FAIL - Context [/declared] is defined in server.xml and may not be"
                                + " undeployed\n");
        assertThat(serval.text("/stop?path=/declared")).startsWith("OK - ");
        assertThat(serval.get(null, "/declared/look").statusCode()).isEqualTo(404);
        assertThat(serval.text("/start?path=/declared")).startsWith("OK - ");
        assertThat(serval.get(null, "/declared/look").statusCode()).isEqualTo(200);
    }

    @Test
    void jsonTellsTheCauseOfAFailure() throws Exception {
        byte[] bad =
                Wars.zip(
                        Map.of(
                                "WEB-INF/web.xml",
                                Wars.text(
                                        "<web-app version='6.1'><listener><listener-class>no.Such"
                                                + "</listener-class></listener></web-app>")));
        HttpResponse<String> response =
                serval.change("PUT", "/deploy?name=bad%23one%23%237.war", bad);
        assertThat(response.statusCode()).isEqualTo(422);
        assertThat(response.body())
                .contains("\"ok\":false", "\"cause\":", "no.Such")
                .contains("\"path\":\"/bad/one\",\"version\":\"7\"");
        assertThat(serval.get("gui", "/manager/json/applications").body())
                .contains("\"display\":\"/bad/one##7\"")
                .contains("\"state\":\"failed\"")
                .contains("\"self\":true");
        assertThat(serval.change("POST", "/undeploy?path=/bad/one&version=7", null).body())
                .contains("\"ok\":true");
        assertThat(serval.change("POST", "/stop?path=/manager", null).statusCode()).isEqualTo(409);
        assertThat(serval.change("POST", "/stop?path=/no", null).statusCode()).isEqualTo(404);
        assertThat(serval.change("POST", "/stop", null).statusCode()).isEqualTo(400);
        assertThat(serval.change("POST", "/none", null).statusCode()).isEqualTo(404);
    }

    /** The host-manager is for all of them. */
    @Test
    void aManagerIsForTheApplicationsOfItsHost() throws Exception {
        assertThat(serval.get("all", "/host-manager/text/add?name=other.example&appBase=o").body())
                .startsWith("OK - ");
        try {
            Wars.write(serval.base.resolve("o/theirs"), Map.of("index.html", Wars.text("theirs")));
            Waiting.until(
                    "it is deployed",
                    () ->
                            serval.get("gui", "/manager/status/all?JSON=true")
                                    .body()
                                    .contains("other.example/theirs"));
            assertThat(serval.get("gui", "/manager/json/applications").body())
                    .contains("\"/plain\"")
                    .doesNotContain("theirs");
            assertThat(serval.get("gui", "/manager/json/hosts").body())
                    .doesNotContain("other.example");
            String named = "path=/theirs&host=other.example";
            assertThat(serval.get("gui", "/manager/json/sessions?" + named).statusCode())
                    .isEqualTo(404);
            for (String change : List.of("/stop?", "/reload?", "/undeploy?", "/expire?")) {
                assertThat(serval.change("POST", change + named, null).statusCode())
                        .as(change)
                        .isEqualTo(404);
            }
            assertThat(serval.change("PUT", "/deploy?" + named + "&update=true", GOOD).statusCode())
                    .isEqualTo(404);
            assertThat(serval.base.resolve("o/theirs/index.html")).hasContent("theirs");
            assertThat(serval.change("POST", "/expire?path=/plain&host=LOCALHOST", null).body())
                    .contains("\"ok\":true");
        } finally {
            serval.get("all", "/host-manager/text/remove?name=other.example");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "me",
                "applications",
                "live",
                "connectors",
                "requests",
                "log",
                "threads",
                "memory",
                "server",
                "hosts",
                "resources",
                "sessions?path=/plain"
            })
    void eachJsonAnswerIsAnObject(String name) throws Exception {
        HttpResponse<String> response = serval.get("gui", "/manager/json/" + name);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type").orElse(""))
                .isEqualToIgnoringCase("application/json;charset=utf-8");
        assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(Json.read(response.body())).isInstanceOf(Map.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "qry=java.lang:type=Runtime",
                "get=java.lang:type=Runtime&att=SystemProperties"
            })
    void beansTellNoSecret(String query) throws Exception {
        System.setProperty("serval.test.password", "sesame");
        try {
            assertThat(serval.get("jmx", "/manager/jmxproxy/?" + query).body())
                    .startsWith("OK - ")
                    .contains("serval.test.password")
                    .doesNotContain("sesame");
        } finally {
            System.clearProperty("serval.test.password");
        }
    }

    @Test
    void eachChangeIsOneLineOfTheLog() throws Exception {
        Logger audit = (Logger) LoggerFactory.getLogger("dev.serval.operations.audit");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.list = new CopyOnWriteArrayList<>();
        lines.start();
        Level before = audit.getLevel();
        audit.setLevel(Level.INFO);
        audit.addAppender(lines);
        try {
            serval.text("/stop?path=/manager");
            serval.text("/deploy?path=/x&war=/none%0aSRV-0720%20forged.war");
            serval.get("jmx", "/manager/jmxproxy/?invoke=java.lang:type=Memory&op=gc");
        } finally {
            audit.detachAppender(lines);
            audit.setLevel(before);
        }
        assertThat(lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList())
                .hasSize(3)
                .allMatch(line -> line.startsWith("SRV-0720 ") && !line.contains("\n"))
                .anyMatch(line -> line.matches(".* script from 127[.]0[.]0[.]1: stop .*SELF"))
                .anyMatch(line -> line.contains("jmx from 127.0.0.1: invoke gc"));
    }

    /** The deployer of Tomcat's distribution, unchanged. */
    @Test
    void theTasksOfAntDeployAndUndeploy() throws Exception {
        String ant = System.getProperty("serval.tests.ant");
        URL[] jars = {
            TomcatFiles.of("lib/catalina-ant.jar").toUri().toURL(),
            TomcatFiles.of("lib/catalina.jar").toUri().toURL(),
            Path.of(ant, "ant.jar").toUri().toURL(),
            Path.of(ant, "ant-launcher.jar").toUri().toURL()
        };
        Path war = Files.write(temporary.resolve("by-ant.war"), GOOD);
        try (URLClassLoader loader =
                new URLClassLoader(jars, ClassLoader.getPlatformClassLoader())) {
            Object deploy = task(loader, "DeployTask");
            set(deploy, "setPath", "/ant");
            set(deploy, "setWar", war.toUri().toString());
            run(deploy);
            assertThat(serval.get(null, "/ant/index.html").body()).isEqualTo("hello");
            Object undeploy = task(loader, "UndeployTask");
            set(undeploy, "setPath", "/ant");
            run(undeploy);
            assertThat(serval.get(null, "/ant/index.html").statusCode()).isEqualTo(404);
        }
    }

    private static Object task(ClassLoader loader, String name) throws Exception {
        Class<?> project = loader.loadClass("org.apache.tools.ant.Project");
        Object task =
                loader.loadClass("org.apache.catalina.ant." + name).getConstructor().newInstance();
        task.getClass()
                .getMethod("setProject", project)
                .invoke(task, project.getConstructor().newInstance());
        set(task, "setUrl", "http://localhost:" + serval.port() + "/manager/text");
        set(task, "setUsername", "script");
        set(task, "setPassword", "secret");
        return task;
    }

    private static void set(Object task, String setter, String value) throws Exception {
        task.getClass().getMethod(setter, String.class).invoke(task, value);
    }

    /** Throws when the answer does not begin with OK. */
    private static void run(Object task) throws Exception {
        task.getClass().getMethod("execute").invoke(task);
    }

    @Test
    void whatKeepsAnApplicationInMemoryIsFound() throws Exception {
        assertThat(serval.deploy("path=/kept", GOOD)).startsWith("OK - Deployed");
        ClassLoader loader =
                serval.server().contexts().stream()
                        .filter(context -> context.path().equals("/kept"))
                        .findFirst()
                        .orElseThrow()
                        .servletContext()
                        .getClassLoader();
        assertThat(serval.text("/undeploy?path=/kept")).startsWith("OK - Undeployed");
        assertThat(serval.text("/findleaks?statusLine=true")).contains("/kept\n");
        assertThat(loader).isNotNull();
        java.lang.ref.Reference.reachabilityFence(loader);
    }
}
