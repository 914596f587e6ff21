package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import dev.serval.servlet.settings.ContextRule;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** Dispatches from {@code /a} to {@code /b} of the same host, and from {@code /closed}. */
@OnBioAndNio
final class Servlet61Section4_1CrossContextTest {
    private static final List<String> TOLD = new CopyOnWriteArrayList<>();

    @Parameter ServletUnderTest server;
    private static Serval serval;

    @BeforeParameterizedClassInvocation
    static void start(ServletUnderTest server) throws Exception {
        serval =
                server.start(
                        builder ->
                                builder.settings("/a", c -> c.with(ContextRule.CROSS_CONTEXT, true))
                                        .servlet(
                                                "/a",
                                                "/*",
                                                new OneServlet.Given(
                                                        Servlet61Section4_1CrossContextTest::call))
                                        .listener("/a", telling("a"))
                                        .servlet(
                                                "/b",
                                                "/p/*",
                                                new OneServlet.Given(
                                                        Servlet61Section4_1CrossContextTest
                                                                ::target))
                                        .filter(
                                                "/b",
                                                "/p/filtered",
                                                new Marking(),
                                                DispatcherType.FORWARD,
                                                DispatcherType.INCLUDE)
                                        .listener("/b", telling("b"))
                                        .servlet(
                                                "/b/c",
                                                "/*",
                                                new OneServlet.Given(
                                                        Servlet61Section4_1CrossContextTest
                                                                ::target))
                                        .servlet(
                                                "/closed",
                                                "/*",
                                                new OneServlet.Given(
                                                        Servlet61Section4_1CrossContextTest::call))
                                        .servlet(
                                                "",
                                                "/root/*",
                                                new OneServlet.Given(
                                                        Servlet61Section4_1CrossContextTest
                                                                ::call)));
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        serval.close();
    }

    @BeforeEach
    void forget() {
        TOLD.clear();
    }

    private static ServletRequestListener telling(String name) {
        return new ServletRequestListener() {
            @Override
            public void requestInitialized(ServletRequestEvent event) {
                TOLD.add("+" + name + event.getServletContext().getContextPath());
            }

            @Override
            public void requestDestroyed(ServletRequestEvent event) {
                TOLD.add("-" + name);
            }
        };
    }

    /** Writes a mark before the rest. */
    static final class Marking extends HttpFilter {
        private static final long serialVersionUID = 1;

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            response.getWriter().print("marked ");
            chain.doFilter(request, response);
        }
    }

    /** Does what the query says: how, context and path, with commas between. */
    private static void call(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        String[] words = request.getQueryString().split(",");
        ServletContext own = request.getServletContext();
        ServletContext other = own.getContext(words[1]);
        if (words[0].equals("context")) {
            response.getWriter().print(other == null ? null : "<" + other.getContextPath() + ">");
            return;
        }
        RequestDispatcher dispatcher =
                words[0].equals("named")
                        ? other.getNamedDispatcher(words[2])
                        : other.getRequestDispatcher(words[2]);
        switch (words[0]) {
            case "include" -> {
                if (words.length > 3) {
                    request.getSession().setAttribute("whose", "a");
                }
                response.getWriter().print("[");
                dispatcher.include(request, response);
                response.getWriter().print("]" + request.getServletContext().getContextPath());
                response.getWriter().print(request.getContextPath());
            }
            case "async" -> request.startAsync().dispatch(other, words[2]);
            default -> dispatcher.forward(request, response);
        }
    }

    /** Tells what it sees. */
    private static void target(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        Object text =
                switch (request.getPathInfo() == null ? "/" : request.getPathInfo()) {
                    case "/context" -> request.getServletContext().getContextPath();
                    case "/path" ->
                            request.getContextPath()
                                    + " "
                                    + request.getServletPath()
                                    + " "
                                    + request.getPathInfo()
                                    + " "
                                    + request.getRequestURI();
                    case "/forwarded" ->
                            request.getAttribute(RequestDispatcher.FORWARD_CONTEXT_PATH)
                                    + " "
                                    + request.getAttribute(RequestDispatcher.FORWARD_REQUEST_URI);
                    case "/included" ->
                            request.getAttribute(RequestDispatcher.INCLUDE_CONTEXT_PATH)
                                    + " "
                                    + request.getAttribute(RequestDispatcher.INCLUDE_REQUEST_URI);
                    case "/type" -> request.getDispatcherType();
                    case "/count" -> count(request.getSession());
                    case "/session" -> request.getSession(false) != null;
                    case "/whose" -> request.getSession().getAttribute("whose");
                    case "/owner" -> request.getSession().getServletContext().getContextPath();
                    case "/relative" -> {
                        request.getRequestDispatcher("context").forward(request, response);
                        yield "";
                    }
                    case "/back" -> {
                        request.getServletContext().getRequestDispatcher("/p/context");
                        yield request.getServletContext().getContext("/a");
                    }
                    default -> "target";
                };
        response.getWriter().print(text);
    }

    private static int count(HttpSession session) {
        AtomicInteger count = (AtomicInteger) session.getAttribute("count");
        if (count == null) {
            count = new AtomicInteger();
            session.setAttribute("count", count);
        }
        return count.incrementAndGet();
    }

    private String get(String target, String... fields) throws IOException {
        return server.get(serval, target, fields).text();
    }

    // ---- getContext

    @Test
    void theContextOfAnotherApplicationIsFoundByItsPath() throws Exception {
        assertThat(get("/a/?context,/b")).isEqualTo("</b>");
        assertThat(get("/a/?context,/b/p/x")).isEqualTo("</b>");
    }

    @Test
    void theLongestPathCounts() throws Exception {
        assertThat(get("/a/?context,/b/c/x")).isEqualTo("</b/c>");
        assertThat(get("/a/?context,/b/cx")).isEqualTo("</b>");
    }

    @Test
    void whereNoOtherAnswersTheRootDoes() throws Exception {
        assertThat(get("/a/?context,/nobody")).isEqualTo("<>");
    }

    @Test
    void theOwnContextIsFound() throws Exception {
        assertThat(get("/a/?context,/a/x")).isEqualTo("</a>");
        assertThat(get("/root/?context,/x")).isEqualTo("<>");
    }

    @Test
    void aPathBeginsWithASlash() throws Exception {
        assertThat(get("/a/?context,b")).isEqualTo("null");
    }

    @Test
    void unlessItIsAllowedOthersAreHidden() throws Exception {
        assertThat(get("/closed/?context,/b")).isEqualTo("null");
        assertThat(get("/closed/?context,/")).isEqualTo("null");
        assertThat(get("/closed/?context,/closed")).isEqualTo("</closed>");
    }

    @Test
    void withoutLeaveTheRootIsFoundByItselfAlone() throws Exception {
        assertThat(get("/root/?context,/b")).isEqualTo("null");
    }

    // ---- forward

    @Test
    void aForwardReachesTheOtherContext() throws Exception {
        assertThat(get("/a/?forward,/b,/p/context")).isEqualTo("/b");
    }

    @Test
    void aForwardShowsThePathsOfTheOtherContext() throws Exception {
        assertThat(get("/a/?forward,/b,/p/path")).isEqualTo("/b /p /path /b/p/path");
    }

    @Test
    void aForwardTellsWhereItCameFrom() throws Exception {
        assertThat(get("/a/x?forward,/b,/p/forwarded")).isEqualTo("/a /a/x");
    }

    @Test
    void aForwardIsOne() throws Exception {
        assertThat(get("/a/?forward,/b,/p/type")).isEqualTo("FORWARD");
    }

    @Test
    void filtersOfTheOtherContextAreCalled() throws Exception {
        assertThat(get("/a/?forward,/b,/p/filtered")).isEqualTo("marked target");
        assertThat(get("/a/?include,/b,/p/filtered")).isEqualTo("[marked target]/a/a");
    }

    @Test
    void theThreadHasTheClassLoaderOfTheOtherContextMeanwhile(@TempDir Path a, @TempDir Path b)
            throws Exception {
        List<ClassLoader> seen = new CopyOnWriteArrayList<>();
        OneServlet.Body calling =
                (request, response) -> {
                    RequestDispatcher other =
                            request.getServletContext().getContext("/b").getRequestDispatcher("/");
                    seen.add(Thread.currentThread().getContextClassLoader());
                    if (request.getPathInfo().equals("/forward")) {
                        other.forward(request, response);
                    } else {
                        other.include(request, response);
                        seen.add(Thread.currentThread().getContextClassLoader());
                    }
                };
        OneServlet.Body called =
                (request, response) -> seen.add(Thread.currentThread().getContextClassLoader());
        try (Serval own =
                server.start(
                        builder ->
                                builder.settings("/a", c -> c.with(ContextRule.CROSS_CONTEXT, true))
                                        .webapp("/a", a)
                                        .servlet("/a", "/*", new OneServlet.Given(calling))
                                        .webapp("/b", b)
                                        .servlet("/b", "/*", new OneServlet.Given(called)))) {
            ClassLoader ofA = own.servletContext("/a").getClassLoader();
            ClassLoader ofB = own.servletContext("/b").getClassLoader();
            assertThat(ofA).isNotSameAs(ofB);
            assertThat(server.get(own, "/a/forward").status()).isEqualTo(200);
            assertThat(seen).containsExactly(ofA, ofB);
            seen.clear();
            assertThat(server.get(own, "/a/include").status()).isEqualTo(200);
            assertThat(seen).containsExactly(ofA, ofB, ofA);
        }
    }

    @Test
    void aNamedServletOfTheOtherContextIsReached() throws Exception {
        String name = OneServlet.Given.class.getName() + "-0";
        assertThat(get("/a/?named,/b," + name)).isEqualTo("target");
    }

    @Test
    void aRelativePathIsRelativeInTheOtherContext() throws Exception {
        assertThat(get("/a/?forward,/b,/p/relative")).isEqualTo("/b");
    }

    @Test
    void theOtherContextHasNoLeaveOfItsOwnByThat() throws Exception {
        assertThat(get("/a/?forward,/b,/p/back")).isEqualTo("null");
    }

    @Test
    void anAsynchronousDispatchReachesTheOtherContext() throws Exception {
        assertThat(get("/a/?async,/b,/p/path")).isEqualTo("/b /p /path /b/p/path");
        assertThat(get("/a/?async,/b,/p/type")).isEqualTo("ASYNC");
        assertThat(get("/a/?async,/b,/p/context")).isEqualTo("/b");
    }

    // ---- include

    @Test
    void anIncludeReachesTheOtherContextAndReturns() throws Exception {
        // Its own path info is that of the includer.
        assertThat(get("/a/context?include,/b,/p/x")).isEqualTo("[/b]/a/a");
    }

    @Test
    void anIncludeShowsThePathsOfTheIncluder() throws Exception {
        assertThat(get("/a/x?include,/b,/p/path")).isEqualTo("[target]/a/a");
    }

    @Test
    void anIncludeTellsWhatIsIncluded() throws Exception {
        assertThat(get("/a/included?include,/b,/p/x")).isEqualTo("[/b /b/p/x]/a/a");
    }

    // ---- listeners

    @Test
    void listenersOfBothContextsAreToldOfTheRequest() throws Exception {
        get("/a/?forward,/b,/p/");
        Waiting.until("the end of the request", () -> TOLD.contains("-a"));
        assertThat(TOLD).containsExactly("+a/a", "+b/b", "-b", "-a");
    }

    // ---- sessions

    @Test
    void eachContextHasASessionOfItsOwn() throws Exception {
        assertThat(get("/a/whose?include,/b,/p/x,own")).isEqualTo("[null]/a/a");
        assertThat(get("/a/?forward,/b,/p/owner")).isEqualTo("/b");
    }

    @Test
    void withoutASessionThereIsNone() throws Exception {
        assertThat(get("/a/?forward,/b,/p/session")).isEqualTo("false");
    }

    @Test
    void theClientIsKnownAgainInTheOtherContext() throws Exception {
        RawResponse first = server.get(serval, "/a/?forward,/b,/p/count");
        assertThat(first.text()).isEqualTo("1");
        String cookie = SessionServer.returned(first);
        assertThat(first.field("Set-Cookie")).contains("Path=/a");
        assertThat(get("/a/?forward,/b,/p/count", cookie)).isEqualTo("2");
        assertThat(get("/a/?forward,/b,/p/session", cookie)).isEqualTo("true");
        assertThat(get("/a/?forward,/b,/p/count")).isEqualTo("1");
    }

    // ---- the end

    @Test
    void anApplicationIsNotStoppedWhileARequestIsInside() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger ended = new AtomicInteger();
        try (Serval own =
                        server.start(
                                builder ->
                                        builder.settings(
                                                        "/a",
                                                        c ->
                                                                c.with(
                                                                        ContextRule.CROSS_CONTEXT,
                                                                        true))
                                                .servlet(
                                                        "/a",
                                                        "/*",
                                                        new OneServlet.Given(
                                                                Servlet61Section4_1CrossContextTest
                                                                        ::call))
                                                .servlet(
                                                        "/b",
                                                        "/*",
                                                        new OneServlet.Given(
                                                                (request, response) -> {
                                                                    inside.countDown();
                                                                    await(go);
                                                                    response.getWriter()
                                                                            .print(
                                                                                    "ended "
                                                                                            + ended);
                                                                }) {
                                                            private static final long
                                                                    serialVersionUID = 1;

                                                            @Override
                                                            public void destroy() {
                                                                ended.incrementAndGet();
                                                            }
                                                        }));
                RawClient client = new RawClient(server.wire(), own.port())) {
            client.send(ServerUnderTest.request("GET", "/a/?forward,/b,/x"));
            await(inside);
            own.undeploy("/b");
            go.countDown();
            assertThat(client.response().text()).isEqualTo("ended 0");
            Waiting.until("the end of the application", () -> ended.get() == 1);
            assertThat(server.get(own, "/a/?context,/b").text()).isEqualTo("null");
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(RawClient.PATIENCE, TimeUnit.MILLISECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
