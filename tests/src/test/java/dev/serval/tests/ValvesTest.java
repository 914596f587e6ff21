package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import dev.serval.embed.ServalBuilder;
import dev.serval.http.Exchange;
import dev.serval.http.Refusal;
import dev.serval.security.MemoryRealm;
import dev.serval.security.Users;
import dev.serval.valve.CallChain;
import dev.serval.valve.CallValve;
import dev.serval.valve.CompletionValve;
import dev.serval.valve.PreRoutingValve;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Valves of all kinds around the requests of a server, as clients see them. */
@ParameterizedClass
@EnumSource(Wire.class)
@Timeout(120)
final class ValvesTest {
    private static final String OTHER = "other.example";

    @TempDir private Path files;
    @Parameter Wire wire;

    private Serval serval;

    @AfterEach
    void stop() {
        if (serval != null) {
            serval.close();
        }
    }

    private void start(Consumer<ServalBuilder> with) throws Exception {
        Files.writeString(files.resolve("a.txt"), "the file");
        ServalBuilder builder =
                Serval.onPort(0)
                        .connector(unchanged -> new Settings().config(wire))
                        .directory("/files", files)
                        .servlet("/app", "/hello/*", new OneServlet.Given(ValvesTest::hello));
        with.accept(builder);
        serval = builder.start();
    }

    /** With that valve alone. */
    private void around(CallValve valve) throws Exception {
        start(builder -> builder.valve(valve));
    }

    /** The same. */
    private void told(CompletionValve valve) throws Exception {
        start(builder -> builder.valve(valve));
    }

    private static void hello(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        byte[] body = request.getInputStream().readAllBytes();
        response.getWriter()
                .print(
                        request.getServerName()
                                + "|"
                                + request.getRequestURI()
                                + "|"
                                + request.getQueryString()
                                + "|"
                                + request.getPathInfo()
                                + "|"
                                + request.getAttribute("noted")
                                + "|"
                                + new String(body, StandardCharsets.US_ASCII));
    }

    private RawResponse get(String target, String... fields) throws IOException {
        return exchange(request("GET", target, fields));
    }

    private RawResponse exchange(String request) throws IOException {
        try (RawClient client = new RawClient(wire, serval.port())) {
            return client.exchange(request);
        }
    }

    /** One of all kinds that notes what it is asked. */
    private record Noting(String name, BlockingQueue<String> told)
            implements PreRoutingValve, CallValve, CompletionValve {
        @Override
        public boolean admit(Exchange exchange) {
            told.add(name + " before");
            return true;
        }

        @Override
        public void invoke(
                HttpServletRequest request, HttpServletResponse response, CallChain chain)
                throws IOException, ServletException {
            told.add(name + " in");
            chain.proceed();
            told.add(name + " out");
        }

        @Override
        public void completed(Exchange exchange) {
            told.add(name + " " + exchange.status());
        }

        @Override
        public void start() {
            told.add(name + " start");
        }

        @Override
        public void stop() {
            told.add(name + " stop");
        }
    }

    private static List<String> polled(BlockingQueue<String> told, int count)
            throws InterruptedException {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(told.poll(30, TimeUnit.SECONDS));
        }
        return all;
    }

    @Test
    void thoseOfEachKindAreCalledInTheirOrder() throws Exception {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        start(builder -> builder.valve(new Noting("a", told)).valve(new Noting("b", told)));
        assertThat(get("/app/hello/x").status()).isEqualTo(200);
        assertThat(polled(told, 10))
                .containsExactly(
                        "a start",
                        "b start",
                        "a before",
                        "b before",
                        "a in",
                        "b in",
                        "b out",
                        "a out",
                        "a 200",
                        "b 200");
        serval.close();
        assertThat(polled(told, 2)).containsExactly("b stop", "a stop");
    }

    @Test
    void oneAroundCallsIsAskedForCachedFilesToo() throws Exception {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        start(builder -> builder.valve(new Noting("a", told)));
        assertThat(told.take()).isEqualTo("a start");
        for (int i = 0; i < 3; i++) {
            assertThat(get("/files/a.txt").text()).isEqualTo("the file");
            assertThat(polled(told, 4)).containsExactly("a before", "a in", "a out", "a 200");
        }
    }

    @Test
    void oneAroundCallsHoldsWhereNoApplicationAnswers() throws Exception {
        around(refusing(401));
        for (String target : List.of("/none", "/", "/app", "/app/none", "/app/WEB-INF/web.xml")) {
            RawResponse answer = get(target);
            assertThat(answer.status()).as(target).isEqualTo(401);
            assertThat(answer.field("Location")).as(target).isNull();
        }
    }

    @Test
    void aRequestThatLeadsToNoApplicationHasNoSession() throws Exception {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        around(
                (request, response, chain) -> {
                    try {
                        request.getSession();
                    } catch (IllegalStateException e) {
                        told.add(e.getMessage());
                    }
                    told.add("" + request.getSession(false));
                    chain.proceed();
                });
        RawResponse missing = get("/none");
        assertThat(missing.status()).isEqualTo(404);
        assertThat(missing.field("Set-Cookie")).isNull();
        assertThat(told.take()).contains("no application");
        assertThat(told.take()).isEqualTo("null");
        assertThat(get("/app/hello/").field("Set-Cookie")).contains("Path=/app");
    }

    private static CallValve refusing(int status) {
        return (request, response, chain) -> chain.refuse(status, "of the test");
    }

    @Test
    void whatNoApplicationAnswersIsAsWithoutOne() throws Exception {
        around((request, response, chain) -> chain.proceed());
        RawResponse missing = get("/none");
        assertThat(missing.status()).isEqualTo(404);
        assertThat(missing.text()).contains(Refusal.NOT_FOUND.code());
        RawResponse redirect = get("/app?a=b");
        assertThat(redirect.status()).isEqualTo(302);
        assertThat(redirect.field("Location")).isEqualTo("/app/?a=b");
    }

    @Test
    void whatIsToldOfEndsHearsOfFilesAndRefusals() throws Exception {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        told(exchange -> told.add(exchange.status() + " " + exchange.request().rawPath()));
        get("/files/a.txt");
        get("/files/a.txt");
        get("/none");
        get("/app/hello/%00");
        assertThat(polled(told, 4))
                .containsExactlyInAnyOrder(
                        "200 /files/a.txt", "200 /files/a.txt", "404 /none", "400 /app/hello/%00");
    }

    @Test
    void oneThatFailsWhenItIsToldHarmsNobody() throws Exception {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        CompletionValve failing =
                exchange -> {
                    throw new IllegalStateException("of the test");
                };
        start(
                builder ->
                        builder.valve(failing)
                                .valve((CompletionValve) e -> told.add("" + e.status())));
        try (RawClient client = new RawClient(wire, serval.port())) {
            for (int i = 0; i < 3; i++) {
                assertThat(client.exchange(request("GET", "/files/a.txt")).status()).isEqualTo(200);
            }
        }
        assertThat(polled(told, 3)).containsExactly("200", "200", "200");
    }

    @Test
    void oneBeforeRoutingAnswersItself() throws Exception {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        PreRoutingValve closed =
                exchange -> {
                    if (exchange.request().field("X-Key") != null) {
                        return true;
                    }
                    exchange.refuse(404, Refusal.FORBIDDEN, "no key");
                    return false;
                };
        start(
                builder ->
                        builder.valve(closed)
                                .valve((CompletionValve) e -> told.add("told " + e.status())));
        RawResponse refused = get("/files/a.txt");
        assertThat(refused.status()).isEqualTo(404);
        assertThat(refused.text()).doesNotContain(Refusal.FORBIDDEN.code());
        assertThat(get("/files/a.txt", "X-Key: 1").status()).isEqualTo(200);
        assertThat(polled(told, 2)).containsExactlyInAnyOrder("told 404", "told 200");
    }

    @Test
    void aRequestIsSentBackToRoutingWithAnotherTarget() throws Exception {
        around(rewriting("/app/hello/b%20c?d=e", null));
        RawResponse answer = get("/files/a.txt?x");
        assertThat(answer.text())
                .isEqualTo("localhost|/app/hello/b%20c|d=e|/b c|of the first time|");
        assertThat(answer.field("X-Valve")).isEqualTo("set");
        assertThat(
                        exchange(
                                        ServerUnderTest.request(
                                                        "POST", "/none", "Content-Length: 4")
                                                + "body")
                                .text())
                .endsWith("|body");
    }

    private static CallValve rewriting(String target, String host) {
        return (request, response, chain) -> {
            if (chain.reroutes() == 0) {
                request.setAttribute("noted", "of the first time");
                response.setHeader("X-Valve", "set");
                response.setStatus(418);
                chain.reroute(target, host);
            } else {
                chain.proceed();
            }
        };
    }

    @Test
    void aRequestIsSentBackToRoutingForAnotherHost() throws Exception {
        start(
                builder ->
                        builder.host(OTHER)
                                .servlet(
                                        "/app",
                                        "/hello/*",
                                        new OneServlet.Given(
                                                (request, response) ->
                                                        response.getWriter()
                                                                .print(
                                                                        "there as "
                                                                                + request
                                                                                        .getServerName())))
                                .valve(rewriting("/app/hello/", OTHER)));
        assertThat(get("/files/a.txt").text()).isEqualTo("there as " + OTHER);
    }

    @Test
    void theEleventhTimeIsAnError() throws Exception {
        List<Integer> times = new ArrayList<>();
        around(
                (request, response, chain) -> {
                    times.add(chain.reroutes());
                    chain.reroute("/app/hello/", null);
                });
        RawResponse answer = get("/files/a.txt");
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text()).contains(Refusal.REROUTED.code());
        assertThat(times).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    }

    @Test
    void aRequestIsNotSentBackWithHalfOfItsBody() throws Exception {
        AtomicReference<RuntimeException> thrown = new AtomicReference<>();
        around(
                (request, response, chain) -> {
                    request.getInputStream().read();
                    try {
                        chain.reroute("/app/hello/", null);
                    } catch (IllegalStateException e) {
                        thrown.set(e);
                    }
                    chain.proceed();
                });
        String post = request("POST", "/app/hello/p", "Content-Length: 4") + "body";
        assertThat(exchange(post).text()).endsWith("|ody");
        assertThat(thrown.get()).hasMessageContaining("body");
    }

    @Test
    void aRequestWhoseBodyIsReadBehindItsReroutingFails() throws Exception {
        around(
                (request, response, chain) -> {
                    if (chain.reroutes() == 0) {
                        chain.reroute("/app/hello/", null);
                        request.getInputStream().read();
                    } else {
                        chain.proceed();
                    }
                });
        String post = request("POST", "/app/hello/p", "Content-Length: 4") + "body";
        assertThat(exchange(post).status()).isEqualTo(500);
    }

    @Test
    void whatWasSaidOfTheBodyAndTheUserIsNotTakenAlong() throws Exception {
        BlockingQueue<String> users = new LinkedBlockingQueue<>();
        start(
                builder ->
                        builder.valve(
                                        (CallValve)
                                                (request, response, chain) -> {
                                                    if (chain.reroutes() == 0) {
                                                        response.setContentLength(3);
                                                        response.setHeader(
                                                                "Content-Encoding", "gzip");
                                                        response.setHeader("X-Valve", "set");
                                                        request.login("ann", "right");
                                                        chain.reroute("/app/hello/", null);
                                                    } else {
                                                        chain.proceed();
                                                    }
                                                })
                                .valve((CompletionValve) e -> users.add("user " + e.user()))
                                .realm(
                                        MemoryRealm.of(
                                                new Users(
                                                        List.of(
                                                                new Users.User(
                                                                        "ann", "right",
                                                                        Set.of()))))));
        RawResponse answer = get("/app/hello/x");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("localhost|/app/hello/|null|/|null|");
        assertThat(answer.field("Content-Encoding")).isNull();
        assertThat(answer.field("X-Valve")).isEqualTo("set");
        assertThat(polled(users, 1)).containsExactly("user null");
    }

    @Test
    void whatNoRequestMayHaveIsNoTarget() throws Exception {
        List<String> refused = new ArrayList<>();
        around(
                (request, response, chain) -> {
                    for (String target :
                            List.of("", "x", "/a b", "/a\r\nX: y", "/ä", "/a#b", "*", "/a?b#")) {
                        try {
                            chain.reroute(target, null);
                        } catch (IllegalArgumentException e) {
                            refused.add(target);
                        }
                    }
                    for (String host : List.of("", "a b", "a@b", "a:x")) {
                        try {
                            chain.reroute("/", host);
                        } catch (IllegalArgumentException e) {
                            refused.add(host);
                        }
                    }
                    chain.proceed();
                });
        assertThat(get("/app/hello/").status()).isEqualTo(200);
        assertThat(refused).hasSize(12);
    }

    @Test
    void anAmbiguousTargetIsRefusedAsIfAClientHadSentIt() throws Exception {
        around(rewriting("/app/..%2f", null));
        assertThat(get("/files/a.txt").status()).isEqualTo(400);
    }

    @Test
    void whatOneThrowsIsAnsweredAndTold() throws Exception {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        CallValve failing =
                (request, response, chain) -> {
                    throw new ServletException("of the test");
                };
        start(
                builder ->
                        builder.valve(failing)
                                .valve((CompletionValve) e -> told.add("" + e.status())));
        assertThat(get("/none").status()).isEqualTo(500);
        assertThat(get("/app/hello/").status()).isEqualTo(500);
        assertThat(polled(told, 2)).containsExactly("500", "500");
    }

    @Test
    void anAsynchronousRequestEndsBehindTheValve() throws Exception {
        BlockingQueue<AsyncContext> open = new LinkedBlockingQueue<>();
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        start(
                builder ->
                        builder.valve(new Noting("a", told))
                                .servlet(
                                        "/app",
                                        "/async",
                                        new OneServlet.Given(
                                                (request, response) ->
                                                        open.add(request.startAsync()))));
        try (RawClient client = new RawClient(wire, serval.port())) {
            client.send(request("GET", "/app/async"));
            assertThat(polled(told, 4)).containsExactly("a start", "a before", "a in", "a out");
            AsyncContext context = open.poll(30, TimeUnit.SECONDS);
            context.getResponse().getWriter().print("later");
            context.complete();
            assertThat(client.response().text()).isEqualTo("later");
        }
        assertThat(polled(told, 1)).containsExactly("a 200");
    }

    /** Sends back what it reads. */
    public static final class Echo implements HttpUpgradeHandler {
        @Override
        public void init(WebConnection connection) {
            try {
                int read = connection.getInputStream().read();
                connection.getOutputStream().write(read);
                connection.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void destroy() {}
    }

    @Test
    void anUpgradedConnectionGoesOnBehindTheValve() throws Exception {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        start(
                builder ->
                        builder.valve(new Noting("a", told))
                                .servlet(
                                        "/app",
                                        "/upgrade",
                                        new OneServlet.Given(
                                                (request, response) ->
                                                        request.upgrade(Echo.class))));
        try (RawClient client = new RawClient(wire, serval.port())) {
            client.send(request("GET", "/app/upgrade", "Upgrade: echo", "Connection: Upgrade"));
            assertThat(client.until("\r\n\r\n")).startsWith("HTTP/1.1 101");
            assertThat(polled(told, 4)).containsExactly("a start", "a before", "a in", "a out");
            client.send("x");
            assertThat(client.bytes(1)).containsExactly('x');
        }
        assertThat(polled(told, 1)).containsExactly("a 101");
    }

    @Test
    void oneAnswersInPlaceOfTheApplication() throws Exception {
        around((request, response, chain) -> response.getWriter().print("by the valve"));
        assertThat(get("/app/hello/").text()).isEqualTo("by the valve");
        assertThat(get("/none").text()).isEqualTo("by the valve");
    }

    @Test
    void whatIsCommittedIsNotSentBack() throws Exception {
        CallValve hasty =
                (request, response, chain) -> {
                    chain.proceed();
                    if (chain.reroutes() == 0) {
                        response.getWriter().print("too early");
                        response.flushBuffer();
                    }
                };
        start(builder -> builder.valve(hasty).valve(rewriting("/app/hello/", null)));
        try (RawClient client = new RawClient(wire, serval.port())) {
            client.send(request("GET", "/files/a.txt", "Connection: close"));
            // Cut, so that the client sees that it is not whole.
            assertThat(client.untilItEnds())
                    .contains("9\r\ntoo early\r\n")
                    .doesNotEndWith("0\r\n\r\n");
        }
    }
}
