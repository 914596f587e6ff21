package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import jakarta.servlet.GenericServlet;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.UnavailableException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** From the making of a servlet to its end, and what happens when it cannot answer. */
@OnBioAndNio
final class Servlet61Section2_3LifeCycleTest {
    @Parameter ServletUnderTest server;

    /** What the servlets of one test have lived through. */
    private static final List<String> EVENTS = new CopyOnWriteArrayList<>();

    /** What they do, by their names. */
    private static final Map<String, Deed> INIT = new ConcurrentHashMap<>();

    private static final Map<String, Deed> SERVICE = new ConcurrentHashMap<>();

    @BeforeEach
    void forget() {
        EVENTS.clear();
        INIT.clear();
        SERVICE.clear();
    }

    interface Deed {
        void run() throws ServletException, IOException;
    }

    /** Made by the container, at every registration. */
    public static final class Living extends GenericServlet {
        private static final long serialVersionUID = 1;

        @Override
        public void init() throws ServletException {
            EVENTS.add("init " + getServletName());
            try {
                INIT.getOrDefault(getServletName(), () -> {}).run();
            } catch (IOException e) {
                throw new ServletException(e);
            }
        }

        @Override
        public void service(ServletRequest request, ServletResponse response)
                throws ServletException, IOException {
            EVENTS.add("service " + getServletName());
            SERVICE.getOrDefault(getServletName(), () -> {}).run();
            response.getWriter().print(System.identityHashCode(this));
        }

        @Override
        public void destroy() {
            EVENTS.add("destroy " + getServletName());
        }
    }

    private Serval start(Consumer<ServletContext> setUp) throws Exception {
        return server.start(
                builder -> builder.initializer("/app", (none, context) -> setUp.accept(context)));
    }

    private static ServletRegistration.Dynamic add(ServletContext context, String name) {
        ServletRegistration.Dynamic added = context.addServlet(name, Living.class);
        added.addMapping("/" + name);
        return added;
    }

    /** A server with one servlet of that name. */
    private Serval one(String name) throws Exception {
        return start(context -> add(context, name));
    }

    @Test
    @Section("2.2")
    void thereIsOneInstanceForAllRequestsOfADeclaration() throws Exception {
        try (Serval own = one("a")) {
            String first = server.get(own, "/app/a").text();
            assertThat(server.get(own, "/app/a").text()).isEqualTo(first);
        }
        assertThat(EVENTS).containsExactly("init a", "service a", "service a", "destroy a");
    }

    @Test
    @Section("2.2")
    void twoDeclarationsOfOneClassAreTwoInstances() throws Exception {
        try (Serval own =
                start(
                        context -> {
                            add(context, "a");
                            add(context, "b");
                        })) {
            assertThat(server.get(own, "/app/a").text())
                    .isNotEqualTo(server.get(own, "/app/b").text());
            assertThat(EVENTS).containsExactly("init a", "service a", "init b", "service b");
            EVENTS.clear();
        }
        assertThat(EVENTS).containsExactlyInAnyOrder("destroy a", "destroy b");
    }

    @Test
    @Section("2.3.1")
    void withoutANumberAServletIsInitialisedByItsFirstRequest() throws Exception {
        try (Serval own = one("a")) {
            assertThat(EVENTS).isEmpty();
            assertThat(server.get(own, "/app/a").status()).isEqualTo(200);
            assertThat(EVENTS).containsExactly("init a", "service a");
        }
    }

    @Test
    @Section("Servlet.init")
    void requestsThatComeTogetherFindItInitialisedOnce() throws Exception {
        Set<Thread> callers = ConcurrentHashMap.newKeySet();
        try (Gate gate = new Gate("/a");
                Serval own =
                        start(
                                context -> {
                                    add(context, "a");
                                    context.addFilter(
                                                    "callers",
                                                    (request, response, chain) -> {
                                                        callers.add(Thread.currentThread());
                                                        chain.doFilter(request, response);
                                                    })
                                            .addMappingForUrlPatterns(null, true, "/*");
                                })) {
            INIT.put("a", gate::pass);
            List<CompletableFuture<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                answers.add(
                        CompletableFuture.supplyAsync(
                                () -> {
                                    try {
                                        return server.get(own, "/app/a").status();
                                    } catch (IOException e) {
                                        throw new IllegalStateException(e);
                                    }
                                },
                                task -> new Thread(task).start()));
            }
            gate.awaitEntered();
            Waiting.until(
                    "all wait for init",
                    () ->
                            callers.size() == 4
                                    && callers.stream()
                                            .allMatch(Servlet61Section2_3LifeCycleTest::waits));
            assertThat(EVENTS).containsExactly("init a");
            gate.open();
            for (CompletableFuture<Integer> answer : answers) {
                assertThat(answer.get(RawClient.PATIENCE, TimeUnit.MILLISECONDS)).isEqualTo(200);
            }
            assertThat(EVENTS)
                    .containsExactly("init a", "service a", "service a", "service a", "service a");
        }
    }

    private static boolean waits(Thread thread) {
        return switch (thread.getState()) {
            case BLOCKED, WAITING, TIMED_WAITING -> true;
            case NEW, RUNNABLE, TERMINATED -> false;
        };
    }

    @Test
    @Section("2.3.2")
    void initIsGivenTheConfigurationOfItsDeclaration() throws Exception {
        Map<String, ServletConfig> configs = new ConcurrentHashMap<>();
        Servlet servlet =
                new GenericServlet() {
                    private static final long serialVersionUID = 1;

                    @Override
                    public void init(ServletConfig config) throws ServletException {
                        super.init(config);
                        configs.put("given", config);
                        configs.put("told", getServletConfig());
                    }

                    @Override
                    public void service(ServletRequest request, ServletResponse response) {}
                };
        try (Serval own =
                start(
                        context -> {
                            ServletRegistration.Dynamic added =
                                    context.addServlet("configured", servlet);
                            added.setInitParameter("one", "1");
                            added.setLoadOnStartup(1);
                        })) {
            ServletConfig config = configs.get("given");
            assertThat(own.port()).isPositive();
            assertThat(configs.get("told")).isSameAs(config);
            assertThat(config.getServletName()).isEqualTo("configured");
            assertThat(config.getInitParameter("one")).isEqualTo("1");
            assertThat(config.getInitParameter("two")).isNull();
            assertThat(Collections.list(config.getInitParameterNames())).containsExactly("one");
            assertThat(config.getServletContext().getContextPath()).isEqualTo("/app");
        }
    }

    @Test
    @Section("ServletConfig.getInitParameterNames")
    void withoutParametersThereAreNoNames() throws Exception {
        CompletableFuture<ServletConfig> config = new CompletableFuture<>();
        Servlet servlet =
                new GenericServlet() {
                    private static final long serialVersionUID = 1;

                    @Override
                    public void init() {
                        config.complete(getServletConfig());
                    }

                    @Override
                    public void service(ServletRequest request, ServletResponse response) {}
                };
        try (Serval own = server.start(b -> b.servlet("/app", "/*", servlet))) {
            assertThat(server.get(own, "/app/").status()).isEqualTo(200);
            ServletConfig known = config.get(RawClient.PATIENCE, TimeUnit.MILLISECONDS);
            assertThat(known.getInitParameterNames().hasMoreElements()).isFalse();
        }
    }

    // ---- failures of init

    @Test
    @Section("2.3.2.1")
    void aServletThatFailsInInitIsNotCalledAndNotDestroyed() throws Exception {
        INIT.put(
                "a",
                () -> {
                    throw new ServletException("expected by the test");
                });
        try (Serval own = one("a")) {
            assertThat(server.get(own, "/app/a").status()).isEqualTo(500);
        }
        assertThat(EVENTS).containsExactly("init a");
    }

    /** Counts the objects that were made. */
    public static final class Counted extends GenericServlet {
        private static final long serialVersionUID = 1;

        public Counted() {
            EVENTS.add("made");
        }

        @Override
        public void init() throws ServletException {
            EVENTS.add("init");
            if (EVENTS.size() == 2) {
                throw new ServletException("expected by the test: the first one fails");
            }
        }

        @Override
        public void service(ServletRequest request, ServletResponse response) {
            EVENTS.add("service");
        }
    }

    @Test
    @Section("2.3.2.1")
    void afterAFailedInitThereIsANewInstance() throws Exception {
        try (Serval own = start(c -> c.addServlet("c", Counted.class).addMapping("/c"))) {
            assertThat(server.get(own, "/app/c").status()).isEqualTo(500);
            assertThat(server.get(own, "/app/c").status()).isEqualTo(200);
        }
        assertThat(EVENTS).containsExactly("made", "init", "made", "init", "service");
    }

    @Test
    @Section("2.3.2.1")
    void anInitThatNamesATimeIsNotTriedBeforeThatIsOver() throws Exception {
        INIT.put(
                "a",
                () -> {
                    throw new UnavailableException("expected by the test", 600);
                });
        try (Serval own = one("a")) {
            RawResponse first = server.get(own, "/app/a");
            assertThat(first.status()).isEqualTo(503);
            assertThat(first.field("Retry-After")).isEqualTo("600");
            assertThat(server.get(own, "/app/a").status()).isEqualTo(503);
        }
        assertThat(EVENTS).containsExactly("init a");
    }

    @Test
    @Section("2.3.2.1")
    void anInitIsTriedAgainWhenItsTimeIsOver() throws Exception {
        INIT.put(
                "a",
                () -> {
                    INIT.remove("a");
                    throw new UnavailableException("expected by the test", 1);
                });
        try (Serval own = one("a")) {
            assertThat(server.get(own, "/app/a").status()).isEqualTo(503);
            Waiting.until("it answers", () -> server.get(own, "/app/a").status() == 200);
        }
        assertThat(EVENTS).containsExactly("init a", "init a", "service a", "destroy a");
    }

    @Test
    @Section("2.3.2.1")
    void anInitThatFailsForGoodIs404AndNotTriedAgain() throws Exception {
        INIT.put(
                "a",
                () -> {
                    throw new UnavailableException("expected by the test");
                });
        try (Serval own = one("a")) {
            assertThat(server.get(own, "/app/a").status()).isEqualTo(404);
            assertThat(server.get(own, "/app/a").status()).isEqualTo(404);
        }
        assertThat(EVENTS).containsExactly("init a");
    }

    // ---- failures of service

    @Test
    @Section("2.3.3.2")
    void anExceptionOfAServletIs500AndLeavesItInService() throws Exception {
        for (Exception thrown :
                List.of(
                        new ServletException("expected by the test"),
                        new IOException("expected by the test"),
                        new IllegalStateException("expected by the test"))) {
            SERVICE.put(
                    "a",
                    () -> {
                        SERVICE.clear();
                        if (thrown instanceof ServletException e) {
                            throw e;
                        } else if (thrown instanceof IOException e) {
                            throw e;
                        }
                        throw (RuntimeException) thrown;
                    });
            try (Serval own = one("a")) {
                assertThat(server.get(own, "/app/a").status()).as("%s", thrown).isEqualTo(500);
                assertThat(server.get(own, "/app/a").status()).as("%s", thrown).isEqualTo(200);
            }
            assertThat(EVENTS).containsExactly("init a", "service a", "service a", "destroy a");
            EVENTS.clear();
        }
    }

    @Test
    @Section("2.3.3.2")
    void oneThatIsUnavailableForGoodIs404AndDestroyed() throws Exception {
        SERVICE.put(
                "a",
                () -> {
                    throw new UnavailableException("expected by the test");
                });
        try (Serval own = one("a")) {
            RawResponse answer = server.get(own, "/app/a");
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.field("Retry-After")).isNull();
            Waiting.until("it is destroyed", () -> EVENTS.contains("destroy a"));
            SERVICE.clear();
            assertThat(server.get(own, "/app/a").status()).isEqualTo(404);
        }
        assertThat(EVENTS).containsExactly("init a", "service a", "destroy a");
    }

    @Test
    @Section("2.3.4")
    void oneThatIsUnavailableForGoodIsDestroyedBehindTheOthersThatAreInside() throws Exception {
        try (Gate gate = new Gate("/a");
                Serval own = one("a");
                Serval other = one("b");
                RawClient inside = new RawClient(server.wire(), own.port())) {
            SERVICE.put(
                    "a",
                    () -> {
                        gate.pass();
                        EVENTS.add("left a");
                    });
            inside.send(ServerUnderTest.request("GET", "/app/a"));
            gate.awaitEntered();
            for (String name : List.of("a", "b")) {
                SERVICE.put(
                        name,
                        () -> {
                            throw new UnavailableException("expected by the test");
                        });
            }
            assertThat(server.get(own, "/app/a").status()).isEqualTo(404);
            assertThat(server.get(other, "/app/b").status()).isEqualTo(404);
            // Had nobody been inside, the first one's turn would have been before this.
            Waiting.until("the other is destroyed", () -> EVENTS.contains("destroy b"));
            gate.open();
            assertThat(inside.response().status()).isEqualTo(200);
            Waiting.until("it is destroyed", () -> EVENTS.contains("destroy a"));
        }
        assertThat(EVENTS)
                .filteredOn(event -> event.endsWith(" a"))
                .containsExactly("init a", "service a", "service a", "left a", "destroy a");
        assertThat(EVENTS).filteredOn("destroy b"::equals).hasSize(1);
    }

    @Test
    @Section("2.3.3.2")
    void oneThatIsUnavailableForSomeTimeIs503WithThatTime() throws Exception {
        SERVICE.put(
                "a",
                () -> {
                    throw new UnavailableException("expected by the test", 30);
                });
        try (Serval own = one("a")) {
            RawResponse first = server.get(own, "/app/a");
            assertThat(first.status()).isEqualTo(503);
            assertThat(first.field("Retry-After")).isEqualTo("30");
            SERVICE.clear();
            RawResponse refused = server.get(own, "/app/a");
            assertThat(refused.status()).isEqualTo(503);
            assertThat(Integer.parseInt(refused.field("Retry-After"))).isBetween(1, 30);
        }
        assertThat(EVENTS).containsExactly("init a", "service a", "destroy a");
    }

    @Test
    @Section("2.3.3.2")
    void oneThatCannotTellItsTimeIs503WithATimeAllTheSame() throws Exception {
        SERVICE.put(
                "a",
                () -> {
                    throw new UnavailableException("expected by the test", 0);
                });
        try (Serval own = one("a")) {
            RawResponse first = server.get(own, "/app/a");
            assertThat(first.status()).isEqualTo(503);
            assertThat(first.field("Retry-After")).isEqualTo("60");
        }
    }

    @Test
    @Section("2.3.3.2")
    void aForwardToOneThatIsUnavailableIsToldTheTimeToo() throws Exception {
        SERVICE.put(
                "a",
                () -> {
                    throw new UnavailableException("expected by the test", 30);
                });
        try (Serval own =
                start(
                        context -> {
                            add(context, "a");
                            context.addServlet(
                                            "forwarding",
                                            new OneServlet.Given(
                                                    (q, r) ->
                                                            q.getRequestDispatcher("/a")
                                                                    .forward(q, r)))
                                    .addMapping("/f");
                        })) {
            RawResponse answer = server.get(own, "/app/f");
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.field("Retry-After")).isEqualTo("30");
        }
    }

    @Test
    @Section("2.3.3.2")
    void aFilterThatIsUnavailableLeavesTheServletInService() throws Exception {
        try (Serval own =
                start(
                        context -> {
                            add(context, "a");
                            context.addFilter(
                                            "f",
                                            (request, response, chain) -> {
                                                if (EVENTS.isEmpty()) {
                                                    EVENTS.add("filter");
                                                    throw new UnavailableException("expected");
                                                }
                                                chain.doFilter(request, response);
                                            })
                                    .addMappingForUrlPatterns(null, true, "/*");
                        })) {
            assertThat(server.get(own, "/app/a").status()).isEqualTo(404);
            assertThat(server.get(own, "/app/a").status()).isEqualTo(200);
        }
        assertThat(EVENTS).containsExactly("filter", "init a", "service a", "destroy a");
    }

    // ---- the end

    @Test
    @Section("2.3.4")
    void aServletIsDestroyedBehindItsLastRequest() throws Exception {
        try (Gate gate = new Gate("/a");
                Serval own = one("a");
                RawClient client = new RawClient(server.wire(), own.port());
                RawClient idle = new RawClient(server.wire(), own.port())) {
            SERVICE.put(
                    "a",
                    () -> {
                        gate.pass();
                        EVENTS.add("left");
                    });
            // Afterwards it has been accepted for sure.
            assertThat(idle.exchange(ServerUnderTest.request("GET", "/app/")).status())
                    .isEqualTo(404);
            client.send(ServerUnderTest.request("GET", "/app/a"));
            gate.awaitEntered();
            CompletableFuture<Void> stop =
                    CompletableFuture.runAsync(own::close, task -> new Thread(task).start());
            // The stop has begun, and waits.
            idle.assertClosed();
            assertThat(stop).isNotDone();
            gate.open();
            assertThat(client.response().status()).isEqualTo(200);
            stop.get(RawClient.PATIENCE, TimeUnit.MILLISECONDS);
        }
        assertThat(EVENTS).containsExactly("init a", "service a", "left", "destroy a");
    }

    @Test
    @Section("2.3.4")
    void aServletThatWasNeverInitialisedIsNotDestroyed() throws Exception {
        try (Serval own = one("a")) {
            assertThat(own.port()).isPositive();
        }
        assertThat(EVENTS).isEmpty();
    }

    @Test
    @Section("2.3.3.1")
    void twoRequestsAreInsideAtTheSameTime() throws Exception {
        try (Gate first = new Gate("/a");
                Gate second = new Gate("/a");
                Serval own = one("a");
                RawClient one = new RawClient(server.wire(), own.port());
                RawClient two = new RawClient(server.wire(), own.port())) {
            SERVICE.put("a", first::pass);
            one.send(ServerUnderTest.request("GET", "/app/a"));
            first.awaitEntered();
            SERVICE.put("a", second::pass);
            two.send(ServerUnderTest.request("GET", "/app/a"));
            second.awaitEntered();
            first.open();
            second.open();
            RawResponse answer = one.response();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(two.response().text()).isEqualTo(answer.text());
        }
    }
}
