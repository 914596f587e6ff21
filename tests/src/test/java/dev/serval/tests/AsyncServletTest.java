package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Servlet 6.1 §2.3.3.3 and §9.7: whoever ends a request, it ends once. */
@ParameterizedClass
@EnumSource(Wire.class)
final class AsyncServletTest {
    private static final int ROUNDS = 200;

    private final ExecutorService foreign = Executors.newCachedThreadPool();

    @Parameter Wire wire;

    @AfterEach
    void end() throws InterruptedException {
        foreign.shutdownNow();
        assertThat(foreign.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }

    /** Notes what it is told. */
    private static class Told implements AsyncListener {
        final List<String> events = new CopyOnWriteArrayList<>();

        @Override
        public void onComplete(AsyncEvent event) throws IOException {
            events.add("complete");
        }

        @Override
        public void onTimeout(AsyncEvent event) throws IOException {
            events.add("timeout");
        }

        @Override
        public void onError(AsyncEvent event) throws IOException {
            events.add("error " + event.getThrowable().getMessage());
        }

        @Override
        public void onStartAsync(AsyncEvent event) throws IOException {
            events.add("start");
        }
    }

    private static void print(AsyncContext async, String text) {
        try {
            async.getResponse().getWriter().print(text);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isAsync(HttpServletRequest request) {
        return request.getDispatcherType() == jakarta.servlet.DispatcherType.ASYNC;
    }

    private RawResponse once(OneServlet.Body body) throws IOException {
        try (OneServlet server = OneServlet.start(wire, body)) {
            return server.get("/a/b?q=1");
        }
    }

    @Test
    void aForeignThreadAnswersLater() throws Exception {
        CountDownLatch returned = new CountDownLatch(1);
        RawResponse answer =
                once(
                        (request, response) -> {
                            AsyncContext async = request.startAsync();
                            foreign.execute(
                                    () -> {
                                        await(returned);
                                        print(async, "later");
                                        async.complete();
                                    });
                            returned.countDown();
                        });
        assertThat(answer.text()).isEqualTo("later");
        assertThat(answer.field("Content-Length")).isEqualTo("5");
    }

    @Test
    void completeWithinTheCallAnswersAtItsEnd() throws Exception {
        assertThat(
                        once((request, response) -> {
                                    AsyncContext async = request.startAsync();
                                    async.complete();
                                    response.getWriter().print("after complete");
                                })
                                .text())
                .isEqualTo("after complete");
    }

    @Test
    void aTaskOfTheContextAnswers() throws Exception {
        assertThat(
                        once((request, response) -> {
                                    AsyncContext async = request.startAsync();
                                    async.start(
                                            () -> {
                                                print(async, "task");
                                                async.complete();
                                            });
                                })
                                .text())
                .isEqualTo("task");
    }

    @Test
    void aCallMayWaitForATaskOfTheContext() throws Exception {
        assertThat(
                        once((request, response) -> {
                                    AsyncContext async = request.startAsync();
                                    CountDownLatch done = new CountDownLatch(1);
                                    async.start(done::countDown);
                                    await(done);
                                    response.getWriter().print("waited");
                                    async.complete();
                                })
                                .text())
                .isEqualTo("waited");
    }

    @Test
    void aTaskThatThrowsIs500() throws Exception {
        Told told = new Told();
        RawResponse answer =
                once(
                        (request, response) -> {
                            AsyncContext async = request.startAsync();
                            async.addListener(told);
                            async.start(
                                    () -> {
                                        throw new IllegalStateException("x");
                                    });
                        });
        assertThat(answer.status()).isEqualTo(500);
        assertThat(told.events).containsExactly("error x", "complete");
    }

    @Test
    void dispatchComesBackToTheServlet() throws Exception {
        assertThat(
                        once((request, response) -> {
                                    if (isAsync(request)) {
                                        response.getWriter()
                                                .print(
                                                        request.getRequestURI()
                                                                + "?"
                                                                + request.getQueryString()
                                                                + request.isAsyncStarted());
                                        return;
                                    }
                                    AsyncContext async = request.startAsync();
                                    foreign.execute(async::dispatch);
                                })
                                .text())
                .isEqualTo("/app/a/b?q=1false");
    }

    @Test
    void dispatchToAPathShowsItAndKeepsTheFirstInAttributes() throws Exception {
        assertThat(
                        once((request, response) -> {
                                    if (isAsync(request)) {
                                        response.getWriter()
                                                .print(
                                                        request.getRequestURI()
                                                                + "|"
                                                                + request.getParameter("p")
                                                                + "|"
                                                                + request.getAttribute(
                                                                        AsyncContext
                                                                                .ASYNC_REQUEST_URI));
                                        return;
                                    }
                                    request.startAsync().dispatch("/other?p=2");
                                })
                                .text())
                .isEqualTo("/app/other|2|/app/a/b");
    }

    @Test
    void dispatchToAContextAndAPath() throws Exception {
        assertThat(
                        once((request, response) -> {
                                    if (isAsync(request)) {
                                        response.getWriter().print(request.getPathInfo());
                                        return;
                                    }
                                    request.startAsync()
                                            .dispatch(request.getServletContext(), "/z");
                                })
                                .text())
                .isEqualTo("/z");
    }

    @Test
    void wrappedObjectsAreHandedOn() throws Exception {
        assertThat(
                        once((request, response) -> {
                                    if (isAsync(request)) {
                                        response.getWriter().print(request.getHeader("X-Wrapped"));
                                        return;
                                    }
                                    HttpServletRequest wrapped =
                                            new HttpServletRequestWrapper(request) {
                                                @Override
                                                public String getHeader(String name) {
                                                    return "yes";
                                                }
                                            };
                                    AsyncContext async = request.startAsync(wrapped, response);
                                    assertThat(async.hasOriginalRequestAndResponse()).isFalse();
                                    assertThat(async.getRequest()).isSameAs(wrapped);
                                    async.dispatch();
                                })
                                .text())
                .isEqualTo("yes");
    }

    /** Servlet 6.1 §2.3.3.3, code examples 2-2 and 2-3. */
    @Test
    void dispatchWithoutAPathGoesWhereTheRequestCameOrWhatWasGivenSays() throws Exception {
        for (boolean given : new boolean[] {false, true}) {
            RawResponse answer =
                    once(
                            (request, response) -> {
                                switch (request.getDispatcherType()) {
                                    case REQUEST ->
                                            request.getRequestDispatcher("/b")
                                                    .forward(request, response);
                                    case FORWARD -> {
                                        AsyncContext async =
                                                given
                                                        ? request.startAsync(request, response)
                                                        : request.startAsync();
                                        foreign.execute(async::dispatch);
                                    }
                                    default -> response.getWriter().print(request.getRequestURI());
                                }
                            });
            assertThat(answer.text()).isEqualTo(given ? "/app/b" : "/app/a/b");
        }
    }

    @Test
    void theParametersOfADispatchedWrapperAreNotDoubled() throws Exception {
        assertThat(
                        once((request, response) -> {
                                    if (isAsync(request)) {
                                        response.getWriter()
                                                .print(request.getParameterValues("q").length);
                                        return;
                                    }
                                    request.startAsync(
                                                    new HttpServletRequestWrapper(request),
                                                    response)
                                            .dispatch();
                                })
                                .text())
                .isEqualTo("1");
    }

    @Test
    void aRequestMayGoRoundManyTimes() throws Exception {
        Told told = new Told();
        AtomicInteger rounds = new AtomicInteger();
        assertThat(
                        once((request, response) -> {
                                    response.getWriter().print(rounds.get());
                                    if (rounds.getAndIncrement() == 50) {
                                        return;
                                    }
                                    AsyncContext async = request.startAsync();
                                    async.addListener(told);
                                    foreign.execute(async::dispatch);
                                })
                                .text())
                .startsWith("0123456789")
                .endsWith("4950");
        assertThat(told.events).hasSize(50).endsWith("start", "complete").contains("start");
    }

    @Test
    void withoutAnAnswerInTimeItIs500() throws Exception {
        Told told = new Told();
        RawResponse answer =
                once(
                        (request, response) -> {
                            AsyncContext async = request.startAsync();
                            async.setTimeout(100);
                            async.addListener(told);
                        });
        assertThat(answer.status()).isEqualTo(500);
        assertThat(told.events).containsExactly("timeout", "complete");
    }

    @Test
    void aListenerMayAnswerInsteadOfATimeout() throws Exception {
        Told told =
                new Told() {
                    @Override
                    public void onTimeout(AsyncEvent event) throws IOException {
                        super.onTimeout(event);
                        print(event.getAsyncContext(), "too late");
                        event.getAsyncContext().complete();
                    }
                };
        RawResponse answer =
                once(
                        (request, response) -> {
                            AsyncContext async = request.startAsync();
                            async.setTimeout(50);
                            async.addListener(told);
                        });
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("too late");
        assertThat(told.events).containsExactly("timeout", "complete");
    }

    @Test
    void aListenerMayDispatchInsteadOfATimeout() throws Exception {
        Told told =
                new Told() {
                    @Override
                    public void onTimeout(AsyncEvent event) {
                        event.getAsyncContext().dispatch("/timeout");
                    }
                };
        assertThat(
                        once((request, response) -> {
                                    if (isAsync(request)) {
                                        response.getWriter().print(request.getPathInfo());
                                        return;
                                    }
                                    AsyncContext async = request.startAsync();
                                    async.setTimeout(50);
                                    async.addListener(told);
                                })
                                .text())
                .isEqualTo("/timeout");
    }

    @Test
    void aCommittedAnswerThatRunsOutOfTimeIsCut() throws Exception {
        try (OneServlet server =
                        OneServlet.start(
                                wire,
                                (request, response) -> {
                                    request.startAsync().setTimeout(50);
                                    response.getWriter().print("begun");
                                    response.flushBuffer();
                                });
                RawClient client = server.connect()) {
            client.send(ServerUnderTest.request("GET", "/app/"));
            assertThat(client.readToEnd()).contains("begun").doesNotContain("\r\n0\r\n");
        }
    }

    @Test
    void anExceptionOfTheCallIsToldAndAnswered() throws Exception {
        Told told = new Told();
        RawResponse answer =
                once(
                        (request, response) -> {
                            request.startAsync().addListener(told);
                            throw new IllegalArgumentException("boom");
                        });
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text()).doesNotContain("boom");
        assertThat(told.events).containsExactly("error boom", "complete");
    }

    @Test
    void aListenerMayAnswerInsteadOfAnError() throws Exception {
        Told told =
                new Told() {
                    @Override
                    public void onError(AsyncEvent event) throws IOException {
                        ((HttpServletResponse) event.getSuppliedResponse()).setStatus(503);
                        event.getAsyncContext().complete();
                    }
                };
        assertThat(
                        once((request, response) -> {
                                    request.startAsync().addListener(told);
                                    throw new IllegalArgumentException("boom");
                                })
                                .status())
                .isEqualTo(503);
    }

    @Test
    void anExceptionOfTheDispatchedCallIs500() throws Exception {
        assertThat(
                        once((request, response) -> {
                                    if (isAsync(request)) {
                                        throw new IllegalStateException("boom");
                                    }
                                    request.startAsync().dispatch();
                                })
                                .status())
                .isEqualTo(500);
    }

    @Test
    void aListenerThatThrowsHarmsNobody() throws Exception {
        Told told = new Told();
        RawResponse answer =
                once(
                        (request, response) -> {
                            AsyncContext async = request.startAsync();
                            async.addListener(
                                    new Told() {
                                        @Override
                                        public void onComplete(AsyncEvent event) {
                                            throw new IllegalStateException("listener");
                                        }
                                    });
                            async.addListener(told);
                            foreign.execute(async::complete);
                        });
        assertThat(answer.status()).isEqualTo(200);
        assertThat(told.events).containsExactly("complete");
    }

    @Test
    void anErrorThatIsSentIsAnsweredAtTheEnd() throws Exception {
        assertThat(
                        once((request, response) -> {
                                    AsyncContext async = request.startAsync();
                                    response.sendError(409, "conflict");
                                    foreign.execute(async::complete);
                                })
                                .status())
                .isEqualTo(409);
    }

    @Test
    void aSecondStartWithinACallThrows() throws Exception {
        once(
                (request, response) -> {
                    AsyncContext async = request.startAsync();
                    assertThatThrownBy(request::startAsync)
                            .isInstanceOf(IllegalStateException.class);
                    async.complete();
                });
        assertThat(
                        once((request, response) -> {
                                    request.startAsync().complete();
                                    request.startAsync();
                                })
                                .status())
                .isEqualTo(500);
    }

    @Test
    void afterTheDecisionAllElseThrows() throws Exception {
        CompletableFuture<AsyncContext> context = new CompletableFuture<>();
        RawResponse answer =
                once(
                        (request, response) -> {
                            AsyncContext async = request.startAsync();
                            async.complete();
                            assertThatThrownBy(async::complete)
                                    .isInstanceOf(IllegalStateException.class);
                            assertThatThrownBy(async::dispatch)
                                    .isInstanceOf(IllegalStateException.class);
                            assertThatThrownBy(() -> async.dispatch("/x"))
                                    .isInstanceOf(IllegalStateException.class);
                            assertThatThrownBy(async::getRequest)
                                    .isInstanceOf(IllegalStateException.class);
                            context.complete(async);
                        });
        assertThat(answer.status()).isEqualTo(200);
        assertThatThrownBy(() -> context.get().complete())
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void theConnectionGoesOnBehindAnAsynchronousRequest() throws Exception {
        try (OneServlet server =
                        OneServlet.start(
                                wire,
                                (request, response) -> {
                                    AsyncContext async = request.startAsync();
                                    foreign.execute(
                                            () -> {
                                                print(async, request.getQueryString());
                                                async.complete();
                                            });
                                });
                RawClient client = server.connect()) {
            StringBuilder pipelined = new StringBuilder();
            for (int i = 0; i < ROUNDS; i++) {
                pipelined.append(ServerUnderTest.request("GET", "/app/?" + i));
            }
            client.send(pipelined.toString());
            for (int i = 0; i < ROUNDS; i++) {
                assertThat(client.response().text()).isEqualTo("" + i);
            }
        }
    }

    @Test
    void completeRacesWithTheReturn() throws Exception {
        try (OneServlet server =
                        OneServlet.start(
                                wire,
                                (request, response) -> {
                                    AsyncContext async = request.startAsync();
                                    response.getWriter().print(request.getQueryString());
                                    foreign.execute(async::complete);
                                    if (request.getQueryString().length() % 2 == 0) {
                                        Thread.yield();
                                    }
                                });
                RawClient client = server.connect()) {
            for (int i = 0; i < ROUNDS; i++) {
                client.send(ServerUnderTest.request("GET", "/app/?" + i));
                assertThat(client.response().text()).isEqualTo("" + i);
            }
        }
    }

    @Test
    void completeRacesWithDispatchAndOneWins() throws Exception {
        AtomicInteger refused = new AtomicInteger();
        AtomicInteger accepted = new AtomicInteger();
        try (OneServlet server =
                        OneServlet.start(
                                wire,
                                (request, response) -> {
                                    if (isAsync(request)) {
                                        return;
                                    }
                                    AsyncContext async = request.startAsync();
                                    race(async::complete, accepted, refused);
                                    race(async::dispatch, accepted, refused);
                                });
                RawClient client = server.connect()) {
            for (int i = 0; i < ROUNDS; i++) {
                client.send(ServerUnderTest.request("GET", "/app/"));
                assertThat(client.response().status()).isEqualTo(200);
            }
            Waiting.until("all races are over", () -> refused.get() + accepted.get() == 2 * ROUNDS);
            assertThat(accepted.get()).isEqualTo(ROUNDS);
        }
    }

    private void race(Runnable call, AtomicInteger accepted, AtomicInteger refused) {
        foreign.execute(
                () -> {
                    try {
                        call.run();
                        accepted.incrementAndGet();
                    } catch (IllegalStateException e) {
                        refused.incrementAndGet();
                    }
                });
    }

    /** Each request is completed while its timeout is being told: the first one to decide wins. */
    @Test
    void completionWhileTheTimeoutIsToldWins() throws Exception {
        Told told =
                new Told() {
                    @Override
                    public void onTimeout(AsyncEvent event) throws IOException {
                        super.onTimeout(event);
                        CountDownLatch done = new CountDownLatch(1);
                        foreign.execute(
                                () -> {
                                    event.getAsyncContext().complete();
                                    done.countDown();
                                });
                        await(done);
                        assertThatThrownBy(event.getAsyncContext()::complete)
                                .isInstanceOf(IllegalStateException.class);
                    }
                };
        RawResponse answer =
                once(
                        (request, response) -> {
                            AsyncContext async = request.startAsync();
                            async.setTimeout(1);
                            async.addListener(told);
                        });
        assertThat(answer.status()).isEqualTo(200);
        assertThat(told.events).containsExactly("timeout", "complete");
    }

    @Test
    void completionBehindTheTimeoutIsRefused() throws Exception {
        CompletableFuture<Throwable> refused = new CompletableFuture<>();
        Told told =
                new Told() {
                    @Override
                    public void onComplete(AsyncEvent event) throws IOException {
                        super.onComplete(event);
                        foreign.execute(
                                () -> {
                                    try {
                                        event.getAsyncContext().complete();
                                        refused.complete(null);
                                    } catch (IllegalStateException e) {
                                        refused.complete(e);
                                    }
                                });
                        refused.orTimeout(10, TimeUnit.SECONDS).join();
                    }
                };
        RawResponse answer =
                once(
                        (request, response) -> {
                            AsyncContext async = request.startAsync();
                            async.setTimeout(1);
                            async.addListener(told);
                        });
        assertThat(answer.status()).isEqualTo(500);
        assertThat(refused.get()).isInstanceOf(IllegalStateException.class);
        assertThat(told.events).containsExactly("timeout", "complete");
    }

    @Test
    void aClientThatGoesAwayIsAnIOExceptionOfItsOwnType() throws Exception {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        try (OneServlet server =
                        OneServlet.start(
                                wire,
                                (request, response) -> {
                                    try {
                                        while (true) {
                                            response.getOutputStream().write(new byte[8192]);
                                            response.flushBuffer();
                                        }
                                    } catch (IOException e) {
                                        failure.complete(e);
                                        throw e;
                                    }
                                });
                RawClient client = server.connect()) {
            client.send(ServerUnderTest.request("GET", "/app/"));
            client.bytes(100);
            client.reset();
            assertThat(failure.get(10, TimeUnit.SECONDS))
                    .isInstanceOf(dev.serval.servlet.request.ClientAbortException.class);
        }
    }

    @Test
    void aThousandWaitWithoutAThreadEach() throws Exception {
        List<AsyncContext> waiting = new CopyOnWriteArrayList<>();
        try (OneServlet server =
                OneServlet.start(wire, (request, response) -> waiting.add(request.startAsync()))) {
            int clients = 150;
            RawClient[] open = new RawClient[clients];
            for (int i = 0; i < clients; i++) {
                open[i] = server.connect();
                open[i].send(ServerUnderTest.request("GET", "/app/"));
            }
            Waiting.until("all wait", () -> waiting.size() == clients);
            waiting.forEach(AsyncContext::complete);
            for (RawClient client : open) {
                assertThat(client.response().status()).isEqualTo(200);
                client.close();
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("in vain");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
