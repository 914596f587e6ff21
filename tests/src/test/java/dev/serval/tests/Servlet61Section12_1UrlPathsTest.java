package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Which application and which servlet a path selects. */
@OnBioAndNio
final class Servlet61Section12_1UrlPathsTest {
    @Parameter ServletUnderTest server;
    @TempDir Path directory;

    private static final OneServlet.Body SHOWS =
            (q, r) ->
                    r.getWriter()
                            .print(
                                    q.getHttpServletMapping().getServletName()
                                            + " ["
                                            + q.getServletPath()
                                            + "] "
                                            + q.getPathInfo());

    /** Says which servlet a path selects, of those with these patterns, which are their names. */
    private void selects(String target, String expected, String... patterns) throws Exception {
        try (RegisteringServer app = mapped(patterns)) {
            assertThat(app.text(target)).startsWith(expected + " [");
        }
    }

    private RegisteringServer mapped(String... patterns) throws Exception {
        return RegisteringServer.start(
                server,
                a -> {
                    for (String pattern : patterns) {
                        a.servlet(pattern.isEmpty() ? "root" : pattern, SHOWS, pattern);
                    }
                });
    }

    // ---- the application

    private Serval contexts() throws Exception {
        OneServlet.Body body =
                (q, r) -> r.getWriter().print("[" + q.getServletContext().getContextPath() + "]");
        return server.start(
                builder ->
                        builder.servlet("", "/*", new OneServlet.Given(body))
                                .servlet("/a", "/*", new OneServlet.Given(body))
                                .servlet("/a/b", "/*", new OneServlet.Given(body)));
    }

    private void isOf(String target, String context) throws Exception {
        try (Serval own = contexts()) {
            assertThat(server.get(own, target).text()).isEqualTo("[" + context + "]");
        }
    }

    @Test
    void theLongestContextPathThatMatchesSelectsTheApplication() throws Exception {
        isOf("/a/b/c", "/a/b");
    }

    @Test
    void aContextPathEndsAtASlash() throws Exception {
        isOf("/a/bc", "/a");
    }

    @Test
    void whatNoOtherContextPathMatchesIsOfTheRoot() throws Exception {
        isOf("/ab/c", "");
    }

    @Test
    void contextPathsAreCaseSensitive() throws Exception {
        isOf("/A/b", "");
    }

    @Test
    void theContextPathIsMatchedDecoded() throws Exception {
        try (Serval own = contexts()) {
            assertThat(server.get(own, "/%61/b%2e/c").text()).isEqualTo("[/a]");
            assertThat(server.get(own, "/%61/%62/c").text()).isEqualTo("[/a/b]");
        }
    }

    @Test
    void pathParametersAreNoPartOfTheContextPath() throws Exception {
        try (Serval own = contexts()) {
            assertThat(server.get(own, "/a;x=1/b;y=2/c").text()).isEqualTo("[/a/b]");
        }
    }

    @Test
    void withoutAnApplicationThereIsNothing() throws Exception {
        try (RegisteringServer app = mapped("/*")) {
            assertThat(app.send(ServerUnderTest.request("GET", "/other/x")).status())
                    .isEqualTo(404);
        }
    }

    // ---- the rules in their order

    @Test
    void anExactMatchGoesBeforeAllOthers() throws Exception {
        selects("/a/b.x", "/a/b.x", "/a/b.x", "/a/*", "*.x", "/");
    }

    @Test
    void theLongestPrefixGoesBeforeShorterOnes() throws Exception {
        selects("/a/b/c", "/a/b/*", "/*", "/a/*", "/a/b/*", "/a/b/c/d/*", "/a/bb/*");
    }

    @Test
    void thePathIsSteppedDownADirectoryAtATime() throws Exception {
        selects("/a/bcd/e", "/a/*", "/a/*", "/a/b/*", "/a/bc/*", "/a/bcde/*");
    }

    @Test
    void aPrefixGoesBeforeAnExtension() throws Exception {
        selects("/a/b.x", "/a/*", "/a/*", "*.x", "/");
    }

    @Test
    void slashStarGoesBeforeAnExtension() throws Exception {
        selects("/b.x", "/*", "/*", "*.x");
    }

    @Test
    void anExtensionGoesBeforeTheDefault() throws Exception {
        selects("/a/b.x", "*.x", "*.x", "/");
    }

    @Test
    void anExactMatchIsOfTheWholePath() throws Exception {
        selects("/a/b", "/", "/a", "/");
        selects("/a/", "/", "/a", "/");
    }

    @Test
    void theExtensionIsBehindTheLastDotOfTheLastSegment() throws Exception {
        selects("/a.b.x", "*.x", "*.x", "*.b", "/");
        selects("/a.x/b", "/", "*.x", "/");
        selects("/a.x/", "/", "*.x", "/");
    }

    @Test
    void whatIsAllExtensionHasOneToo() throws Exception {
        selects("/.x", "*.x", "*.x", "/");
    }

    @Test
    void exactMatchesAreCaseSensitive() throws Exception {
        selects("/A", "/", "/a", "/");
    }

    @Test
    void prefixesAreCaseSensitive() throws Exception {
        selects("/A/b", "/", "/a/*", "/");
    }

    @Test
    void extensionsAreCaseSensitive() throws Exception {
        selects("/a.X", "/", "*.x", "/");
    }

    @Test
    void manyPrefixesAreToldApart() throws Exception {
        String[] patterns = new String[60];
        for (int i = 0; i < patterns.length; i++) {
            patterns[i] = "/p" + i + (i % 3 == 0 ? "/q" : "") + "/*";
        }
        try (RegisteringServer app = mapped(patterns)) {
            for (int i = 0; i < patterns.length; i++) {
                String prefix = patterns[i].replace("/*", "");
                assertThat(app.text(prefix + "/x/y"))
                        .isEqualTo(patterns[i] + " [" + prefix + "] /x/y");
                assertThat(app.text(prefix)).isEqualTo(patterns[i] + " [" + prefix + "] null");
            }
            assertThat(app.get("/p").status()).isEqualTo(404);
            assertThat(app.get("/p3/x").status()).isEqualTo(404);
        }
    }

    @Test
    void withoutAMatchContentIsServed() throws Exception {
        Files.writeString(directory.resolve("page.txt"), "content");
        Files.createDirectories(directory.resolve("WEB-INF"));
        Files.writeString(
                directory.resolve("WEB-INF/web.xml"), "<web-app version='6.1'></web-app>");
        try (RegisteringServer app =
                RegisteringServer.start(server, directory, a -> a.servlet("s", SHOWS, "/s"))) {
            assertThat(app.text("/page.txt")).isEqualTo("content");
            assertThat(app.get("/none.txt").status()).isEqualTo(404);
        }
    }

    // ---- what is matched

    @Test
    void thePathIsDecodedAsUtf8() throws Exception {
        selects("/%C3%A4/%E2%82%AC", "/\u00e4/*", "/\u00e4/*", "/");
    }

    @Test
    void thePathInfoIsDecoded() throws Exception {
        try (RegisteringServer app = mapped("/a/*")) {
            assertThat(app.text("/a/b%20c%C3%A4")).isEqualTo("/a/* [/a] /b c\u00e4");
        }
    }

    @Test
    void pathParametersAreNoPartOfWhatIsMatched() throws Exception {
        try (RegisteringServer app = mapped("/a/b", "*.x", "/c/*", "/")) {
            assertThat(app.text("/a;v=1/b;w=2")).isEqualTo("/a/b [/a/b] null");
            assertThat(app.text("/y.x;v=.z")).isEqualTo("*.x [/y.x] null");
            assertThat(app.text("/c;v=1/d;w=2/e")).isEqualTo("/c/* [/c] /d/e");
        }
    }

    @Test
    void theQueryIsNoPartOfWhatIsMatched() throws Exception {
        selects("/a?b.x", "/a", "/a", "*.x", "/");
    }
}
