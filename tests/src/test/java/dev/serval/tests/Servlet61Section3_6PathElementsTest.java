package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Context path, servlet path, path info, and how a request was mapped. */
@OnBioAndNio
final class Servlet61Section3_6PathElementsTest {
    @Parameter ServletUnderTest server;

    /** A servlet at some patterns that answers by what the test wants to know. */
    private String ask(
            String context,
            String target,
            Function<HttpServletRequest, Object> what,
            String... patterns)
            throws Exception {
        try (Serval own =
                server.start(
                        b -> {
                            for (String pattern : patterns) {
                                b.servlet(
                                        context,
                                        pattern,
                                        new OneServlet.Given(
                                                (q, r) -> r.getWriter().print(what.apply(q))));
                            }
                            return b;
                        })) {
            return server.get(own, target).text();
        }
    }

    private static String elements(HttpServletRequest q) {
        return q.getContextPath() + "|" + q.getServletPath() + "|" + q.getPathInfo();
    }

    private String elements(String context, String target, String pattern) throws Exception {
        return ask(context, target, Servlet61Section3_6PathElementsTest::elements, pattern);
    }

    @Test
    void aPrefixIsTheServletPathAndTheRestThePathInfo() throws Exception {
        assertThat(elements("/catalog", "/catalog/lawn/index.html", "/lawn/*"))
                .isEqualTo("/catalog|/lawn|/index.html");
        assertThat(elements("/catalog", "/catalog/garden/implements/", "/garden/*"))
                .isEqualTo("/catalog|/garden|/implements/");
    }

    @Test
    void aPrefixItselfHasNoPathInfo() throws Exception {
        assertThat(elements("/catalog", "/catalog/lawn", "/lawn/*"))
                .isEqualTo("/catalog|/lawn|null");
    }

    @Test
    void anExactPatternIsTheServletPath() throws Exception {
        assertThat(elements("/app", "/app/one/two", "/one/two")).isEqualTo("/app|/one/two|null");
    }

    @Test
    void thePatternOfTheRootHasAnEmptyServletPathToo() throws Exception {
        assertThat(elements("/app", "/app/", "")).isEqualTo("/app||/");
    }

    @Test
    void theRootContextHasAnEmptyPath() throws Exception {
        assertThat(elements("", "/one/two", "/one/*")).isEqualTo("|/one|/two");
    }

    @Test
    @Section("HttpServletRequest.getContextPath")
    void theContextPathIsAsTheClientWroteIt() throws Exception {
        assertThat(elements("/app", "/%61pp/one/two", "/one/*")).isEqualTo("/%61pp|/one|/two");
        assertThat(elements("/app", "/x/..//app/one", "/one/*")).isEqualTo("/x/..//app|/one|null");
    }

    /** Or a redirect to what stands behind it would lead to another server. */
    @Test
    @Section("HttpServletRequest.getContextPath")
    void theContextPathBeginsWithOneSlash() throws Exception {
        assertThat(elements("/app", "//app/one/two", "/one/*")).isEqualTo("/app|/one|/two");
        assertThat(elements("/app", "///other.test/../app/one", "/one/*"))
                .isEqualTo("/other.test/../app|/one|null");
    }

    @Test
    void thePartsMakeUpTheUriButForItsEscapes() throws Exception {
        assertThat(
                        ask(
                                "/app",
                                "/app/one/a%20b",
                                q ->
                                        q.getRequestURI()
                                                + " = "
                                                + q.getContextPath()
                                                + q.getServletPath()
                                                + q.getPathInfo(),
                                "/one/*"))
                .isEqualTo("/app/one/a%20b = /app/one/a b");
    }

    @Test
    @Section("HttpServletRequest.getRequestURI")
    void theUriIsNotDecodedAndHasNoQuery() throws Exception {
        assertThat(
                        ask(
                                "/app",
                                "/app/x;p=1/%C3%A4?a=b",
                                q -> q.getRequestURI() + " " + q.getQueryString(),
                                "/*"))
                .isEqualTo("/app/x;p=1/%C3%A4 a=b");
    }

    @Test
    @Section("HttpServletRequest.getQueryString")
    void aQueryIsNotDecodedAndNullWhereThereIsNone() throws Exception {
        assertThat(ask("/app", "/app/?a=%41+b&&", q -> q.getQueryString(), "/*"))
                .isEqualTo("a=%41+b&&");
        assertThat(ask("/app", "/app/?", q -> "[" + q.getQueryString() + "]", "/*"))
                .isEqualTo("[]");
        assertThat(ask("/app", "/app/", q -> q.getQueryString(), "/*")).isEqualTo("null");
    }

    @Test
    @Section("HttpServletRequest.getRequestURL")
    void theUrlHasSchemeNamePortAndPathButNoQuery() throws Exception {
        server.send(
                "GET /app/a%20b?q=1 HTTP/1.1\r\nHost: example.org:8081\r\n\r\n",
                (q, r) ->
                        assertThat(q.getRequestURL().append("#x").toString())
                                .isEqualTo("http://example.org:8081/app/a%20b#x"));
    }

    @Test
    @Section("ServletRequest.getServerName")
    void nameAndPortAreThoseOfTheHostField() throws Exception {
        server.send(
                "GET /app/ HTTP/1.1\r\nHost: example.org\r\n\r\n",
                (q, r) -> {
                    assertThat(q.getServerName()).isEqualTo("example.org");
                    assertThat(q.getServerPort()).isEqualTo(80);
                    assertThat(q.getScheme()).isEqualTo("http");
                    assertThat(q.isSecure()).isFalse();
                });
        server.send(
                "GET /app/ HTTP/1.1\r\nHost: [::1]:8081\r\n\r\n",
                (q, r) -> {
                    assertThat(q.getServerName()).isEqualTo("[::1]");
                    assertThat(q.getServerPort()).isEqualTo(8081);
                });
    }

    @Test
    @Section("ServletRequest.getProtocol")
    void theProtocolHasItsVersion() throws Exception {
        server.send(
                "GET /app/ HTTP/1.0\r\nHost: localhost\r\n\r\n",
                (q, r) -> assertThat(q.getProtocol()).isEqualTo("HTTP/1.0"));
        server.get("/", (q, r) -> assertThat(q.getProtocol()).isEqualTo("HTTP/1.1"));
    }

    @Test
    @Section("HttpServletRequest.getMethod")
    void theMethodIsAsTheClientWroteIt() throws Exception {
        server.send(
                "brew /app/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
                (q, r) -> assertThat(q.getMethod()).isEqualTo("brew"));
    }

    // ---- HttpServletMapping

    @Test
    @Section("HttpServletMapping.getServletName")
    void theMappingHasTheNameOfItsServlet() throws Exception {
        try (Serval own =
                server.start(
                        b ->
                                b.initializer(
                                        "/app",
                                        (none, context) ->
                                                context.addServlet(
                                                                "named",
                                                                new OneServlet.Given(
                                                                        (q, r) ->
                                                                                r.getWriter()
                                                                                        .print(
                                                                                                q.getHttpServletMapping()
                                                                                                        .getServletName())))
                                                        .addMapping("/*")))) {
            assertThat(server.get(own, "/app/").text()).isEqualTo("named");
        }
    }

    // ---- 3.7

    @Test
    @Section("3.7")
    void realPathsLeadIntoTheFilesOfTheApplication(@TempDir Path files) throws Exception {
        Path file = Files.writeString(files.resolve("a b.txt"), "x");
        try (Serval own =
                server.start(
                        b ->
                                b.webapp("/app", files)
                                        .servlet(
                                                "/app",
                                                "/s/*",
                                                new OneServlet.Given(
                                                        (q, r) -> {
                                                            ServletContext context =
                                                                    q.getServletContext();
                                                            r.getWriter()
                                                                    .print(
                                                                            q.getPathTranslated()
                                                                                    + "|"
                                                                                    + context
                                                                                            .getRealPath(
                                                                                                    "/a b.txt"));
                                                        })))) {
            assertThat(server.get(own, "/app/s/a%20b.txt").text()).isEqualTo(file + "|" + file);
            assertThat(server.get(own, "/app/s").text()).isEqualTo("null|" + file);
        }
        try (Stream<Path> all = Files.list(files)) {
            assertThat(all).containsExactly(file);
        }
    }

    @Test
    @Section("3.7")
    void withoutFilesThereIsNoRealPath() throws Exception {
        server.get(
                "/x",
                (q, r) -> {
                    assertThat(q.getPathTranslated()).isNull();
                    assertThat(q.getServletContext().getRealPath("/x")).isNull();
                });
    }

    @Test
    @Section("3.9")
    void nobodyPushes() throws Exception {
        server.get("/", (q, r) -> assertThat(pushBuilder(q)).isNull());
    }

    @SuppressWarnings("deprecation")
    private static Object pushBuilder(HttpServletRequest request) {
        return request.newPushBuilder();
    }
}
