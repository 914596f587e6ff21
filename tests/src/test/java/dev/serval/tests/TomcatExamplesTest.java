package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.connector.IoModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The examples application of Tomcat, unchanged, as a WAR that is dropped into a running
 * distribution; and once more with the filters mapped that its web.xml has in comments.
 */
@Timeout(120)
class TomcatExamplesTest {
    private static final String SERVLETS = "/examples/servlets/servlet/";
    private static final String FORM = "application/x-www-form-urlencoded";
    @TempDir private static Path shared;
    private static final Map<IoModel, Integer> PORTS = new EnumMap<>(IoModel.class);
    private static Installation serval;
    private static Duration answeredAfter;

    @BeforeAll
    static void dropIn() throws Exception {
        Path home = Installation.unpack(shared.resolve("unpacked"));
        Path base = shared.toRealPath().resolve("base");
        Files.createDirectories(base.resolve("conf"));
        Files.createDirectories(base.resolve("webapps"));
        Files.copy(home.resolve("conf/web.xml"), base.resolve("conf/web.xml"));
        Files.copy(home.resolve("conf/logback.xml"), base.resolve("conf/logback.xml"));
        Files.writeString(base.resolve("conf/server.xml"), serverXml());
        Files.writeString(
                base.resolve("conf/tomcat-users.xml"),
                "<tomcat-users><user username='ann' password='secret' roles='tomcat'/>"
                        + "</tomcat-users>");
        serval = new Installation(home, base);
        serval.run("startup.sh").mustSucceed();

        drop("examples", UnaryOperator.identity());
        long dropped = System.nanoTime();
        Waiting.until(
                "the examples answer",
                () -> {
                    try (RawClient client = new RawClient(PORTS.get(IoModel.NIO))) {
                        String hello = request("GET", SERVLETS + "HelloWorldExample");
                        return client.exchange(hello).status() == 200;
                    }
                });
        answeredAfter = Duration.ofNanos(System.nanoTime() - dropped);
        drop(
                "filtered",
                text ->
                        text.replaceAll(
                                "(?s)<!--\\s*(<filter-mapping>.*?</filter-mapping>)\\s*-->", "$1"));
        Waiting.until("the other one too", () -> log().contains("application [/filtered] from"));
    }

    private static void drop(String name, UnaryOperator<String> webXml) throws IOException {
        Path war = shared.resolve(name + ".war");
        TomcatFiles.examples(war, webXml);
        Files.move(
                war,
                serval.base.resolve("webapps").resolve(name + ".war"),
                StandardCopyOption.ATOMIC_MOVE);
    }

    private static String serverXml() throws IOException {
        StringBuilder connectors = new StringBuilder();
        for (IoModel io : IoModel.values()) {
            int port = FreePort.find();
            PORTS.put(io, port);
            connectors.append("<Connector port='%d' protocol='%s'/>".formatted(port, io));
        }
        return "<Server><GlobalNamingResources><Resource name='UserDatabase'"
                + " type='org.apache.catalina.UserDatabase' pathname='conf/tomcat-users.xml'/>"
                + "</GlobalNamingResources><Service>"
                + connectors
                + "<Engine name='E' defaultHost='localhost'>"
                + "<Realm className='org.apache.catalina.realm.UserDatabaseRealm'"
                + " resourceName='UserDatabase'/><Host name='localhost'/></Engine>"
                + "</Service></Server>";
    }

    @AfterAll
    static void endWhatRuns() {
        if (serval != null) {
            serval.close();
        }
    }

    /** What the server has said, then what its applications have said. */
    private static String log() throws IOException {
        Path logs = serval.base.resolve("logs");
        return Files.readString(logs.resolve("serval.log"))
                + Files.readString(logs.resolve("applications.log"));
    }

    private static RawResponse exchange(IoModel io, String request) throws IOException {
        try (RawClient client = new RawClient(PORTS.get(io))) {
            return client.exchange(request);
        }
    }

    private static RawResponse get(IoModel io, String target, String... fields) throws IOException {
        return exchange(io, request("GET", target, fields));
    }

    private static RawResponse post(IoModel io, String target, String body, String... fields)
            throws IOException {
        return exchange(io, ServerUnderTest.post(target, FORM, body, fields));
    }

    @Test
    void itAnswersSoonAfterBeingDropped() throws IOException {
        // Less than five seconds where nothing else runs.
        assertThat(answeredAfter).isLessThan(Duration.ofSeconds(15));
        assertThat(log())
                .containsPattern(
                        "Deployed web application \\[/examples] from \\[examples.war] in \\d+ ms");
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void itsFilesAreServedBehindItsFilter(IoModel io) throws IOException {
        for (String path : List.of("/examples/", "/examples/servlets/images/code.gif")) {
            RawResponse response = get(io, path);
            assertThat(response.status()).as(path).isEqualTo(200);
            assertThat(response.field("X-Frame-Options")).isEqualTo("DENY");
            assertThat(response.field("X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(response.all("Strict-Transport-Security")).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void helloWorld(IoModel io) throws IOException {
        RawResponse response = get(io, SERVLETS + "HelloWorldExample", "Accept-Language: fr");
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.field("Content-Type")).isEqualToIgnoringCase("text/html;charset=UTF-8");
        assertThat(response.text()).contains("<h1>Salut le Monde !</h1>");
        assertThat(get(io, SERVLETS + "HelloWorldExample", "Accept-Language: en").text())
                .contains("<h1>Hello World!</h1>");
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void requestInfo(IoModel io) throws IOException {
        String target = SERVLETS + "RequestInfoExample/more/info?x=1";
        assertThat(get(io, target).text())
                .contains("GET", "127.0.0.1", "HTTP/1.1", "/more/info")
                .contains(SERVLETS + "RequestInfoExample/more/info");
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void requestHeaders(IoModel io) throws IOException {
        String target = SERVLETS + "RequestHeaderExample";
        assertThat(get(io, target, "X-Mine: <b>").utf8()).contains("X-Mine", "&lt;b&gt;");
        assertThat(get(io, target, "Accept: application/json", "X-Mine: a\"b").utf8())
                .contains("{\"X-Mine\":\"a\\\"b\"}");
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void parametersOfGetAndPost(IoModel io) throws IOException {
        String target = SERVLETS + "RequestParamExample";
        String values = "firstname=J%C3%A9r%C3%B4me&lastname=%3Ci%3E";
        for (RawResponse response :
                List.of(get(io, target + "?" + values), post(io, target, values))) {
            assertThat(response.utf8()).contains("= J\u00e9r\u00f4me<br>", "= &lt;i&gt;");
        }
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void cookiesAreSetAndRead(IoModel io) throws IOException {
        String target = SERVLETS + "CookieExample";
        RawResponse set = post(io, target, "cookiename=taste&cookievalue=sweet");
        // As the CookieProcessor of its context.xml wants it.
        assertThat(set.field("Set-Cookie"))
                .isEqualTo("taste=sweet; Path=/examples/; SameSite=Strict");
        assertThat(get(io, target, "Cookie: taste=sweet").text())
                .contains("Cookie Name: taste<br>", "Cookie Value: sweet<br>");
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void aSessionKeepsWhatIsPutIntoIt(IoModel io) throws IOException {
        String target = SERVLETS + "SessionExample";
        RawResponse first = post(io, target, "dataname=colour&datavalue=red");
        assertThat(first.field("Set-Cookie")).startsWith("JSESSIONID=").contains("Path=/examples");
        assertThat(get(io, target, cookie(first)).text()).contains("colour = red");
        assertThat(get(io, target).text()).doesNotContain("colour = red");
        assertThat(log()).contains("SessionListener: sessionCreated(");
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void asynchronousServlets(IoModel io) throws IOException {
        // Each takes two seconds: all at once.
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            RawClient client = new RawClient(PORTS.get(io));
            clients.add(client);
            client.send(request("GET", "/examples/async/async" + i));
        }
        List<RawResponse> answers = new ArrayList<>();
        for (RawClient client : clients) {
            answers.add(client.response());
            client.close();
        }
        assertThat(answers).extracting(RawResponse::status).containsOnly(200);
        assertThat(answers.get(0).text()).startsWith("Async dispatch worked:");
        assertThat(answers.get(2).text()).startsWith("Output from background thread.");
        // These two dispatch to a page.
        assertThat(answers.get(1).text()).contains("Output from async1.jsp", "Type is ASYNC");
        assertThat(answers.get(3).text()).contains("Output from async3.jsp", "Type is ASYNC");
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void stocksArriveWhileTheResponseIsOpen(IoModel io) throws IOException {
        try (RawClient client = new RawClient(PORTS.get(io))) {
            client.send(request("GET", "/examples/async/stockticker"));
            StringBuilder seen = new StringBuilder();
            while (!seen.toString().matches("(?s).*STOCK#.*STOCK#[A-Z]+#.*")) {
                seen.append(new String(client.bytes(1), StandardCharsets.ISO_8859_1));
            }
            assertThat(seen).startsWith("HTTP/1.1 200 ").contains("Transfer-Encoding: chunked");
        }
        // By Tomcat's logging interface, into the server's log.
        assertThat(log()).contains("async.AsyncStockServlet: AsyncStockServlet created");
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void nonBlockingReadsAndWrites(IoModel io) throws IOException {
        String body = "0123456789".repeat(30_000);
        assertThat(post(io, "/examples/servlets/nonblocking/bytecounter", body).text())
                .isEqualTo("Total bytes written = [300000]");
        RawResponse numbers = get(io, "/examples/servlets/nonblocking/numberwriter");
        assertThat(numbers.body()).hasSize(10_000 * 21);
        assertThat(numbers.text()).startsWith("00000000000000000001\n").endsWith("10000\n");
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void theServletWithTrailersAnswers(IoModel io) throws IOException {
        RawResponse response = get(io, "/examples/servlets/trailers/response");
        assertThat(response.text()).contains("This response should include trailer fields.");
        assertThat(response.status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "/jsp/num/numguess.jsp, Welcome to the Number Guess game",
        "/jsp/jsp2/el/basic-arithmetic.jsp, <td>0.75</td>",
        "/jsp/jsp2/simpletag/hello.jsp, 'Hello, world!'",
        "/jsp/jsp2/tagfiles/panel.jsp, First panel.",
        "/jsp/jsptoserv/jsptoservlet.jsp, I have been invoked by",
        "/servletToJsp, I have been invoked by"
    })
    void pagesAnswer(String path, String text) throws IOException {
        for (IoModel io : IoModel.values()) {
            RawResponse response = get(io, "/examples" + path);
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.text()).contains(text).doesNotContain("<%", "jsp:");
        }
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void protectedPagesAskForALogin(IoModel io) throws IOException {
        for (String page : List.of("index.jsp", "login.jsp", "none.txt")) {
            String target = "/examples/jsp/security/protected/" + page;
            RawResponse response = get(io, target);
            assertThat(response.status()).as(page).isEqualTo(200);
            assertThat(response.field("Cache-Control")).as(page).isEqualTo("no-store");
            assertThat(response.text()).contains("j_security_check").doesNotContain("<%", "jsp:");
        }
    }

    /** The page names a type of Tomcat's that no user here is of. */
    @ParameterizedTest
    @EnumSource(IoModel.class)
    void protectedPagesAnswerWhoeverHasLoggedIn(IoModel io) throws IOException {
        String page = "/examples/jsp/security/protected/index.jsp?role=tomcat";
        String check = "/examples/jsp/security/protected/j_security_check";
        String user = "j_username=ann&j_password=secret";
        RawResponse entered = post(io, check, user, cookie(get(io, page)));
        assertThat(entered.status()).isEqualTo(303);
        assertThat(entered.field("Location")).isEqualTo(page);
        RawResponse response = get(io, page, cookie(entered));
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.text())
                .contains("You have been granted role", "The principal does not support");
    }

    private static String cookie(RawResponse response) {
        return "Cookie: " + response.field("Set-Cookie").replaceAll(";.*", "");
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void webSocketsAreServed(IoModel io) throws IOException {
        RawResponse response =
                get(
                        io,
                        "/examples/websocket/echoAnnotation",
                        "Connection: Upgrade",
                        "Upgrade: websocket",
                        "Sec-WebSocket-Version: 13",
                        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==");
        assertThat(response.status()).isEqualTo(101);
        assertThat(get(io, "/examples/websocket/index.xhtml").status()).isEqualTo(200);
    }

    @Test
    void theLogSaysOnceWhatIsNotServed() throws IOException {
        List<String> said = log().lines().filter(line -> line.contains("[/examples] ")).toList();
        assertThat(said.toString())
                .doesNotContain("websocket", "jsp-config is known", "CookieProcessor");
        assertThat(log().lines().filter(line -> line.contains(" ERROR "))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void theOtherFiltersWork(IoModel io) throws Exception {
        String target = "/filtered/CompressionTest";
        RawResponse response = get(io, target, "Accept-Encoding: gzip", "X-Mark: " + io);
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.field("Content-Encoding")).isEqualTo("gzip");
        assertThat(response.body()).startsWith(0x1f, 0x8b);
        assertThat(log())
                .contains("RequestDumperFilter: [/filtered] Request GET " + target + " HTTP/1.1\n")
                .containsIgnoringCase("  header X-Mark: " + io + "\n");
        // Said when the answer has left.
        Waiting.until(
                "the response is in the log",
                () ->
                        log().contains(
                                        "RequestDumperFilter: [/filtered] Response 200 to GET "
                                                + target));
    }
}
