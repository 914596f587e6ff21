package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.embed.Serval;
import dev.serval.lifecycle.LifecycleException;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Which filters a request passes, and in which order, as descriptors say it. */
@OnBioAndNio
final class Servlet61Section6_2_4FilterMappingTest {
    @Parameter ServletUnderTest server;
    @TempDir Path directory;

    /** Says its name in a field. */
    public static final class Marking extends HttpFilter {
        private static final long serialVersionUID = 1;

        @Override
        protected void doFilter(
                HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            response.setHeader("Passed", getFilterName());
            chain.doFilter(request, response);
        }
    }

    private static String filter(String name) {
        return "<filter><filter-name>"
                + name
                + "</filter-name><filter-class>dev.serval.tests.ChainedFilter</filter-class>"
                + "<async-supported>true</async-supported></filter>";
    }

    /** A mapping of a filter; what it holds is written as {@code url:/x}, {@code name:s}, ... */
    private static String map(String filter, String... parts) {
        StringBuilder xml =
                new StringBuilder("<filter-mapping><filter-name>" + filter + "</filter-name>");
        for (String part : parts) {
            String value = part.substring(part.indexOf(':') + 1);
            xml.append(
                    switch (part.substring(0, part.indexOf(':'))) {
                        case "url" -> "<url-pattern>" + value + "</url-pattern>";
                        case "name" -> "<servlet-name>" + value + "</servlet-name>";
                        default -> "<dispatcher>" + value + "</dispatcher>";
                    });
        }
        return xml.append("</filter-mapping>").toString();
    }

    private static String servlet(String name, String pattern) {
        return "<servlet><servlet-name>"
                + name
                + "</servlet-name><servlet-class>dev.serval.tests.ChainedServlet</servlet-class>"
                + "<async-supported>true</async-supported></servlet><servlet-mapping><servlet-name>"
                + name
                + "</servlet-name><url-pattern>"
                + pattern
                + "</url-pattern></servlet-mapping>";
    }

    private Serval start(String... elements) throws Exception {
        Files.createDirectories(directory.resolve("WEB-INF"));
        Files.writeString(
                directory.resolve("WEB-INF/web.xml"),
                "<web-app version='6.1' metadata-complete='true'>"
                        + String.join("", elements)
                        + "<error-page><error-code>499</error-code>"
                        + "<location>/b/error</location></error-page></web-app>");
        return server.start(builder -> builder.webapp("/app", directory));
    }

    /** What the servlet of a target says. */
    private void says(String target, String expected, String... elements) throws Exception {
        try (Serval own = start(elements)) {
            assertThat(server.get(own, "/app" + target).text()).isEqualTo(expected);
        }
    }

    private static final String A = servlet("a", "/a/*");
    private static final String B = servlet("b", "/b/*");
    private static final String F = filter("f");
    private static final String G = filter("g");
    private static final String H = filter("h");

    // ---- order

    @Test
    void patternsAreInTheOrderOfTheirMappingsNotOfTheFilters() throws Exception {
        says("/a/", "g f a", F, G, map("g", "url:/*"), map("f", "url:/*"), A);
    }

    @Test
    void namesAreInTheOrderOfTheirMappingsNotOfTheFilters() throws Exception {
        says("/a/", "g f a", F, G, map("g", "name:a"), map("f", "name:a"), A);
    }

    @Test
    void allPatternsStandBeforeAllNames() throws Exception {
        says(
                "/a/",
                "g h f a",
                F,
                G,
                H,
                map("f", "name:a"),
                map("g", "url:/*"),
                map("h", "url:/a/*"),
                A);
    }

    @Test
    void aMappingOfBothIsOneOfEachInTheirOrder() throws Exception {
        says(
                "/foo/",
                "f g foo",
                F,
                G,
                map("f", "url:/foo/*", "name:a", "name:b", "url:/bar/*"),
                map("g", "url:/*"),
                servlet("foo", "/foo/*"),
                A,
                B);
    }

    @Test
    void theNamesOfAMappingOfBothHoldToo() throws Exception {
        says(
                "/b/",
                "g f b",
                F,
                G,
                map("f", "url:/foo/*", "name:a", "name:b", "url:/bar/*"),
                map("g", "url:/*"),
                A,
                B);
    }

    @Test
    void aFilterOfPatternAndNameRunsOnceAndWithThePatterns() throws Exception {
        says("/a/", "f g a", F, G, map("f", "name:a", "url:/a/*"), map("g", "name:a"), A);
    }

    @Test
    void aNameLeavesOtherServletsAlone() throws Exception {
        says("/b/", "b", F, map("f", "name:a"), A, B);
    }

    // ---- patterns

    @Test
    void everyRequestMatchesSlashStar() throws Exception {
        try (Serval own = start(F, map("f", "url:/*"), servlet("s", "/"))) {
            for (String path : new String[] {"/", "/x", "/x/y.z", "/x/"}) {
                assertThat(server.get(own, "/app" + path).text()).isEqualTo("f s");
            }
        }
    }

    @Test
    void aPathPatternMatchesItsOwnDirectory() throws Exception {
        says("/a", "f a", F, map("f", "url:/a/*"), A);
    }

    @Test
    void aPathPatternEndsAtASlash() throws Exception {
        says("/ab", "s", F, map("f", "url:/a/*"), servlet("s", "/*"));
    }

    @Test
    void anExtensionIsWhatStandsBehindTheLastDot() throws Exception {
        try (Serval own =
                start(F, G, map("f", "url:*.gz"), map("g", "url:*.tar.gz"), servlet("s", "/*"))) {
            assertThat(server.get(own, "/app/x.tar.gz").text()).isEqualTo("f s");
            assertThat(server.get(own, "/app/x.gz/y").text()).isEqualTo("s");
        }
    }

    @Test
    void anExactPatternMatchesThatPathOnly() throws Exception {
        try (Serval own = start(F, map("f", "url:/x"), servlet("s", "/*"))) {
            assertThat(server.get(own, "/app/x").text()).isEqualTo("f s");
            assertThat(server.get(own, "/app/x/").text()).isEqualTo("s");
            assertThat(server.get(own, "/app/X").text()).isEqualTo("s");
        }
    }

    @Test
    void theEmptyPatternMatchesTheRootOnly() throws Exception {
        try (Serval own = start(F, map("f", "url:"), servlet("s", "/*"))) {
            assertThat(server.get(own, "/app/").text()).isEqualTo("f s");
            assertThat(server.get(own, "/app/x").text()).isEqualTo("s");
        }
    }

    @Test
    void theQueryAndPathParametersAreNoPartOfWhatIsMatched() throws Exception {
        try (Serval own = start(F, map("f", "url:/a/x"), A)) {
            assertThat(server.get(own, "/app/a/x?y=z").text()).isEqualTo("f a");
            assertThat(server.get(own, "/app/a/x;v=1").text()).isEqualTo("f a");
        }
    }

    @Test
    void thePathIsMatchedDecoded() throws Exception {
        says("/a/%78%C3%A4", "f a", F, map("f", "url:/a/x\u00e4"), A);
    }

    @Test
    void staticContentIsFilteredToo() throws Exception {
        Files.writeString(directory.resolve("page.txt"), "content");
        String marking = F.replace(ChainedFilter.class.getName(), Marking.class.getName());
        try (Serval own = start(marking, map("f", "url:*.txt"), A)) {
            RawResponse answer = server.get(own, "/app/page.txt");
            assertThat(answer.text()).isEqualTo("content");
            assertThat(answer.field("Passed")).isEqualTo("f");
        }
    }

    @Test
    void aMappingOfAFilterThatIsNotDeclaredFailsTheDeployment() {
        assertThatThrownBy(() -> start(map("nobody", "url:/*"), A))
                .isInstanceOf(LifecycleException.class)
                .hasMessageContaining("nobody");
    }

    // ---- 6.2.5

    @Test
    @Section("6.2.5")
    void withoutDispatcherElementsAMappingIsForRequestsOnly() throws Exception {
        try (Serval own = start(F, map("f", "url:/b/*"), A, B)) {
            assertThat(server.get(own, "/app/b/").text()).isEqualTo("f b");
            assertThat(server.get(own, "/app/a/?forward=/b/").text()).isEqualTo("b");
            assertThat(server.get(own, "/app/a/?include=/b/").text()).isEqualTo("b");
            assertThat(server.get(own, "/app/a/?async=/b/").text()).isEqualTo("b");
            assertThat(server.get(own, "/app/a/?error").text()).isEqualTo("b");
        }
    }

    private void runsOnlyFor(DispatcherType type) throws Exception {
        try (Serval own = start(F, map("f", "url:/b/*", "dispatcher:" + type), A, B)) {
            for (DispatcherType one : DispatcherType.values()) {
                String target =
                        switch (one) {
                            case REQUEST -> "/b/";
                            case FORWARD -> "/a/?forward=/b/";
                            case INCLUDE -> "/a/?include=/b/";
                            case ASYNC -> "/a/?async=/b/";
                            case ERROR -> "/a/?error";
                        };
                assertThat(server.get(own, "/app" + target).text())
                        .as(target)
                        .isEqualTo(one == type ? "f b" : "b");
            }
        }
    }

    @Test
    @Section("6.2.5")
    void aMappingForRequestsIsForNothingElse() throws Exception {
        runsOnlyFor(DispatcherType.REQUEST);
    }

    @Test
    @Section("6.2.5")
    void aMappingForForwardsIsForNothingElse() throws Exception {
        runsOnlyFor(DispatcherType.FORWARD);
    }

    @Test
    @Section("6.2.5")
    void aMappingForIncludesIsForNothingElse() throws Exception {
        runsOnlyFor(DispatcherType.INCLUDE);
    }

    @Test
    @Section("6.2.5")
    void aMappingForErrorsIsForNothingElse() throws Exception {
        runsOnlyFor(DispatcherType.ERROR);
    }

    @Test
    @Section("6.2.5")
    void aMappingForAsyncDispatchesIsForNothingElse() throws Exception {
        runsOnlyFor(DispatcherType.ASYNC);
    }

    @Test
    @Section("6.2.5")
    void severalDispatchersOfAMappingHoldTogether() throws Exception {
        try (Serval own =
                start(F, map("f", "url:/b/*", "dispatcher:FORWARD", "dispatcher:REQUEST"), A, B)) {
            assertThat(server.get(own, "/app/b/").text()).isEqualTo("f b");
            assertThat(server.get(own, "/app/a/?forward=/b/").text()).isEqualTo("f b");
            assertThat(server.get(own, "/app/a/?include=/b/").text()).isEqualTo("b");
        }
    }

    @Test
    @Section("6.2.5")
    void aMappingByServletNameHoldsForIncludesOfThatServlet() throws Exception {
        try (Serval own = start(F, map("f", "name:b", "dispatcher:INCLUDE"), A, B)) {
            assertThat(server.get(own, "/app/b/").text()).isEqualTo("b");
            assertThat(server.get(own, "/app/a/?forward=/b/").text()).isEqualTo("b");
            assertThat(server.get(own, "/app/a/?include=/b/").text()).isEqualTo("f b");
            assertThat(server.get(own, "/app/a/?include=b").text()).isEqualTo("f b");
        }
    }

    @Test
    @Section("6.2.5")
    void thePatternOfAForwardIsMatchedWithThePathOfTheDispatcher() throws Exception {
        try (Serval own = start(F, map("f", "url:/a/*", "dispatcher:FORWARD"), A, B)) {
            assertThat(server.get(own, "/app/a/?forward=/b/").text()).isEqualTo("b");
            assertThat(server.get(own, "/app/b/?forward=/a/").text()).isEqualTo("f a");
        }
    }

    @Test
    @Section("6.2.5")
    void theServletNameStarIsForEveryForwardByPathOrByName() throws Exception {
        try (Serval own = start(F, map("f", "name:*", "dispatcher:FORWARD"), A, B)) {
            assertThat(server.get(own, "/app/a/?forward=/b/").text()).isEqualTo("f b");
            assertThat(server.get(own, "/app/a/?forward=b").text()).isEqualTo("f b");
            assertThat(server.get(own, "/app/a/?include=/b/").text()).isEqualTo("b");
            assertThat(server.get(own, "/app/b/").text()).isEqualTo("b");
        }
    }

    @Test
    @Section("6.2.5")
    void aPatternIsNotForDispatchesByName() throws Exception {
        try (Serval own = start(F, map("f", "url:/*", "dispatcher:FORWARD"), A, B)) {
            assertThat(server.get(own, "/app/a/?forward=b").text()).isEqualTo("b");
        }
    }

    @Test
    @Section("6.2.5")
    void patternsStandBeforeNamesForDispatchesToo() throws Exception {
        says(
                "/a/?forward=/b/",
                "g f b",
                F,
                G,
                map("f", "name:b", "dispatcher:FORWARD"),
                map("g", "url:/b/*", "dispatcher:FORWARD"),
                A,
                B);
    }
}
