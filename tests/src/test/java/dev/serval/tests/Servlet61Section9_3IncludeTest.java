package dev.serval.tests;

import static jakarta.servlet.RequestDispatcher.FORWARD_REQUEST_URI;
import static jakarta.servlet.RequestDispatcher.INCLUDE_CONTEXT_PATH;
import static jakarta.servlet.RequestDispatcher.INCLUDE_MAPPING;
import static jakarta.servlet.RequestDispatcher.INCLUDE_PATH_INFO;
import static jakarta.servlet.RequestDispatcher.INCLUDE_QUERY_STRING;
import static jakarta.servlet.RequestDispatcher.INCLUDE_REQUEST_URI;
import static jakarta.servlet.RequestDispatcher.INCLUDE_SERVLET_PATH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.FileNotFoundException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** What an included servlet sees and may do, and what becomes of the includer's response. */
@OnBioAndNio
final class Servlet61Section9_3IncludeTest {
    private static final List<String> ATTRIBUTES =
            List.of(
                    INCLUDE_REQUEST_URI,
                    INCLUDE_CONTEXT_PATH,
                    INCLUDE_SERVLET_PATH,
                    INCLUDE_MAPPING,
                    INCLUDE_PATH_INFO,
                    INCLUDE_QUERY_STRING);

    @Parameter ServletUnderTest server;

    /** Includes /to?q=2 at /from?q=1, where that servlet does something. */
    private RawResponse including(OneServlet.Body included) throws Exception {
        return including(2, included);
    }

    /** The same where the target includes further ones: so many calls in all. */
    private RawResponse including(int calls, OneServlet.Body included) throws Exception {
        RawResponse answer =
                server.get(
                        "/from?q=1",
                        (q, r) -> {
                            if (q.getDispatcherType() == DispatcherType.REQUEST) {
                                q.getRequestDispatcher("/to/x?q=2").include(q, r);
                            } else {
                                included.service(q, r);
                            }
                        });
        assertThat(server.calls()).isEqualTo(calls);
        return answer;
    }

    /** Servlets "from" at /from/* and "to" at /to/*. */
    private RegisteringServer app(OneServlet.Body from, OneServlet.Body to) throws Exception {
        return RegisteringServer.start(
                server,
                a -> {
                    a.servlet("from", from, "/from/*");
                    a.servlet("to", to, "/to/*");
                });
    }

    // ---- the request

    @Test
    @Section("RequestDispatcher.include")
    void theTypeOfTheDispatchIsInclude() throws Exception {
        assertThat(including((q, r) -> r.getWriter().print(q.getDispatcherType())).text())
                .isEqualTo("INCLUDE");
    }

    @Test
    @Section("RequestDispatcher.include")
    void thePathElementsAreThoseOfTheCaller() throws Exception {
        try (RegisteringServer app =
                app(
                        (q, r) -> q.getRequestDispatcher("/to/x?q=2").include(q, r),
                        (q, r) -> {
                            assertThat(q.getRequestURI()).isEqualTo("/app/from/a");
                            assertThat(q.getContextPath()).isEqualTo("/app");
                            assertThat(q.getServletPath()).isEqualTo("/from");
                            assertThat(q.getPathInfo()).isEqualTo("/a");
                            assertThat(q.getQueryString()).isEqualTo("q=1");
                            assertThat(q.getRequestURL().toString()).endsWith("/app/from/a");
                            r.getWriter().print("in");
                        })) {
            assertThat(app.text("/from/a?q=1")).isEqualTo("in");
        }
    }

    @Test
    void theTargetReadsFieldsAttributesAndBodyOfTheRequest() throws Exception {
        server.send(
                "POST /app/from HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\nContent-Length: 4\r\n\r\n"
                        + "body",
                (q, r) -> {
                    if (q.getDispatcherType() == DispatcherType.REQUEST) {
                        q.setAttribute("one", 1);
                        q.getRequestDispatcher("/to").include(q, r);
                        assertThat(q.getAttribute("two")).isEqualTo(2);
                    } else {
                        assertThat(q.getMethod()).isEqualTo("POST");
                        assertThat(q.getHeader("X-A")).isEqualTo("b");
                        assertThat(q.getAttribute("one")).isEqualTo(1);
                        q.setAttribute("two", 2);
                        assertThat(q.getInputStream().readAllBytes()).asString().isEqualTo("body");
                    }
                });
        assertThat(server.calls()).isEqualTo(2);
    }

    @Test
    void theTargetRunsInTheThreadOfItsCaller() throws Exception {
        AtomicReference<Thread> caller = new AtomicReference<>();
        server.get(
                "/from",
                (q, r) -> {
                    if (q.getDispatcherType() == DispatcherType.REQUEST) {
                        caller.set(Thread.currentThread());
                        q.getRequestDispatcher("/to").include(q, r);
                    } else {
                        assertThat(Thread.currentThread()).isSameAs(caller.get());
                    }
                });
        assertThat(server.calls()).isEqualTo(2);
    }

    // ---- the response

    @Test
    void whatTheTargetWritesStandsWhereItIsIncluded() throws Exception {
        String text =
                server.get(
                                "/from",
                                (q, r) -> {
                                    if (q.getDispatcherType() == DispatcherType.REQUEST) {
                                        r.getWriter().print("[");
                                        q.getRequestDispatcher("/to").include(q, r);
                                        r.getWriter().print("]");
                                    } else {
                                        r.getWriter().print("in");
                                    }
                                })
                        .text();
        assertThat(text).isEqualTo("[in]");
    }

    @Test
    void anIncludeMayComeAfterTheCommit() throws Exception {
        String text =
                server.get(
                                "/from",
                                (q, r) -> {
                                    if (q.getDispatcherType() == DispatcherType.REQUEST) {
                                        r.getWriter().print("[");
                                        r.flushBuffer();
                                        q.getRequestDispatcher("/to").include(q, r);
                                    } else {
                                        r.getWriter().print("in");
                                    }
                                })
                        .text();
        assertThat(text).isEqualTo("[in");
    }

    @Test
    void theTargetMayCommitByAFlush() throws Exception {
        server.get(
                "/from",
                (q, r) -> {
                    if (q.getDispatcherType() == DispatcherType.REQUEST) {
                        q.getRequestDispatcher("/to").include(q, r);
                        assertThat(r.isCommitted()).isTrue();
                    } else {
                        r.getWriter().print("in");
                        r.flushBuffer();
                    }
                });
        assertThat(server.calls()).isEqualTo(2);
    }

    @Test
    void theTargetMayCommitByWritingMoreThanTheBufferHolds() throws Exception {
        AtomicInteger more = new AtomicInteger();
        RawResponse answer =
                server.get(
                        "/from",
                        (q, r) -> {
                            if (q.getDispatcherType() == DispatcherType.REQUEST) {
                                more.set(r.getBufferSize() + 1);
                                q.getRequestDispatcher("/to").include(q, r);
                                assertThat(r.isCommitted()).isTrue();
                            } else {
                                r.getOutputStream().write(new byte[more.get()]);
                            }
                        });
        assertThat(answer.body()).hasSize(more.get());
        assertThat(server.calls()).isEqualTo(2);
    }

    @Test
    void fieldsThatTheTargetSetsAreIgnored() throws Exception {
        RawResponse answer =
                including(
                        (q, r) -> {
                            r.setHeader("X-A", "1");
                            r.addHeader("X-B", "1");
                            r.setIntHeader("X-C", 1);
                            r.addIntHeader("X-D", 1);
                            r.setDateHeader("X-E", 0);
                            r.addDateHeader("X-F", 0);
                        });
        for (String name : List.of("X-A", "X-B", "X-C", "X-D", "X-E", "X-F")) {
            assertThat(answer.all(name)).as(name).isEmpty();
        }
    }

    @Test
    void fieldsOfTheCallerStay() throws Exception {
        RawResponse answer =
                server.get(
                        "/from",
                        (q, r) -> {
                            if (q.getDispatcherType() == DispatcherType.REQUEST) {
                                r.setHeader("X-A", "caller");
                                q.getRequestDispatcher("/to").include(q, r);
                                r.setHeader("X-B", "after");
                            } else {
                                r.setHeader("X-A", "target");
                                r.setHeader("X-A", null);
                            }
                        });
        assertThat(answer.field("X-A")).isEqualTo("caller");
        assertThat(answer.field("X-B")).isEqualTo("after");
    }

    @Test
    void aCookieOfTheTargetIsIgnored() throws Exception {
        assertThat(including((q, r) -> r.addCookie(new Cookie("a", "b"))).all("Set-Cookie"))
                .isEmpty();
    }

    @Test
    @Section("RequestDispatcher.include")
    void aStatusOfTheTargetIsIgnored() throws Exception {
        assertThat(including((q, r) -> r.setStatus(404)).status()).isEqualTo(200);
    }

    @Test
    @Section("RequestDispatcher.include")
    void anErrorThatTheTargetSendsIsIgnored() throws Exception {
        RawResponse answer =
                including(
                        (q, r) -> {
                            r.sendError(404);
                            r.sendError(404, "no");
                            r.getWriter().print("in");
                        });
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("in");
    }

    @Test
    void aRedirectOfTheTargetIsIgnored() throws Exception {
        RawResponse answer =
                including(
                        (q, r) -> {
                            r.sendRedirect("/elsewhere");
                            r.sendRedirect("/elsewhere", 301);
                            r.sendRedirect("/elsewhere", false);
                            r.sendRedirect("/elsewhere", 308, false);
                        });
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.field("Location")).isNull();
    }

    @Test
    void aTypeLengthLocaleOrEncodingOfTheTargetIsIgnored() throws Exception {
        RawResponse answer =
                including(
                        (q, r) -> {
                            r.setContentType("text/css");
                            r.setCharacterEncoding("UTF-16");
                            r.setLocale(Locale.JAPANESE);
                            r.setContentLength(1);
                            r.setContentLengthLong(1);
                            assertThat(r.getCharacterEncoding()).isEqualTo("ISO-8859-1");
                            r.getWriter().print("in");
                        });
        assertThat(answer.text()).isEqualTo("in");
        assertThat(answer.field("Content-Language")).isNull();
        assertThat(answer.fields()).noneMatch(field -> field.contains("css"));
    }

    @Test
    void aResetOfTheTargetIsIgnored() throws Exception {
        RawResponse answer =
                server.get(
                        "/from",
                        (q, r) -> {
                            if (q.getDispatcherType() == DispatcherType.REQUEST) {
                                r.setHeader("X-A", "1");
                                r.getWriter().print("[");
                                q.getRequestDispatcher("/to").include(q, r);
                            } else {
                                r.reset();
                            }
                        });
        assertThat(answer.field("X-A")).isEqualTo("1");
        assertThat(answer.text()).isEqualTo("[");
    }

    @Test
    void whatANestedTargetSetsIsIgnoredToo() throws Exception {
        RawResponse answer =
                including(
                        3,
                        (q, r) -> {
                            if (q.getAttribute(INCLUDE_PATH_INFO).equals("/to/x")) {
                                q.getRequestDispatcher("/third").include(q, r);
                                r.setHeader("X-A", "second");
                            } else {
                                r.setHeader("X-A", "third");
                            }
                        });
        assertThat(answer.field("X-A")).isNull();
    }

    @Test
    void theTargetMayCreateASession() throws Exception {
        RawResponse answer = including((q, r) -> q.getSession());
        assertThat(answer.field("Set-Cookie")).startsWith("JSESSIONID=");
    }

    @Test
    void theTargetMayNotCreateASessionAfterTheCommit() throws Exception {
        server.get(
                "/from",
                (q, r) -> {
                    if (q.getDispatcherType() == DispatcherType.REQUEST) {
                        r.flushBuffer();
                        q.getRequestDispatcher("/to").include(q, r);
                    } else {
                        assertThatThrownBy(q::getSession).isInstanceOf(IllegalStateException.class);
                        assertThatThrownBy(() -> q.getSession(true))
                                .isInstanceOf(IllegalStateException.class);
                        assertThat(q.getSession(false)).isNull();
                    }
                });
        assertThat(server.calls()).isEqualTo(2);
    }

    // ---- what is not there

    @Test
    void aMissingResourceIsAFileNotFoundException() throws Exception {
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a ->
                                a.servlet(
                                        "from",
                                        (q, r) -> {
                                            assertThatThrownBy(
                                                            () ->
                                                                    q.getRequestDispatcher("/none")
                                                                            .include(q, r))
                                                    .isInstanceOf(FileNotFoundException.class);
                                            r.getWriter().print("goes on");
                                        },
                                        "/from"))) {
            assertThat(app.text("/from")).isEqualTo("goes on");
        }
    }

    @Test
    void aMissingResourceThatNobodyCatchesIs500() throws Exception {
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a ->
                                a.servlet(
                                        "from",
                                        (q, r) -> q.getRequestDispatcher("/none").include(q, r),
                                        "/from"))) {
            assertThat(app.get("/from").status()).isEqualTo(500);
        }
    }

    // ---- 9.3.1

    @Test
    @Section("9.3.1")
    void theAttributesAreThePathOfTheIncluded() throws Exception {
        try (RegisteringServer app =
                app(
                        (q, r) -> q.getRequestDispatcher("/to/x%20y?q=2").include(q, r),
                        (q, r) -> {
                            assertThat(q.getAttribute(INCLUDE_REQUEST_URI))
                                    .isEqualTo("/app/to/x%20y");
                            assertThat(q.getAttribute(INCLUDE_CONTEXT_PATH)).isEqualTo("/app");
                            assertThat(q.getAttribute(INCLUDE_SERVLET_PATH)).isEqualTo("/to");
                            assertThat(q.getAttribute(INCLUDE_PATH_INFO)).isEqualTo("/x y");
                            assertThat(q.getAttribute(INCLUDE_QUERY_STRING)).isEqualTo("q=2");
                            var mapping = (HttpServletMapping) q.getAttribute(INCLUDE_MAPPING);
                            assertThat(mapping.getServletName()).isEqualTo("to");
                            assertThat(mapping.getPattern()).isEqualTo("/to/*");
                            r.getWriter().print("in");
                        })) {
            assertThat(app.text("/from/a")).isEqualTo("in");
        }
    }

    @Test
    @Section("9.3.1")
    void theAttributesAreAmongTheNames() throws Exception {
        including(
                (q, r) ->
                        assertThat(java.util.Collections.list(q.getAttributeNames()))
                                .contains(INCLUDE_REQUEST_URI, INCLUDE_MAPPING));
    }

    @Test
    @Section("9.3.1")
    void aFurtherIncludeReplacesTheAttributes() throws Exception {
        including(
                3,
                (q, r) -> {
                    if (q.getAttribute(INCLUDE_PATH_INFO).equals("/to/x")) {
                        q.getRequestDispatcher("/third").include(q, r);
                        assertThat(q.getAttribute(INCLUDE_QUERY_STRING)).isEqualTo("q=2");
                    } else {
                        assertThat(q.getAttribute(INCLUDE_REQUEST_URI)).isEqualTo("/app/third");
                        assertThat(q.getAttribute(INCLUDE_QUERY_STRING)).isNull();
                    }
                });
    }

    @Test
    @Section("9.3.1")
    void theAttributesAreGoneAfterTheInclude() throws Exception {
        server.get(
                "/from",
                (q, r) -> {
                    if (q.getDispatcherType() == DispatcherType.REQUEST) {
                        q.getRequestDispatcher("/to").include(q, r);
                        for (String name : ATTRIBUTES) {
                            assertThat(q.getAttribute(name)).as(name).isNull();
                        }
                    }
                });
        assertThat(server.calls()).isEqualTo(2);
    }

    @Test
    @Section("9.3.1")
    void anIncludeByNameSetsNone() throws Exception {
        try (RegisteringServer app =
                app(
                        (q, r) -> q.getServletContext().getNamedDispatcher("to").include(q, r),
                        (q, r) -> {
                            for (String name : ATTRIBUTES) {
                                assertThat(q.getAttribute(name)).as(name).isNull();
                            }
                            assertThat(q.getServletPath()).isEqualTo("/from");
                            r.getWriter().print("in");
                        })) {
            assertThat(app.text("/from/a")).isEqualTo("in");
        }
    }

    @Test
    @Section("9.3.1")
    void anIncludeByNameInAnIncludeShowsNoneOfThat() throws Exception {
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        a -> {
                            a.servlet(
                                    "from",
                                    (q, r) -> q.getRequestDispatcher("/mid/x").include(q, r),
                                    "/from");
                            a.servlet(
                                    "mid",
                                    (q, r) -> {
                                        q.getServletContext()
                                                .getNamedDispatcher("to")
                                                .include(q, r);
                                        assertThat(q.getAttribute(INCLUDE_SERVLET_PATH))
                                                .isEqualTo("/mid");
                                    },
                                    "/mid/*");
                            a.servlet(
                                    "to",
                                    (q, r) -> {
                                        for (String name : ATTRIBUTES) {
                                            assertThat(q.getAttribute(name)).as(name).isNull();
                                        }
                                        r.getWriter().print("in");
                                    });
                        })) {
            assertThat(app.text("/from")).isEqualTo("in");
        }
    }

    @Test
    @Section("9.3.1")
    void anIncludeInAForwardKeepsTheAttributesOfTheForward() throws Exception {
        server.get(
                "/from",
                (q, r) -> {
                    switch (q.getDispatcherType()) {
                        case REQUEST -> q.getRequestDispatcher("/mid").forward(q, r);
                        case FORWARD -> q.getRequestDispatcher("/to").include(q, r);
                        default -> {
                            assertThat(q.getAttribute(FORWARD_REQUEST_URI)).isEqualTo("/app/from");
                            assertThat(q.getAttribute(INCLUDE_REQUEST_URI)).isEqualTo("/app/to");
                            assertThat(q.getRequestURI()).isEqualTo("/app/mid");
                        }
                    }
                });
        assertThat(server.calls()).isEqualTo(3);
    }

    // ---- references that outlive it

    @Test
    void aRequestThatTheTargetKeepsGoesOnAsTheIncludedOne() throws Exception {
        AtomicReference<HttpServletRequest> kept = new AtomicReference<>();
        server.get(
                "/from?q=1",
                (q, r) -> {
                    if (q.getDispatcherType() == DispatcherType.REQUEST) {
                        q.getRequestDispatcher("/to?q=2").include(q, r);
                        HttpServletRequest included = kept.get();
                        assertThat(included.getDispatcherType()).isEqualTo(DispatcherType.INCLUDE);
                        assertThat(included.getAttribute(INCLUDE_REQUEST_URI)).isEqualTo("/app/to");
                        assertThat(included.getParameterValues("q")).containsExactly("2", "1");
                        assertThat(q.getDispatcherType()).isEqualTo(DispatcherType.REQUEST);
                        assertThat(q.getAttribute(INCLUDE_REQUEST_URI)).isNull();
                    } else {
                        kept.set(q);
                    }
                });
        assertThat(server.calls()).isEqualTo(2);
    }

    @Test
    void aResponseThatTheTargetKeepsGoesOnAsTheIncludedOne() throws Exception {
        AtomicReference<HttpServletResponse> kept = new AtomicReference<>();
        RawResponse answer =
                server.get(
                        "/from",
                        (q, r) -> {
                            if (q.getDispatcherType() == DispatcherType.REQUEST) {
                                q.getRequestDispatcher("/to").include(q, r);
                                kept.get().setHeader("X-A", "included");
                                kept.get().setStatus(404);
                                kept.get().getWriter().print("late");
                                r.setHeader("X-B", "caller");
                            } else {
                                kept.set(r);
                            }
                        });
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.field("X-A")).isNull();
        assertThat(answer.field("X-B")).isEqualTo("caller");
        assertThat(answer.text()).isEqualTo("late");
    }

    @Test
    void whatGoesOnAsynchronouslyInATargetGoesOnAsTheIncluded() throws Exception {
        RawResponse answer =
                server.get(
                        "/from",
                        (q, r) -> {
                            if (q.getDispatcherType() == DispatcherType.REQUEST) {
                                q.getRequestDispatcher("/to").include(q, r);
                                AsyncContext context = q.getAsyncContext();
                                HttpServletRequest held = (HttpServletRequest) context.getRequest();
                                HttpServletResponse answering =
                                        (HttpServletResponse) context.getResponse();
                                answering.setHeader("X-A", "included");
                                answering.getWriter().print(held.getAttribute(INCLUDE_REQUEST_URI));
                                context.complete();
                            } else {
                                q.startAsync();
                            }
                        });
        assertThat(answer.field("X-A")).isNull();
        assertThat(answer.text()).isEqualTo("/app/to");
    }

    @Test
    void whatGoesOnAsynchronouslyWithWrappersGoesOnAsTheIncluded() throws Exception {
        RawResponse answer =
                server.get(
                        "/from",
                        (q, r) -> {
                            if (q.getDispatcherType() == DispatcherType.REQUEST) {
                                var request = new HttpServletRequestWrapper(q);
                                var response = new HttpServletResponseWrapper(r);
                                q.getRequestDispatcher("/to").include(request, response);
                                assertThat(q.getAttribute(INCLUDE_REQUEST_URI)).isNull();
                                response.setHeader("X-A", "included");
                                response.getWriter()
                                        .print(request.getAttribute(INCLUDE_REQUEST_URI));
                                q.getAsyncContext().complete();
                            } else {
                                q.startAsync(q, r);
                            }
                        });
        assertThat(answer.field("X-A")).isNull();
        assertThat(answer.text()).isEqualTo("/app/to");
    }
}
