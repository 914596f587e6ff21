package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What a request tells of the mapping by which its servlet was found. */
@OnBioAndNio
final class Servlet61Section12_3MappingDiscoveryTest {
    @Parameter ServletUnderTest server;
    @TempDir Path directory;

    private static String shown(HttpServletMapping mapping) {
        return mapping.getServletName()
                + " "
                + mapping.getMappingMatch()
                + " '"
                + mapping.getPattern()
                + "' '"
                + mapping.getMatchValue()
                + "'";
    }

    private static final OneServlet.Body SHOWS =
            (q, r) -> r.getWriter().print(shown(q.getHttpServletMapping()));

    private void shows(String pattern, Map<String, String> expected) throws Exception {
        try (RegisteringServer app =
                RegisteringServer.start(server, a -> a.servlet("MyServlet", SHOWS, pattern))) {
            for (Map.Entry<String, String> row : expected.entrySet()) {
                assertThat(app.text(row.getKey()))
                        .as(row.getKey())
                        .isEqualTo("MyServlet " + row.getValue());
            }
        }
    }

    @Test
    @Section("HttpServletMapping.getMatchValue")
    void theRootOfTheContextMatchesWithNothing() throws Exception {
        shows("", Map.of("/", "CONTEXT_ROOT '' ''"));
    }

    @Test
    @Section("HttpServletMapping.getMatchValue")
    void theDefaultMatchesWithNothing() throws Exception {
        shows(
                "/",
                Map.of(
                        "/", "DEFAULT '/' ''",
                        "/index.html", "DEFAULT '/' ''",
                        "/MyServlet/foo", "DEFAULT '/' ''"));
    }

    @Test
    @Section("HttpServletMapping.getMatchValue")
    void anExactMatchIsThePathWithoutItsSlash() throws Exception {
        shows("/MyServlet", Map.of("/MyServlet", "EXACT '/MyServlet' 'MyServlet'"));
    }

    @Test
    @Section("HttpServletMapping.getMatchValue")
    void anExtensionMatchesWithWhatStandsBeforeIt() throws Exception {
        shows(
                "*.extension",
                Map.of(
                        "/foo.extension", "EXTENSION '*.extension' 'foo'",
                        "/bar/foo.extension", "EXTENSION '*.extension' 'bar/foo'",
                        "/.extension", "EXTENSION '*.extension' ''"));
    }

    @Test
    @Section("HttpServletMapping.getMatchValue")
    void aPathPatternMatchesWithWhatFollowsIt() throws Exception {
        shows(
                "/path/*",
                Map.of(
                        "/path/foo", "PATH '/path/*' 'foo'",
                        "/path/foo/bar", "PATH '/path/*' 'foo/bar'",
                        "/path/", "PATH '/path/*' ''",
                        "/path", "PATH '/path/*' ''"));
    }

    @Test
    @Section("HttpServletMapping.getPattern")
    void slashStarIsAPathPattern() throws Exception {
        shows("/*", Map.of("/foo", "PATH '/*' 'foo'", "/", "PATH '/*' ''"));
    }

    @Test
    @Section("HttpServletMapping.getPattern")
    void thePatternIsTheOneOfSeveralThatMatched() throws Exception {
        try (RegisteringServer app =
                RegisteringServer.start(server, a -> a.servlet("s", SHOWS, "/a", "/a/*", "*.b"))) {
            assertThat(app.text("/a")).isEqualTo("s EXACT '/a' 'a'");
            assertThat(app.text("/a/b.b")).isEqualTo("s PATH '/a/*' 'b.b'");
            assertThat(app.text("/b.b")).isEqualTo("s EXTENSION '*.b' 'b'");
        }
    }

    @Test
    @Section("12.3.1")
    void theMatchIsDecodedAndWithoutPathParameters() throws Exception {
        shows("/path/*", Map.of("/path;v=1/a%20b;w=2", "PATH '/path/*' 'a b'"));
    }

    @Test
    @Section("HttpServletMapping.getServletName")
    void contentIsMappedToTheServletOfTheContainer() throws Exception {
        Files.writeString(directory.resolve("page.txt"), "content");
        Files.createDirectories(directory.resolve("WEB-INF"));
        Files.writeString(
                directory.resolve("WEB-INF/web.xml"), "<web-app version='6.1'></web-app>");
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        directory,
                        a ->
                                a.filter(
                                                "f",
                                                (q, r, chain) -> {
                                                    a.tell(shown(q.getHttpServletMapping()));
                                                    chain.doFilter(q, r);
                                                })
                                        .addMappingForUrlPatterns(null, true, "/*"))) {
            assertThat(app.toldOf("/page.txt")).containsExactly("default DEFAULT '/' ''");
        }
    }

    @Test
    @Section("12.3")
    void filtersSeeTheMappingOfTheServletWhateverTheirOwn() throws Exception {
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a -> {
                            a.filter(
                                            "f",
                                            (q, r, chain) -> {
                                                a.tell(shown(q.getHttpServletMapping()));
                                                chain.doFilter(q, r);
                                            })
                                    .addMappingForUrlPatterns(null, true, "*.x");
                            a.servlet("s", SHOWS, "/a/*");
                        })) {
            assertThat(app.text("/a/b.x")).isEqualTo("s PATH '/a/*' 'b.x'");
            assertThat(app.told()).containsExactly("s PATH '/a/*' 'b.x'");
        }
    }

    // ---- by the type of the dispatch

    /** Servlets 1, 2 and 3 at /1, /2 and /3, of which the last one shows its mapping. */
    private String through(OneServlet.Body first, OneServlet.Body second) throws Exception {
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a -> {
                            a.servlet("Servlet1", first, "/1");
                            a.servlet("Servlet2", second, "/2");
                            a.servlet("Servlet3", SHOWS, "/3");
                        })) {
            return app.text("/1");
        }
    }

    private static OneServlet.Body include(String path) {
        return (q, r) -> q.getRequestDispatcher(path).include(q, r);
    }

    private static OneServlet.Body forward(String path) {
        return (q, r) -> q.getRequestDispatcher(path).forward(q, r);
    }

    private static RequestDispatcher named(HttpServletRequest request, String name) {
        return request.getServletContext().getNamedDispatcher(name);
    }

    @Test
    @Section("HttpServletRequest.getHttpServletMapping")
    void includesLeaveTheMappingOfTheFirstServlet() throws Exception {
        assertThat(through(include("/2"), include("/3"))).isEqualTo("Servlet1 EXACT '/1' '1'");
    }

    @Test
    @Section("HttpServletRequest.getHttpServletMapping")
    void aForwardShowsTheMappingOfItsTarget() throws Exception {
        assertThat(through(forward("/2"), forward("/3"))).isEqualTo("Servlet3 EXACT '/3' '3'");
    }

    @Test
    @Section("HttpServletRequest.getHttpServletMapping")
    void aForwardByNameLeavesTheMappingAsItWas() throws Exception {
        assertThat(through(forward("/2"), (q, r) -> named(q, "Servlet3").forward(q, r)))
                .isEqualTo("Servlet2 EXACT '/2' '2'");
    }

    @Test
    @Section("HttpServletRequest.getHttpServletMapping")
    void anIncludeByNameLeavesTheMappingAsItWas() throws Exception {
        assertThat(through(include("/2"), (q, r) -> named(q, "Servlet3").include(q, r)))
                .isEqualTo("Servlet1 EXACT '/1' '1'");
    }

    @Test
    @Section("HttpServletRequest.getHttpServletMapping")
    void anAsyncDispatchShowsTheMappingOfItsTarget() throws Exception {
        assertThat(
                        through(
                                (q, r) -> q.startAsync().dispatch("/2"),
                                (q, r) -> q.startAsync().dispatch("/3")))
                .isEqualTo("Servlet3 EXACT '/3' '3'");
    }

    @Test
    @Section("HttpServletRequest.getHttpServletMapping")
    void aForwardByNameAfterAnAsyncDispatchLeavesTheMappingOfThat() throws Exception {
        assertThat(
                        through(
                                (q, r) -> q.startAsync().dispatch("/2"),
                                (q, r) -> named(q, "Servlet3").forward(q, r)))
                .isEqualTo("Servlet2 EXACT '/2' '2'");
    }

    @Test
    @Section("HttpServletRequest.getHttpServletMapping")
    void anErrorPageShowsItsOwnMapping() throws Exception {
        Files.createDirectories(directory.resolve("WEB-INF"));
        Files.writeString(
                directory.resolve("WEB-INF/web.xml"),
                "<web-app version='6.1'><error-page><error-code>409</error-code>"
                        + "<location>/page</location></error-page></web-app>");
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        directory,
                        a -> {
                            a.servlet("s", (q, r) -> r.sendError(409), "/s");
                            a.servlet("page", SHOWS, "/page");
                        })) {
            assertThat(app.text("/s")).isEqualTo("page EXACT '/page' 'page'");
        }
    }

    @Test
    @Section("HttpServletRequest.getHttpServletMapping")
    void afterADispatchTheMappingIsAsItWas() throws Exception {
        AtomicReference<String> after = new AtomicReference<>();
        String in =
                through(
                        (q, r) -> {
                            forward("/3").service(q, r);
                            after.set(shown(q.getHttpServletMapping()));
                        },
                        SHOWS);
        assertThat(in).isEqualTo("Servlet3 EXACT '/3' '3'");
        assertThat(after.get()).isEqualTo("Servlet1 EXACT '/1' '1'");
    }

    @Test
    @Section("HttpServletRequest.getHttpServletMapping")
    void whatIsShownOnceDoesNotChange() throws Exception {
        AtomicReference<HttpServletMapping> first = new AtomicReference<>();
        server.get(
                "/1",
                (q, r) -> {
                    if (q.getDispatcherType() == DispatcherType.REQUEST) {
                        first.set(q.getHttpServletMapping());
                        q.getRequestDispatcher("/2").forward(q, r);
                    } else {
                        assertThat(first.get().getMatchValue()).isEqualTo("1");
                        assertThat(q.getHttpServletMapping().getMatchValue()).isEqualTo("2");
                    }
                });
        assertThat(server.calls()).isEqualTo(2);
    }
}
