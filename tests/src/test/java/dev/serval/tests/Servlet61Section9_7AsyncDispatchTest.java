package dev.serval.tests;

import static jakarta.servlet.AsyncContext.ASYNC_CONTEXT_PATH;
import static jakarta.servlet.AsyncContext.ASYNC_MAPPING;
import static jakarta.servlet.AsyncContext.ASYNC_PATH_INFO;
import static jakarta.servlet.AsyncContext.ASYNC_QUERY_STRING;
import static jakarta.servlet.AsyncContext.ASYNC_REQUEST_URI;
import static jakarta.servlet.AsyncContext.ASYNC_SERVLET_PATH;
import static jakarta.servlet.RequestDispatcher.FORWARD_REQUEST_URI;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Where asynchronous dispatches lead, and what their targets see. */
@OnSixWires
final class Servlet61Section9_7AsyncDispatchTest {
    @Parameter ServletUnderTest server;

    /** Dispatches so from /from?q=1, and prints what the target says. */
    private String dispatched(Dispatches how, OneServlet.Body target) throws Exception {
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a -> {
                            OneServlet.Body body =
                                    (q, r) -> {
                                        if (q.getDispatcherType() == DispatcherType.ASYNC) {
                                            target.service(q, r);
                                        } else {
                                            how.dispatch(q, q.startAsync());
                                        }
                                    };
                            a.servlet("from", body, "/from/*");
                            a.servlet("to", body, "/to/*");
                        })) {
            return app.text("/from/a?q=1");
        }
    }

    private interface Dispatches {
        void dispatch(HttpServletRequest request, AsyncContext context);
    }

    private static final OneServlet.Body PATHS =
            (q, r) ->
                    r.getWriter()
                            .print(
                                    q.getRequestURI()
                                            + " "
                                            + q.getServletPath()
                                            + " "
                                            + q.getPathInfo()
                                            + " "
                                            + q.getQueryString());

    @Test
    void aDispatchToAPathShowsThatPath() throws Exception {
        assertThat(dispatched((q, context) -> context.dispatch("/to/x%20y?p=2"), PATHS))
                .isEqualTo("/app/to/x%20y /to /x y p=2");
    }

    @Test
    void aDispatchToAPathOfAContextShowsThatPath() throws Exception {
        assertThat(
                        dispatched(
                                (q, context) -> context.dispatch(q.getServletContext(), "/to/x"),
                                PATHS))
                .isEqualTo("/app/to/x /to /x q=1");
    }

    @Test
    void aDispatchWithoutAPathGoesToTheOriginalUri() throws Exception {
        assertThat(dispatched((q, context) -> context.dispatch(), PATHS))
                .isEqualTo("/app/from/a /from /a q=1");
    }

    @Test
    @Section("AsyncContext.dispatch")
    void aRelativePathIsOneOfTheRequest() throws Exception {
        assertThat(dispatched((q, context) -> context.dispatch("../to/b"), PATHS))
                .isEqualTo("/app/to/b /to /b q=1");
    }

    @Test
    void theTypeOfTheDispatchIsAsync() throws Exception {
        assertThat(
                        dispatched(
                                (q, context) -> context.dispatch("/to"),
                                (q, r) -> r.getWriter().print(q.getDispatcherType())))
                .isEqualTo("ASYNC");
    }

    @Test
    void dispatchReturnsAtOnceAndCommitsNothing() throws Exception {
        server.get(
                "/from",
                (q, r) -> {
                    if (q.getDispatcherType() == DispatcherType.REQUEST) {
                        q.startAsync().dispatch("/to");
                        assertThat(r.isCommitted()).isFalse();
                        q.setAttribute("returned", true);
                    } else {
                        assertThat(q.getAttribute("returned")).isEqualTo(true);
                    }
                });
        assertThat(server.calls()).isEqualTo(2);
    }

    // ---- where a dispatch without a path leads, by AsyncContext.dispatch

    /** Forwards /from to /mid, where it starts so; prints where dispatch() came. */
    private String afterAForward(OneServlet.Body start) throws Exception {
        return server.get(
                        "/from",
                        (q, r) -> {
                            switch (q.getDispatcherType()) {
                                case REQUEST -> q.getRequestDispatcher("/mid").forward(q, r);
                                case FORWARD -> start.service(q, r);
                                default -> r.getWriter().print(q.getPathInfo());
                            }
                        })
                .text();
    }

    @Test
    @Section("AsyncContext.dispatch")
    void afterAForwardAndAStartWithoutArgumentsItIsTheReceivedUri() throws Exception {
        assertThat(afterAForward((q, r) -> q.startAsync().dispatch())).isEqualTo("/from");
    }

    @Test
    @Section("AsyncContext.dispatch")
    void afterAForwardAndAStartWithTheRequestItIsTheForwardedUri() throws Exception {
        assertThat(afterAForward((q, r) -> q.startAsync(q, r).dispatch())).isEqualTo("/mid");
    }

    @Test
    void afterAForwardTheTargetOfADispatchShowsItsOwnPath() throws Exception {
        assertThat(afterAForward((q, r) -> q.startAsync(q, r).dispatch("/to"))).isEqualTo("/to");
        assertThat(afterAForward((q, r) -> q.startAsync().dispatch("/to"))).isEqualTo("/to");
    }

    @Test
    void aWrapperWithAnotherUriLeadsThere() throws Exception {
        String text =
                server.get(
                                "/from",
                                (q, r) -> {
                                    if (q.getDispatcherType() == DispatcherType.ASYNC) {
                                        r.getWriter().print(q.getPathInfo());
                                        return;
                                    }
                                    HttpServletRequest other =
                                            new HttpServletRequestWrapper(q) {
                                                @Override
                                                public String getRequestURI() {
                                                    return "/app/other";
                                                }
                                            };
                                    q.startAsync(other, r).dispatch();
                                })
                        .text();
        assertThat(text).isEqualTo("/other");
    }

    @Test
    @Section("AsyncContext.hasOriginalRequestAndResponse")
    void whatTheTargetOfAForwardWasGivenIsNoWrapperOfTheApplication() throws Exception {
        assertThat(
                        afterAForward(
                                (q, r) -> {
                                    AsyncContext context = q.startAsync(q, r);
                                    assertThat(context.hasOriginalRequestAndResponse()).isTrue();
                                    context.dispatch();
                                }))
                .isEqualTo("/mid");
    }

    // ---- 9.7.1

    @Test
    @Section("9.7.1")
    void theParametersOfADispatchStandBeforeThoseOfTheRequest() throws Exception {
        assertThat(
                        dispatched(
                                (q, context) -> context.dispatch("/to?q=2"),
                                (q, r) ->
                                        r.getWriter()
                                                .print(
                                                        String.join(
                                                                ",", q.getParameterValues("q")))))
                .isEqualTo("2,1");
    }

    // ---- 9.7.2

    private static final OneServlet.Body ATTRIBUTES =
            (q, r) -> {
                assertThat(q.getAttribute(ASYNC_CONTEXT_PATH)).isEqualTo("/app");
                assertThat(q.getAttribute(ASYNC_SERVLET_PATH)).isEqualTo("/from");
                assertThat(q.getAttribute(ASYNC_PATH_INFO)).isEqualTo("/a");
                assertThat(q.getAttribute(ASYNC_QUERY_STRING)).isEqualTo("q=1");
                var mapping = (HttpServletMapping) q.getAttribute(ASYNC_MAPPING);
                assertThat(mapping.getServletName()).isEqualTo("from");
                assertThat(mapping.getMatchValue()).isEqualTo("a");
                r.getWriter().print(q.getAttribute(ASYNC_REQUEST_URI));
            };

    @Test
    @Section("9.7.2")
    void theAttributesAreThePathOfTheRequest() throws Exception {
        assertThat(dispatched((q, context) -> context.dispatch("/to/x?q=2"), ATTRIBUTES))
                .isEqualTo("/app/from/a");
    }

    @Test
    @Section("9.7.2")
    void aDispatchWithoutAPathSetsTheAttributesToo() throws Exception {
        assertThat(dispatched((q, context) -> context.dispatch(), ATTRIBUTES))
                .isEqualTo("/app/from/a");
    }

    @Test
    @Section("9.7.2")
    void afterSeveralDispatchesTheyAreThatOfTheFirstRequest() throws Exception {
        String text =
                server.get(
                                "/from?q=1",
                                (q, r) -> {
                                    if (q.getDispatcherType() == DispatcherType.REQUEST) {
                                        q.startAsync().dispatch("/mid?q=2");
                                    } else if (q.getPathInfo().equals("/mid")) {
                                        q.startAsync().dispatch("/to?q=3");
                                    } else {
                                        r.getWriter()
                                                .print(
                                                        q.getAttribute(ASYNC_REQUEST_URI)
                                                                + "?"
                                                                + q.getAttribute(
                                                                        ASYNC_QUERY_STRING));
                                    }
                                })
                        .text();
        assertThat(text).isEqualTo("/app/from?q=1");
    }

    @Test
    @Section("9.7.2")
    void beforeADispatchThereAreNone() throws Exception {
        server.get(
                "/from",
                (q, r) -> {
                    AsyncContext context = q.startAsync();
                    assertThat(q.getAttribute(ASYNC_REQUEST_URI)).isNull();
                    context.complete();
                });
        assertThat(server.calls()).isEqualTo(1);
    }

    @Test
    @Section("9.7.2")
    void theAttributesOfAForwardAreNotThoseOfADispatchFromIt() throws Exception {
        server.get(
                "/from",
                (q, r) -> {
                    switch (q.getDispatcherType()) {
                        case REQUEST -> q.getRequestDispatcher("/mid").forward(q, r);
                        case FORWARD -> q.startAsync().dispatch("/to");
                        default -> {
                            assertThat(q.getAttribute(FORWARD_REQUEST_URI)).isNull();
                            assertThat(q.getAttribute(ASYNC_REQUEST_URI)).isEqualTo("/app/from");
                        }
                    }
                });
        assertThat(server.calls()).isEqualTo(3);
    }
}
