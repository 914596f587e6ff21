package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.serval.container.Server;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** ErrorReport-, JsonErrorReport- and ProxyErrorReportValve, as server.xml has them. */
@Timeout(120)
final class ErrorReportTest {
    private static final String VALVES = "org.apache.catalina.valves.";

    @TempDir private Path base;
    private Server server;

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(Duration.ofSeconds(10));
        }
    }

    /** Fails as it is asked to. */
    public static final class Failing extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            switch (request.getQueryString()) {
                case "io" -> throw new java.io.FileNotFoundException("secret <word>");
                case "state" -> throw new IllegalStateException("secret word");
                case "gone" -> response.sendError(410, "It \"went\"");
                default -> response.sendError(404, "none & nothing");
            }
        }
    }

    private void start(String host) throws Exception {
        start("NIO", "<Host name='localhost' " + host + "</Host>");
    }

    private void start(String wire, String engine) throws Exception {
        new AppDirectory(base.resolve("webapps"), "a")
                .classes(Failing.class)
                .webXml(AppDirectory.servlet("failing", Failing.class, "/failing"));
        server = Configured.server(base, "<Connector port='0' protocol='" + wire + "'/>", engine);
    }

    private RawResponse get(String target) throws IOException {
        try (RawClient client = new RawClient(Wire.NIO, server.connectors().get(0).port())) {
            return client.exchange(request("GET", target));
        }
    }

    private static String valve(String name, String attributes) {
        return "<Valve className='" + VALVES + name + "' " + attributes + "/>";
    }

    @ParameterizedTest
    @ValueSource(strings = {"NIO", "NIO2", "BIO"})
    void whatIsAskedForIsShown(String wire) throws Exception {
        start(
                wire,
                valve("ErrorReportValve", "showReport='true' showServerInfo='true'")
                        + "<Host name='localhost'/>");
        RawResponse thrown = get("/a/failing?io");
        assertThat(thrown.status()).isEqualTo(500);
        assertThat(thrown.field("Content-Type")).isEqualTo("text/html;charset=utf-8");
        assertThat(thrown.text())
                .contains("java.io.FileNotFoundException: secret &lt;word&gt;")
                .contains("ErrorReportTest$Failing.doGet")
                .contains("<p>Serval/");
        assertThat(get("/a/failing?404").text()).contains("<p>none &amp; nothing</p>", "Serval/");
        assertThat(get("/a/none").text()).contains("SRV-", "Serval/");
        assertThat(get("/none").text()).contains("<p><code>/none</code></p>", "Serval/");
    }

    @Test
    void nothingSecretIsShownWithoutBeingAskedFor() throws Exception {
        start(">" + valve("ErrorReportValve", "") + valve("JsonErrorReportValve", ""));
        assertThat(get("/a/failing?state").text())
                .contains("\"status\":500")
                .doesNotContain("IllegalState", "secret", "Serval/");
    }

    @Test
    void notEvenTheMessageIsShown() throws Exception {
        start(">" + valve("ErrorReportValve", "showReport='false' showServerInfo='false'"));
        String page = get("/a/failing?404").text();
        assertThat(page).contains("404 Not Found").doesNotContain("nothing", "/a/failing");
        assertThat(get("/a/failing?io").text())
                .contains("SRV-0601", "Request <code>")
                .doesNotContain("secret", "FileNotFound");
    }

    @Test
    void filesAnswerByExceptionThenByStatus() throws Exception {
        Files.writeString(base.resolve("io.html"), "io\u00e4");
        Files.writeString(base.resolve("404.html"), "not there");
        Files.writeString(base.resolve("all.html"), "any other");
        start(
                ">"
                        + valve(
                                "ErrorReportValve",
                                "errorCode.404='404.html' errorCode.0='"
                                        + base.resolve("all.html")
                                        + "' exceptionType.java.io.IOException='io.html'"));
        RawResponse io = get("/a/failing?io");
        assertThat(io.status()).isEqualTo(500);
        assertThat(io.field("Content-Type")).isEqualTo("text/html;charset=utf-8");
        assertThat(new String(io.body(), StandardCharsets.UTF_8)).isEqualTo("io\u00e4");
        assertThat(get("/a/failing?state").text()).isEqualTo("any other");
        assertThat(get("/a/failing?404").text()).isEqualTo("not there");
        assertThat(get("/a/none").text()).isEqualTo("not there");
        assertThat(get("/a/WEB-INF/web.xml").text()).isEqualTo("not there");
        assertThat(get("/none").text()).isEqualTo("not there");
        assertThat(get("/none").status()).isEqualTo(404);
    }

    @Test
    void theServersPageAnswersForAFileThatIsNotThere() throws Exception {
        try (ServerLog log = new ServerLog()) {
            start(">" + valve("ErrorReportValve", "errorCode.404='none.html'"));
            assertThat(log.lines()).anyMatch(line -> line.startsWith("SRV-0612"));
        }
        assertThat(get("/none").text()).contains("404 Not Found");
    }

    @ParameterizedTest
    @CsvSource({
        "showReport='false', ''",
        "'', none & nothing",
    })
    void errorsAreJson(String attributes, String message) throws Exception {
        start(">" + valve("JsonErrorReportValve", attributes));
        RawResponse response = get("/a/failing?404");
        assertThat(response.status()).isEqualTo(404);
        assertThat(response.field("Content-Type")).isEqualTo("application/json;charset=utf-8");
        assertThat(response.text())
                .isEqualTo(
                        "{\"status\":404,\"type\":\"Status Report\",\"message\":\""
                                + message
                                + "\",\"description\":\"Not Found\"}\n");
    }

    @Test
    void textsAreEscapedInJson() throws Exception {
        start("errorReportValveClass='" + VALVES + "JsonErrorReportValve'>");
        assertThat(get("/a/failing?gone").text()).contains("\"message\":\"It \\\"went\\\"\"");
        assertThat(get("/none").text()).contains("\"code\":\"SRV-", "\"request\":\"");
    }

    @Test
    void theTraceIsAListInJson() throws Exception {
        start(">" + valve("JsonErrorReportValve", "showReport='true'"));
        assertThat(get("/a/failing?state").text())
                .contains("\"type\":\"Exception Report\"")
                .contains("\"throwable\":[\"java.lang.IllegalStateException: secret word\",\"at ");
    }

    @Test
    void theContextsCountsThenTheHosts() throws Exception {
        new AppDirectory(base.resolve("webapps"), "b")
                .file("META-INF/context.xml", "<Context>" + json() + "</Context>");
        start(
                "NIO",
                valve("ErrorReportValve", "showServerInfo='true'")
                        + "<Host name='localhost'>"
                        + valve("ErrorReportValve", "showReport='false'")
                        + "</Host>");
        assertThat(get("/b/none").text()).startsWith("{\"status\":404");
        assertThat(get("/a/none").text()).startsWith("<!doctype").doesNotContain("Serval/", "none");
    }

    private static String json() {
        return valve("JsonErrorReportValve", "");
    }

    @Test
    void theErrorPageOfAnApplicationGoesFirst() throws Exception {
        new AppDirectory(base.resolve("webapps"), "b")
                .file("own.html", "its own")
                .webXml("<error-page><location>/own.html</location></error-page>");
        start(">" + json());
        assertThat(get("/b/none").text()).isEqualTo("its own");
        assertThat(get("/a/none").text()).startsWith("{");
    }

    @Test
    void anotherServerAnswers() throws Exception {
        HttpServer other =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext(
                "/errors",
                exchange -> {
                    byte[] body = exchange.getRequestURI().getRawQuery().getBytes();
                    exchange.getResponseHeaders().set("Content-Type", "text/plain");
                    exchange.sendResponseHeaders(200, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        other.start();
        String url = "http://localhost:" + other.getAddress().getPort() + "/errors";
        try {
            start(
                    ">"
                            + valve(
                                    "ProxyErrorReportValve",
                                    "errorCode.404='"
                                            + url
                                            + "' exceptionType.java.io.IOException='"
                                            + url
                                            + "?x=1' errorCode.410='"
                                            + url.replace("/errors", "/none")
                                            + "'"));
            RawResponse none = get("/a/failing?404");
            assertThat(none.status()).isEqualTo(404);
            assertThat(none.field("Content-Type")).isEqualTo("text/plain");
            assertThat(none.text())
                    .isEqualTo(
                            "requestUri=%2Fa%2Ffailing&statusCode=404&statusDescription=Not+Found"
                                    + "&statusReason=Not+Found&message=none+%26+nothing");
            assertThat(get("/a/failing?io").text())
                    .startsWith("x=1&requestUri=")
                    .doesNotContain("secret");
            assertThat(get("/none").text()).startsWith("requestUri=%2Fnone&");
            RawResponse gone = get("/a/failing?gone");
            assertThat(gone.status()).isEqualTo(410);
            assertThat(gone.text()).contains("410 Gone");
        } finally {
            other.stop(0);
        }
    }

    @Test
    void anotherServerThatSendsElsewhereIsNotFollowed() throws Exception {
        HttpServer other =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        AtomicInteger asked = new AtomicInteger();
        other.createContext(
                "/elsewhere",
                exchange -> {
                    asked.incrementAndGet();
                    exchange.sendResponseHeaders(200, -1);
                    exchange.close();
                });
        other.createContext(
                "/errors",
                exchange -> {
                    exchange.getResponseHeaders().set("Location", "/elsewhere");
                    exchange.sendResponseHeaders(302, -1);
                    exchange.close();
                });
        other.start();
        String url = "http://localhost:" + other.getAddress().getPort() + "/errors";
        try (ServerLog log = new ServerLog()) {
            start(">" + valve("ProxyErrorReportValve", "errorCode.404='" + url + "'"));
            assertThat(get("/none").text()).contains("404 Not Found");
            assertThat(log.lines())
                    .anyMatch(line -> line.startsWith("SRV-0611") && line.contains("302"));
        } finally {
            other.stop(0);
        }
        assertThat(asked).hasValue(0);
    }

    @Test
    void clientsAreSentToAnotherServer() throws Exception {
        Files.createDirectories(base.resolve("lib"));
        Files.writeString(
                base.resolve("lib/ProxyErrorReportValve.properties"), "0=https://a.example/e\n");
        start(">" + valve("ProxyErrorReportValve", "useRedirect='true' usePropertiesFile='true'"));
        RawResponse sent = get("/none");
        assertThat(sent.status()).isEqualTo(302);
        assertThat(sent.field("Location"))
                .startsWith("https://a.example/e?requestUri=%2Fnone&statusCode=404&");
        assertThat(sent.body()).isEmpty();
    }
}
