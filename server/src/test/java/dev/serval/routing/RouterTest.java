package dev.serval.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.Attachment;
import dev.serval.http.Exchange;
import dev.serval.http.Forwarded;
import dev.serval.http.Origin;
import dev.serval.http.Refusal;
import dev.serval.security.HostLogins;
import dev.serval.servlet.AppContext;
import dev.serval.servlet.FakeStream;
import dev.serval.servlet.TestServlet;
import dev.serval.servlet.registration.Pages;
import dev.serval.valve.CallValve;
import dev.serval.valve.CompletionValve;
import dev.serval.valve.PreRoutingValve;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouterTest {
    @TempDir Path files;

    private final List<Exchange> log = new ArrayList<>();
    private Router router;
    private AppContext app;

    @BeforeEach
    void setUp() throws IOException, ServletException {
        Files.writeString(files.resolve("index.html"), "welcome");
        Files.writeString(files.resolve("a.txt"), "text");
        Files.writeString(files.resolve("page.jsp"), "<% secret %>");
        Files.createDirectories(files.resolve("dir"));
        Files.writeString(files.resolve("dir/index.htm"), "dir");
        Files.createDirectories(files.resolve("jsp"));
        Files.writeString(files.resolve("jsp/index.jsp"), "<% secret %>");
        Files.createDirectories(files.resolve("empty"));
        Files.createDirectories(files.resolve("WEB-INF"));
        Files.writeString(files.resolve("WEB-INF/web.xml"), "<web-app/>");
        app =
                AppContext.builder("/app")
                        .docBase(files)
                        .servlet(
                                "paths",
                                TestServlet.of(
                                        (request, response) ->
                                                response.getOutputStream()
                                                        .print(
                                                                request.getContextPath()
                                                                        + "|"
                                                                        + request.getServletPath()
                                                                        + "|"
                                                                        + request.getPathInfo())),
                                -1,
                                "/s/*",
                                "*.do")
                        .build();
        app.start();
        router = new Router(hosts(app));
    }

    private HostTable hosts(AppContext... contexts) {
        return HostTable.builder()
                .host(
                        "localhost",
                        List.of(),
                        ContextTable.of(List.of(contexts)),
                        telling(null, log::add))
                .build();
    }

    private static HostValves telling(PreRoutingValve[] first, CompletionValve log) {
        return new HostValves(
                first, null, new CompletionValve[] {log}, null, HostLogins.NONE, null);
    }

    private FakeStream get(String target) {
        return FakeStream.get(target).handledBy(router);
    }

    private FakeStream send(String head) {
        return FakeStream.of(head).handledBy(router);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = ' ',
            value = {
                "/app/s/x /app|/s|/x",
                "/app/s /app|/s|null",
                "/app/s/a%20b /app|/s|/a·b",
                "/app/s;p=1/x;q /app|/s|/x",
                "/app//s/./x/../y /app|/s|/y",
                "/x/../app/s/y /x/../app|/s|/y",
                "//other.test/../app/s/y /other.test/../app|/s|/y",
                "/app/x/y.do /app|/x/y.do|null",
                "/%61pp/s/x /%61pp|/s|/x"
            })
    void aServletSeesTheNormalPathAndTheContextPathAsItWasWritten(String target, String expected) {
        FakeStream stream = get(target);
        assertThat(stream.status).isEqualTo(200);
        assertThat(stream.body()).isEqualTo(expected.replace('·', ' '));
        assertThat(stream.dispatches).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/app/..%2fx", "/app/%2e%2e/x", "/../x", "/app/s/%00", "/app/%c0%af"})
    void suspiciousPathsAre400(String target) {
        FakeStream stream = get(target);
        assertThat(stream.status).isEqualTo(400);
        assertThat(stream.body()).contains("SRV-0118");
        assertThat(stream.dispatches).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/other", "/ap", "/apps/x"})
    void withoutAContextItIs404(String target) {
        FakeStream stream = get(target);
        assertThat(stream.status).isEqualTo(404);
        assertThat(stream.body()).contains("404 Not Found");
        assertThat(stream.dispatches).isZero();
    }

    @ParameterizedTest(name = "{0} to {1}")
    @CsvSource({
        "/app, /app/",
        "/app?a=b&c, /app/?a=b&c",
        "/app?, /app/?",
        "//app, /app/",
        "/app;x=1, /app/",
        "/x/../app?//e, /app/?//e"
    })
    void aContextWithoutItsSlashIsRedirected(String target, String location) {
        FakeStream stream = get(target);
        assertThat(stream.status).isEqualTo(302);
        assertThat(stream.field("Location")).isEqualTo(location);
        assertThat(stream.completed()).isTrue();
    }

    @Test
    void aContextPathIsEncodedInItsRedirect() throws ServletException {
        AppContext umlaut = AppContext.builder("/ä b").build();
        umlaut.start();
        router.hosts(hosts(umlaut));
        assertThat(get("/%c3%a4%20b").field("Location")).isEqualTo("/%C3%A4%20b/");
    }

    @Test
    void optionsOfTheServerIsAnswered() {
        FakeStream stream = send("OPTIONS * HTTP/1.1\nHost: localhost");
        assertThat(stream.status).isEqualTo(200);
        assertThat(stream.field("Allow")).contains("GET").doesNotContain("TRACE");
        assertThat(stream.length).isZero();
    }

    @Test
    void anAsteriskIsNoPathForOtherMethods() {
        assertThat(send("GET * HTTP/1.1\nHost: localhost").status).isEqualTo(400);
    }

    @Test
    void traceOfAServletIs405WithAllowAndDoesNotReachIt() {
        FakeStream stream = send("TRACE /app/s/x HTTP/1.1\nHost: localhost");
        assertThat(stream.status).isEqualTo(405);
        assertThat(stream.field("Allow")).contains("GET").doesNotContain("TRACE");
        assertThat(stream.dispatches).isZero();
    }

    @Test
    void traceOfAFileIs405WithWhatFilesAllow() {
        FakeStream stream = send("TRACE /app/a.txt HTTP/1.1\nHost: localhost");
        assertThat(stream.status).isEqualTo(405);
        assertThat(stream.field("Allow")).isEqualTo("GET, HEAD, OPTIONS");
    }

    @ParameterizedTest
    @CsvSource({"/nowhere, 404", "*, 400"})
    void traceOfNothingEchoesNothing(String target, int status) {
        FakeStream stream = send("TRACE " + target + " HTTP/1.1\nHost: localhost");
        assertThat(stream.status).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/app/page.jsp",
                "/app/page.JSP",
                "/app/page.jspx",
                "/app/jsp/",
                "/app/x.jsp"
            })
    void aPageWithoutItsServletIs501AndNeverSource(String target) {
        FakeStream stream = get(target);
        assertThat(stream.status).isEqualTo(501);
        assertThat(stream.body())
                .contains("brings a JSP engine in WEB-INF/lib")
                .doesNotContain("secret");
    }

    @Test
    void anEngineThatNothingMapsIsNamed() throws ServletException {
        AppContext pages =
                AppContext.builder("")
                        .docBase(files)
                        .pages(new Pages(null, List.of(), "com.acme.Pages"))
                        .build();
        pages.start();
        router.hosts(hosts(pages));
        assertThat(get("/page.jsp").body())
                .contains("nothing maps it", "com.acme.Pages")
                .doesNotContain("here is neither");
    }

    @Test
    void aServletForPagesGetsThem() throws ServletException {
        AppContext pages =
                AppContext.builder("")
                        .docBase(files)
                        .servlet("jsp", TestServlet.says("compiled"), -1, "*.jsp")
                        .build();
        pages.start();
        router.hosts(hosts(pages));
        assertThat(get("/page.jsp").body()).isEqualTo("compiled");
        assertThat(get("/jsp/").body()).isEqualTo("compiled");
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "/app/a.txt, 200, text",
        "/app/, 200, welcome",
        "/app/dir/, 200, dir",
        "/app/empty/, 404, Not Found",
        "/app/missing.txt, 404, Not Found",
        "/app/WEB-INF/web.xml, 404, Not Found",
        "/app/web-inf/web.xml, 404, Not Found"
    })
    void filesAndWelcomeFiles(String target, int status, String text) {
        FakeStream stream = get(target);
        assertThat(stream.status).isEqualTo(status);
        assertThat(stream.body()).contains(text).doesNotContain("web-app");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/app/a.txt", "/app/", "/app/dir/"})
    void aFileInTheCacheIsAnsweredWithoutDispatch(String target) {
        FakeStream first = get(target);
        FakeStream second = get(target);
        assertThat(first.dispatches).isEqualTo(1);
        assertThat(second.dispatches).isZero();
        assertThat(second.status).isEqualTo(200);
        assertThat(second.bytes()).isEqualTo(first.bytes());
        assertThat(second.exchange.exposed()).isFalse();
    }

    @Test
    void whereAHostBelievesAnotherNameFilesInItsOwnCacheAreNotAnswered() throws Exception {
        Path elsewhere = Files.createDirectories(files.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("a.txt"), "of the other host");
        AppContext other = AppContext.builder("/app").docBase(elsewhere).build();
        other.start();
        router.hosts(
                HostTable.builder()
                        .host(
                                "localhost",
                                List.of(),
                                ContextTable.of(List.of(app)),
                                telling(new PreRoutingValve[] {RouterTest::believe}, log::add))
                        .host("other", List.of(), ContextTable.of(List.of(other)), HostValves.NONE)
                        .build());
        assertThat(get("/app/a.txt").body()).isEqualTo("text");
        assertThat(get("/app/a.txt").dispatches).as("from the cache").isZero();

        String head = "GET /app/a.txt HTTP/1.1\nHost: localhost\nX-Forwarded-Host: other";
        assertThat(send(head).body()).isEqualTo("of the other host");
        assertThat(send(head).body()).isEqualTo("of the other host");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void valvesBeforeRoutingAreAskedAgainForTheTargetOfAValve(boolean ofEngine) {
        PreRoutingValve[] closed = {
            exchange -> {
                if (exchange.request().rawPath().startsWith("/app/s/secret")) {
                    exchange.refuse(Refusal.FORBIDDEN, "");
                    return false;
                }
                return true;
            }
        };
        router.hosts(
                rerouting(ofEngine ? null : closed).preRouting(ofEngine ? closed : null).build());
        assertThat(get("/app/s/x").status).isEqualTo(200);
        assertThat(get("/app/s/secret").status).isEqualTo(403);
        assertThat(get("/app/s/pub").status).isEqualTo(403);
    }

    @Test
    void whatAValveOfTheEngineHasAnsweredIsNotTouchedAgain() {
        List<Attachment> told = new ArrayList<>();
        Attachment next = exchange -> {};
        PreRoutingValve answering =
                exchange -> {
                    exchange.refuse(Refusal.FORBIDDEN, "");
                    told.add(exchange.attachment());
                    // As the next request on the connection may, on another thread.
                    exchange.attach(next);
                    return false;
                };
        router.hosts(rerouting(null).preRouting(new PreRoutingValve[] {answering}).build());
        FakeStream stream = get("/app/s/x");
        assertThat(stream.status).isEqualTo(403);
        assertThat(stream.exchange.attachment()).isSameAs(next);
        assertThat(told).singleElement().isInstanceOf(VirtualHost.class);
    }

    /** From {@code /app/s/pub} to {@code /app/s/secret}. */
    private HostTable.Builder rerouting(PreRoutingValve[] first) {
        CallValve around =
                (request, response, chain) -> {
                    if (request.getRequestURI().equals("/app/s/pub")) {
                        chain.reroute("/app/s/secret", null);
                    } else {
                        chain.proceed();
                    }
                };
        return HostTable.builder()
                .host(
                        "localhost",
                        List.of(),
                        ContextTable.of(List.of(app)),
                        new HostValves(
                                first,
                                new CallValve[] {around},
                                null,
                                null,
                                HostLogins.NONE,
                                null));
    }

    @Test
    void whatValvesBelieveIsForgottenBeforeTheyAreAskedAgain() {
        List<Forwarded> seen = new ArrayList<>();
        PreRoutingValve believing =
                exchange -> {
                    seen.add(exchange.forwarded());
                    exchange.forwarded(said(exchange, "believed"));
                    return true;
                };
        router.hosts(rerouting(null).preRouting(new PreRoutingValve[] {believing}).build());
        assertThat(get("/app/s/pub").body()).isEqualTo("/app|/s|/secret");
        assertThat(seen).containsExactly(null, null);

        seen.clear();
        FakeStream stream = FakeStream.get("/app/s/pub");
        Forwarded told = said(stream.exchange, "by the protocol");
        stream.exchange.forwarded(told);
        assertThat(stream.handledBy(router).status).isEqualTo(200);
        assertThat(seen).containsExactly(told, told);
    }

    private static Forwarded said(Exchange exchange, String host) {
        Origin origin = new Origin("http", false, host, 0, 443, false);
        return new Forwarded(exchange.peer(), origin, Map.of(), Map.of(), null);
    }

    private static boolean believe(Exchange exchange) {
        String name = exchange.request().field("X-Forwarded-Host");
        if (name != null) {
            exchange.forwarded(said(exchange, name));
        }
        return true;
    }

    @Test
    void aWelcomeFileThatIsAServletComesLast() throws ServletException {
        AppContext context =
                AppContext.builder("")
                        .docBase(files)
                        .welcomeFiles(List.of("index.do", "index.html"))
                        .servlet("do", TestServlet.says("servlet"), -1, "*.do")
                        .build();
        context.start();
        router.hosts(hosts(context));
        assertThat(get("/").body()).isEqualTo("welcome");
        assertThat(get("/empty/").body()).isEqualTo("servlet");
    }

    @Test
    void aWelcomeServletNeedsNoFiles() throws ServletException {
        AppContext context =
                AppContext.builder("")
                        .welcomeFiles(List.of("index.do"))
                        .servlet("do", TestServlet.says("servlet"), -1, "*.do")
                        .build();
        context.start();
        router.hosts(hosts(context));
        assertThat(get("/").body()).isEqualTo("servlet");
        assertThat(get("/x").status).isEqualTo(404);
    }

    @Test
    void aServletAtTheRootTakesThePlaceOfFiles() throws ServletException {
        AppContext context =
                AppContext.builder("")
                        .docBase(files)
                        .servlet("all", TestServlet.says("mine"), -1, "/")
                        .build();
        context.start();
        router.hosts(hosts(context));
        assertThat(get("/a.txt").body()).isEqualTo("mine");
        assertThat(get("/").body()).isEqualTo("mine");
    }

    @Test
    void aContextThatIsNotStartedIs503() {
        get("/app/a.txt");
        app.stop();
        assertThat(get("/app/a.txt").status).isEqualTo(503);
        assertThat(get("/app/s/x").status).isEqualTo(503);
    }

    @Test
    void everyExchangeIsLoggedOnce() {
        get("/app/a.txt");
        get("/app/a.txt");
        get("/nowhere");
        get("/%zz");
        assertThat(log).hasSize(4).doesNotHaveDuplicates();
    }

    @Test
    void whatWasRefusedBeforeBelongsToTheDefaultHost() {
        FakeStream stream = FakeStream.get("/x");
        router.completed(stream.exchange);
        assertThat(log).containsExactly(stream.exchange);
    }

    @Test
    void tablesAreSwappedWhole() {
        assertThat(get("/app/s/x").status).isEqualTo(200);
        router.hosts(hosts());
        assertThat(get("/app/s/x").status).isEqualTo(404);
    }

    @Test
    void hostsHaveTheirOwnContexts() throws ServletException {
        AppContext other =
                AppContext.builder("").servlet("o", TestServlet.says("o"), -1, "/*").build();
        other.start();
        router.hosts(
                HostTable.builder()
                        .host(
                                "localhost",
                                List.of(),
                                ContextTable.of(List.of(app)),
                                HostValves.NONE)
                        .host("other", List.of(), ContextTable.of(List.of(other)), HostValves.NONE)
                        .build());
        assertThat(send("GET /app/s HTTP/1.1\nHost: other").body()).isEqualTo("o");
        assertThat(get("/app/s").body()).isEqualTo("/app|/s|null");
    }
}
