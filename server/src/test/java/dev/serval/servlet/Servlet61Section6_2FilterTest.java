package dev.serval.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.servlet.registration.FilterLink;
import dev.serval.servlet.registration.RegisteredServlet;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Servlet61Section6_2FilterTest {
    static final List<String> EVENTS = new CopyOnWriteArrayList<>();

    @TempDir Path files;

    private static ContextBuilder hello() {
        return App.builder().servlet("hello", TestServlet.says("hello"), -1, "/hello/*", "*.do");
    }

    @ParameterizedTest(name = "{0} for {1}: {2}")
    @CsvSource({
        "/*, /hello, true",
        "/hello/*, /hello, true",
        "/hello/*, /hello/a/b, true",
        "/hello/a, /hello/a, true",
        "/hello/a, /hello/a/b, false",
        "*.do, /x/y.do, true",
        "*.do, /hello/y.dot, false",
        "/hell/*, /hello, false",
        "/, /hello, false",
    })
    void aFilterRunsWhereItsPatternFits(String pattern, String path, boolean runs) {
        App app = App.of(App.filter(hello(), "f", pattern));
        assertThat(app.get(path).body()).isEqualTo(runs ? "f(hello)" : "hello");
    }

    @Test
    void filtersRunInTheOrderOfTheirMappings() {
        ContextBuilder builder =
                hello().filter("b", App.around("b"), true, Map.of())
                        .filter("a", App.around("a"), true, Map.of())
                        .filterMapping("a", Set.of(), List.of("/hello/*"), List.of())
                        .filterMapping("b", Set.of(), List.of("/*"), List.of());
        assertThat(App.of(builder).get("/hello").body()).isEqualTo("a(b(hello))");
    }

    @Test
    void filtersByPatternRunBeforeThoseByName() {
        ContextBuilder builder =
                hello().filter("n", App.around("n"), true, Map.of())
                        .filterMapping("n", Set.of(), List.of(), List.of("hello"));
        App.filter(builder, "p", "/*");
        assertThat(App.of(builder).get("/hello").body()).isEqualTo("p(n(hello))");
    }

    @Test
    void aFilterForEveryServletHasTheNameOfNone() {
        ContextBuilder builder =
                hello().filter("n", App.around("n"), true, Map.of())
                        .filterMapping("n", Set.of(), List.of(), List.of("*"));
        assertThat(App.of(builder).get("/hello").body()).isEqualTo("n(hello)");
    }

    @Test
    void aFilterThatIsMappedTwiceRunsOnce() {
        ContextBuilder builder =
                App.filter(hello(), "f", "/*")
                        .filterMapping("f", Set.of(), List.of("/hello/*"), List.of("hello"));
        assertThat(App.of(builder).get("/hello").body()).isEqualTo("f(hello)");
    }

    @Test
    void aFilterOfAnotherDispatchDoesNotRun() {
        ContextBuilder builder =
                hello().filter("f", App.around("f"), true, Map.of())
                        .filterMapping(
                                "f", App.only(DispatcherType.FORWARD), List.of("/*"), List.of());
        assertThat(App.of(builder).get("/hello").body()).isEqualTo("hello");
    }

    @Test
    void aFilterMayAnswerItself() {
        Filter closed =
                (request, response, chain) -> ((HttpServletResponse) response).sendError(403);
        ContextBuilder builder =
                hello().filter("f", closed, true, Map.of())
                        .filterMapping("f", Set.of(), List.of("/*"), List.of());
        FakeStream answer = App.of(builder).get("/hello");
        assertThat(answer.status).isEqualTo(403);
        // The page names the path, /app/hello.
        assertThat(answer.body()).startsWith("<!doctype html>").doesNotEndWith("hello");
    }

    @Test
    void aFilterMayWrapTheRequest() {
        Filter wrapping =
                (request, response, chain) ->
                        chain.doFilter(
                                new HttpServletRequestWrapper((HttpServletRequest) request) {
                                    @Override
                                    public String getMethod() {
                                        return "WRAPPED";
                                    }
                                },
                                response);
        ContextBuilder builder =
                App.builder()
                        .servlet(
                                "s",
                                TestServlet.of((q, r) -> r.getOutputStream().print(q.getMethod())),
                                -1,
                                "/s")
                        .filter("f", wrapping, true, Map.of())
                        .filterMapping("f", Set.of(), List.of("/*"), List.of());
        assertThat(App.of(builder).get("/s").body()).isEqualTo("WRAPPED");
    }

    @Test
    void aFilterRunsWhereNothingIsMapped() {
        ContextBuilder builder =
                App.builder()
                        .filter(
                                "f",
                                (q, r, chain) -> r.getOutputStream().print("from the filter"),
                                true,
                                Map.of())
                        .filterMapping("f", Set.of(), List.of("/*"), List.of());
        assertThat(App.of(builder).get("/none").body()).isEqualTo("from the filter");
        assertThat(App.of(App.filter(App.builder(), "g", "/x")).get("/y").status).isEqualTo(404);
    }

    private static ContextBuilder marking(ContextBuilder builder, String pattern) {
        Filter filter =
                (request, response, chain) -> {
                    ((HttpServletResponse) response).setHeader("X-Filter", "ran");
                    chain.doFilter(request, response);
                };
        return builder.filter("m", filter, true, Map.of())
                .filterMapping("m", Set.of(), List.of(pattern), List.of());
    }

    @Test
    void aFilterSeesFilesEachTimeTheyAreAsked() throws IOException {
        Files.writeString(files.resolve("a.txt"), "text");
        App app = App.of(marking(App.builder().docBase(files), "/*"));
        for (int i = 0; i < 5; i++) {
            FakeStream answer = app.get("/a.txt");
            assertThat(answer.body()).isEqualTo("text");
            assertThat(answer.field("X-Filter")).isEqualTo("ran");
        }
    }

    private App aroundFiles(Filter filter) throws IOException {
        Files.writeString(files.resolve("a.txt"), "text");
        Files.writeString(files.resolve("big.txt"), BIG);
        return App.of(
                App.builder()
                        .docBase(files)
                        .filter("f", filter, true, Map.of())
                        .filterMapping("f", Set.of(), List.of("/*"), List.of()));
    }

    private static final String BIG = "0123456789".repeat(20_000);

    @Test
    void aFilterWritesBeforeAndBehindAFile() throws IOException {
        App app = aroundFiles(App.around("f"));
        FakeStream small = app.get("/a.txt");
        assertThat(small.body()).isEqualTo("f(text)");
        assertThat(small.length).isEqualTo(7);
        assertThat(small.status).isEqualTo(200);
        FakeStream big = app.get("/big.txt");
        assertThat(big.body()).isEqualTo("f(" + BIG + ")");
        assertThat(big.length).as("chunked").isEqualTo(-1);
        assertThat(big.aborted).isFalse();
        FakeStream head = app.send("HEAD /a.txt");
        assertThat(head.length).isEqualTo(7);
        assertThat(head.body()).isEmpty();
    }

    @Test
    void aFilterWritesOnlyBehindAFile() throws IOException {
        App app =
                aroundFiles(
                        (request, response, chain) -> {
                            chain.doFilter(request, response);
                            response.getOutputStream().print(")");
                        });
        FakeStream answer = app.get("/a.txt");
        assertThat(answer.body()).isEqualTo("text)");
        assertThat(answer.length).isEqualTo(5);
    }

    @Test
    void aFileFollowsTheWriterOfAFilter() throws IOException {
        Files.write(files.resolve("a.png"), new byte[] {1, 2, 3});
        App app =
                aroundFiles(
                        (request, response, chain) -> {
                            response.getWriter().print("\u00e4(");
                            chain.doFilter(request, response);
                            response.getWriter().print(")");
                        });
        assertThat(app.get("/big.txt").bytes())
                .isEqualTo(
                        ("\u00e4(" + BIG + ")")
                                .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
        assertThat(app.get("/a.png").status).as("no text").isEqualTo(500);
    }

    @Test
    void rangesHaveNoMeaningWhereAFilterHasWritten() throws IOException {
        App app = aroundFiles(App.around("f"));
        FakeStream answer =
                app.handle(
                        FakeStream.of(
                                "GET /app/a.txt HTTP/1.1\nHost: localhost\nRange: bytes=1-2"));
        assertThat(answer.status).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("f(text)");
    }

    @Test
    void aFileGoesThroughTheStreamOfAWrapper() throws IOException {
        App app =
                aroundFiles(
                        (request, response, chain) ->
                                chain.doFilter(
                                        request, new Doubling((HttpServletResponse) response)));
        FakeStream small = app.get("/a.txt");
        assertThat(small.body()).isEqualTo("tteexxtt");
        assertThat(small.length).isEqualTo(8);
        FakeStream big = app.get("/big.txt");
        assertThat(big.bytes()).hasSize(2 * BIG.length());
        assertThat(big.length).isEqualTo(-1);
        assertThat(big.aborted).isFalse();
        assertThat(app.send("HEAD /a.txt").length).isEqualTo(8);
    }

    /** Writes each byte twice, as little a length-keeping one as one that compresses. */
    private static final class Doubling extends jakarta.servlet.http.HttpServletResponseWrapper {
        Doubling(HttpServletResponse response) {
            super(response);
        }

        @Override
        public jakarta.servlet.ServletOutputStream getOutputStream() throws IOException {
            jakarta.servlet.ServletOutputStream inner = super.getOutputStream();
            return new jakarta.servlet.ServletOutputStream() {
                @Override
                public boolean isReady() {
                    return inner.isReady();
                }

                @Override
                public void setWriteListener(jakarta.servlet.WriteListener listener) {
                    inner.setWriteListener(listener);
                }

                @Override
                public void write(int b) throws IOException {
                    inner.write(b);
                    inner.write(b);
                }
            };
        }
    }

    @Test
    void filesWithoutAFilterStayOnTheFastPath() throws IOException {
        Files.writeString(files.resolve("a.txt"), "text");
        Files.writeString(files.resolve("b.txt"), "text");
        App app = App.of(App.filter(App.builder().docBase(files), "f", "/b.txt"));
        app.get("/a.txt");
        app.get("/a.txt");
        FakeStream fast = app.get("/a.txt");
        assertThat(fast.body()).isEqualTo("text");
        assertThat(fast.dispatches).as("answered on the thread of the connection").isZero();
        assertThat(app.get("/b.txt").dispatches).isEqualTo(1);
    }

    @Test
    void aFilterOfTheWelcomeFileRunsForItsDirectory() throws IOException {
        Files.writeString(files.resolve("index.html"), "welcome");
        App app = App.of(marking(App.builder().docBase(files), "*.html"));
        assertThat(app.get("/").field("X-Filter")).isEqualTo("ran");
        assertThat(app.get("/").body()).isEqualTo("welcome");
    }

    @Test
    void thePathOfAFilterIsTheDecodedOne() {
        App app = App.of(App.filter(hello(), "f", "/hello/secret/*"));
        assertThat(app.get("/hello/%73ecret/x").body()).isEqualTo("f(hello)");
        assertThat(app.get("/hello/./x/../secret").body()).isEqualTo("f(hello)");
        assertThat(app.get("/hello;a=b/secret;c").body()).isEqualTo("f(hello)");
    }

    @Test
    void oneFrameOfOursStandsBetweenTwoFilters() {
        AtomicReference<StackTraceElement[]> trace = new AtomicReference<>();
        ContextBuilder builder =
                App.builder()
                        .servlet(
                                "s",
                                TestServlet.of(
                                        (q, r) -> trace.set(new Throwable().getStackTrace())),
                                -1,
                                "/s");
        for (String name : List.of("a", "b", "c")) {
            builder.filter(name, (q, r, chain) -> chain.doFilter(q, r), true, Map.of())
                    .filterMapping(name, Set.of(), List.of("/*"), List.of());
        }
        App.of(builder).get("/s");
        List<String> own =
                Arrays.stream(trace.get())
                        .map(StackTraceElement::getClassName)
                        .takeWhile(name -> !name.endsWith("FakeStream"))
                        .filter(name -> name.startsWith("dev.serval.") && !name.contains("Test"))
                        .toList();
        assertThat(own)
                .containsExactly(
                        FilterLink.class.getName(),
                        FilterLink.class.getName(),
                        FilterLink.class.getName(),
                        ServletCall.class.getName(),
                        "dev.serval.http.Completion");
    }

    @Test
    void withoutAFilterForIt_aCallHasNoPlan() {
        App plain = App.of(hello());
        RegisteredServlet servlet = plain.context.registrations().iterator().next();
        assertThat(plain.context.application().filters(DispatcherType.REQUEST, "/hello", servlet))
                .isNull();
        App other = App.of(App.filter(hello(), "f", "/x"));
        servlet = other.context.registrations().iterator().next();
        assertThat(other.context.application().filters(DispatcherType.REQUEST, "/hello", servlet))
                .isNull();
        assertThat(other.context.application().filters(DispatcherType.REQUEST, "/x", servlet))
                .hasSize(1);
    }

    /** Given by its name. */
    public static final class Named implements Filter {
        @Override
        public void init(FilterConfig config) {
            EVENTS.add("init " + config.getFilterName() + " " + config.getInitParameter("p"));
        }

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            EVENTS.add("filter");
            chain.doFilter(request, response);
        }

        @Override
        public void destroy() {
            EVENTS.add("destroy");
        }
    }

    @Test
    void aFilterByNameIsMadeOnceAtTheStart() {
        EVENTS.clear();
        App app =
                App.of(
                        hello().filterClass("n", Named.class.getName(), false, Map.of("p", "v"))
                                .filterMapping("n", Set.of(), List.of("/*"), List.of()));
        assertThat(EVENTS).containsExactly("init n v");
        app.get("/hello");
        app.get("/hello");
        app.context.stop();
        assertThat(EVENTS).containsExactly("init n v", "filter", "filter", "destroy");
    }

    /** Fails. */
    public static final class Failing implements Filter {
        @Override
        public void init(FilterConfig config) {
            throw new IllegalStateException("no database");
        }

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) {}
    }

    @Test
    void aFilterThatFailsNamesItsClassAndTheCause() {
        AppContext context =
                hello().filterClass("n", Failing.class.getName(), false, Map.of()).build();
        assertThatThrownBy(context::start)
                .hasMessageContaining(Failing.class.getName())
                .hasMessageContaining("no database");
        assertThat(context.available()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"no.such.Filter, is not there", "java.lang.String, is no jakarta.servlet.Filter"})
    void aClassThatIsNoFilterIsNamed(String className, String words) {
        AppContext context = hello().filterClass("n", className, false, Map.of()).build();
        assertThatThrownBy(context::start)
                .isInstanceOf(ServletException.class)
                .hasMessageContaining(className)
                .hasMessageContaining(words);
    }

    @Test
    void aFilterThatIsMappedNeedsToBeThere() {
        assertThatThrownBy(
                        () ->
                                hello().filterMapping("x", Set.of(), List.of("/*"), List.of())
                                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no filter named x");
        assertThatThrownBy(() -> App.filter(hello(), "f", "x/*").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("x/*");
        assertThatThrownBy(() -> App.filter(App.filter(hello(), "f", "/*"), "f", "/*"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("two filters named f");
    }
}
