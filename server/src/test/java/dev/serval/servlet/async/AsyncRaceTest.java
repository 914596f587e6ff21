package dev.serval.servlet.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.serval.LoggedEvents;
import dev.serval.http.Exchange;
import dev.serval.servlet.AppContext;
import dev.serval.servlet.FakeStream;
import dev.serval.servlet.ServletCall;
import dev.serval.servlet.TestServlet;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/**
 * Servlet 6.1 §2.3.3.3 under every interleaving of those who can end an asynchronous request:
 * complete, dispatch, the time, an error, the client that goes away, and the return of the call.
 * However they come, the exchange ends, and ends once. Three at a time are tried in every order;
 * {@code -Dserval.races.async} bounds the number of orders of more, of which {@code -Pfull} tries
 * all.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AsyncRaceTest {
    private static final long MOST = Long.getLong("serval.races.async", 1500);
    private static final long ALL = 20_000;

    private final List<String> events = new CopyOnWriteArrayList<>();
    private final LoggedEvents logged = new LoggedEvents();
    private final Logger exchanges = (Logger) LoggerFactory.getLogger(Exchange.class);
    private final Logger all = (Logger) LoggerFactory.getLogger("dev.serval");
    private final AppContext context =
            AppContext.builder("/app").servlet("s", TestServlet.of(this::service), 1, "/s").build();

    private Interleavings order;
    private FakeStream stream;
    private String who;
    private Runnable socket;
    private final AtomicInteger decided = new AtomicInteger();
    private HttpServletRequest seen;

    @BeforeAll
    void start() throws ServletException {
        context.application()
                .listeners()
                .add(
                        new ServletRequestListener() {
                            @Override
                            public void requestDestroyed(ServletRequestEvent event) {
                                events.add("destroyed");
                                order.point("destroyed");
                            }
                        },
                        false);
        context.start();
    }

    @AfterAll
    void stop() {
        context.stop();
    }

    @BeforeEach
    void listen() {
        // Failures are told thousands of times.
        all.setLevel(Level.OFF);
        exchanges.setLevel(Level.WARN);
        exchanges.addAppender(logged);
    }

    @AfterEach
    void forget() {
        exchanges.detachAppender(logged);
        exchanges.setLevel(null);
        all.setLevel(null);
    }

    private final class Listener implements AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) {
            told("onComplete");
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            told("onTimeout");
        }

        @Override
        public void onError(AsyncEvent event) {
            told("onError");
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            told("onStartAsync");
        }
    }

    private void told(String event) {
        events.add(event);
        order.point(event);
    }

    private void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        order.point("call");
        if (request.getDispatcherType() != DispatcherType.REQUEST) {
            return;
        }
        seen = request;
        AsyncContext async = request.startAsync();
        async.setTimeout(TimeUnit.DAYS.toMillis(1));
        async.addListener(new Listener());
        if (who.contains("abort")) {
            request.getInputStream().setReadListener(reader(async));
            order.actor(
                    "abort",
                    () -> {
                        stream.readFailure = new IOException("gone");
                        stream.writeFailure = stream.readFailure;
                        Runnable task = socket;
                        socket = null;
                        if (task != null) {
                            task.run();
                        }
                    });
        }
        if (who.contains("complete")) {
            order.actor("complete", () -> decide(async::complete));
        }
        if (who.contains("dispatch")) {
            order.actor("dispatch", () -> decide(async::dispatch));
        }
        if (who.contains("time")) {
            AsyncCycle cycle = (AsyncCycle) async;
            order.actor("time", () -> cycle.tick(System.nanoTime() + TimeUnit.DAYS.toNanos(2)));
        }
        if (who.contains("error")) {
            order.actor(
                    "error",
                    () -> {
                        try {
                            async.start(
                                    () -> {
                                        throw new IllegalStateException("expected by the test");
                                    });
                        } catch (IllegalStateException e) {
                            // It comes too late.
                        }
                    });
        }
        if (who.contains("write")) {
            write(response);
        }
        order.point("started");
        if (who.contains("throw")) {
            throw new ServletException("expected by the test");
        }
    }

    private ReadListener reader(AsyncContext async) {
        return new ReadListener() {
            @Override
            public void onDataAvailable() {
                told("onDataAvailable");
            }

            @Override
            public void onAllDataRead() {
                told("onAllDataRead");
            }

            @Override
            public void onError(Throwable cause) {
                told("reader.onError");
                decide(async::complete);
            }
        };
    }

    /** A thread of the application that is inside the connection for a while. */
    private void write(HttpServletResponse response) {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        stream.writing =
                () -> {
                    inside.countDown();
                    await(free);
                };
        Thread[] writer = new Thread[1];
        order.actor(
                "write",
                () -> {
                    writer[0] =
                            new Thread(
                                    () -> {
                                        try {
                                            response.getOutputStream().print("x");
                                            response.flushBuffer();
                                        } catch (IOException | IllegalStateException e) {
                                            // It comes too late, or its client has gone.
                                        } finally {
                                            inside.countDown();
                                        }
                                    });
                    writer[0].start();
                    await(inside);
                    order.actor(
                            "leave",
                            () -> {
                                stream.writing = () -> {};
                                free.countDown();
                                try {
                                    writer[0].join(TimeUnit.SECONDS.toMillis(10));
                                    assertThat(writer[0].isAlive()).isFalse();
                                } catch (InterruptedException e) {
                                    throw new IllegalStateException(e);
                                }
                            });
                });
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

    private void decide(Runnable decision) {
        try {
            decision.run();
            decided.incrementAndGet();
        } catch (IllegalStateException e) {
            // Somebody else was first.
        }
    }

    private void run(Interleavings interleavings) {
        order = interleavings;
        events.clear();
        logged.list.clear();
        decided.set(0);
        seen = null;
        socket = null;
        stream = FakeStream.of("POST /app/s HTTP/1.1\nHost: localhost", "body");
        stream.quiet = true;
        stream.forks = order::task;
        stream.whens = task -> socket = task;
        call();
        verify();
    }

    private void call() {
        stream.exchange.dispatch(
                new ServletCall(
                        stream.exchange, context, "/s", context.mappings().match("/s"), null));
        stream.exchange.handled();
        order.drain();
    }

    /** It has ended, once, whoever was first; nobody can do anything any more. */
    private void verify() {
        assertThat(stream.completed()).as("ended: " + events).isTrue();
        assertThat(logged.list).as("what the exchange says").isEmpty();
        assertThat(events).filteredOn("onComplete"::equals).as("" + events).hasSize(1);
        assertThat(events).filteredOn("destroyed"::equals).as("" + events).hasSize(1);
        assertThat(events.get(events.size() - 1)).isEqualTo("destroyed");
        assertThat(events).filteredOn("reader.onError"::equals).hasSizeLessThanOrEqualTo(1);
        assertThat(events).filteredOn("onTimeout"::equals).hasSizeLessThanOrEqualTo(1);
        assertThat(decided.get()).isLessThanOrEqualTo(1);
        assertThat(context.timeouts().count()).isZero();
        assertThat(seen.isAsyncStarted()).isFalse();
        assertThatThrownBy(() -> seen.getHeader("Host")).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "complete time",
                "complete error",
                "complete abort",
                "dispatch time",
                "dispatch error",
                "dispatch abort",
                "complete dispatch time",
                "complete time error",
                "complete time abort",
                "complete error abort",
                "time error abort",
                "complete throw time",
                "dispatch throw abort",
                "complete write time",
                "time write error",
                "dispatch write time",
            })
    void whoeverComesFirstTheExchangeEndsOnce(String those) {
        who = those;
        // All of them, so that the limit is never reached.
        assertThat(Interleavings.explore(ALL, this::run)).isBetween(2L, ALL - 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "complete time error abort",
                "complete time error abort dispatch",
                "complete time error abort throw",
                "complete time error write",
            })
    void allOfThemTogetherEndItOnce(String those) {
        who = those;
        // One that writes is a thread of its own in each run.
        long most = those.contains("write") ? MOST / 8 : MOST;
        assertThat(Interleavings.explore(most, this::run)).isGreaterThan(100);
    }

    @Test
    void withoutAThreadItIsGivenUpOnce() {
        who = "complete time";
        long orders =
                Interleavings.explore(
                        MOST,
                        interleavings -> {
                            order = interleavings;
                            events.clear();
                            stream = FakeStream.of("POST /app/s HTTP/1.1\nHost: localhost", "body");
                            stream.forks =
                                    task -> {
                                        throw new RejectedExecutionException("full");
                                    };
                            call();
                            assertThat(stream.completed()).isTrue();
                            assertThat(events).filteredOn("destroyed"::equals).hasSize(1);
                        });
        assertThat(orders).isGreaterThan(1);
    }
}
