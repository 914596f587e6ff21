package dev.serval.tests;

import static jakarta.servlet.RequestDispatcher.FORWARD_CONTEXT_PATH;
import static jakarta.servlet.RequestDispatcher.FORWARD_MAPPING;
import static jakarta.servlet.RequestDispatcher.FORWARD_PATH_INFO;
import static jakarta.servlet.RequestDispatcher.FORWARD_QUERY_STRING;
import static jakarta.servlet.RequestDispatcher.FORWARD_REQUEST_URI;
import static jakarta.servlet.RequestDispatcher.FORWARD_SERVLET_PATH;
import static jakarta.servlet.RequestDispatcher.INCLUDE_REQUEST_URI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When a request can be forwarded, what its target sees, and how the response ends. */
@OnBioAndNio
final class Servlet61Section9_4ForwardTest {
    private static final List<String> ATTRIBUTES =
            List.of(
                    FORWARD_REQUEST_URI,
                    FORWARD_CONTEXT_PATH,
                    FORWARD_SERVLET_PATH,
                    FORWARD_MAPPING,
                    FORWARD_PATH_INFO,
                    FORWARD_QUERY_STRING);

    @Parameter ServletUnderTest server;

    /** Servlets "from" at /from/* and "to" at /to/*. */
    private RegisteringServer app(OneServlet.Body from, OneServlet.Body to) throws Exception {
        return RegisteringServer.start(
                server,
                a -> {
                    a.servlet("from", from, "/from/*");
                    a.servlet("to", to, "/to/*");
                });
    }

    private static OneServlet.Body forward(String path) {
        return (q, r) -> q.getRequestDispatcher(path).forward(q, r);
    }

    /** The caller does this in place of a servlet; what it forwards to prints "to". */
    private RawResponse caller(OneServlet.Body caller) throws Exception {
        return server.get(
                "/from?q=1",
                (q, r) -> {
                    if (q.getDispatcherType() == DispatcherType.REQUEST) {
                        caller.service(q, r);
                    } else {
                        r.getWriter().print("to");
                    }
                });
    }

    /** The target of a forward from /from?q=1 to /to. */
    private RawResponse target(OneServlet.Body target) throws Exception {
        RawResponse answer =
                server.get(
                        "/from?q=1",
                        (q, r) -> {
                            if (q.getDispatcherType() == DispatcherType.REQUEST) {
                                q.getRequestDispatcher("/to").forward(q, r);
                            } else {
                                target.service(q, r);
                            }
                        });
        assertThat(server.calls()).isEqualTo(2);
        return answer;
    }

    // ---- when

    @Test
    void aCommittedResponseIsAnIllegalState() throws Exception {
        RawResponse answer =
                caller(
                        (q, r) -> {
                            r.getWriter().print("sent");
                            r.flushBuffer();
                            RequestDispatcher to = q.getRequestDispatcher("/to");
                            assertThatThrownBy(() -> to.forward(q, r))
                                    .isInstanceOf(IllegalStateException.class);
                        });
        assertThat(answer.text()).isEqualTo("sent");
        assertThat(server.calls()).isEqualTo(1);
    }

    @Test
    void afterSendErrorAForwardIsAnIllegalState() throws Exception {
        RawResponse answer =
                caller(
                        (q, r) -> {
                            r.sendError(409);
                            RequestDispatcher to = q.getRequestDispatcher("/to");
                            assertThatThrownBy(() -> to.forward(q, r))
                                    .isInstanceOf(IllegalStateException.class);
                        });
        assertThat(answer.status()).isEqualTo(409);
        assertThat(server.calls()).isEqualTo(1);
    }

    @Test
    void whatIsBufferedIsClearedBeforeTheTarget() throws Exception {
        assertThat(
                        caller(
                                        (q, r) -> {
                                            r.getWriter().print("buffered");
                                            forward("/to").service(q, r);
                                        })
                                .text())
                .isEqualTo("to");
    }

    @Test
    void statusAndFieldsOfTheCallerStay() throws Exception {
        RawResponse answer =
                caller(
                        (q, r) -> {
                            r.setStatus(202);
                            r.setHeader("X-A", "caller");
                            forward("/to").service(q, r);
                        });
        assertThat(answer.text()).isEqualTo("to");
        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.field("X-A")).isEqualTo("caller");
    }

    @Test
    void theTargetMaySetStatusAndFields() throws Exception {
        RawResponse answer =
                target(
                        (q, r) -> {
                            r.setStatus(203);
                            r.setHeader("X-A", "target");
                        });
        assertThat(answer.status()).isEqualTo(203);
        assertThat(answer.field("X-A")).isEqualTo("target");
    }

    // ---- the path

    @Test
    @Section("RequestDispatcher.forward")
    void theTypeOfTheDispatchIsForward() throws Exception {
        assertThat(target((q, r) -> r.getWriter().print(q.getDispatcherType())).text())
                .isEqualTo("FORWARD");
    }

    @Test
    void thePathElementsAreThoseOfTheDispatcher() throws Exception {
        try (RegisteringServer app =
                app(
                        forward("/to/x%20y?q=2"),
                        (q, r) -> {
                            assertThat(q.getRequestURI()).isEqualTo("/app/to/x%20y");
                            assertThat(q.getRequestURL().toString()).endsWith("/app/to/x%20y");
                            assertThat(q.getContextPath()).isEqualTo("/app");
                            assertThat(q.getServletPath()).isEqualTo("/to");
                            assertThat(q.getPathInfo()).isEqualTo("/x y");
                            assertThat(q.getQueryString()).isEqualTo("q=2");
                            r.getWriter().print("to");
                        })) {
            assertThat(app.text("/from/a?q=1")).isEqualTo("to");
        }
    }

    /** §9.4: they reflect the path used to obtain the dispatcher, as it was written. */
    @ParameterizedTest
    @CsvSource({
        "/to/a%20b.do;x=1, /app/to/a%20b.do;x=1, /a b.do",
        "/to/a b.do;x=1?q=2, /app/to/a%20b.do;x=1, /a b.do",
        "/to;v=1/./x/../%61;y, /app/to;v=1/%61;y, /a",
        "/to/ä, /app/to/%C3%A4, /ä"
    })
    void theUriKeepsParametersAndEscapes(String path, String uri, String info) throws Exception {
        try (RegisteringServer app =
                app(
                        forward(path),
                        (q, r) -> {
                            assertThat(q.getRequestURI()).isEqualTo(uri);
                            assertThat(q.getRequestURL().toString()).endsWith(uri);
                            assertThat(q.getServletPath()).isEqualTo("/to");
                            assertThat(q.getPathInfo()).isEqualTo(info);
                            r.getWriter().print("to");
                        })) {
            assertThat(app.text("/from/a?q=1")).isEqualTo("to");
        }
    }

    @Test
    void aDispatcherWithoutQueryLeavesThatOfTheRequest() throws Exception {
        assertThat(target((q, r) -> r.getWriter().print(q.getQueryString())).text())
                .isEqualTo("q=1");
    }

    @Test
    void afterTheForwardTheCallerSeesItsOwnPathAgain() throws Exception {
        caller(
                (q, r) -> {
                    q.getRequestDispatcher("/to?q=2").forward(q, r);
                    assertThat(q.getRequestURI()).isEqualTo("/app/from");
                    assertThat(q.getPathInfo()).isEqualTo("/from");
                    assertThat(q.getQueryString()).isEqualTo("q=1");
                    assertThat(q.getDispatcherType()).isEqualTo(DispatcherType.REQUEST);
                });
        assertThat(server.calls()).isEqualTo(2);
    }

    @Test
    void byNameThePathElementsStayThoseOfTheRequest() throws Exception {
        try (RegisteringServer app =
                app(
                        (q, r) -> q.getServletContext().getNamedDispatcher("to").forward(q, r),
                        (q, r) -> {
                            assertThat(q.getDispatcherType()).isEqualTo(DispatcherType.FORWARD);
                            assertThat(q.getRequestURI()).isEqualTo("/app/from/a");
                            assertThat(q.getServletPath()).isEqualTo("/from");
                            assertThat(q.getPathInfo()).isEqualTo("/a");
                            assertThat(q.getQueryString()).isEqualTo("q=1");
                            r.getWriter().print("to");
                        })) {
            assertThat(app.text("/from/a?q=1")).isEqualTo("to");
        }
    }

    @Test
    void theMethodAndTheBodyStay() throws Exception {
        server.send(
                "PUT /app/from HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nbody",
                (q, r) -> {
                    if (q.getDispatcherType() == DispatcherType.REQUEST) {
                        q.getRequestDispatcher("/to").forward(q, r);
                    } else {
                        assertThat(q.getMethod()).isEqualTo("PUT");
                        assertThat(q.getInputStream().readAllBytes()).asString().isEqualTo("body");
                    }
                });
        assertThat(server.calls()).isEqualTo(2);
    }

    @Test
    @Section("9.2")
    void theTargetRunsInTheThreadOfItsCaller() throws Exception {
        AtomicReference<Thread> thread = new AtomicReference<>();
        server.get(
                "/from",
                (q, r) -> {
                    if (q.getDispatcherType() == DispatcherType.REQUEST) {
                        thread.set(Thread.currentThread());
                        q.getRequestDispatcher("/to").forward(q, r);
                    } else {
                        assertThat(Thread.currentThread()).isSameAs(thread.get());
                    }
                });
        assertThat(server.calls()).isEqualTo(2);
    }

    // ---- the end

    @Test
    void theResponseIsCommittedAndClosedWhenTheForwardReturns() throws Exception {
        RawResponse answer =
                caller(
                        (q, r) -> {
                            forward("/to").service(q, r);
                            assertThat(r.isCommitted()).isTrue();
                            r.getWriter().print("lost");
                            r.setHeader("X-A", "late");
                        });
        assertThat(answer.text()).isEqualTo("to");
        assertThat(answer.field("X-A")).isNull();
    }

    /** What follows a forward is done before the client can ask again. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theContentLeavesWhenTheRequestEnds(boolean wrapped) throws Exception {
        AtomicReference<RawClient> asking = new AtomicReference<>();
        CountDownLatch looked = new CountDownLatch(1);
        try (RawClient client =
                server.connect(
                        (q, r) -> {
                            if (q.getDispatcherType() != DispatcherType.REQUEST) {
                                r.getWriter().print("to");
                                return;
                            }
                            try {
                                forwardTo(q, r, wrapped);
                                assertThat(r.isCommitted()).isTrue();
                                assertThat(asking.get().available()).isZero();
                            } finally {
                                looked.countDown();
                            }
                        })) {
            asking.set(client);
            client.send(ServerUnderTest.request("GET", "/app/from"));
            assertThat(looked.await(RawClient.PATIENCE, TimeUnit.MILLISECONDS)).isTrue();
            RawResponse answer = client.response();
            server.check();
            assertThat(answer.text()).isEqualTo("to");
            assertThat(answer.field("Content-Length")).isEqualTo("2");
        }
    }

    private static void forwardTo(HttpServletRequest q, HttpServletResponse r, boolean wrapped)
            throws ServletException, IOException {
        q.getRequestDispatcher("/to").forward(q, wrapped ? new HttpServletResponseWrapper(r) : r);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFailureBehindTheForwardIsAnswered(boolean wrapped) throws Exception {
        RawResponse answer =
                server.tryGet(
                        "/from",
                        (q, r) -> {
                            if (q.getDispatcherType() == DispatcherType.REQUEST) {
                                forwardTo(q, r, wrapped);
                                throw new IllegalStateException("on purpose");
                            }
                            r.getWriter().print("to");
                        });
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text()).doesNotStartWith("to");
    }

    @Test
    void aDeclaredLengthOfTheTargetLeavesAtOnce() throws Exception {
        Gate gate = new Gate("/");
        try (RawClient client =
                server.connect(
                        (q, r) -> {
                            if (q.getDispatcherType() == DispatcherType.REQUEST) {
                                forwardTo(q, r, false);
                                gate.pass();
                            } else {
                                r.setContentLength(2);
                                r.getWriter().print("to");
                            }
                        })) {
            client.send(ServerUnderTest.request("GET", "/app/from"));
            assertThat(client.response().text()).isEqualTo("to");
            gate.open();
            server.check();
        } finally {
            gate.open();
        }
    }

    @Test
    void theResponseIsCommittedThoughTheTargetWritesNothing() throws Exception {
        server.get(
                "/from",
                (q, r) -> {
                    if (q.getDispatcherType() == DispatcherType.REQUEST) {
                        q.getRequestDispatcher("/to").forward(q, r);
                        assertThat(r.isCommitted()).isTrue();
                    }
                });
        assertThat(server.calls()).isEqualTo(2);
    }

    @Test
    void whatTheTargetStartsAsynchronouslyStaysOpen() throws Exception {
        RawResponse answer =
                server.get(
                        "/from",
                        (q, r) -> {
                            if (q.getDispatcherType() == DispatcherType.REQUEST) {
                                q.getRequestDispatcher("/to").forward(q, r);
                                assertThat(r.isCommitted()).isFalse();
                                r.getWriter().print("open");
                                q.getAsyncContext().complete();
                            } else {
                                q.startAsync();
                            }
                        });
        assertThat(answer.text()).isEqualTo("open");
    }

    @Test
    void anErrorThatTheTargetSendsIsTheAnswer() throws Exception {
        assertThat(target((q, r) -> r.sendError(410)).status()).isEqualTo(410);
    }

    @Test
    void aRedirectOfTheTargetIsTheAnswer() throws Exception {
        RawResponse answer = target((q, r) -> r.sendRedirect("http://localhost/elsewhere"));
        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.field("Location")).isEqualTo("http://localhost/elsewhere");
    }

    // ---- 9.4.2

    @Test
    @Section("9.4.2")
    void theAttributesAreThePathOfTheRequest() throws Exception {
        try (RegisteringServer app =
                app(
                        forward("/to/x?q=2"),
                        (q, r) -> {
                            assertThat(q.getAttribute(FORWARD_REQUEST_URI))
                                    .isEqualTo("/app/from/a%20b");
                            assertThat(q.getAttribute(FORWARD_CONTEXT_PATH)).isEqualTo("/app");
                            assertThat(q.getAttribute(FORWARD_SERVLET_PATH)).isEqualTo("/from");
                            assertThat(q.getAttribute(FORWARD_PATH_INFO)).isEqualTo("/a b");
                            assertThat(q.getAttribute(FORWARD_QUERY_STRING)).isEqualTo("q=1");
                            var mapping = (HttpServletMapping) q.getAttribute(FORWARD_MAPPING);
                            assertThat(mapping.getServletName()).isEqualTo("from");
                            assertThat(mapping.getMatchValue()).isEqualTo("a b");
                            r.getWriter().print("to");
                        })) {
            assertThat(app.text("/from/a%20b?q=1")).isEqualTo("to");
        }
    }

    @Test
    @Section("9.4.2")
    void whatTheRequestHasNotIsNoAttribute() throws Exception {
        try (RegisteringServer app =
                app(
                        forward("/to/x?q=2"),
                        (q, r) -> {
                            assertThat(q.getAttribute(FORWARD_PATH_INFO)).isNull();
                            assertThat(q.getAttribute(FORWARD_QUERY_STRING)).isNull();
                            assertThat(q.getAttribute(FORWARD_SERVLET_PATH)).isEqualTo("/from");
                            r.getWriter().print("to");
                        })) {
            assertThat(app.text("/from")).isEqualTo("to");
        }
    }

    @Test
    @Section("9.4.2")
    void afterSeveralForwardsTheyAreThatOfTheFirstRequest() throws Exception {
        String text =
                server.get(
                                "/from?q=1",
                                (q, r) -> {
                                    if (q.getDispatcherType() == DispatcherType.REQUEST) {
                                        q.getRequestDispatcher("/mid?q=2").forward(q, r);
                                    } else if (q.getPathInfo().equals("/mid")) {
                                        q.getRequestDispatcher("/to?q=3").forward(q, r);
                                    } else {
                                        r.getWriter()
                                                .print(
                                                        q.getAttribute(FORWARD_REQUEST_URI)
                                                                + "?"
                                                                + q.getAttribute(
                                                                        FORWARD_QUERY_STRING));
                                    }
                                })
                        .text();
        assertThat(text).isEqualTo("/app/from?q=1");
    }

    @Test
    @Section("9.4.2")
    void aForwardInAnIncludeHasThoseOfTheRequestAndNoneOfTheInclude() throws Exception {
        String text =
                server.get(
                                "/from",
                                (q, r) -> {
                                    switch (q.getDispatcherType()) {
                                        case REQUEST ->
                                                q.getRequestDispatcher("/mid").include(q, r);
                                        case INCLUDE -> q.getRequestDispatcher("/to").forward(q, r);
                                        default -> {
                                            assertThat(q.getAttribute(FORWARD_REQUEST_URI))
                                                    .isEqualTo("/app/from");
                                            assertThat(q.getAttribute(INCLUDE_REQUEST_URI))
                                                    .isNull();
                                            r.getWriter().print("to");
                                        }
                                    }
                                })
                        .text();
        assertThat(text).isEqualTo("to");
    }

    @Test
    @Section("9.4.2")
    void afterTheForwardTheyAreGone() throws Exception {
        caller(
                (q, r) -> {
                    forward("/to").service(q, r);
                    for (String name : ATTRIBUTES) {
                        assertThat(q.getAttribute(name)).as(name).isNull();
                    }
                });
        assertThat(server.calls()).isEqualTo(2);
    }

    @Test
    @Section("9.4.2")
    void aForwardByNameSetsNone() throws Exception {
        try (RegisteringServer app =
                app(
                        (q, r) -> q.getServletContext().getNamedDispatcher("to").forward(q, r),
                        (q, r) -> {
                            for (String name : ATTRIBUTES) {
                                assertThat(q.getAttribute(name)).as(name).isNull();
                            }
                            r.getWriter().print("to");
                        })) {
            assertThat(app.text("/from/a?q=1")).isEqualTo("to");
        }
    }

    // ---- 9.2: what may be passed

    @Test
    @Section("9.2")
    void aWrapperOfWrappersOfTheRequestMayBePassed() throws Exception {
        RawResponse answer =
                caller(
                        (q, r) ->
                                q.getRequestDispatcher("/to")
                                        .forward(
                                                new HttpServletRequestWrapper(
                                                        new HttpServletRequestWrapper(q)),
                                                r));
        assertThat(answer.text()).isEqualTo("to");
    }

    @Test
    @Section("9.2")
    void aRequestThatIsNotThatOfTheCallIsRefused() throws Exception {
        caller(
                (q, r) -> {
                    HttpServletRequest foreign =
                            (HttpServletRequest)
                                    Proxy.newProxyInstance(
                                            getClass().getClassLoader(),
                                            new Class<?>[] {HttpServletRequest.class},
                                            (proxy, method, arguments) -> null);
                    RequestDispatcher to = q.getRequestDispatcher("/to");
                    assertThatThrownBy(() -> to.forward(foreign, r))
                            .isInstanceOf(ServletException.class);
                    assertThatThrownBy(() -> to.include(foreign, r))
                            .isInstanceOf(ServletException.class);
                });
        assertThat(server.calls()).isEqualTo(1);
    }

    @Test
    @Section("9.2")
    void aResponseOfAnotherRequestIsRefused() throws Exception {
        AtomicReference<HttpServletResponse> other = new AtomicReference<>();
        caller((q, r) -> other.set(r));
        caller(
                (q, r) -> {
                    RequestDispatcher to = q.getRequestDispatcher("/to");
                    assertThatThrownBy(() -> to.include(q, other.get()))
                            .isInstanceOf(ServletException.class);
                });
        assertThat(server.calls()).isEqualTo(1);
    }

    // ---- references that outlive it

    @Test
    void aRequestThatTheTargetKeepsGoesOnAsTheForwardedOne() throws Exception {
        AtomicReference<HttpServletRequest> kept = new AtomicReference<>();
        server.get(
                "/from/a?q=1",
                (q, r) -> {
                    if (q.getDispatcherType() == DispatcherType.REQUEST) {
                        q.getRequestDispatcher("/to/x?q=2").forward(q, r);
                        HttpServletRequest held = kept.get();
                        assertThat(held.getDispatcherType()).isEqualTo(DispatcherType.FORWARD);
                        assertThat(held.getRequestURI()).isEqualTo("/app/to/x");
                        assertThat(held.getRequestURL().toString()).endsWith("/app/to/x");
                        assertThat(held.getPathInfo()).isEqualTo("/to/x");
                        assertThat(held.getHttpServletMapping().getMatchValue()).isEqualTo("to/x");
                        assertThat(held.getQueryString()).isEqualTo("q=2");
                        assertThat(held.getParameterValues("q")).containsExactly("2", "1");
                        assertThat(held.getAttribute(FORWARD_REQUEST_URI)).isEqualTo("/app/from/a");
                    } else {
                        kept.set(q);
                    }
                });
        assertThat(server.calls()).isEqualTo(2);
    }

    @Test
    void whatGoesOnAsynchronouslyInATargetGoesOnAsTheForwarded() throws Exception {
        RawResponse answer =
                server.get(
                        "/from",
                        (q, r) -> {
                            if (q.getDispatcherType() == DispatcherType.REQUEST) {
                                q.getRequestDispatcher("/to/x").forward(q, r);
                                HttpServletRequest held =
                                        (HttpServletRequest) q.getAsyncContext().getRequest();
                                r.getWriter().print(held.getRequestURI() + q.getRequestURI());
                                q.getAsyncContext().complete();
                            } else {
                                q.startAsync();
                            }
                        });
        assertThat(answer.text()).isEqualTo("/app/to/x/app/from");
    }

    @Test
    void whatGoesOnAsynchronouslyWithAWrapperGoesOnAsTheForwarded() throws Exception {
        RawResponse answer =
                server.get(
                        "/from",
                        (q, r) -> {
                            if (q.getDispatcherType() == DispatcherType.REQUEST) {
                                q.getRequestDispatcher("/to/x")
                                        .forward(new HttpServletRequestWrapper(q), r);
                                HttpServletRequest held =
                                        (HttpServletRequest) q.getAsyncContext().getRequest();
                                r.getWriter().print(held.getRequestURI() + q.getRequestURI());
                                q.getAsyncContext().complete();
                            } else {
                                q.startAsync(q, r);
                            }
                        });
        assertThat(answer.text()).isEqualTo("/app/to/x/app/from");
    }

    // ---- 9.5

    /** Throws what a compiler would not let pass. */
    @SuppressWarnings("unchecked")
    private static <E extends Exception> void sneak(Exception e) throws E {
        throw (E) e;
    }

    /** What the caller of a forward, and of an include, catches of what their target throws. */
    private void thrown(Exception thrown, Consumer<Throwable> caught) throws Exception {
        for (boolean includes : new boolean[] {false, true}) {
            server.get(
                    "/from",
                    (q, r) -> {
                        if (q.getDispatcherType() != DispatcherType.REQUEST) {
                            Servlet61Section9_4ForwardTest.<RuntimeException>sneak(thrown);
                        }
                        RequestDispatcher to = q.getRequestDispatcher("/to");
                        assertThatThrownBy(
                                        () -> {
                                            if (includes) {
                                                to.include(q, r);
                                            } else {
                                                to.forward(q, r);
                                            }
                                        })
                                .satisfies(caught);
                    });
            assertThat(server.calls()).isEqualTo(2);
        }
    }

    private void passes(Exception thrown) throws Exception {
        thrown(thrown, caught -> assertThat(caught).isSameAs(thrown));
    }

    @Test
    @Section("9.5")
    void aRuntimeExceptionOfTheTargetIsTheCallers() throws Exception {
        passes(new IllegalArgumentException("x"));
    }

    @Test
    @Section("9.5")
    void aServletExceptionOfTheTargetIsTheCallers() throws Exception {
        passes(new ServletException("x"));
    }

    @Test
    @Section("9.5")
    void anIoExceptionOfTheTargetIsTheCallers() throws Exception {
        passes(new IOException("x"));
    }

    @Test
    @Section("9.5")
    void anyOtherExceptionOfTheTargetIsTheRootCauseOfAServletException() throws Exception {
        Exception other = new InterruptedException("x");
        thrown(
                other,
                caught ->
                        assertThat(caught)
                                .isInstanceOfSatisfying(
                                        ServletException.class,
                                        e -> assertThat(e.getRootCause()).isSameAs(other)));
    }

    @Test
    void afterAnExceptionOfTheTargetTheCallerMayAnswer() throws Exception {
        RawResponse answer =
                server.get(
                        "/from",
                        (q, r) -> {
                            if (q.getDispatcherType() != DispatcherType.REQUEST) {
                                throw new ServletException("x");
                            }
                            try {
                                q.getRequestDispatcher("/to").forward(q, r);
                            } catch (ServletException e) {
                                r.getWriter().print("caught at " + q.getPathInfo());
                            }
                        });
        assertThat(answer.text()).isEqualTo("caught at /from");
    }
}
