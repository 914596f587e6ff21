package dev.serval.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.UnavailableException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Servlet61Section10_9ErrorPageTest {
    @TempDir Path files;

    private static ContextBuilder failing(TestServlet.Body body) {
        return App.builder()
                .servlet("s", TestServlet.of(body), -1, "/s/*")
                .servlet("page", TestServlet.says("the page"), -1, "/page")
                .servlet(
                        "tells",
                        TestServlet.of(
                                (q, r) -> {
                                    for (String name :
                                            List.of(
                                                    "status_code",
                                                    "message",
                                                    "exception",
                                                    "exception_type",
                                                    "request_uri",
                                                    "query_string",
                                                    "method",
                                                    "servlet_name")) {
                                        r.getWriter()
                                                .print(
                                                        q.getAttribute(
                                                                        "jakarta.servlet.error."
                                                                                + name)
                                                                + "|");
                                    }
                                    r.getWriter().print(q.getDispatcherType() + q.getMethod());
                                }),
                        -1,
                        "/tells");
    }

    private static TestServlet.Body throwing(Exception thrown) {
        return (q, r) -> {
            if (thrown instanceof IOException e) {
                throw e;
            }
            if (thrown instanceof ServletException e) {
                throw e;
            }
            throw (RuntimeException) thrown;
        };
    }

    @Test
    void section10_9_2_aSentErrorHasThePageOfItsStatus() {
        App app = App.of(failing((q, r) -> r.sendError(404)).errorPage(404, null, "/page"));
        FakeStream answer = app.get("/s");
        assertThat(answer.status).isEqualTo(404);
        assertThat(answer.body()).isEqualTo("the page");
        assertThat(answer.finished).isTrue();
    }

    @Test
    void section10_9_2_theExceptionThatHasThePageIsTheOneThatIsTold() {
        class Wrapped extends ServletException {
            private static final long serialVersionUID = 1;

            Wrapped(Throwable cause) {
                super(cause);
            }
        }
        Throwable cause = new IllegalStateException("inner");
        FakeStream answer =
                App.of(
                                failing(throwing(new ServletException(new Wrapped(cause))))
                                        .errorPage(0, Wrapped.class.getName(), "/tells"))
                        .get("/s");
        assertThat(answer.body())
                .startsWith("500|" + cause + "|" + Wrapped.class.getName() + ": " + cause + "|");
        answer =
                App.of(
                                failing(throwing(new Wrapped(cause)))
                                        .errorPage(
                                                0, IllegalStateException.class.getName(), "/tells"))
                        .get("/s");
        assertThat(answer.body()).startsWith("500|inner|" + cause + "|");
    }

    @Test
    void section10_9_2_aStatusThatIsSetIsNoError() {
        App app = App.of(failing((q, r) -> r.setStatus(404)).errorPage(404, null, "/page"));
        assertThat(app.get("/s").body()).isEmpty();
    }

    @Test
    void section10_9_2_aPageThatNobodyCanExecuteLeavesTheStatusAlone() throws IOException {
        java.nio.file.Path docBase = java.nio.file.Files.createTempDirectory("error-page");
        App app =
                App.of(
                        failing((q, r) -> r.sendError(403))
                                .docBase(docBase)
                                .errorPage(403, null, "/error.jsp"));
        FakeStream answer = app.get("/s");
        java.nio.file.Files.delete(docBase);
        assertThat(answer.status).isEqualTo(403);
        assertThat(answer.body()).contains("<h1>403");
    }

    @Test
    void section10_9_2_anotherStatusHasTheBuiltInPage() {
        App app = App.of(failing((q, r) -> r.sendError(410)).errorPage(404, null, "/page"));
        assertThat(app.get("/s").status).isEqualTo(410);
        assertThat(app.get("/s").body()).contains("<h1>410");
    }

    @Test
    void section10_9_2_thePageWithoutStatusIsForAnyError() {
        ContextBuilder builder =
                failing((q, r) -> r.sendError(410))
                        .errorPage(0, null, "/page")
                        .errorPage(404, null, "/tells");
        assertThat(App.of(builder).get("/s").body()).isEqualTo("the page");
        assertThat(App.of(builder).get("/nothing").body()).startsWith("404|");
    }

    @Test
    void section10_9_1_thePageIsToldWhatTheErrorWas() {
        App app = App.of(failing((q, r) -> r.sendError(409, "why")).errorPage(409, null, "/tells"));
        assertThat(app.send("POST /s/x?a=b").body())
                .isEqualTo("409|why|null|null|/app/s/x|a=b|POST|s|ERRORGET");
    }

    @Test
    void section10_9_1_thePageIsCalledAsIfForwardedTo() {
        ContextBuilder builder =
                failing((q, r) -> r.sendError(409))
                        .servlet(
                                "from",
                                TestServlet.of(
                                        (q, r) ->
                                                r.getWriter()
                                                        .print(
                                                                q.getAttribute(
                                                                                "jakarta.servlet.forward.request_uri")
                                                                        + "|"
                                                                        + q.getRequestURI())),
                                -1,
                                "/from")
                        .errorPage(409, null, "/from");
        assertThat(App.of(builder).get("/s/x").body()).isEqualTo("/app/s/x|/app/from");
    }

    @Test
    void section10_9_1_thePageIsToldWhatWasThrown() {
        App app =
                App.of(
                        failing(throwing(new IllegalArgumentException("why")))
                                .errorPage(0, "java.lang.RuntimeException", "/tells"));
        assertThat(app.get("/s").body())
                .isEqualTo(
                        "500|why|java.lang.IllegalArgumentException: why|"
                                + "class java.lang.IllegalArgumentException|/app/s|null|GET|s|"
                                + "ERRORGET");
    }

    @ParameterizedTest(name = "{0} has {1}")
    @CsvSource({
        "java.io.FileNotFoundException, file",
        "java.io.IOException, io",
        "java.io.EOFException, io",
    })
    void section10_9_2_theNearestSuperclassHasThePage(String type, String expected)
            throws ReflectiveOperationException {
        Exception thrown = (Exception) Class.forName(type).getConstructor().newInstance();
        ContextBuilder builder =
                failing(throwing(thrown))
                        .servlet("io", TestServlet.says("io"), -1, "/io")
                        .servlet("file", TestServlet.says("file"), -1, "/file")
                        .errorPage(0, IOException.class.getName(), "/io")
                        .errorPage(0, FileNotFoundException.class.getName(), "/file")
                        .errorPage(500, null, "/page");
        assertThat(App.of(builder).get("/s").body()).isEqualTo(expected);
    }

    @Test
    void section10_9_2_theRootCauseOfAServletExceptionHasThePage() {
        ServletException wrapped = new ServletException(new FileNotFoundException("x"));
        ContextBuilder builder =
                failing(throwing(wrapped)).errorPage(0, IOException.class.getName(), "/page");
        assertThat(App.of(builder).get("/s").body()).isEqualTo("the page");
        builder =
                failing(throwing(wrapped))
                        .errorPage(0, IOException.class.getName(), "/page")
                        .errorPage(0, ServletException.class.getName(), "/tells");
        assertThat(App.of(builder).get("/s").body())
                .as("the exception itself goes before its cause")
                .startsWith("500|");
    }

    @Test
    void section10_9_2_anExceptionWithoutAPageHasThatOf500() {
        App app =
                App.of(
                        failing(throwing(new IllegalStateException("secret")))
                                .errorPage(500, null, "/page"));
        FakeStream answer = app.get("/s");
        assertThat(answer.status).isEqualTo(500);
        assertThat(answer.body()).isEqualTo("the page");
    }

    @Test
    void section10_9_2_whatWasWrittenBeforeTheErrorIsGone() {
        App app =
                App.of(
                        failing(
                                        (q, r) -> {
                                            r.setContentType("text/css");
                                            // More than there is: else it is closed (§5.7).
                                            r.setContentLength(30);
                                            r.getWriter().print("secret");
                                            r.sendError(404);
                                        })
                                .errorPage(404, null, "/page"));
        FakeStream answer = app.get("/s");
        assertThat(answer.body()).isEqualTo("the page");
        assertThat(answer.field("Content-Type")).isNull();
        assertThat(answer.length).isEqualTo("the page".length());
    }

    @Test
    void section10_9_aPageThatFailsLeavesTheBuiltInOne() {
        ContextBuilder builder =
                failing((q, r) -> r.sendError(404))
                        .servlet(
                                "bad",
                                TestServlet.of(throwing(new IllegalStateException("secret"))),
                                -1,
                                "/bad")
                        .errorPage(404, null, "/bad")
                        .errorPage(500, null, "/bad");
        FakeStream answer = App.of(builder).get("/s");
        assertThat(answer.status).isEqualTo(404);
        assertThat(answer.body()).contains("<h1>404").doesNotContain("secret");
        assertThat(answer.finished).isTrue();
    }

    @Test
    void section10_9_aPageThatIsNotThereLeavesTheBuiltInOne() {
        App app = App.of(failing((q, r) -> r.sendError(410)).errorPage(410, null, "/gone"));
        assertThat(app.get("/s").body()).contains("<h1>404");
        assertThat(app.get("/s").finished).isTrue();
    }

    @Test
    void section10_9_aPageThatSendsAnErrorHasNoPageAgain() {
        ContextBuilder builder =
                failing((q, r) -> r.sendError(404))
                        .servlet("loop", TestServlet.of((q, r) -> r.sendError(404)), -1, "/loop")
                        .errorPage(404, null, "/loop");
        FakeStream answer = App.of(builder).get("/s");
        assertThat(answer.status).isEqualTo(404);
        assertThat(answer.body()).contains("<h1>404");
    }

    @Test
    void section10_9_aFileIsAPage() throws IOException {
        Files.writeString(files.resolve("404.html"), "<p>not here");
        App app =
                App.of(
                        failing((q, r) -> r.sendError(404))
                                .docBase(files)
                                .errorPage(404, null, "/404.html"));
        for (String path : List.of("/s", "/none.html", "/WEB-INF/web.xml")) {
            FakeStream answer = app.get(path);
            assertThat(answer.status).as(path).isEqualTo(404);
            assertThat(answer.body()).as(path).isEqualTo("<p>not here");
            assertThat(answer.field("Content-Type")).startsWith("text/html");
        }
        FakeStream posted = app.send("POST /s");
        assertThat(posted.status).isEqualTo(404);
        assertThat(posted.body()).isEqualTo("<p>not here");
    }

    @Test
    void section10_9_3_filtersOfErrorsRunForThePage() {
        ContextBuilder builder =
                failing((q, r) -> r.sendError(404))
                        .filter("e", App.around("e"), true, Map.of())
                        .filterMapping("e", Set.of(DispatcherType.ERROR), List.of("/*"), List.of())
                        .errorPage(404, null, "/page");
        assertThat(App.of(builder).get("/s").body()).isEqualTo("e(the page)");
    }

    @Test
    void section10_9_anErrorOfAFilterHasItsPageToo() {
        ContextBuilder builder =
                failing((q, r) -> {})
                        .filter(
                                "bad",
                                (q, r, chain) -> {
                                    throw new IllegalStateException("secret");
                                },
                                true,
                                Map.of())
                        .filterMapping("bad", Set.of(), List.of("/s"), List.of())
                        .errorPage(0, "java.lang.IllegalStateException", "/page");
        FakeStream answer = App.of(builder).get("/s");
        assertThat(answer.status).isEqualTo(500);
        assertThat(answer.body()).isEqualTo("the page");
    }

    @Test
    void section2_3_3_2_anUnavailableServletHasThePageOf503() {
        App app =
                App.of(
                        failing(throwing(new UnavailableException("x", 7)))
                                .errorPage(503, null, "/page"));
        FakeStream answer = app.get("/s");
        assertThat(answer.status).isEqualTo(503);
        assertThat(answer.field("Retry-After")).isEqualTo("7");
        assertThat(answer.body()).isEqualTo("the page");
    }

    @Test
    void section10_9_afterTheCommitThereIsNoPage() {
        App app =
                App.of(
                        failing(
                                        (q, r) -> {
                                            r.getWriter().print("half");
                                            r.flushBuffer();
                                            throw new IllegalStateException();
                                        })
                                .errorPage(500, null, "/page"));
        FakeStream answer = app.get("/s");
        assertThat(answer.body()).isEqualTo("half");
        assertThat(answer.aborted).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {"404, -, page", "404, a.B, /page"})
    void section14_2_anErrorPageIsChecked(int status, String type, String location) {
        assertThatThrownBy(() -> App.builder().errorPage(status, type, location))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
