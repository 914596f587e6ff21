package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** How long the objects of a request live, and what TLS adds to them. */
@OnSixWires
final class Servlet61Section3_14LifetimeTest {
    @Parameter ServletUnderTest server;

    private final AtomicReference<HttpServletRequest> request = new AtomicReference<>();
    private final AtomicReference<HttpServletResponse> response = new AtomicReference<>();

    /** Keeps the objects of a request beyond its end, which the client has seen. */
    private void keep(OneServlet.Body body) throws Exception {
        server.get(
                "/kept?a=1",
                (q, r) -> {
                    request.set(q);
                    response.set(r);
                    body.service(q, r);
                });
        // The answer may arrive a moment before its request is over.
        Waiting.until(
                "the end",
                () -> {
                    try {
                        request.get().getAttribute("x");
                        return false;
                    } catch (IllegalStateException e) {
                        return true;
                    }
                });
    }

    private static void late(String how, ThrowingCallable... calls) {
        for (int i = 0; i < calls.length; i++) {
            assertThat(catchThrowable(calls[i]))
                    .as("call %d", i)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("GET /app/kept")
                    .hasMessageContaining(how);
        }
    }

    @Test
    void aRequestThatHasReturnedSaysSo() throws Exception {
        keep((q, r) -> {});
        HttpServletRequest q = request.get();
        late(
                "its call returned without startAsync",
                () -> q.getHeader("Host"),
                q::getHeaderNames,
                q::getMethod,
                q::getRequestURI,
                q::getQueryString,
                q::getPathInfo,
                q::getServletPath,
                q::getContextPath,
                q::getCookies,
                q::getLocale,
                q::getRemoteAddr,
                q::getServerName);
    }

    @Test
    void nothingOfItCanBeReadOrChanged() throws Exception {
        keep((q, r) -> {});
        HttpServletRequest q = request.get();
        late(
                "servlet",
                () -> q.getParameter("a"),
                q::getParameterMap,
                q::getParts,
                q::getInputStream,
                q::getReader,
                () -> q.setAttribute("a", "b"),
                () -> q.removeAttribute("a"),
                () -> q.getSession(true),
                () -> q.getSession(false),
                q::startAsync,
                () -> q.getRequestDispatcher("/x"),
                q::getTrailerFields);
    }

    @Test
    void streamsThatWereTakenInTimeAreOverToo() throws Exception {
        AtomicReference<ServletInputStream> in = new AtomicReference<>();
        AtomicReference<ServletOutputStream> out = new AtomicReference<>();
        keep(
                (q, r) -> {
                    in.set(q.getInputStream());
                    out.set(r.getOutputStream());
                });
        late("its call returned", () -> in.get().read(), () -> in.get().read(new byte[1]));
        Waiting.until("the end of the response", () -> isOver(response.get()));
        late("its call returned", () -> out.get().print("x"), () -> out.get().flush());
    }

    private static boolean isOver(HttpServletResponse response) {
        try {
            response.setStatus(200);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    @Test
    @Section("5.8")
    void aResponseIsOverToo() throws Exception {
        keep((q, r) -> {});
        HttpServletResponse r = response.get();
        Waiting.until("the end of the response", () -> isOver(r));
        late(
                "its call returned",
                () -> r.setStatus(500),
                () -> r.setHeader("a", "b"),
                () -> r.addHeader("a", "b"),
                () -> r.sendError(500),
                () -> r.sendRedirect("/"),
                r::getOutputStream,
                r::getWriter,
                r::reset);
    }

    @Test
    void anAsynchronousRequestLivesUntilItIsCompleted() throws Exception {
        AtomicReference<String> seen = new AtomicReference<>();
        keep(
                (q, r) -> {
                    AsyncContext async = q.startAsync();
                    async.start(
                            () -> {
                                seen.set(q.getParameter("a"));
                                async.complete();
                            });
                });
        assertThat(seen.get()).isEqualTo("1");
        late("AsyncContext.complete was called", () -> request.get().getHeader("Host"));
    }

    @Test
    void oneThatRanOutOfTimeSaysSo() throws Exception {
        keep((q, r) -> q.startAsync().setTimeout(1));
        late("its asynchronous time was over", () -> request.get().getHeader("Host"));
    }

    @Test
    void oneThatWasDispatchedSaysSo() throws Exception {
        keep(
                (q, r) -> {
                    if (!q.getDispatcherType().name().equals("ASYNC")) {
                        q.startAsync().dispatch();
                    }
                });
        late("the target of an asynchronous dispatch", () -> request.get().getHeader("Host"));
    }

    @Test
    void anAsyncContextSaysSoToo() throws Exception {
        AtomicReference<AsyncContext> context = new AtomicReference<>();
        keep(
                (q, r) -> {
                    context.set(q.startAsync());
                    context.get().complete();
                });
        AsyncContext async = context.get();
        for (ThrowingCallable call :
                new ThrowingCallable[] {
                    async::complete,
                    async::dispatch,
                    () -> async.dispatch("/x"),
                    async::getRequest,
                    async::getResponse,
                    () -> async.start(() -> {})
                }) {
            assertThatThrownBy(call)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("AsyncContext.complete was called");
        }
    }

    // ---- 3.11

    @Test
    @Section("3.11")
    void tlsIsTold() throws Exception {
        Assumptions.assumeTrue(server.wire().tls());
        server.get(
                "/",
                (q, r) -> {
                    assertThat(q.isSecure()).isTrue();
                    assertThat(q.getScheme()).isEqualTo("https");
                    assertThat(q.getServletConnection().isSecure()).isTrue();
                    assertThat(q.getServletConnection().getProtocol()).isEqualTo("http/1.1");
                });
    }

    @Test
    @Section("3.11")
    void theAttributesOfTlsHaveTheirTypes() throws Exception {
        Assumptions.assumeTrue(server.wire().tls());
        Map<String, Object> told = new ConcurrentHashMap<>();
        OneServlet.Body servlet =
                (q, r) -> {
                    for (String name : Collections.list(q.getAttributeNames())) {
                        told.put(name, q.getAttribute(name));
                    }
                };
        try (RawClient client = server.connect(servlet)) {
            assertThat(client.exchange(ServerUnderTest.request("GET", "/app/")).status())
                    .isEqualTo(200);
            String suite = client.session().getCipherSuite();
            String prefix = "jakarta.servlet.request.";
            assertThat(told)
                    .containsEntry(prefix + "secure_protocol", server.wire().protocol())
                    .containsEntry(prefix + "cipher_suite", suite)
                    .containsEntry(prefix + "key_size", suite.contains("_128_") ? 128 : 256);
            assertThat(told.get(prefix + "ssl_session_id")).isInstanceOf(String.class);
        }
    }

    @Test
    @Section("3.11")
    void withoutACertificateOfTheClientThereIsNoSuchAttribute() throws Exception {
        Assumptions.assumeTrue(server.wire().tls());
        server.get(
                "/",
                (q, r) ->
                        assertThat(q.getAttribute("jakarta.servlet.request.X509Certificate"))
                                .isNull());
    }
}
