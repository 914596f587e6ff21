package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.config.ServerXml;
import dev.serval.container.Server;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** HealthCheck-, Semaphore-, ParameterLimit-, Filter- and SSLValve, as server.xml has them. */
@Timeout(120)
final class AroundValvesTest {
    private static final String VALVES = "org.apache.catalina.valves.";

    @TempDir private Path base;
    private Server server;

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(Duration.ofSeconds(10));
        }
    }

    /** Counts parameters, or tells what it knows of TLS. */
    public static final class Telling extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            String front = "jakarta.servlet.request.";
            if (request.getParameterMap().isEmpty()) {
                Object chain = request.getAttribute(front + "X509Certificate");
                String subject =
                        chain instanceof X509Certificate[] all
                                ? all[0].getSubjectX500Principal().getName()
                                : "none";
                response.getWriter()
                        .print(
                                subject
                                        + " "
                                        + request.getAttribute(front + "cipher_suite")
                                        + " "
                                        + request.getAttribute(front + "key_size"));
            } else {
                response.getWriter().print(request.getParameterMap().size());
            }
        }
    }

    /** Waits until another request comes. */
    public static final class Meeting extends HttpServlet {
        private static final long serialVersionUID = 1;
        private int inside; // by this
        private boolean open; // by this

        @Override
        protected synchronized void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            try {
                inside++;
                notifyAll();
                if (request.getParameter("open") != null) {
                    open = true;
                    notifyAll();
                }
                while (!open) {
                    wait();
                }
                response.getWriter().print(inside);
            } catch (InterruptedException e) {
                throw new IOException(e);
            } finally {
                inside--;
            }
        }
    }

    /** Lets in whoever has the word, and marks the response. */
    public static final class WordFilter extends HttpFilter {
        private static final long serialVersionUID = 1;

        @Override
        protected void doFilter(
                HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            response.setHeader("X-Filter", getFilterName());
            if (request.getHeader("X-Wrap") != null) {
                chain.doFilter(new HttpServletRequestWrapper(request), response);
            } else if (request.getHeader("X-Word") == null) {
                response.sendError(401);
            } else {
                chain.doFilter(request, response);
            }
        }
    }

    private void start(String wire, String engine) throws Exception {
        Files.createDirectories(base.resolve("webapps/b"));
        new AppDirectory(base.resolve("webapps"), "a")
                .file("file.txt", "the file")
                .classes(Telling.class, Meeting.class, WordFilter.class)
                .webXml(
                        AppDirectory.servlet("telling", Telling.class, "/telling"),
                        AppDirectory.servlet("meeting", Meeting.class, "/meeting"));
        server = Configured.server(base, "<Connector port='0' protocol='" + wire + "'/>", engine);
    }

    /** With an SSLValve, which warns. */
    private void startTls(String attribute) throws Exception {
        Path file = base.resolve("conf/server.xml");
        Files.createDirectories(file.getParent());
        Files.createDirectories(base.resolve("webapps"));
        new AppDirectory(base.resolve("webapps"), "a")
                .classes(Telling.class)
                .webXml(AppDirectory.servlet("telling", Telling.class, "/telling"));
        Files.writeString(
                file,
                "<Server><Service><Connector port='0'/><Engine name='E' defaultHost='localhost'>"
                        + valve("SSLValve", attribute)
                        + "<Host name='localhost'/></Engine></Service></Server>");
        ServerXml.Result result = ServerXml.read(file);
        assertThat(result.errors()).isEmpty();
        assertThat(result.problems().toString()).contains("SSLValve believes the fields");
        server = Server.of(result.config(), base, base);
        server.start();
    }

    private RawResponse get(String target, String... fields) throws IOException {
        int port = server.connectors().get(0).port();
        try (RawClient client = new RawClient(Wire.NIO, port)) {
            return client.exchange(request("GET", target, fields));
        }
    }

    private static String valve(String name, String attributes) {
        return "<Valve className='" + VALVES + name + "' " + attributes + "/>";
    }

    private static String inContext(String valve) {
        return "<Host name='localhost'><Context path='/a' docBase='a'>"
                + valve
                + "</Context></Host>";
    }

    @ParameterizedTest
    @CsvSource({"NIO", "NIO2", "BIO"})
    void healthIsToldOfApplications(String wire) throws Exception {
        start(wire, valve("HealthCheckValve", "") + "<Host name='localhost'/>");
        RawResponse up = get("/health");
        assertThat(up.status()).isEqualTo(200);
        assertThat(up.field("Content-Type")).isEqualTo("application/json");
        assertThat(up.text()).isEqualTo("{\n  \"status\": \"UP\",\n  \"checks\": []\n}");
        assertThat(get("/health2").status()).isEqualTo(404);
        assertThat(get("/a/file.txt").text()).isEqualTo("the file");
    }

    @Test
    void oneThatHasFailedIsTold() throws Exception {
        new AppDirectory(base.resolve("webapps"), "broken").webXml("<nonsense/><servlet/>");
        start(
                "NIO",
                "<Host name='localhost'>"
                        + valve("HealthCheckValve", "path='/up'")
                        + "</Host><Host name='other' appBase='none'>"
                        + valve("HealthCheckValve", "path='/up'")
                        + "</Host><Host name='free' appBase='webapps'>"
                        + valve("HealthCheckValve", "path='/up' checkContainersAvailable='false'")
                        + "</Host>");
        assertThat(get("/broken/").status()).isEqualTo(503);
        RawResponse down = get("/up");
        assertThat(down.status()).isEqualTo(503);
        assertThat(down.text()).contains("DOWN");
        for (String host : new String[] {"other", "free"}) {
            try (RawClient client = new RawClient(Wire.NIO, server.connectors().get(0).port())) {
                String asked = "GET /up HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
                assertThat(client.exchange(asked).status()).as(host).isEqualTo(200);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "block='false', 503",
        "block='false' highConcurrencyStatus='429', 429",
        "maxWaitMillis='1', 503"
    })
    void oneCallTooManyIsRefused(String more, int status) throws Exception {
        start("NIO", inContext(valve("SemaphoreValve", "concurrency='1' " + more)));
        int port = server.connectors().get(0).port();
        try (RawClient first = new RawClient(Wire.NIO, port)) {
            first.send(request("GET", "/a/meeting"));
            Waiting.until(
                    "the first call",
                    () -> {
                        if (first.available() > 0) {
                            // It was the one too many, beside the one that looks.
                            first.response();
                            first.send(request("GET", "/a/meeting"));
                        }
                        // Both may have been, beside one that has its answer and still leaves.
                        return get("/a/file.txt").status() == status && !first.awaitInput(100);
                    });
            assertThat(get("/a/meeting?open=1").status()).isEqualTo(status);
            assertThat(get("/b/").status()).isNotEqualTo(status);
        } finally {
            // The first call goes on until then.
            server.stop(Duration.ZERO);
            server = null;
        }
    }

    @Test
    void oneCallTooManyWaits() throws Exception {
        start("NIO", inContext(valve("SemaphoreValve", "concurrency='2' fairness='true'")));
        int port = server.connectors().get(0).port();
        try (RawClient first = new RawClient(Wire.NIO, port);
                RawClient second = new RawClient(Wire.NIO, port)) {
            first.send(request("GET", "/a/meeting"));
            second.send(request("GET", "/a/meeting?open=1"));
            assertThat(first.response().status()).isEqualTo(200);
            assertThat(second.response().status()).isEqualTo(200);
        }
        assertThat(get("/a/file.txt").text()).isEqualTo("the file");
    }

    @Test
    void aPathHasItsOwnLimitOfParameters() throws Exception {
        Path file = base.resolve("webapps/a/WEB-INF/parameter_limit.config");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "# few\n/telling=2,3,100\n/.*=1\n");
        start("NIO", inContext(valve("ParameterLimitValve", "")));
        assertThat(get("/a/telling?a=1&b=2").text()).isEqualTo("2");
        assertThat(get("/a/telling?a=1&b=2&c=3").status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({"/(a+)+b", "/(a|aa)*b"})
    void noPathKeepsAThreadInAnExpression(String expression) throws Exception {
        Path file = base.resolve("webapps/a/WEB-INF/parameter_limit.config");
        Files.createDirectories(file.getParent());
        Files.writeString(file, expression + "=1\n");
        start("NIO", inContext(valve("ParameterLimitValve", "")));
        assertThat(get("/a/" + "a".repeat(4000)).status()).isEqualTo(400);
        assertThat(get("/a/file.txt").text()).isEqualTo("the file");
    }

    @Test
    void aHostHasItsLimitsBesideItsDescriptors() throws Exception {
        Path file = base.resolve("conf/E/localhost/own.config");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "/a/.*=1\n");
        start(
                "NIO",
                "<Host name='localhost'>"
                        + valve("ParameterLimitValve", "resourcePath='own.config'")
                        + "</Host>");
        assertThat(get("/a/telling?a=1").text()).isEqualTo("1");
        assertThat(get("/a/telling?a=1&b=2").status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({
        "/a, a line is expression=",
        "/a=x, a line is expression=",
        "/a=1;2, a line is expression=",
        "/(a=1, no regular expression"
    })
    void aLineThatIsNoLimitIsTold(String line, String expected) throws Exception {
        Path file = base.resolve("conf/E/parameter_limit.config");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "\n" + line + "\n");
        assertThatThrownBy(
                        () ->
                                start(
                                        "NIO",
                                        valve("ParameterLimitValve", "")
                                                + "<Host name='localhost'/>"))
                .hasStackTraceContaining("parameter_limit.config:2:1: " + expected);
    }

    @Test
    void aFilterIsAroundAllCallsOfAnApplication() throws Exception {
        String name = WordFilter.class.getName();
        start("NIO", inContext(valve("FilterValve", "filterClassName='" + name + "'")));
        RawResponse refused = get("/a/file.txt");
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.field("X-Filter")).isEqualTo(name);
        assertThat(get("/a/file.txt", "X-Word: 1").text()).isEqualTo("the file");
        assertThat(get("/a/file.txt", "X-Wrap: 1").status()).isEqualTo(500);
        assertThat(get("/a/none").status()).isEqualTo(401);
    }

    @Test
    void aFilterThatIsNotThereLetsNobodyIn() throws Exception {
        start("NIO", inContext(valve("FilterValve", "filterClass='example.None'")));
        assertThat(get("/a/file.txt").status()).isEqualTo(500);
        assertThatThrownBy(
                        () ->
                                Configured.server(
                                        base,
                                        "<Connector port='0'/>",
                                        valve("FilterValve", "filterClass='example.None'")
                                                + "<Host name='localhost'/>"))
                .hasStackTraceContaining("FilterValve cannot use example.None");
    }

    @Test
    void aFilterOfAHostIsOneThatAllApplicationsSee() throws Exception {
        Path made =
                new AppDirectory(base, "made")
                        .jar("word.jar", Map.of(), WordFilter.class)
                        .root()
                        .resolve("WEB-INF/lib/word.jar");
        Files.createDirectories(base.resolve("lib"));
        Files.copy(made, base.resolve("lib/word.jar"));
        start(
                "NIO",
                "<Host name='localhost'>"
                        + valve("FilterValve", "filterClass='" + WordFilter.class.getName() + "'")
                        + "</Host>");
        for (String target : new String[] {"/a/file.txt", "/none", "/b/"}) {
            assertThat(get(target).status()).as(target).isEqualTo(401);
        }
        assertThat(get("/a/file.txt", "X-Word: 1").text()).isEqualTo("the file");
    }

    @ParameterizedTest
    @CsvSource({"ssl_client_cert, false", "ssl_client_escaped_cert, true"})
    void aCertificateIsOneOfTheRequest(String field, boolean escaped) throws Exception {
        TrustManagerFactory known =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        known.init((KeyStore) null);
        X509Certificate some =
                ((X509TrustManager) known.getTrustManagers()[0]).getAcceptedIssuers()[0];
        String pem =
                "-----BEGIN CERTIFICATE-----\n"
                        + Base64.getMimeEncoder(64, new byte[] {'\n'})
                                .encodeToString(some.getEncoded())
                        + "\n-----END CERTIFICATE-----";
        String sent =
                escaped
                        ? URLEncoder.encode(pem, StandardCharsets.UTF_8).replace("+", "%20")
                        : pem.replace('\n', ' ');
        startTls("");
        assertThat(get("/a/telling", field + ": " + sent).text())
                .isEqualTo(some.getSubjectX500Principal().getName() + " null null");
    }

    /** The fields carry certificates: a network is not believed unless it is said. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "||127.0.0.0/8, ::1/128:",
                "|internalProxies='10.0.0.7'|10.0.0.7:",
                "compat='tomcat'||0.0.0.0/0, ::/0:",
                "compat='tomcat'|internalProxies='10.0.0.7'|10.0.0.7:"
            })
    void anSslValveBelievesTheComputerItself(String compat, String proxies, String believed)
            throws Exception {
        Path file = base.resolve("server.xml");
        Files.writeString(
                file,
                "<Server "
                        + Objects.toString(compat, "")
                        + "><Service><Connector port='0'/><Engine name='E' defaultHost='h'>\n"
                        + valve("SSLValve", Objects.toString(proxies, ""))
                        + "<Host name='h'/></Engine></Service></Server>");
        assertThat(ServerXml.read(file).problems().toString())
                .contains("SSLValve believes the fields of connections from " + believed);
    }

    @ParameterizedTest
    @CsvSource({"'', TLS_X 256", "internalProxies='192.0.2.1', null null"})
    void whatAProxySaysOfTlsIsBelievedOfProxiesAlone(String attribute, String expected)
            throws Exception {
        startTls(attribute);
        String[] fields = {"ssl_cipher: TLS_X", "ssl_cipher_usekeysize: 256", "ssl_client_cert: x"};
        assertThat(get("/a/telling", fields).text()).isEqualTo("none " + expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "HealthCheckValve|pth='/x'|did you mean path?",
                "SemaphoreValve|concurency='1'|did you mean concurrency?",
                "SemaphoreValve|highConcurrencyStatus='200'|which is no status of an error",
                "ParameterLimitValve|resourcPath='x'|did you mean resourcePath?",
                "FilterValve|filterClas='x'|did you mean filterClass?",
                "FilterValve||needs the attribute filterClass",
                "SSLValve|sslCipherHeadr='x'|did you mean sslCipherHeader?",
                "rewrite.RewriteValve|enabld='true'|did you mean enabled?",
            })
    void aMisspeltAttributeIsToldWithItsPlace(String name, String attributes, String expected)
            throws Exception {
        Path file = base.resolve("server.xml");
        Files.writeString(
                file,
                "<Server><Service><Connector port='0'/><Engine name='E' defaultHost='h'>\n"
                        + valve(name, attributes == null ? "" : attributes)
                        + "<Host name='h'/></Engine></Service></Server>");
        assertThat(ServerXml.read(file).problems().toString())
                .contains("server.xml:2:")
                .contains(expected);
    }
}
