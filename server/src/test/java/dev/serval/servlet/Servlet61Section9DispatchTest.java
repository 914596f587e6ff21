package dev.serval.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.servlet.registration.ServletMatch;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Servlet61Section9DispatchTest {
    @TempDir Path files;

    private static String shown(HttpServletRequest request) {
        return request.getDispatcherType()
                + " "
                + request.getRequestURI()
                + " "
                + request.getServletPath()
                + " "
                + request.getPathInfo()
                + " "
                + request.getQueryString();
    }

    private static final TestServlet.Body SHOWS =
            (request, response) -> response.getWriter().print(shown(request));

    private static ContextBuilder from(TestServlet.Body body) {
        return App.builder()
                .servlet("from", TestServlet.of(body), -1, "/from/*")
                .servlet("to", TestServlet.of(SHOWS), -1, "/to/*");
    }

    private static String body(TestServlet.Body body, String target) {
        return App.of(from(body)).get(target).body();
    }

    private static TestServlet.Body forward(String path) {
        return (q, r) -> q.getRequestDispatcher(path).forward(q, r);
    }

    private static TestServlet.Body include(String path) {
        return (q, r) -> q.getRequestDispatcher(path).include(q, r);
    }

    // ---- getting one

    @Test
    void section9_1_aPathThatIsNoneHasNoDispatcher() {
        App app = App.of(from(SHOWS));
        assertThat(app.context.servletContext().getRequestDispatcher("to/x")).isNull();
        assertThat(app.context.servletContext().getRequestDispatcher(null)).isNull();
        assertThat(app.context.servletContext().getRequestDispatcher("/../x")).isNull();
        assertThat(app.context.servletContext().getRequestDispatcher("/%zz")).isNull();
        assertThat(app.context.servletContext().getNamedDispatcher("nobody")).isNull();
    }

    @ParameterizedTest(name = "{0} at {1}")
    @CsvSource({
        "../to/x, /from/a, /to /x",
        "b, /from/a, /from /b",
        "./c/d, /from/a/b, /from /a/c/d",
        "../b, /from/a/, /from /b",
    })
    void section9_1_aRequestTakesRelativePaths(String path, String at, String expected) {
        TestServlet.Body body =
                (q, r) -> {
                    if (q.getDispatcherType() == DispatcherType.REQUEST) {
                        q.getRequestDispatcher(path).forward(q, r);
                    } else {
                        SHOWS.service(q, r);
                    }
                };
        assertThat(body(body, at)).contains(" " + expected + " ");
    }

    // ---- forward

    @Test
    void section9_4_aForwardShowsTheNewPath() {
        assertThat(body(forward("/to/b%20c"), "/from/a"))
                .isEqualTo("FORWARD /app/to/b%20c /to /b c null");
    }

    @Test
    void section9_4_theQueryOfTheForwardIsShown() {
        assertThat(body(forward("/to?x=1"), "/from?y=2")).endsWith(" null x=1");
        assertThat(body(forward("/to"), "/from?y=2")).endsWith(" null y=2");
    }

    @Test
    void section9_1_1_theParametersOfBothAreThereTheNewOnesFirst() {
        App app =
                App.of(
                        from((q, r) -> {
                                    q.getRequestDispatcher("/p?a=1&b=2").forward(q, r);
                                })
                                .servlet(
                                        "p",
                                        TestServlet.of(
                                                (q, r) -> {
                                                    Map<String, String> all = new TreeMap<>();
                                                    q.getParameterMap()
                                                            .forEach(
                                                                    (k, v) ->
                                                                            all.put(
                                                                                    k,
                                                                                    Arrays.toString(
                                                                                            v)));
                                                    r.getWriter().print(all + q.getParameter("a"));
                                                }),
                                        -1,
                                        "/p"));
        assertThat(app.get("/from?a=0&c=3").body()).isEqualTo("{a=[1, 0], b=[2], c=[3]}1");
    }

    @Test
    void section9_1_1_theParametersAreGoneAfterTheCall() {
        assertThat(
                        body(
                                (q, r) -> {
                                    q.getRequestDispatcher("/to?a=1").include(q, r);
                                    r.getWriter().print("|" + q.getParameter("a") + shown(q));
                                },
                                "/from/x"))
                .endsWith("|nullREQUEST /app/from/x /from /x null");
    }

    @Test
    void section9_4_2_attributesTellOfTheFirstRequest() {
        App app =
                App.of(
                        from(forward("/via"))
                                .servlet("via", TestServlet.of(forward("/last?q=9")), -1, "/via")
                                .servlet(
                                        "last",
                                        TestServlet.of(
                                                (q, r) -> {
                                                    for (String name :
                                                            List.of(
                                                                    "request_uri",
                                                                    "context_path",
                                                                    "servlet_path",
                                                                    "path_info",
                                                                    "query_string")) {
                                                        r.getWriter()
                                                                .print(
                                                                        q.getAttribute(
                                                                                        "jakarta.servlet.forward."
                                                                                                + name)
                                                                                + " ");
                                                    }
                                                }),
                                        -1,
                                        "/last"));
        assertThat(app.get("/from/x?y=1").body()).isEqualTo("/app/from/x /app /from /x y=1 ");
    }

    @Test
    void section9_4_2_theMappingOfTheFirstRequestIsToldToo() {
        App app =
                App.of(
                        from(forward("/m"))
                                .servlet(
                                        "m",
                                        TestServlet.of(
                                                (q, r) ->
                                                        r.getWriter()
                                                                .print(
                                                                        ((ServletMatch)
                                                                                                q
                                                                                                        .getAttribute(
                                                                                                                RequestDispatcher
                                                                                                                        .FORWARD_MAPPING))
                                                                                        .pattern()
                                                                                + q.getHttpServletMapping()
                                                                                        .getPattern())),
                                        -1,
                                        "/m"));
        assertThat(app.get("/from/x").body()).isEqualTo("/from/*/m");
    }

    @Test
    void section9_4_whatWasWrittenBeforeAForwardIsDropped() {
        assertThat(
                        body(
                                (q, r) -> {
                                    r.getWriter().print("before");
                                    q.getRequestDispatcher("/to").forward(q, r);
                                },
                                "/from"))
                .startsWith("FORWARD");
    }

    @Test
    void section9_4_whatIsWrittenAfterAForwardIsLost() {
        AtomicReference<Boolean> committed = new AtomicReference<>();
        FakeStream answer =
                App.of(
                                from(
                                        (q, r) -> {
                                            q.getRequestDispatcher("/to").forward(q, r);
                                            boolean before = r.isCommitted();
                                            r.getWriter().print("after");
                                            r.getWriter().flush();
                                            committed.set(before);
                                        }))
                        .get("/from");
        assertThat(answer.body()).startsWith("FORWARD").doesNotContain("after");
        assertThat(committed.get()).isTrue();
        assertThat(answer.finished).isTrue();
    }

    @Test
    void section9_4_aCommittedResponseCannotBeForwarded() {
        FakeStream answer =
                App.of(
                                from(
                                        (q, r) -> {
                                            r.getWriter().print("sent");
                                            r.flushBuffer();
                                            try {
                                                q.getRequestDispatcher("/to").forward(q, r);
                                            } catch (IllegalStateException e) {
                                                r.getWriter().print(" refused");
                                            }
                                        }))
                        .get("/from");
        assertThat(answer.body()).isEqualTo("sent refused");
    }

    @Test
    void section9_4_anErrorOfTheTargetIsTheAnswer() {
        ContextBuilder builder =
                from(forward("/e"))
                        .servlet("e", TestServlet.of((q, r) -> r.sendError(410)), -1, "/e");
        assertThat(App.of(builder).get("/from").status).isEqualTo(410);
        assertThat(App.of(from(forward("/nothing"))).get("/from").status).isEqualTo(404);
    }

    @Test
    void section9_4_filtersRunOnlyForTheirDispatch() {
        ContextBuilder builder =
                App.builder()
                        .servlet("from", TestServlet.of(forward("/to")), -1, "/from")
                        .servlet("to", TestServlet.says("to"), -1, "/to");
        for (DispatcherType type : DispatcherType.values()) {
            builder.filter(type.name(), App.around(type.name()), true, Map.of())
                    .filterMapping(type.name(), App.only(type), List.of("/to"), List.of());
        }
        assertThat(App.of(builder).get("/from").body()).isEqualTo("FORWARD(to)");
        assertThat(App.of(from(SHOWS)).get("/to").body()).startsWith("REQUEST");
    }

    @Test
    void section9_2_wrappersAreHandedOn() {
        TestServlet.Body body =
                (q, r) -> {
                    StringWriter kept = new StringWriter();
                    PrintWriter writer = new PrintWriter(kept);
                    HttpServletResponse wrapped =
                            new HttpServletResponseWrapper(r) {
                                @Override
                                public PrintWriter getWriter() {
                                    return writer;
                                }
                            };
                    HttpServletRequest asked =
                            new HttpServletRequestWrapper(q) {
                                @Override
                                public String getQueryString() {
                                    return "wrapped";
                                }
                            };
                    q.getRequestDispatcher("/to/x").forward(asked, wrapped);
                    r.getOutputStream().print("[" + kept + "]");
                };
        assertThat(body(body, "/from")).isEqualTo("[FORWARD /app/to/x /to /x wrapped]");
    }

    @Test
    void section9_2_foreignRequestsAreRefused() {
        TestServlet.Body body =
                (q, r) -> {
                    try {
                        q.getRequestDispatcher("/to").forward(null, r);
                    } catch (jakarta.servlet.ServletException e) {
                        r.getWriter().print("refused");
                    }
                };
        assertThat(body(body, "/from")).isEqualTo("refused");
    }

    @Test
    void section10_5_aForwardReachesServletsUnderWebInf() {
        ContextBuilder builder =
                from(forward("/WEB-INF/page"))
                        .servlet("page", TestServlet.says("page"), -1, "/WEB-INF/page");
        assertThat(App.of(builder).get("/from").body()).isEqualTo("page");
        assertThat(App.of(builder).get("/WEB-INF/page").status).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a.jsp", "/a.JSP", "/a.jspx"})
    void aForwardNeverSendsTheSourceOfAPage(String page) throws IOException {
        Files.writeString(files.resolve(page.substring(1)), "<% secret %>");
        FakeStream answer = App.of(from(forward(page)).docBase(files)).get("/from");
        assertThat(answer.status).isEqualTo(501);
        assertThat(answer.body()).doesNotContain("secret");
        assertThat(App.of(from(include(page)).docBase(files)).get("/from").status).isEqualTo(500);
    }

    @Test
    void section9_4_aForwardToAFile() throws IOException {
        Files.writeString(files.resolve("a.txt"), "text");
        FakeStream answer = App.of(from(forward("/a.txt")).docBase(files)).get("/from");
        assertThat(answer.body()).isEqualTo("text");
        assertThat(answer.field("Content-Type")).startsWith("text/plain");
    }

    @Test
    void section9_4_aForwardToADirectoryFindsItsWelcomeFile() throws IOException {
        Files.writeString(files.resolve("index.html"), "welcome");
        assertThat(App.of(from(forward("/")).docBase(files)).get("/from").body())
                .isEqualTo("welcome");
    }

    // ---- include

    @Test
    void section9_3_anIncludeShowsThePathsOfTheIncluder() {
        assertThat(body(include("/to/x?a=b"), "/from/y?c=d"))
                .isEqualTo("INCLUDE /app/from/y /from /y c=d");
    }

    @Test
    void section9_3_1_attributesTellOfTheIncluded() {
        App app =
                App.of(
                        from(include("/inner/x?a=b"))
                                .servlet(
                                        "inner",
                                        TestServlet.of(
                                                (q, r) -> {
                                                    for (String name :
                                                            List.of(
                                                                    "request_uri",
                                                                    "context_path",
                                                                    "servlet_path",
                                                                    "path_info",
                                                                    "query_string")) {
                                                        r.getWriter()
                                                                .print(
                                                                        q.getAttribute(
                                                                                        "jakarta.servlet.include."
                                                                                                + name)
                                                                                + " ");
                                                    }
                                                }),
                                        -1,
                                        "/inner/*"));
        assertThat(app.get("/from").body()).isEqualTo("/app/inner/x /app /inner /x a=b ");
    }

    @Test
    void section9_3_1_theAttributesAreGoneAfterTheInclude() {
        assertThat(
                        body(
                                (q, r) -> {
                                    q.getRequestDispatcher("/to").include(q, r);
                                    assertThat(q.getAttributeNames().hasMoreElements()).isFalse();
                                    r.getWriter().print(" after");
                                },
                                "/from"))
                .endsWith(" after");
    }

    @Test
    void section9_3_anIncludedServletChangesNothingButTheBody() {
        ContextBuilder builder =
                from(include("/inner"))
                        .servlet(
                                "inner",
                                TestServlet.of(
                                        (q, r) -> {
                                            r.setStatus(500);
                                            r.setHeader("X-A", "1");
                                            r.addHeader("X-A", "2");
                                            r.setContentType("text/css");
                                            r.setContentLength(1);
                                            r.addCookie(new jakarta.servlet.http.Cookie("a", "b"));
                                            r.sendError(404);
                                            r.sendRedirect("/elsewhere");
                                            r.reset();
                                            r.getWriter().print("inner");
                                        }),
                                -1,
                                "/inner");
        FakeStream answer = App.of(builder).get("/from");
        assertThat(answer.status).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("inner");
        assertThat(answer.field("X-A")).isNull();
        assertThat(answer.field("Set-Cookie")).isNull();
        assertThat(answer.field("Location")).isNull();
        assertThat(answer.field("Content-Type")).isNull();
    }

    @Test
    void section9_3_theIncluderWritesBeforeAndAfter() {
        ContextBuilder builder =
                from((q, r) -> {
                            r.getWriter().print("<");
                            q.getRequestDispatcher("/inner").include(q, r);
                            q.getRequestDispatcher("/inner").include(q, r);
                            r.getWriter().print(">");
                            r.setHeader("X-A", "mine");
                        })
                        .servlet(
                                "inner",
                                TestServlet.of((q, r) -> r.getWriter().print("i")),
                                -1,
                                "/inner");
        FakeStream answer = App.of(builder).get("/from");
        assertThat(answer.body()).isEqualTo("<ii>");
        assertThat(answer.field("X-A")).isEqualTo("mine");
    }

    @Test
    void section9_3_aFileIsIncluded() throws IOException {
        Files.writeString(files.resolve("a.txt"), "text");
        assertThat(App.of(from(include("/a.txt")).docBase(files)).get("/from").body())
                .isEqualTo("text");
    }

    @Test
    void section9_3_aMissingFileIsAnExceptionOfTheIncluder() {
        TestServlet.Body body =
                (q, r) -> {
                    try {
                        q.getRequestDispatcher("/gone.txt").include(q, r);
                    } catch (java.io.FileNotFoundException e) {
                        r.getWriter().print("not found");
                    }
                };
        assertThat(App.of(from(body).docBase(files)).get("/from").body()).isEqualTo("not found");
    }

    @Test
    void section9_5_anExceptionOfTheTargetReachesTheCaller() {
        TestServlet.Body body =
                (q, r) -> {
                    try {
                        q.getRequestDispatcher("/bad").include(q, r);
                    } catch (IllegalArgumentException e) {
                        r.getWriter().print(e.getMessage() + " " + shown(q));
                    }
                };
        ContextBuilder builder =
                from(body)
                        .servlet(
                                "bad",
                                TestServlet.of(
                                        (q, r) -> {
                                            throw new IllegalArgumentException("mine");
                                        }),
                                -1,
                                "/bad");
        assertThat(App.of(builder).get("/from").body())
                .isEqualTo("mine REQUEST /app/from /from null null");
    }

    // ---- by name

    @Test
    void section9_4_aNamedDispatchShowsThePathAsItWas() {
        TestServlet.Body body =
                (q, r) -> q.getServletContext().getNamedDispatcher("to").forward(q, r);
        assertThat(body(body, "/from/x?a=b")).isEqualTo("FORWARD /app/from/x /from /x a=b");
    }

    @Test
    void section9_4_2_aNamedDispatchSetsNoAttributes() {
        TestServlet.Body body =
                (q, r) -> q.getServletContext().getNamedDispatcher("names").include(q, r);
        ContextBuilder builder =
                from(body)
                        .servlet(
                                "names",
                                TestServlet.of(
                                        (q, r) ->
                                                r.getWriter()
                                                        .print(
                                                                q.getDispatcherType()
                                                                        + ""
                                                                        + java.util.Collections
                                                                                .list(
                                                                                        q
                                                                                                .getAttributeNames()))),
                                -1);
        assertThat(App.of(builder).get("/from").body()).isEqualTo("INCLUDE[]");
    }

    @Test
    void section6_2_4_aNamedDispatchGoesThroughTheFiltersOfTheServlet() {
        ContextBuilder builder =
                from((q, r) -> q.getServletContext().getNamedDispatcher("out").include(q, r))
                        .servlet("out", TestServlet.says("out"), -1)
                        .filter("n", App.around("n"), true, Map.of())
                        .filterMapping(
                                "n",
                                Set.of(DispatcherType.INCLUDE),
                                List.of("/nowhere"),
                                List.of("out"));
        assertThat(App.of(builder).get("/from").body()).isEqualTo("n(out)");
    }

    @Test
    void section9_1_anEmptyPathIsTheRoot() {
        App app =
                App.of(
                        App.builder()
                                .servlet("root", TestServlet.says("root"), -1, "")
                                .servlet(
                                        "s",
                                        TestServlet.of(
                                                (q, r) ->
                                                        q.getServletContext()
                                                                .getRequestDispatcher("")
                                                                .forward(q, r)),
                                        -1,
                                        "/s"));
        assertThat(app.get("/s").body()).isEqualTo("root");
    }

    // ---- WEB-INF

    @Test
    void section10_5_anApplicationMayServeWhatIsBelowWebInf(
            @org.junit.jupiter.api.io.TempDir java.nio.file.Path files) throws IOException {
        java.nio.file.Path views =
                java.nio.file.Files.createDirectories(files.resolve("WEB-INF/views"));
        java.nio.file.Files.writeString(views.resolve("page.html"), "page");
        java.nio.file.Files.writeString(views.resolve("page.jsp"), "source");
        App app =
                App.of(
                        App.builder()
                                .docBase(files)
                                .servlet(
                                        "forward",
                                        TestServlet.of(
                                                (q, r) ->
                                                        q.getRequestDispatcher(q.getPathInfo())
                                                                .forward(q, r)),
                                        -1,
                                        "/forward/*")
                                .servlet(
                                        "include",
                                        TestServlet.of(
                                                (q, r) -> {
                                                    r.getOutputStream().print("(");
                                                    q.getRequestDispatcher(q.getPathInfo())
                                                            .include(q, r);
                                                    r.getOutputStream().print(")");
                                                }),
                                        -1,
                                        "/include/*")
                                .errorPage(404, null, "/WEB-INF/views/page.html"));
        assertThat(app.get("/forward/WEB-INF/views/page.html").body()).isEqualTo("page");
        assertThat(app.send("POST /forward/WEB-INF/views/page.html").body()).isEqualTo("page");
        assertThat(app.get("/include/WEB-INF/views/page.html").body()).isEqualTo("(page)");
        assertThat(app.get("/forward/WEB-INF/views/page.jsp").status).isEqualTo(501);
        assertThat(app.get("/forward/web-inf/views/page.html").status).isEqualTo(404);
        assertThat(app.get("/forward/WEB-INF/views").status).isEqualTo(404);
        for (String direct : List.of("/WEB-INF/views/page.html", "/WEB-INF/views/", "/web-inf/x")) {
            FakeStream answer = app.get(direct);
            assertThat(answer.status).as(direct).isEqualTo(404);
            assertThat(answer.body()).as("the error page").isEqualTo("page");
        }
    }
}
