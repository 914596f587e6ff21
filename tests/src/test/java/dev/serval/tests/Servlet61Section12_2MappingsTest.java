package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.embed.Serval;
import dev.serval.lifecycle.LifecycleException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What each kind of pattern stands for, and the parts of a path that it gives. */
@OnBioAndNio
final class Servlet61Section12_2MappingsTest {
    @Parameter ServletUnderTest server;
    @TempDir Path directory;

    /** The parts of a path that the servlet at a pattern sees; "none" when it is not asked. */
    private void parts(String pattern, Map<String, String> expected) throws Exception {
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a ->
                                a.servlet(
                                        "s",
                                        (q, r) ->
                                                r.getWriter()
                                                        .print(
                                                                "["
                                                                        + q.getServletPath()
                                                                        + "] "
                                                                        + q.getPathInfo()),
                                        pattern))) {
            for (Map.Entry<String, String> entry : expected.entrySet()) {
                RawResponse answer = app.get(entry.getKey());
                assertThat(answer.status() == 404 ? "none" : answer.text())
                        .as(pattern + " at " + entry.getKey())
                        .isEqualTo(entry.getValue());
            }
        }
    }

    @Test
    void aPathPatternGivesItsPrefixAndTheRest() throws Exception {
        parts(
                "/a/*",
                Map.of(
                        "/a", "[/a] null",
                        "/a/", "[/a] /",
                        "/a/b", "[/a] /b",
                        "/a/b/", "[/a] /b/",
                        "/a/b/c", "[/a] /b/c",
                        "/ab", "none",
                        "/", "none"));
    }

    @Test
    void slashStarGivesAllAsPathInfo() throws Exception {
        parts("/*", Map.of("/", "[] /", "/a", "[] /a", "/a/b.c", "[] /a/b.c"));
    }

    @Test
    void anExtensionGivesTheWholePath() throws Exception {
        parts(
                "*.x",
                Map.of(
                        "/a.x", "[/a.x] null",
                        "/b/a.x", "[/b/a.x] null",
                        "/a.xx", "none",
                        "/ax", "none",
                        "/a.x/b", "none"));
    }

    @Test
    void theEmptyPatternIsTheRootOfTheContext() throws Exception {
        parts("", Map.of("/", "[] /", "/a", "none"));
    }

    @Test
    void theRootWithoutItsSlashLeadsToThatOfTheEmptyPatternByARedirect() throws Exception {
        OneServlet.Body shows =
                (q, r) -> r.getWriter().print("[" + q.getServletPath() + "] " + q.getPathInfo());
        try (RegisteringServer app =
                RegisteringServer.start(server, a -> a.servlet("s", shows, ""))) {
            RawResponse answer = app.get("");
            assertThat(answer.status()).isEqualTo(302);
            assertThat(answer.field("Location")).isEqualTo("/app/");
            assertThat(app.text("/")).isEqualTo("[] /");
        }
    }

    @Test
    void theEmptyPatternGoesBeforeSlashStarAndTheDefault() throws Exception {
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a -> {
                            a.servlet("root", (q, r) -> r.getWriter().print("root"), "");
                            a.servlet("all", (q, r) -> r.getWriter().print("all"), "/*");
                            a.servlet("default", (q, r) -> r.getWriter().print("default"), "/");
                        })) {
            assertThat(app.text("/")).isEqualTo("root");
            assertThat(app.text("/x")).isEqualTo("all");
        }
    }

    @Test
    void theDefaultGivesTheWholePathAndNoPathInfo() throws Exception {
        parts("/", Map.of("/", "[/] null", "/a", "[/a] null", "/a/b.c", "[/a/b.c] null"));
    }

    @Test
    void anyOtherPatternIsExact() throws Exception {
        parts("/a", Map.of("/a", "[/a] null", "/a/", "none", "/a/b", "none", "/ab", "none"));
    }

    @Test
    void aStarInTheMiddleStandsForItself() throws Exception {
        parts("/a/*/b", Map.of("/a/*/b", "[/a/*/b] null", "/a/x/b", "none"));
    }

    @Test
    void aStarThatFollowsNoSlashStandsForItself() throws Exception {
        parts("/a*", Map.of("/a*", "[/a*] null", "/ab", "none", "/a", "none"));
    }

    @Test
    void aPatternWithASlashAtItsEndIsExact() throws Exception {
        parts("/a/", Map.of("/a/", "[/a/] null", "/a", "none", "/a/b", "none"));
    }

    @Test
    void aPatternIsWrittenDecoded() throws Exception {
        parts("/a b\u00e4", Map.of("/a%20b%C3%A4", "[/a b\u00e4] null"));
    }

    @Test
    void anEscapeInAPatternIsNone() throws Exception {
        parts("/a%20b", Map.of("/a%20b", "none", "/a%2520b", "[/a%20b] null"));
    }

    @Test
    void severalPatternsOfAServletAllHold() throws Exception {
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a ->
                                a.servlet(
                                        "s",
                                        (q, r) -> r.getWriter().print(q.getServletPath()),
                                        "/a",
                                        "/b/*",
                                        "*.c"))) {
            assertThat(app.text("/a")).isEqualTo("/a");
            assertThat(app.text("/b/x")).isEqualTo("/b");
            assertThat(app.text("/x.c")).isEqualTo("/x.c");
        }
    }

    // ---- in descriptors

    private static String servlet(String name, String... patterns) {
        StringBuilder xml =
                new StringBuilder("<servlet><servlet-name>" + name + "</servlet-name>")
                        .append("<servlet-class>dev.serval.tests.ChainedServlet</servlet-class>")
                        .append("</servlet><servlet-mapping><servlet-name>" + name)
                        .append("</servlet-name>");
        for (String pattern : patterns) {
            xml.append("<url-pattern>" + pattern + "</url-pattern>");
        }
        return xml.append("</servlet-mapping>").toString();
    }

    private Serval start(String... elements) throws Exception {
        Files.createDirectories(directory.resolve("WEB-INF"));
        Files.writeString(
                directory.resolve("WEB-INF/web.xml"),
                "<web-app version='6.1' metadata-complete='true'>"
                        + String.join("", elements)
                        + "</web-app>");
        return server.start(builder -> builder.webapp("/app", directory));
    }

    @Test
    void aPatternOfTwoServletsFailsTheDeployment() {
        assertThatThrownBy(() -> start(servlet("one", "/x"), servlet("two", "/x")).close())
                .isInstanceOf(LifecycleException.class)
                .hasMessageContaining("/x")
                .hasMessageContaining("one")
                .hasMessageContaining("two");
    }

    @Test
    @Section("14.2")
    void aPatternThatNoPathCanMatchFailsTheDeployment() {
        // Without a slash, or with an extension that goes on behind one.
        for (String pattern : new String[] {"x", "x/*", "*", "*.x/y"}) {
            assertThatThrownBy(() -> start(servlet("s", pattern)).close())
                    .as(pattern)
                    .isInstanceOf(LifecycleException.class)
                    .hasMessageContaining("'" + pattern + "'");
        }
    }

    @Test
    @Section("12.2.2")
    void theExampleMappingSet() throws Exception {
        try (Serval own =
                start(
                        servlet("servlet1", "/foo/bar/*"),
                        servlet("servlet2", "/baz/*"),
                        servlet("servlet3", "/catalog"),
                        servlet("servlet4", "*.bop"),
                        servlet("mine", "/"))) {
            Map<String, String> table =
                    Map.of(
                            "/foo/bar/index.html", "servlet1",
                            "/foo/bar/index.bop", "servlet1",
                            "/baz", "servlet2",
                            "/baz/index.html", "servlet2",
                            "/catalog", "servlet3",
                            "/catalog/index.html", "mine",
                            "/catalog/racecar.bop", "servlet4",
                            "/index.bop", "servlet4");
            for (Map.Entry<String, String> row : table.entrySet()) {
                assertThat(server.get(own, "/app" + row.getKey()).text())
                        .as(row.getKey())
                        .isEqualTo(row.getValue());
            }
        }
    }

    @Test
    @Section("12.2.1")
    void theDefaultOfAnApplicationGoesBeforeThatOfTheContainer() throws Exception {
        Files.writeString(directory.resolve("page.txt"), "content");
        try (Serval own = start(servlet("mine", "/"))) {
            assertThat(server.get(own, "/app/page.txt").text()).isEqualTo("mine");
        }
    }

    @Test
    @Section("12.2.1")
    void aMappingOfPagesByTheApplicationGoesBeforeThatOfTheContainer() throws Exception {
        try (Serval own = start(servlet("mine", "*.jsp"))) {
            assertThat(server.get(own, "/app/x.jsp").text()).isEqualTo("mine");
        }
    }
}
