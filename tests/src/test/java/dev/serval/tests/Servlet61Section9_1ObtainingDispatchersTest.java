package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What gives a dispatcher, to what it leads, and the parameters that it brings. */
@OnBioAndNio
final class Servlet61Section9_1ObtainingDispatchersTest {
    @Parameter ServletUnderTest server;
    @TempDir Path directory;

    /** Forwards a request to what its servlet is asked for by this, and says where it came. */
    private interface Obtains {
        RequestDispatcher from(jakarta.servlet.http.HttpServletRequest request);
    }

    private String leads(String at, Obtains obtains) throws Exception {
        return server.get(
                        at,
                        (q, r) -> {
                            if (q.getDispatcherType() == DispatcherType.REQUEST) {
                                obtains.from(q).forward(q, r);
                            } else {
                                r.getWriter().print(q.getPathInfo());
                            }
                        })
                .text();
    }

    // ---- by path

    @Test
    void anEmptyPathIsTheRootOfTheContext() throws Exception {
        assertThat(leads("/a", q -> q.getServletContext().getRequestDispatcher(""))).isEqualTo("/");
    }

    @Test
    void thePathIsFoundByTheRulesOfMappings() throws Exception {
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a -> {
                            a.servlet("exact", (q, r) -> r.getWriter().print("exact"), "/x/y");
                            a.servlet("path", (q, r) -> r.getWriter().print("path"), "/x/*");
                            a.servlet("ext", (q, r) -> r.getWriter().print("ext"), "*.z");
                            a.servlet("default", (q, r) -> r.getWriter().print("default"), "/");
                            a.servlet(
                                    "from",
                                    (q, r) ->
                                            q.getRequestDispatcher(q.getParameter("to"))
                                                    .forward(q, r),
                                    "/from");
                        })) {
            assertThat(app.text("/from?to=/x/y")).isEqualTo("exact");
            assertThat(app.text("/from?to=/x/y.z")).isEqualTo("path");
            assertThat(app.text("/from?to=/y.z")).isEqualTo("ext");
            assertThat(app.text("/from?to=/y")).isEqualTo("default");
        }
    }

    @Test
    void aPathThatNoServletIsMappedToLeadsToItsContent() throws Exception {
        Files.writeString(directory.resolve("page.txt"), "content");
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        directory,
                        a ->
                                a.servlet(
                                        "from",
                                        (q, r) ->
                                                q.getRequestDispatcher(q.getParameter("to"))
                                                        .forward(q, r),
                                        "/from"))) {
            assertThat(app.text("/from?to=/page.txt")).isEqualTo("content");
            assertThat(app.get("/from?to=/none.txt").status()).isEqualTo(404);
        }
    }

    @Test
    void aPathIsRelativeToThatOfTheRequest() throws Exception {
        assertThat(leads("/garden/tools.html", q -> q.getRequestDispatcher("header.html")))
                .isEqualTo("/garden/header.html");
    }

    @Test
    void aRelativePathAtADirectoryIsInIt() throws Exception {
        assertThat(leads("/garden/", q -> q.getRequestDispatcher("header.html")))
                .isEqualTo("/garden/header.html");
    }

    @Test
    void anAbsolutePathOfTheRequestIsOneOfTheContext() throws Exception {
        assertThat(leads("/garden/x", q -> q.getRequestDispatcher("/y"))).isEqualTo("/y");
    }

    @Test
    void dotSegmentsOfARelativePathAreResolved() throws Exception {
        assertThat(leads("/a/b/c", q -> q.getRequestDispatcher("../x/./y"))).isEqualTo("/a/x/y");
    }

    @Test
    void noPathLeadsOutOfTheContext() throws Exception {
        server.get(
                "/a",
                (q, r) -> {
                    assertThat(q.getRequestDispatcher("../x")).isNull();
                    assertThat(q.getServletContext().getRequestDispatcher("/../x")).isNull();
                    assertThat(q.getServletContext().getRequestDispatcher("/a/../../x")).isNull();
                });
        assertThat(server.calls()).isEqualTo(1);
    }

    @Test
    void aRelativePathOfAForwardedRequestIsRelativeToItsTarget() throws Exception {
        String text =
                server.get(
                                "/a/x",
                                (q, r) -> {
                                    if (q.getDispatcherType() == DispatcherType.REQUEST) {
                                        q.getRequestDispatcher("/b/y").forward(q, r);
                                    } else if (q.getPathInfo().equals("/b/y")) {
                                        q.getRequestDispatcher("z").forward(q, r);
                                    } else {
                                        r.getWriter().print(q.getPathInfo());
                                    }
                                })
                        .text();
        assertThat(text).isEqualTo("/b/z");
    }

    @Test
    void aRelativePathOfAnIncludedRequestIsRelativeToWhatIsIncluded() throws Exception {
        String text =
                server.get(
                                "/a/x",
                                (q, r) -> {
                                    Object included =
                                            q.getAttribute(RequestDispatcher.INCLUDE_PATH_INFO);
                                    if (q.getDispatcherType() == DispatcherType.REQUEST) {
                                        q.getRequestDispatcher("/b/y").include(q, r);
                                    } else if (included.equals("/b/y")) {
                                        q.getRequestDispatcher("z").include(q, r);
                                    } else {
                                        r.getWriter().print(included);
                                    }
                                })
                        .text();
        assertThat(text).isEqualTo("/b/z");
    }

    @Test
    @Section("ServletContext.getRequestDispatcher")
    void thePathIsDecodedAndCanonical() throws Exception {
        assertThat(leads("/a", q -> q.getServletContext().getRequestDispatcher("/x/%41/../b%20c")))
                .isEqualTo("/x/b c");
    }

    @Test
    @Section("ServletContext.getRequestDispatcher")
    void whatIsRefusedOfClientsHasNoDispatcher() throws Exception {
        server.get(
                "/a",
                (q, r) -> {
                    for (String path :
                            List.of("/x%2fy", "/x%5cy", "/%zz", "/x%00", "/x/..;/y", "/%2e%2e/x")) {
                        assertThat(q.getServletContext().getRequestDispatcher(path))
                                .as(path)
                                .isNull();
                    }
                });
        assertThat(server.calls()).isEqualTo(1);
    }

    @Test
    void pathParametersAreNoPartOfThePathOfADispatcher() throws Exception {
        assertThat(leads("/a", q -> q.getRequestDispatcher("/x;v=1/y;w=2?z=3"))).isEqualTo("/x/y");
    }

    @Test
    @Section("ServletContext.getRequestDispatcher")
    void aDispatcherReachesWhatClientsMayNotAskFor() throws Exception {
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a -> {
                            a.servlet("s", (q, r) -> r.getWriter().print("in"), "/WEB-INF/s");
                            a.servlet(
                                    "from",
                                    (q, r) -> q.getRequestDispatcher("/WEB-INF/s").forward(q, r),
                                    "/from");
                        })) {
            assertThat(app.text("/from")).isEqualTo("in");
            assertThat(app.get("/WEB-INF/s").status()).isEqualTo(404);
        }
    }

    @Test
    void aDispatcherMayBeUsedAgain() throws Exception {
        String text =
                server.get(
                                "/a",
                                (q, r) -> {
                                    if (q.getDispatcherType() == DispatcherType.REQUEST) {
                                        RequestDispatcher to = q.getRequestDispatcher("/b");
                                        to.include(q, r);
                                        to.include(q, r);
                                    } else {
                                        r.getWriter().print("b");
                                    }
                                })
                        .text();
        assertThat(text).isEqualTo("bb");
    }

    // ---- by name

    @Test
    void aNameOfAServletGivesADispatcherToIt() throws Exception {
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a -> {
                            a.servlet("to", (q, r) -> r.getWriter().print("to"));
                            a.servlet(
                                    "from",
                                    (q, r) ->
                                            q.getServletContext()
                                                    .getNamedDispatcher("to")
                                                    .forward(q, r),
                                    "/from");
                        })) {
            assertThat(app.text("/from")).isEqualTo("to");
        }
    }

    // ---- 9.1.1

    private String parameters(String at, String path, String name) throws Exception {
        return server.get(
                        at,
                        (q, r) -> {
                            if (q.getDispatcherType() == DispatcherType.REQUEST) {
                                q.getRequestDispatcher(path).forward(q, r);
                            } else {
                                r.getWriter().print(String.join(",", q.getParameterValues(name)));
                            }
                        })
                .text();
    }

    @Test
    @Section("9.1.1")
    void theParametersOfTheDispatcherStandBeforeOthersOfTheirName() throws Exception {
        assertThat(parameters("/a?p=1&p=2", "/b?p=3&p=4", "p")).isEqualTo("3,4,1,2");
    }

    @Test
    @Section("9.1.1")
    void theParametersOfTheDispatcherAreAddedToThose() throws Exception {
        assertThat(parameters("/a?p=1", "/b?q=3", "p")).isEqualTo("1");
        assertThat(parameters("/a?p=1", "/b?q=3", "q")).isEqualTo("3");
    }

    @Test
    @Section("9.1.1")
    void theParametersOfTheDispatcherAreDecoded() throws Exception {
        assertThat(parameters("/a", "/b?p=%41+%26", "p")).isEqualTo("A &");
    }

    @Test
    @Section("9.1.1")
    void theParametersOfAnIncludeAreGoneAfterIt() throws Exception {
        server.get(
                "/a?p=1",
                (q, r) -> {
                    if (q.getDispatcherType() == DispatcherType.REQUEST) {
                        q.getRequestDispatcher("/b?p=2&q=3").include(q, r);
                        assertThat(q.getParameterValues("p")).containsExactly("1");
                        assertThat(q.getParameterMap()).containsOnlyKeys("p");
                    } else {
                        assertThat(q.getParameterValues("p")).containsExactly("2", "1");
                    }
                });
        assertThat(server.calls()).isEqualTo(2);
    }

    @Test
    @Section("9.1.1")
    void theParametersOfAForwardAreGoneAfterIt() throws Exception {
        server.get(
                "/a?p=1",
                (q, r) -> {
                    if (q.getDispatcherType() == DispatcherType.REQUEST) {
                        q.getRequestDispatcher("/b?p=2").forward(q, r);
                        assertThat(q.getParameterValues("p")).containsExactly("1");
                    }
                });
        assertThat(server.calls()).isEqualTo(2);
    }

    @Test
    @Section("9.1.1")
    void nestedDispatchesAggregateTheirParametersTheLastFirst() throws Exception {
        String text =
                server.get(
                                "/a?p=1",
                                (q, r) -> {
                                    String path = q.getPathInfo();
                                    if (q.getDispatcherType() == DispatcherType.INCLUDE) {
                                        String all = String.join(",", q.getParameterValues("p"));
                                        r.getWriter().print(all);
                                    } else if (path.equals("/b")) {
                                        q.getRequestDispatcher("/c?p=3").include(q, r);
                                    } else {
                                        q.getRequestDispatcher("/b?p=2").forward(q, r);
                                    }
                                })
                        .text();
        assertThat(text).isEqualTo("3,2,1");
    }

    @Test
    @Section("9.1.1")
    void parametersOfAFormFollowThoseOfTheDispatcher() throws Exception {
        String text =
                server.post(
                                "/a?p=1",
                                "application/x-www-form-urlencoded",
                                "p=2",
                                (q, r) -> {
                                    if (q.getDispatcherType() == DispatcherType.REQUEST) {
                                        q.getRequestDispatcher("/b?p=3").forward(q, r);
                                    } else {
                                        String all = String.join(",", q.getParameterValues("p"));
                                        r.getWriter().print(all);
                                    }
                                })
                        .text();
        assertThat(text).isEqualTo("3,1,2");
    }
}
