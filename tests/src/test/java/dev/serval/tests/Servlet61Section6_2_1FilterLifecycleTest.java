package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.lifecycle.LifecycleException;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.HttpServlet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** When filters are made, called and ended, and what they are given. */
@OnBioAndNio
final class Servlet61Section6_2_1FilterLifecycleTest {
    @Parameter ServletUnderTest server;

    /** Tells of its life. */
    private static class Recorded implements Filter {
        private final List<String> told;
        private final String name;
        private FilterConfig config;

        Recorded(String name, List<String> told) {
            this.name = name;
            this.told = told;
        }

        @Override
        public void init(FilterConfig given) throws ServletException {
            config = given;
            told.add(name + ".init");
        }

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            told.add(name + ".doFilter");
            chain.doFilter(request, response);
            told.add(name + ".returned");
        }

        @Override
        public void destroy() {
            told.add(name + ".destroy");
        }
    }

    private static void map(RegisteringServer app, String name, Filter filter) {
        app.context().addFilter(name, filter).addMappingForUrlPatterns(null, true, "/*");
    }

    @Test
    void initIsCalledOnceBeforeTheFirstRequestAndDestroyOnceAtTheEnd() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a -> {
                            map(a, "f", new Recorded("f", told));
                            a.servlet("s", (q, r) -> told.add("s"), "/*");
                        })) {
            assertThat(told).containsExactly("f.init");
            app.get("/");
            app.get("/");
        }
        assertThat(told)
                .containsExactly(
                        "f.init",
                        "f.doFilter",
                        "s",
                        "f.returned",
                        "f.doFilter",
                        "s",
                        "f.returned",
                        "f.destroy");
    }

    @Test
    void theFirstFilterOfTheListIsCalledFirstAndLeftLast() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a -> {
                            map(a, "one", new Recorded("one", told));
                            map(a, "two", new Recorded("two", told));
                            a.servlet("s", (q, r) -> told.add("s"), "/*");
                        })) {
            told.clear();
            app.get("/");
            assertThat(told)
                    .containsExactly(
                            "one.doFilter", "two.doFilter", "s", "two.returned", "one.returned");
        }
    }

    @Test
    @Section("6.2.4")
    void twoDeclarationsOfOneClassAreTwoInstances() throws Exception {
        List<Filter> made = new CopyOnWriteArrayList<>();
        Counted.MADE.set(made);
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a -> {
                            a.context()
                                    .addFilter("one", Counted.class)
                                    .addMappingForUrlPatterns(null, true, "/*");
                            a.context()
                                    .addFilter("two", Counted.class)
                                    .addMappingForUrlPatterns(null, true, "/*");
                            a.servlet("s", (q, r) -> {}, "/*");
                        })) {
            app.get("/");
            app.get("/");
            assertThat(made).hasSize(2).doesNotHaveDuplicates();
        }
    }

    /** Made by the container, for which it is public. */
    public static final class Counted implements Filter {
        static final AtomicReference<List<Filter>> MADE = new AtomicReference<>(new ArrayList<>());

        public Counted() {
            MADE.get().add(this);
        }

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            chain.doFilter(request, response);
        }
    }

    @Test
    void aFilterThatIsMappedToNothingIsInitialisedToo() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        RegisteringServer.start(server, a -> a.context().addFilter("f", new Recorded("f", told)))
                .close();
        assertThat(told).containsExactly("f.init", "f.destroy");
    }

    @Test
    void aFilterThatThrowsInInitIsNotPutIntoServiceNorIsItsApplication() {
        for (Exception thrown :
                List.of(
                        new ServletException("not today"),
                        new UnavailableException("not today"),
                        new IllegalStateException("not today"))) {
            List<String> told = new CopyOnWriteArrayList<>();
            Filter failing =
                    new Recorded("f", told) {
                        @Override
                        public void init(FilterConfig given) throws ServletException {
                            if (thrown instanceof ServletException checked) {
                                throw checked;
                            }
                            throw (RuntimeException) thrown;
                        }
                    };
            assertThatThrownBy(
                            () -> RegisteringServer.start(server, a -> map(a, "broken", failing)))
                    .isInstanceOf(LifecycleException.class)
                    .hasStackTraceContaining("filter broken (");
            assertThat(told).isEmpty();
        }
    }

    @Test
    void whatWasInitialisedBeforeAFilterThatFailedIsEnded() {
        List<String> told = new CopyOnWriteArrayList<>();
        Filter failing =
                new Recorded("second", told) {
                    @Override
                    public void init(FilterConfig given) throws ServletException {
                        throw new ServletException("no");
                    }
                };
        assertThatThrownBy(
                        () ->
                                RegisteringServer.start(
                                        server,
                                        a -> {
                                            map(a, "first", new Recorded("first", told));
                                            map(a, "second", failing);
                                        }))
                .isInstanceOf(LifecycleException.class);
        assertThat(told).containsExactly("first.init", "first.destroy");
    }

    @Test
    void filtersAreInitialisedBeforeServlets() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        HttpServlet servlet =
                new HttpServlet() {
                    private static final long serialVersionUID = 1;

                    @Override
                    public void init() {
                        told.add("s.init");
                    }

                    @Override
                    public void destroy() {
                        told.add("s.destroy");
                    }
                };
        RegisteringServer.start(
                        server,
                        a -> {
                            a.context().addServlet("s", servlet).setLoadOnStartup(1);
                            map(a, "f", new Recorded("f", told));
                        })
                .close();
        assertThat(told).startsWith("f.init", "s.init").contains("f.destroy", "s.destroy");
    }

    @Test
    void aFilterMayAnswerWithoutTheRestOfTheChain() throws Exception {
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a -> {
                            a.filter("block", (q, r, chain) -> r.getWriter().print("blocked"))
                                    .addMappingForUrlPatterns(null, true, "/*");
                            a.tells("behind", "/*");
                            a.servlet("s", (q, r) -> a.tell("s"), "/*");
                        })) {
            assertThat(app.text("/")).isEqualTo("blocked");
            assertThat(app.told()).isEmpty();
        }
    }

    @Test
    void theServletRunsInTheThreadOfItsFilters() throws Exception {
        List<Thread> threads = new CopyOnWriteArrayList<>();
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a -> {
                            a.filter(
                                            "f",
                                            (q, r, chain) -> {
                                                threads.add(Thread.currentThread());
                                                chain.doFilter(q, r);
                                                threads.add(Thread.currentThread());
                                            })
                                    .addMappingForUrlPatterns(null, true, "/*");
                            a.servlet("s", (q, r) -> threads.add(Thread.currentThread()), "/*");
                        })) {
            app.get("/");
            assertThat(threads).hasSize(3);
            assertThat(threads).containsOnly(threads.get(0));
        }
    }

    @Test
    void afterTheChainAFilterSeesTheFieldsOfTheResponse() throws Exception {
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a -> {
                            a.filter(
                                            "f",
                                            (q, r, chain) -> {
                                                chain.doFilter(q, r);
                                                assertThat(r.getHeader("X-Servlet"))
                                                        .isEqualTo("set");
                                                assertThat(r.getStatus()).isEqualTo(202);
                                                r.setHeader("X-Filter", "added");
                                            })
                                    .addMappingForUrlPatterns(null, true, "/*");
                            a.servlet(
                                    "s",
                                    (q, r) -> {
                                        r.setStatus(202);
                                        r.setHeader("X-Servlet", "set");
                                    },
                                    "/*");
                        })) {
            assertThat(app.get("/").field("X-Filter")).isEqualTo("added");
        }
    }

    @Test
    void aFilterThatIsUnavailableEndsTheChainAndTheServletStaysAvailable() throws Exception {
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a -> {
                            a.filter(
                                            "f",
                                            (q, r, chain) -> {
                                                if (q.getParameter("not") != null) {
                                                    throw new UnavailableException("later", 7);
                                                }
                                                chain.doFilter(q, r);
                                            })
                                    .addMappingForUrlPatterns(null, true, "/*");
                            a.tells("behind", "/*");
                            a.servlet("s", (q, r) -> a.tell("s"), "/*");
                        })) {
            assertThat(app.get("/?not").status()).isEqualTo(503);
            assertThat(app.told()).isEmpty();
            assertThat(app.get("/").status()).isEqualTo(200);
            assertThat(app.told()).containsExactly("behind", "s");
        }
    }

    @Test
    void aFilterThatIsUnavailableForGoodIs404ForThatCall() throws Exception {
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a -> {
                            a.filter(
                                            "f",
                                            (q, r, chain) -> {
                                                throw new UnavailableException("never");
                                            })
                                    .addMappingForUrlPatterns(null, true, "/gone");
                            a.servlet("s", (q, r) -> r.getWriter().print("here"), "/*");
                        })) {
            assertThat(app.get("/gone").status()).isEqualTo(404);
            assertThat(app.text("/other")).isEqualTo("here");
        }
    }

    @Test
    void whatAServletThrowsPassesItsFilters() throws Exception {
        ServletException thrown = new ServletException("from the servlet");
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a -> {
                            a.filter(
                                            "f",
                                            (q, r, chain) -> {
                                                try {
                                                    chain.doFilter(q, r);
                                                } catch (ServletException e) {
                                                    assertThat(e).isSameAs(thrown);
                                                    r.getWriter().print("caught");
                                                }
                                            })
                                    .addMappingForUrlPatterns(null, true, "/*");
                            a.servlet(
                                    "s",
                                    (q, r) -> {
                                        throw thrown;
                                    },
                                    "/*");
                        })) {
            assertThat(app.text("/")).isEqualTo("caught");
        }
    }

    @Test
    void whatAFilterThrowsIs500() throws Exception {
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a -> {
                            a.filter(
                                            "f",
                                            (q, r, chain) -> {
                                                throw new IOException("broken");
                                            })
                                    .addMappingForUrlPatterns(null, true, "/*");
                            a.servlet("s", (q, r) -> a.tell("s"), "/*");
                        })) {
            assertThat(app.get("/").status()).isEqualTo(500);
            assertThat(app.told()).isEmpty();
        }
    }

    @Test
    @Section("FilterChain.doFilter")
    void aFilterMayCallTheRestOfTheChainAgain() throws Exception {
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a -> {
                            a.filter(
                                            "f",
                                            (q, r, chain) -> {
                                                chain.doFilter(q, r);
                                                chain.doFilter(q, r);
                                            })
                                    .addMappingForUrlPatterns(null, true, "/*");
                            a.tells("behind", "/*");
                            a.servlet("s", (q, r) -> r.getWriter().print("s"), "/*");
                        })) {
            assertThat(app.text("/")).isEqualTo("ss");
            assertThat(app.told()).containsExactly("behind", "behind");
        }
    }

    // ---- 6.2.3

    @Test
    @Section("6.2.3")
    void initParametersAreThoseOfTheDeclaration() throws Exception {
        Recorded filter = new Recorded("f", new ArrayList<>());
        RegisteringServer.start(
                        server,
                        a ->
                                a.context()
                                        .addFilter("f", filter)
                                        .setInitParameters(Map.of("a", "1", "b", "2")))
                .close();
        assertThat(Collections.list(filter.config.getInitParameterNames()))
                .containsExactlyInAnyOrder("a", "b");
        assertThat(filter.config.getInitParameter("a")).isEqualTo("1");
        assertThat(filter.config.getInitParameter("c")).isNull();
    }

    @Test
    @Section("FilterConfig.getInitParameterNames")
    void withoutParametersTheNamesAreEmpty() throws Exception {
        Recorded filter = new Recorded("f", new ArrayList<>());
        RegisteringServer.start(server, a -> a.context().addFilter("f", filter)).close();
        assertThat(filter.config.getInitParameterNames().hasMoreElements()).isFalse();
    }

    @Test
    @Section("FilterConfig.getFilterName")
    void theNameIsThatOfTheDeclaration() throws Exception {
        Recorded filter = new Recorded("f", new ArrayList<>());
        RegisteringServer.start(server, a -> a.context().addFilter("declared", filter)).close();
        assertThat(filter.config.getFilterName()).isEqualTo("declared");
    }

    @Test
    @Section("6.2.3")
    void theConfigLeadsToTheContextOfTheApplication() throws Exception {
        Recorded filter = new Recorded("f", new ArrayList<>());
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a -> {
                            map(a, "f", filter);
                            a.servlet(
                                    "s",
                                    (q, r) ->
                                            assertThat(filter.config.getServletContext())
                                                    .isSameAs(q.getServletContext()),
                                    "/*");
                        })) {
            assertThat(app.get("/").status()).isEqualTo(200);
        }
    }
}
