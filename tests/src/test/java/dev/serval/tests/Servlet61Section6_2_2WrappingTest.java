package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Which objects filters and servlets get when others have wrapped them. */
@OnBioAndNio
final class Servlet61Section6_2_2WrappingTest {
    @Parameter ServletUnderTest server;

    /** A request of the application's own. */
    private static final class MyRequest extends HttpServletRequestWrapper {
        MyRequest(HttpServletRequest request) {
            super(request);
        }

        @Override
        public String getParameter(String name) {
            return name.equals("mine") ? "added" : super.getParameter(name);
        }
    }

    private static final class MyResponse extends HttpServletResponseWrapper {
        MyResponse(HttpServletResponse response) {
            super(response);
        }
    }

    private static boolean isOrWraps(ServletRequest seen, ServletRequest passed) {
        return seen == passed
                || seen instanceof ServletRequestWrapper wrapper && wrapper.isWrapperFor(passed);
    }

    /** An application whose filter wraps both and whose servlet does that. */
    private RegisteringServer wrapping(
            AtomicReference<MyRequest> request,
            AtomicReference<MyResponse> response,
            OneServlet.Body body)
            throws Exception {
        return RegisteringServer.start(
                server,
                a -> {
                    a.filter(
                                    "wraps",
                                    (q, r, chain) -> {
                                        request.set(new MyRequest(q));
                                        response.set(new MyResponse(r));
                                        chain.doFilter(request.get(), response.get());
                                    })
                            .addMappingForUrlPatterns(null, true, "/*");
                    a.servlet("s", body, "/*");
                });
    }

    @Test
    void theNextFilterGetsTheVeryObjectsThatWerePassed() throws Exception {
        List<Object> seen = new CopyOnWriteArrayList<>();
        List<Object> passed = new CopyOnWriteArrayList<>();
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a -> {
                            a.filter(
                                            "one",
                                            (q, r, chain) -> {
                                                MyRequest request = new MyRequest(q);
                                                MyResponse response = new MyResponse(r);
                                                passed.addAll(List.of(request, response));
                                                chain.doFilter(request, response);
                                            })
                                    .addMappingForUrlPatterns(null, true, "/*");
                            a.filter(
                                            "two",
                                            (q, r, chain) -> {
                                                seen.addAll(List.of(q, r));
                                                chain.doFilter(q, r);
                                            })
                                    .addMappingForUrlPatterns(null, true, "/*");
                            a.servlet("s", (q, r) -> {}, "/*");
                        })) {
            app.get("/");
            assertThat(seen.get(0)).isSameAs(passed.get(0));
            assertThat(seen.get(1)).isSameAs(passed.get(1));
        }
    }

    @Test
    void theServletGetsTheVeryObjectsThatTheLastFilterPassed() throws Exception {
        AtomicReference<MyRequest> request = new AtomicReference<>();
        AtomicReference<MyResponse> response = new AtomicReference<>();
        try (RegisteringServer app =
                wrapping(
                        request,
                        response,
                        (q, r) -> {
                            assertThat(q).isSameAs(request.get());
                            assertThat(r).isSameAs(response.get());
                            r.getWriter().print(q.getParameter("mine"));
                        })) {
            assertThat(app.text("/")).isEqualTo("added");
        }
    }

    @Test
    void theTargetOfAForwardGetsTheWrappersOrWrappersOfThem() throws Exception {
        AtomicReference<MyRequest> request = new AtomicReference<>();
        AtomicReference<MyResponse> response = new AtomicReference<>();
        try (RegisteringServer app =
                wrapping(
                        request,
                        response,
                        (q, r) -> {
                            if (q.getDispatcherType() == DispatcherType.REQUEST) {
                                q.getRequestDispatcher("/b").forward(q, r);
                                return;
                            }
                            assertThat(isOrWraps(q, request.get())).isTrue();
                            assertThat(r).isSameAs(response.get());
                            r.getWriter().print(q.getParameter("mine") + q.getServletPath());
                        })) {
            assertThat(app.text("/a")).isEqualTo("added");
        }
    }

    @Test
    void theTargetOfAnIncludeGetsTheWrappersOrWrappersOfThem() throws Exception {
        AtomicReference<MyRequest> request = new AtomicReference<>();
        AtomicReference<MyResponse> response = new AtomicReference<>();
        try (RegisteringServer app =
                wrapping(
                        request,
                        response,
                        (q, r) -> {
                            if (q.getDispatcherType() == DispatcherType.REQUEST) {
                                q.getRequestDispatcher("/b").include(q, r);
                                return;
                            }
                            assertThat(isOrWraps(q, request.get())).isTrue();
                            assertThat(
                                            r == response.get()
                                                    || ((ServletResponseWrapper) r)
                                                            .isWrapperFor(response.get()))
                                    .isTrue();
                            r.getWriter().print(q.getParameter("mine"));
                        })) {
            assertThat(app.text("/a")).isEqualTo("added");
        }
    }

    @Test
    void theTargetOfADispatchGetsTheReceivedRequestOrAWrapperOfIt() throws Exception {
        AtomicReference<HttpServletRequest> received = new AtomicReference<>();
        server.get(
                "/a",
                (q, r) -> {
                    if (q.getDispatcherType() == DispatcherType.REQUEST) {
                        received.set(q);
                        q.getRequestDispatcher("/b").include(q, r);
                        q.getRequestDispatcher("/b").forward(q, r);
                    } else {
                        assertThat(isOrWraps(q, received.get())).isTrue();
                    }
                });
        assertThat(server.calls()).isEqualTo(3);
    }

    @Test
    void filtersOfADispatchGetTheWrappersToo() throws Exception {
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a -> {
                            a.filter(
                                            "in",
                                            (q, r, chain) -> {
                                                a.tell(q.getParameter("mine"));
                                                chain.doFilter(q, r);
                                            })
                                    .addMappingForUrlPatterns(
                                            RegisteringServer.set(DispatcherType.FORWARD),
                                            true,
                                            "/to");
                            a.servlet(
                                    "from",
                                    (q, r) ->
                                            q.getRequestDispatcher("/to")
                                                    .forward(new MyRequest(q), r),
                                    "/from");
                            a.servlet("to", (q, r) -> {}, "/to");
                        })) {
            assertThat(app.toldOf("/from")).containsExactly("added");
        }
    }

    @Test
    void theTargetOfAnAsyncDispatchGetsTheWrappersThatStartAsyncWasGiven() throws Exception {
        AtomicReference<MyRequest> request = new AtomicReference<>();
        AtomicReference<MyResponse> response = new AtomicReference<>();
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a -> {
                            a.servlet(
                                    "from",
                                    (q, r) -> {
                                        request.set(new MyRequest(q));
                                        response.set(new MyResponse(r));
                                        q.startAsync(request.get(), response.get()).dispatch("/to");
                                    },
                                    "/from");
                            a.servlet(
                                    "to",
                                    (q, r) -> {
                                        assertThat(isOrWraps(q, request.get())).isTrue();
                                        assertThat(r).isSameAs(response.get());
                                        r.getWriter().print(q.getParameter("mine"));
                                    },
                                    "/to");
                        })) {
            assertThat(app.text("/from")).isEqualTo("added");
        }
    }

    @Test
    void filtersOfAnAsyncDispatchGetTheWrappersThatStartAsyncWasGiven() throws Exception {
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a -> {
                            a.filter(
                                            "in",
                                            (q, r, chain) -> {
                                                a.tell(q.getParameter("mine"));
                                                chain.doFilter(q, r);
                                            })
                                    .addMappingForUrlPatterns(
                                            RegisteringServer.set(DispatcherType.ASYNC),
                                            true,
                                            "/*");
                            a.servlet(
                                    "from",
                                    (q, r) -> q.startAsync(new MyRequest(q), r).dispatch("/to"),
                                    "/from");
                            a.servlet("to", (q, r) -> {}, "/to");
                        })) {
            assertThat(app.toldOf("/from")).containsExactly("added");
        }
    }

    @Test
    void aWrapperMayHoldBackWhatAServletWrites() throws Exception {
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a -> {
                            a.filter(
                                            "upper",
                                            (q, r, chain) -> {
                                                var text = new java.io.StringWriter();
                                                var writer = new java.io.PrintWriter(text);
                                                chain.doFilter(
                                                        q,
                                                        new HttpServletResponseWrapper(r) {
                                                            @Override
                                                            public java.io.PrintWriter getWriter() {
                                                                return writer;
                                                            }
                                                        });
                                                r.getWriter().print("<" + text + ">");
                                            })
                                    .addMappingForUrlPatterns(null, true, "/*");
                            a.servlet("s", (q, r) -> r.getWriter().print("text"), "/*");
                        })) {
            assertThat(app.text("/")).isEqualTo("<text>");
        }
    }
}
