package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.serval.embed.Serval;
import dev.serval.embed.ServalBuilder;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Asynchronous processing: who may start, decide and listen, when, and what they are told. */
@OnSixWires
@Section("2.3.3.3")
final class Servlet61Section2_3_3AsyncTest {
    @Parameter ServletUnderTest server;
    @TempDir Path files;

    private final AsyncEvents events = AsyncEvents.noting();
    private final CompletableFuture<Void> checked = new CompletableFuture<>();

    private interface Deed {
        void run() throws Exception;
    }

    /** What another thread does after the call has returned; its failure is the test's. */
    private void later(AsyncContext async, Deed deed) {
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                // The only way to know that a call has returned to the container.
                                awaitReturn(async);
                                deed.run();
                                checked.complete(null);
                            } catch (Throwable e) {
                                checked.completeExceptionally(e);
                            }
                        });
        thread.start();
    }

    private static void awaitReturn(AsyncContext async) throws Exception {
        Waiting.until(
                "the call returns",
                () -> {
                    try {
                        async.setTimeout(async.getTimeout());
                        return false;
                    } catch (IllegalStateException e) {
                        return true;
                    }
                });
    }

    private void awaitChecked() throws Exception {
        checked.get(RawClient.PATIENCE, TimeUnit.MILLISECONDS);
    }

    private static void refused(ThrowingCallable call) {
        refused(catchThrowable(call));
    }

    private static void refused(Throwable thrown) {
        assertThat(thrown)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Servlet 6.1");
    }

    private static boolean isFirst(HttpServletRequest request) {
        return request.getDispatcherType() == DispatcherType.REQUEST;
    }

    @Test
    void fieldsMayBeSetWhileAnotherThreadSendsTheHead() throws Exception {
        // As a filter does that sets fields on its way out, beside a streamed body.
        for (int round = 0; round < 100; round++) {
            RawResponse response =
                    server.get(
                            "/",
                            (request, answer) -> {
                                AsyncContext async = request.startAsync();
                                async.start(
                                        () -> {
                                            try {
                                                async.getResponse().getOutputStream().print("all");
                                                async.getResponse().flushBuffer();
                                            } catch (IOException e) {
                                                throw new UncheckedIOException(e);
                                            } finally {
                                                async.complete();
                                            }
                                        });
                                for (int field = 0;
                                        field < 4_000 && !answer.isCommitted();
                                        field++) {
                                    answer.addHeader("X-" + field % 40, "value");
                                    answer.setHeader("X-" + (field + 20) % 40, null);
                                }
                            });
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.text()).isEqualTo("all");
        }
    }

    // ---- startAsync

    @Test
    void aRequestIsNotAsynchronousBeforeItIsStarted() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    assertThat(request.isAsyncSupported()).isTrue();
                    assertThat(request.isAsyncStarted()).isFalse();
                    refused(request::getAsyncContext);
                });
    }

    @Test
    void startAsyncGivesTheContextThatTheRequestHasFromThenOn() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    AsyncContext async = request.startAsync();
                    assertThat(request.isAsyncStarted()).isTrue();
                    assertThat(request.getAsyncContext()).isSameAs(async);
                    assertThat(async.getRequest()).isSameAs(request);
                    assertThat(async.getResponse()).isSameAs(response);
                    async.complete();
                });
    }

    @Test
    void startAsyncTwiceInACallIsIllegal() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    AsyncContext async = request.startAsync();
                    refused(request::startAsync);
                    refused(() -> request.startAsync(request, response));
                    async.complete();
                    refused(request::startAsync);
                });
    }

    @Test
    void startAsyncOutsideOfACallIsIllegal() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    AsyncContext async = request.startAsync();
                    later(
                            async,
                            () -> {
                                refused(request::startAsync);
                                async.complete();
                            });
                });
        awaitChecked();
    }

    @Test
    void startAsyncAfterTheResponseWasClosedIsIllegal() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.getOutputStream().close();
                    refused(request::startAsync);
                });
    }

    private Serval start(java.util.function.UnaryOperator<ServalBuilder> applications)
            throws Exception {
        return server.start(applications);
    }

    @Test
    void startAsyncWhereTheServletDoesNotSupportItIsIllegal() throws Exception {
        try (Serval own =
                start(
                        b ->
                                b.initializer(
                                        "/app",
                                        (none, context) ->
                                                context.addServlet(
                                                                "sync",
                                                                new OneServlet.Given(
                                                                        (q, r) -> {
                                                                            refused(q::startAsync);
                                                                            r.getWriter()
                                                                                    .print(
                                                                                            q
                                                                                                    .isAsyncSupported());
                                                                        }))
                                                        .addMapping("/*")))) {
            assertThat(server.get(own, "/app/").text()).isEqualTo("false");
        }
    }

    @Test
    void startAsyncBehindAFilterThatDoesNotSupportItIsIllegal() throws Exception {
        try (Serval own =
                start(
                        b ->
                                b.servlet(
                                                "/app",
                                                "/*",
                                                new OneServlet.Given(
                                                        (q, r) -> {
                                                            refused(q::startAsync);
                                                            r.getWriter()
                                                                    .print(q.isAsyncSupported());
                                                        }))
                                        .initializer(
                                                "/app",
                                                (none, context) ->
                                                        context.addFilter(
                                                                        "sync",
                                                                        (q, r, chain) ->
                                                                                chain.doFilter(
                                                                                        q, r))
                                                                .addMappingForUrlPatterns(
                                                                        null, true, "/*")))) {
            assertThat(server.get(own, "/app/").text()).isEqualTo("false");
        }
    }

    @Test
    void theResponseIsNotCommittedWhenTheCallReturns() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            AsyncContext async = request.startAsync();
                            response.getWriter().print("a");
                            later(
                                    async,
                                    () -> {
                                        assertThat(response.isCommitted()).isFalse();
                                        response.setStatus(202);
                                        AsyncEvents.print(async, "b");
                                        async.complete();
                                    });
                        });
        awaitChecked();
        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.text()).isEqualTo("ab");
    }

    // ---- isAsyncStarted

    @Test
    @Section("ServletRequest.isAsyncStarted")
    void completedWithinItsCallItIsAsynchronousUntilThatReturns() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    AsyncContext async = request.startAsync();
                    async.complete();
                    assertThat(request.isAsyncStarted()).isTrue();
                });
    }

    @Test
    @Section("ServletRequest.isAsyncStarted")
    void dispatchedWithinItsCallItIsAsynchronousUntilThatReturns() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            if (isFirst(request)) {
                                request.startAsync().dispatch();
                                assertThat(request.isAsyncStarted()).isTrue();
                            } else {
                                response.getWriter().print(request.isAsyncStarted());
                            }
                        });
        assertThat(answer.text()).isEqualTo("false");
    }

    @Test
    @Section("ServletRequest.isAsyncStarted")
    void completedBehindItsCallItIsNotAsynchronousAnyMore() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    AsyncContext async = request.startAsync();
                    async.addListener(
                            events.onComplete(e -> events.note("" + request.isAsyncStarted())));
                    later(async, async::complete);
                });
        awaitChecked();
        assertThat(events.all()).containsExactly("onComplete", "false");
    }

    // ---- time

    @Test
    void theTimeIsThirtySecondsUnlessItIsSet() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    AsyncContext async = request.startAsync();
                    assertThat(async.getTimeout()).isEqualTo(30_000);
                    async.setTimeout(4711);
                    assertThat(async.getTimeout()).isEqualTo(4711);
                    async.complete();
                });
    }

    @Test
    void theTimeCannotBeSetBehindTheCall() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    AsyncContext async = request.startAsync();
                    later(
                            async,
                            () -> {
                                refused(() -> async.setTimeout(1));
                                async.complete();
                            });
                });
        awaitChecked();
    }

    @Test
    void theTimeIsSetAnewInEveryCycle() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            AsyncContext async = request.startAsync();
                            if (isFirst(request)) {
                                async.setTimeout(4711);
                                async.dispatch();
                            } else {
                                response.getWriter().print(async.getTimeout());
                                async.complete();
                            }
                        });
        assertThat(answer.text()).isEqualTo("30000");
    }

    @Test
    void whoRunsOutOfTimeIsToldAndAnsweredWith500() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            AsyncContext async = request.startAsync();
                            async.setTimeout(1);
                            async.addListener(events);
                        });
        assertThat(answer.status()).isEqualTo(500);
        assertThat(events.all()).containsExactly("onTimeout", "onComplete");
    }

    // ---- listeners

    @Test
    void listenersAreToldInTheirOrder() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    AsyncContext async = request.startAsync();
                    async.addListener(events.another("1"));
                    async.addListener(events.another("2"), request, response);
                    async.addListener(events.another("3"));
                    async.complete();
                });
        assertThat(events.all()).containsExactly("1 onComplete", "2 onComplete", "3 onComplete");
    }

    @Test
    void listenersCannotBeAddedBehindTheCall() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    AsyncContext async = request.startAsync();
                    later(
                            async,
                            () -> {
                                refused(() -> async.addListener(events));
                                refused(() -> async.addListener(events, request, response));
                                async.complete();
                            });
                });
        awaitChecked();
    }

    @Test
    @Section("AsyncContext.addListener")
    void listenersMayBeAddedBehindCompleteWithinTheCall() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    AsyncContext async = request.startAsync();
                    async.complete();
                    async.addListener(events);
                });
        assertThat(events.all()).containsExactly("onComplete");
    }

    @Test
    @Section("AsyncContext.addListener")
    void anEventHasTheObjectsThatWereGivenWithTheListener() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    ServletRequest wrapped = new HttpServletRequestWrapper(request);
                    ServletResponse answer = new HttpServletResponseWrapper(response);
                    AsyncContext async = request.startAsync();
                    async.addListener(
                            events.onComplete(
                                    e -> {
                                        events.note("" + (e.getSuppliedRequest() == wrapped));
                                        events.note("" + (e.getSuppliedResponse() == answer));
                                        events.note("" + (e.getAsyncContext() == async));
                                        events.note("" + e.getThrowable());
                                    }),
                            wrapped,
                            answer);
                    async.complete();
                });
        assertThat(events.all()).containsExactly("onComplete", "true", "true", "true", "null");
    }

    @Test
    @Section("AsyncContext.addListener")
    void anEventHasTheObjectsOfStartAsyncWhereNoneWereGiven() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    ServletRequest wrapped = new HttpServletRequestWrapper(request);
                    ServletResponse answer = new HttpServletResponseWrapper(response);
                    AsyncContext async = request.startAsync(wrapped, answer);
                    async.addListener(
                            events.onComplete(
                                    e -> {
                                        events.note("" + (e.getSuppliedRequest() == wrapped));
                                        events.note("" + (e.getSuppliedResponse() == answer));
                                    }));
                    async.complete();
                });
        assertThat(events.all()).containsExactly("onComplete", "true", "true");
    }

    @Test
    @Section("AsyncListener.onStartAsync")
    void aNewCycleIsToldToTheListenersOfTheLastOneAlone() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    AsyncContext async = request.startAsync();
                    if (isFirst(request)) {
                        async.addListener(events.another("old"));
                        async.dispatch();
                    } else {
                        async.addListener(events.another("new"));
                        async.complete();
                    }
                });
        assertThat(events.all()).containsExactly("old onStartAsync", "new onComplete");
    }

    @Test
    @Section("AsyncListener.onStartAsync")
    void aListenerMayAddItselfToTheNewCycle() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    AsyncContext async = request.startAsync();
                    if (isFirst(request)) {
                        async.addListener(
                                events.onStartAsync(e -> e.getAsyncContext().addListener(events)));
                        async.dispatch();
                    } else {
                        async.complete();
                    }
                });
        assertThat(events.all()).containsExactly("onStartAsync", "onComplete");
    }

    @Test
    void aListenerThatThrowsDoesNotKeepTheOthersFromBeingTold() throws Exception {
        try (ServerLog log = new ServerLog()) {
            RawResponse answer =
                    server.get(
                            "/",
                            (request, response) -> {
                                AsyncContext async = request.startAsync();
                                async.addListener(
                                        AsyncEvents.noting()
                                                .onComplete(
                                                        e -> {
                                                            throw new IOException("expected");
                                                        }));
                                async.addListener(events);
                                async.complete();
                            });
            assertThat(answer.status()).isEqualTo(200);
            assertThat(events.all()).containsExactly("onComplete");
            assertThat(log.lines()).anyMatch(line -> line.startsWith("SRV-0623"));
        }
    }

    /** Made by the container. */
    public static final class Made extends HiddenListener {}

    /** It has no constructor that the container could call. */
    public static final class Unmakable extends HiddenListener {
        public Unmakable(String unused) {
            assertThat(unused).isNull();
        }
    }

    private abstract static class HiddenListener implements jakarta.servlet.AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) {}

        @Override
        public void onTimeout(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }

    @Test
    void createListenerMakesOne() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    AsyncContext async = request.startAsync();
                    assertThat(async.createListener(Made.class)).isExactlyInstanceOf(Made.class);
                    async.complete();
                });
    }

    @Test
    @Section("AsyncContext.createListener")
    void createListenerOfAClassThatCannotBeMadeFails() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    AsyncContext async = request.startAsync();
                    assertThatThrownBy(() -> async.createListener(Unmakable.class))
                            .isInstanceOf(ServletException.class);
                    async.complete();
                });
    }

    // ---- complete

    @Test
    void completeWithinTheCallHasItsEffectBehindIt() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            AsyncContext async = request.startAsync();
                            async.addListener(events);
                            async.complete();
                            response.getWriter().print("still open");
                            events.note("returns");
                        });
        assertThat(events.all()).containsExactly("returns", "onComplete");
        assertThat(answer.text()).isEqualTo("still open");
    }

    @Test
    void afterCompleteNothingElseIsLegal() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    AsyncContext async = request.startAsync();
                    async.complete();
                    refused(async::complete);
                    refused(async::dispatch);
                    refused(() -> async.dispatch("/x"));
                    refused(() -> async.start(() -> {}));
                });
    }

    @Test
    void afterCompleteItsObjectsAreNotToBeHad() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    AsyncContext async = request.startAsync();
                    async.complete();
                    refused(async::getRequest);
                    refused(async::getResponse);
                });
    }

    @Test
    void completeNeedsAStartInTheDispatchThatItIsCalledIn() throws Exception {
        CompletableFuture<AsyncContext> first = new CompletableFuture<>();
        server.get(
                "/",
                (request, response) -> {
                    if (isFirst(request)) {
                        first.complete(request.startAsync());
                        first.join().dispatch();
                    } else {
                        refused(() -> first.join().complete());
                    }
                });
        assertThat(server.calls()).isEqualTo(2);
    }

    // ---- dispatch

    @Test
    void dispatchHasItsEffectBehindTheCall() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    events.note(request.getDispatcherType().name());
                    if (isFirst(request)) {
                        request.startAsync().dispatch();
                        events.note("returns");
                    }
                });
        assertThat(events.all()).containsExactly("REQUEST", "returns", "ASYNC");
    }

    @Test
    void afterDispatchNothingElseIsLegal() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    if (isFirst(request)) {
                        AsyncContext async = request.startAsync();
                        async.dispatch();
                        refused(async::dispatch);
                        refused(() -> async.dispatch("/x"));
                        refused(() -> async.dispatch(request.getServletContext(), "/x"));
                        refused(async::complete);
                        refused(async::getRequest);
                        refused(async::getResponse);
                    }
                });
        assertThat(server.calls()).isEqualTo(2);
    }

    @Test
    @Section("HttpServletRequest.getRequestURL")
    void theUrlIsThatOfTheTarget() throws Exception {
        RawResponse answer =
                server.get(
                        "/first/a%20b?q=1",
                        (request, response) -> {
                            if (isFirst(request)) {
                                request.startAsync().dispatch("/second/c%20d");
                            } else {
                                response.getWriter().print(request.getRequestURL());
                            }
                        });
        assertThat(answer.text())
                .isEqualTo(server.wire().scheme() + "://localhost/app/second/c%20d");
    }

    private static String original(HttpServletRequest request) {
        return String.join(
                " ",
                String.valueOf(request.getAttribute(AsyncContext.ASYNC_REQUEST_URI)),
                String.valueOf(request.getAttribute(AsyncContext.ASYNC_CONTEXT_PATH)),
                String.valueOf(request.getAttribute(AsyncContext.ASYNC_SERVLET_PATH)),
                String.valueOf(request.getAttribute(AsyncContext.ASYNC_PATH_INFO)),
                String.valueOf(request.getAttribute(AsyncContext.ASYNC_QUERY_STRING)));
    }

    @Test
    void theFirstPathStaysInAttributesThroughAllDispatches() throws Exception {
        RawResponse answer =
                server.get(
                        "/first?q=1",
                        (request, response) -> {
                            switch (request.getPathInfo()) {
                                case "/first" -> request.startAsync().dispatch("/second");
                                case "/second" -> request.startAsync().dispatch("/third");
                                default -> response.getWriter().print(original(request));
                            }
                        });
        assertThat(answer.text()).isEqualTo("/app/first /app  /first q=1");
    }

    @Test
    @Section("AsyncContext.dispatch")
    void theMappingOfTheFirstRequestIsAnAttributeToo() throws Exception {
        server.get(
                "/first",
                (request, response) -> {
                    if (isFirst(request)) {
                        request.startAsync().dispatch("/second");
                    } else {
                        jakarta.servlet.http.HttpServletMapping first =
                                (jakarta.servlet.http.HttpServletMapping)
                                        request.getAttribute(AsyncContext.ASYNC_MAPPING);
                        assertThat(first.getMatchValue()).isEqualTo("first");
                        assertThat(request.getHttpServletMapping().getMatchValue())
                                .isEqualTo("second");
                    }
                });
        assertThat(server.calls()).isEqualTo(2);
    }

    @Test
    void theBufferAndTheFieldsStay() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            if (isFirst(request)) {
                                response.setHeader("X-First", "1");
                                response.getWriter().print("one ");
                                request.startAsync().dispatch();
                            } else {
                                response.getWriter().print("two");
                            }
                        });
        assertThat(answer.field("X-First")).isEqualTo("1");
        assertThat(answer.text()).isEqualTo("one two");
    }

    @Test
    void dispatchIsLegalAfterTheCommit() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.getWriter().print(request.getDispatcherType() + " ");
                            if (isFirst(request)) {
                                response.flushBuffer();
                                request.startAsync().dispatch();
                            }
                        });
        assertThat(answer.text()).isEqualTo("REQUEST ASYNC ");
    }

    @Test
    void theEndOfTheTargetIsThatOfTheRequest() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    if (isFirst(request)) {
                        AsyncContext async = request.startAsync();
                        async.addListener(events);
                        async.dispatch();
                    } else {
                        events.note("target");
                    }
                });
        assertThat(events.all()).containsExactly("target", "onComplete");
    }

    @Test
    void aTargetThatDoesNotSupportItEndsTheRequestAndTheListenersHearOfIt() throws Exception {
        try (Serval own =
                start(
                        b ->
                                b.servlet(
                                                "/app",
                                                "/async",
                                                new OneServlet.Given(
                                                        (q, r) -> {
                                                            AsyncContext async = q.startAsync();
                                                            async.addListener(events);
                                                            async.dispatch("/sync");
                                                        }))
                                        .initializer(
                                                "/app",
                                                (none, context) ->
                                                        context.addServlet(
                                                                        "sync",
                                                                        new OneServlet.Given(
                                                                                (q, r) ->
                                                                                        r.getWriter()
                                                                                                .print(
                                                                                                        q
                                                                                                                .isAsyncSupported())))
                                                                .addMapping("/sync")))) {
            assertThat(server.get(own, "/app/async").text()).isEqualTo("false");
            assertThat(events.all()).containsExactly("onComplete");
        }
    }

    // ---- objects

    @Test
    void theOriginalObjectsAreToldFromWrappedOnes() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    AsyncContext async = request.startAsync();
                    assertThat(async.hasOriginalRequestAndResponse()).isTrue();
                    async.complete();
                });
        server.get(
                "/",
                (request, response) -> {
                    AsyncContext async = request.startAsync(request, response);
                    assertThat(async.hasOriginalRequestAndResponse()).isTrue();
                    async.complete();
                });
        server.get(
                "/",
                (request, response) -> {
                    AsyncContext async =
                            request.startAsync(new HttpServletRequestWrapper(request), response);
                    assertThat(async.hasOriginalRequestAndResponse()).isFalse();
                    async.complete();
                });
        server.get(
                "/",
                (request, response) -> {
                    AsyncContext async =
                            request.startAsync(request, new HttpServletResponseWrapper(response));
                    assertThat(async.hasOriginalRequestAndResponse()).isFalse();
                    async.complete();
                });
    }

    @Test
    @Section("ServletRequest.startAsync")
    void theContextIsTheSameInEveryCycle() throws Exception {
        CompletableFuture<AsyncContext> first = new CompletableFuture<>();
        server.get(
                "/",
                (request, response) -> {
                    AsyncContext async = request.startAsync();
                    if (isFirst(request)) {
                        first.complete(async);
                        async.dispatch();
                    } else {
                        assertThat(async).isSameAs(first.join());
                        async.complete();
                    }
                });
        assertThat(server.calls()).isEqualTo(2);
    }

    @Test
    @Section("ServletRequest.startAsync")
    void objectsThatWereGivenAreLockedIn() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    if (isFirst(request)) {
                        request.startAsync(
                                        new HttpServletRequestWrapper(request),
                                        new HttpServletResponseWrapper(response))
                                .dispatch();
                        return;
                    }
                    AsyncContext async = request.startAsync();
                    assertThat(async.getRequest()).isSameAs(request);
                    assertThat(async.getResponse()).isSameAs(response);
                    assertThat(request).isInstanceOf(HttpServletRequestWrapper.class);
                    assertThat(async.hasOriginalRequestAndResponse()).isFalse();
                    async.complete();
                });
        assertThat(server.calls()).isEqualTo(2);
    }

    // ---- start

    /** Where a task ran, and what its thread had as its loader. */
    private record Ran(Thread called, Thread ran, ClassLoader loader) {}

    @Test
    @Section("AsyncContext.start")
    void startRunsItsTaskOnAnotherThreadWithTheLoaderOfTheContext() throws Exception {
        CompletableFuture<Ran> task = new CompletableFuture<>();
        // An application with files has a loader of its own.
        try (Serval own =
                withErrorPage(
                        (request, response) -> {
                            Thread called = Thread.currentThread();
                            AsyncContext async = request.startAsync();
                            async.start(
                                    () -> {
                                        Thread ran = Thread.currentThread();
                                        task.complete(
                                                new Ran(called, ran, ran.getContextClassLoader()));
                                    });
                            // Behind the call its thread would be free for the task.
                            task.orTimeout(RawClient.PATIENCE, TimeUnit.MILLISECONDS).join();
                            async.complete();
                        })) {
            assertThat(server.get(own, "/app/s/").status()).isEqualTo(200);
            Ran seen = task.join();
            assertThat(seen.ran()).isNotSameAs(seen.called());
            assertThat(seen.loader())
                    .isSameAs(own.servletContext("/app").getClassLoader())
                    .isNotSameAs(getClass().getClassLoader());
        }
    }

    @Test
    @Section("AsyncContext.start")
    void aTaskThatThrowsIsAnError() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            AsyncContext async = request.startAsync();
                            async.addListener(events);
                            async.start(
                                    () -> {
                                        throw new IllegalArgumentException("x");
                                    });
                        });
        assertThat(answer.status()).isEqualTo(500);
        assertThat(events.all()).containsExactly("onError x", "onComplete");
    }

    // ---- errors

    @Test
    void aTargetThatThrowsIsAnErrorThatListenersAreTold() throws Exception {
        RawResponse answer =
                server.tryGet(
                        "/",
                        (request, response) -> {
                            if (isFirst(request)) {
                                AsyncContext async = request.startAsync();
                                async.addListener(events);
                                async.dispatch();
                            } else {
                                throw new ServletException("x");
                            }
                        });
        assertThat(answer.status()).isEqualTo(500);
        assertThat(events.all()).containsExactly("onError x", "onComplete");
    }

    @Test
    void aListenerThatDispatchesDecidesInsteadOfTheError() throws Exception {
        RawResponse answer =
                server.tryGet(
                        "/",
                        (request, response) -> {
                            if (isFirst(request)) {
                                AsyncContext async = request.startAsync();
                                async.addListener(
                                        events.onError(e -> e.getAsyncContext().dispatch("/x")));
                                throw new ServletException("x");
                            }
                            response.setStatus(200);
                            response.getWriter().print(request.getPathInfo());
                        });
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("/x");
    }

    @Test
    void aListenerThatCompletesDecidesInsteadOfTheTimeout() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            AsyncContext async = request.startAsync();
                            async.setTimeout(1);
                            async.addListener(
                                    events.onTimeout(
                                            e -> {
                                                AsyncEvents.print(e.getAsyncContext(), "late");
                                                e.getAsyncContext().complete();
                                            }));
                        });
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("late");
        assertThat(events.all()).containsExactly("onTimeout", "onComplete");
    }

    /** The servlet of the test is the error page, too. */
    private Serval withErrorPage(OneServlet.Body body) throws Exception {
        Path inside = Files.createDirectories(files.resolve("WEB-INF"));
        Files.writeString(
                inside.resolve("web.xml"),
                "<web-app xmlns='https://jakarta.ee/xml/ns/jakartaee' version='6.1'>"
                        + "<error-page><location>/error</location></error-page></web-app>");
        return server.start(
                b ->
                        b.webapp("/app", files)
                                .servlet("/app", "/s/*", new OneServlet.Given(body))
                                .servlet("/app", "/error", new OneServlet.Given(body)));
    }

    private static boolean isError(HttpServletRequest request) {
        return request.getDispatcherType() == DispatcherType.ERROR;
    }

    @Test
    void withoutADecisionThereIsAnErrorDispatch() throws Exception {
        try (Serval own =
                withErrorPage(
                        (request, response) -> {
                            if (isError(request)) {
                                response.getWriter()
                                        .print(
                                                request.getAttribute(
                                                                "jakarta.servlet.error.status_code")
                                                        + " "
                                                        + request.getAttribute(
                                                                "jakarta.servlet.error.exception"));
                            } else if (isFirst(request)) {
                                request.startAsync().dispatch();
                            } else {
                                throw new IllegalStateException("x");
                            }
                        })) {
            RawResponse answer = server.get(own, "/app/s/");
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.text()).isEqualTo("500 java.lang.IllegalStateException: x");
        }
    }

    @Test
    void theErrorPageOfATimeoutMayComplete() throws Exception {
        AtomicReference<Throwable> again = new AtomicReference<>();
        try (Serval own =
                withErrorPage(
                        (request, response) -> {
                            AsyncContext async =
                                    isFirst(request)
                                            ? request.startAsync()
                                            : request.getAsyncContext();
                            if (isFirst(request)) {
                                async.setTimeout(1);
                                async.addListener(events);
                            } else {
                                AsyncEvents.print(async, "page");
                                async.complete();
                                again.set(catchThrowable(async::complete));
                            }
                        })) {
            RawResponse answer = server.get(own, "/app/s/");
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.text()).isEqualTo("page");
            assertThat(events.all()).containsExactly("onTimeout", "onComplete");
            refused(again.get());
        }
    }

    @Test
    void theErrorPageMayDispatch() throws Exception {
        try (Serval own =
                withErrorPage(
                        (request, response) -> {
                            if (isError(request)) {
                                request.getAsyncContext().dispatch("/s/again");
                            } else if (isFirst(request)) {
                                AsyncContext async = request.startAsync();
                                async.addListener(events);
                                throw new IllegalStateException("x");
                            } else {
                                response.getWriter().print(request.getRequestURI());
                            }
                        })) {
            RawResponse answer = server.get(own, "/app/s/");
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.text()).isEqualTo("/app/s/again");
            assertThat(events.all()).containsExactly("onError x", "onComplete");
        }
    }

    @Test
    void theErrorPageThatDoesNothingIsFollowedByTheEnd() throws Exception {
        try (Serval own =
                withErrorPage(
                        (request, response) -> {
                            if (isError(request)) {
                                events.note("page");
                                response.getWriter().print("sorry");
                            } else {
                                AsyncContext async = request.startAsync();
                                async.setTimeout(1);
                                async.addListener(events);
                            }
                        })) {
            RawResponse answer = server.get(own, "/app/s/");
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.text()).isEqualTo("sorry");
            assertThat(events.all()).containsExactly("onTimeout", "page", "onComplete");
        }
    }

    @Test
    @Section("ServletRequest.getDispatcherType")
    void theTypeOfEveryDispatchIsShown() throws Exception {
        try (Serval own =
                withErrorPage(
                        (request, response) -> {
                            events.note(request.getDispatcherType().name());
                            if (isFirst(request)) {
                                request.getRequestDispatcher("/s/f").forward(request, response);
                            } else if (request.getDispatcherType() == DispatcherType.FORWARD) {
                                request.startAsync().dispatch();
                            } else if (request.getDispatcherType() == DispatcherType.ASYNC) {
                                request.getRequestDispatcher("/s/i").include(request, response);
                                response.sendError(404);
                            }
                        })) {
            assertThat(server.get(own, "/app/s/").status()).isEqualTo(404);
            assertThat(events.all())
                    .isEqualTo(List.of("REQUEST", "FORWARD", "ASYNC", "INCLUDE", "ERROR"));
        }
    }

    @Test
    void filtersOfAsynchronousDispatchesRunForThem() throws Exception {
        try (Serval own =
                start(
                        b ->
                                b.filter(
                                                "/app",
                                                "/*",
                                                (q, r, chain) -> {
                                                    events.note("filter " + q.getDispatcherType());
                                                    chain.doFilter(q, r);
                                                    events.note("out");
                                                },
                                                DispatcherType.REQUEST,
                                                DispatcherType.ASYNC)
                                        .servlet(
                                                "/app",
                                                "/*",
                                                new OneServlet.Given(
                                                        (q, r) -> {
                                                            if (isFirst(q)) {
                                                                q.startAsync().dispatch();
                                                            } else {
                                                                events.note("target");
                                                            }
                                                        })))) {
            assertThat(server.get(own, "/app/").status()).isEqualTo(200);
            assertThat(events.all())
                    .containsExactly("filter REQUEST", "out", "filter ASYNC", "target", "out");
        }
    }
}
