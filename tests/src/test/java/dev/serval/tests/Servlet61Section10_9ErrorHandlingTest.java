package dev.serval.tests;

import static dev.serval.tests.AppDirectory.servlet;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** Errors of an application and the pages that its descriptor has for them, as clients see both. */
@OnBioAndNio
final class Servlet61Section10_9ErrorHandlingTest {
    @TempDir static Path directory;
    private static AppServer apps;

    @Parameter ServletUnderTest server;

    public static final class Own extends ServletException {
        private static final long serialVersionUID = 1;

        Own(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Does what the query says. */
    public static final class Failing extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            switch (request.getQueryString()) {
                case "send404" -> response.sendError(404, "no such thing");
                case "send410" -> response.sendError(410);
                case "send418" -> response.sendError(418);
                case "set404" -> response.setStatus(404);
                case "runtime" -> throw new IllegalStateException("bad state");
                case "io" -> throw new FileNotFoundException("no file");
                case "plainIo" -> throw new IOException("no luck");
                case "wrapped" -> throw new ServletException(new FileNotFoundException("inner"));
                case "own" -> throw new Own("own", new FileNotFoundException("inner"));
                case "unknown" -> throw new ServletException("nobody", new Exception("x"));
                case "error" -> throw new LinkageError("broken");
                case "partly" -> {
                    response.setContentType("text/css");
                    response.getWriter().print("what nobody shall see");
                    throw new IllegalStateException("bad state");
                }
                case "forwarded" -> {
                    try {
                        request.getRequestDispatcher("/fail?runtime").forward(request, response);
                    } catch (IllegalStateException e) {
                        response.getWriter().print("handled: " + e.getMessage());
                    }
                }
                default -> response.getWriter().print("fine");
            }
        }
    }

    /** Says all that an error page is told. */
    public static final class Page extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            Object type = request.getAttribute(RequestDispatcher.ERROR_EXCEPTION_TYPE);
            Object thrown = request.getAttribute(RequestDispatcher.ERROR_EXCEPTION);
            response.getWriter()
                    .print(
                            String.join(
                                    "|",
                                    getServletName(),
                                    request.getMethod(),
                                    String.valueOf(
                                            request.getAttribute(RequestDispatcher.ERROR_METHOD)),
                                    String.valueOf(
                                            request.getAttribute(
                                                    RequestDispatcher.ERROR_STATUS_CODE)),
                                    String.valueOf(
                                            request.getAttribute(RequestDispatcher.ERROR_MESSAGE)),
                                    String.valueOf(
                                            request.getAttribute(
                                                    RequestDispatcher.ERROR_REQUEST_URI)),
                                    String.valueOf(
                                            request.getAttribute(
                                                    RequestDispatcher.ERROR_QUERY_STRING)),
                                    String.valueOf(
                                            request.getAttribute(
                                                    RequestDispatcher.ERROR_SERVLET_NAME)),
                                    type == null ? "-" : ((Class<?>) type).getSimpleName(),
                                    thrown == null ? "-" : thrown.getClass().getSimpleName(),
                                    request.getServletPath(),
                                    request.getDispatcherType().name(),
                                    String.valueOf(request instanceof HttpServletRequestWrapper),
                                    String.valueOf(response instanceof HttpServletResponseWrapper),
                                    String.valueOf(request.getAttribute("filtered"))));
        }
    }

    /** Wraps both on the way to the servlet. */
    public static final class Wrapping implements Filter {
        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            if (request.getDispatcherType() == DispatcherType.ERROR) {
                request.setAttribute("filtered", "filtered");
                chain.doFilter(request, response);
                return;
            }
            if ("filter".equals(((HttpServletRequest) request).getQueryString())) {
                throw new FileNotFoundException("of the filter");
            }
            chain.doFilter(
                    new HttpServletRequestWrapper((HttpServletRequest) request),
                    new HttpServletResponseWrapper((HttpServletResponse) response));
        }
    }

    private static String page(String kind, String location) {
        return "<error-page>" + kind + "<location>" + location + "</location></error-page>";
    }

    private static String ofStatus(int status, String location) {
        return page("<error-code>" + status + "</error-code>", location);
    }

    private static String ofType(Class<?> type, String location) {
        return page("<exception-type>" + type.getName() + "</exception-type>", location);
    }

    @BeforeParameterizedClassInvocation
    static void start(ServletUnderTest server) {
        apps =
                AppServer.start(
                        server,
                        new AppDirectory(directory, "app")
                                .webXml(
                                        servlet("fail", Failing.class, "/fail"),
                                        servlet("page404", Page.class, "/404"),
                                        servlet("page500", Page.class, "/500"),
                                        servlet("pageRuntime", Page.class, "/runtime"),
                                        servlet("pageFile", Page.class, "/file"),
                                        servlet("pageIo", Page.class, "/io"),
                                        ofStatus(404, "/404?in=query"),
                                        ofStatus(410, "/gone.html"),
                                        ofStatus(500, "/500"),
                                        ofType(RuntimeException.class, "/runtime"),
                                        ofType(FileNotFoundException.class, "/file"),
                                        ofType(IOException.class, "/io"),
                                        "<filter><filter-name>w</filter-name><filter-class>"
                                                + Wrapping.class.getName()
                                                + "</filter-class></filter><filter-mapping>"
                                                + "<filter-name>w</filter-name><url-pattern>/fail"
                                                + "</url-pattern><url-pattern>/404</url-pattern>"
                                                + "<dispatcher>REQUEST</dispatcher>"
                                                + "<dispatcher>ERROR</dispatcher></filter-mapping>")
                                .classes(Failing.class, Page.class, Own.class, Wrapping.class)
                                .file("gone.html", "it is gone"),
                        new AppDirectory(directory, "any")
                                .webXml(
                                        servlet("fail", Failing.class, "/fail"),
                                        servlet("any", Page.class, "/any"),
                                        servlet("file", Page.class, "/file"),
                                        page("", "/any"),
                                        ofType(FileNotFoundException.class, "/file"))
                                .classes(Failing.class, Page.class, Own.class),
                        new AppDirectory(directory, "bare")
                                .webXml(servlet("fail", Failing.class, "/fail"))
                                .classes(Failing.class, Own.class));
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        apps.close();
    }

    private static String[] told(String query, int status) throws Exception {
        RawResponse answer = apps.get("/app/fail?" + query);
        assertThat(answer.status()).isEqualTo(status);
        return answer.text().split("\\|", -1);
    }

    /** What stands before the wrappers and the mark of the filter. */
    private static List<String> attributes(String query, int status) throws Exception {
        return List.of(told(query, status)).subList(0, 12);
    }

    // ---- which page

    @Test
    @Section("10.9.2")
    void anErrorThatIsSentHasThePageOfItsStatus() throws Exception {
        assertThat(told("send404", 404)).startsWith("page404");
    }

    @Test
    @Section("10.9.2")
    void aPageMayBeAFile() throws Exception {
        RawResponse answer = apps.get("/app/fail?send410");
        assertThat(answer.status()).isEqualTo(410);
        assertThat(answer.text()).isEqualTo("it is gone");
        assertThat(answer.field("Content-Type")).isEqualTo("text/html");
    }

    @Test
    @Section("10.9.2")
    void aStatusWithoutPageHasTheBuiltInOne() throws Exception {
        RawResponse answer = apps.get("/app/fail?send418");
        assertThat(answer.status()).isEqualTo(418);
        assertThat(answer.text()).startsWith("<!doctype html>");
    }

    @Test
    @Section("10.9.2")
    void aStatusThatIsSetIsNoError() throws Exception {
        RawResponse answer = apps.get("/app/fail?set404");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.text()).isEmpty();
    }

    @Test
    @Section("10.9.2")
    void theClosestMatchInTheHierarchyWins() throws Exception {
        assertThat(told("io", 500)).startsWith("pageFile");
        assertThat(told("plainIo", 500)).startsWith("pageIo");
        assertThat(told("runtime", 500)).startsWith("pageRuntime");
    }

    @Test
    @Section("10.9.2")
    void theRootCauseOfAServletExceptionIsTheSecondPass() throws Exception {
        String[] told = told("wrapped", 500);
        assertThat(told).startsWith("pageFile");
        assertThat(told[9]).isEqualTo("FileNotFoundException");
    }

    @Test
    @Section("10.9.2")
    void soIsTheOneOfASubclass() throws Exception {
        assertThat(told("own", 500)).startsWith("pageFile");
    }

    @Test
    @Section("10.9.2")
    void anExceptionWithoutPageHasThatOf500() throws Exception {
        String[] told = told("unknown", 500);
        assertThat(told).startsWith("page500");
        assertThat(told[3]).isEqualTo("500");
    }

    @Test
    @Section("10.9.2")
    void anErrorOfJavaIsNoOtherMatter() throws Exception {
        String[] told = told("error", 500);
        assertThat(told).startsWith("page500");
        assertThat(told[9]).isEqualTo("LinkageError");
    }

    @Test
    @Section("10.9.2")
    void anExceptionOfAFilterHasItsPage() throws Exception {
        assertThat(told("filter", 500)).startsWith("pageFile");
    }

    @Test
    @Section("10.9.2")
    void aPageForNothingSpecialIsForEverything() throws Exception {
        assertThat(apps.get("/any/fail?send418").text()).startsWith("any|GET|GET|418|");
        assertThat(apps.get("/any/fail?runtime").text()).startsWith("any|GET|GET|500|bad state|");
    }

    @Test
    @Section("10.9.2")
    void itComesBehindThatOfAnException() throws Exception {
        assertThat(apps.get("/any/fail?io").text()).startsWith("file|");
    }

    @Test
    @Section("10.9.2")
    void withoutAnyPageTheAnswerIs500() throws Exception {
        RawResponse answer = apps.get("/bare/fail?runtime");
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text()).doesNotContain("bad state").doesNotContain("Exception");
    }

    @Test
    @Section("10.9.2")
    void theDefaultServletSendsItsErrorsToo() throws Exception {
        RawResponse answer = apps.get("/app/nowhere.html");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.text()).startsWith("page404|GET|GET|404|");
    }

    @Test
    @Section("10.9.2")
    void aDispatchLeavesErrorsToItsCaller() throws Exception {
        assertThat(apps.text("/app/fail?forwarded")).isEqualTo("handled: bad state");
    }

    // ---- what it is told

    @Test
    @Section("10.9.1")
    void statusMessageAndPlaceOfWhatWasSent() throws Exception {
        assertThat(attributes("send404", 404))
                .containsExactly(
                        "page404",
                        "GET",
                        "GET",
                        "404",
                        "no such thing",
                        "/app/fail",
                        "send404",
                        "fail",
                        "-",
                        "-",
                        "/404",
                        "ERROR");
    }

    @Test
    @Section("10.9.1")
    void typeAndExceptionOfWhatWasThrown() throws Exception {
        assertThat(attributes("runtime", 500))
                .containsExactly(
                        "pageRuntime",
                        "GET",
                        "GET",
                        "500",
                        "bad state",
                        "/app/fail",
                        "runtime",
                        "fail",
                        "IllegalStateException",
                        "IllegalStateException",
                        "/runtime",
                        "ERROR");
    }

    @Test
    @Section("10.9.2")
    void everyPageIsGotWhateverTheMethodWas() throws Exception {
        RawResponse answer = apps.post("/app/fail?send404", "text/plain", "body");
        assertThat(answer.text()).startsWith("page404|GET|POST|404|no such thing|/app/fail|");
    }

    @Test
    @Section("10.9.3")
    void filtersOfErrorsRunBeforeThePage() throws Exception {
        assertThat(told("send404", 404)[14]).isEqualTo("filtered");
        assertThat(told("runtime", 500)[14]).isEqualTo("null");
    }

    @Test
    @Section("10.9.3")
    void thePageGetsTheRequestAndResponseThatNobodyWrapped() throws Exception {
        String[] told = told("runtime", 500);
        assertThat(told[12]).isEqualTo("false");
        assertThat(told[13]).isEqualTo("false");
    }

    @Test
    @Section("10.9.2")
    void nothingIsLeftOfWhatWasWrittenBefore() throws Exception {
        RawResponse answer = apps.get("/app/fail?partly");
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text()).startsWith("pageRuntime|");
        assertThat(answer.all("Content-Type").toString()).doesNotContain("text/css");
    }

    @Test
    @Section("10.9.2")
    void aStatusThatTwoPagesAreForIsRefusedWithBothLines() {
        assertThat(
                        AppServer.refusal(
                                server,
                                new AppDirectory(directory, "double")
                                        .webXml(ofStatus(404, "/a"), ofStatus(404, "/b"))))
                .contains("web.xml:3:1: ")
                .contains("there is an error-page for 404 already, at")
                .contains("web.xml:2:1");
    }
}
