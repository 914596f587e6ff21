package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.connector.ConnectorConfig;
import dev.serval.embed.Serval;
import dev.serval.embed.ServalBuilder;
import dev.serval.valve.CallValve;
import dev.serval.valve.around.TraceContext;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Servlets whose calls are short run on the event loop; whatever one of them does then, the other
 * connections go on, and every request gets its own answer.
 */
final class InlineCallsTest {
    /** A way to keep a thread. */
    private enum Hold {
        WAIT,
        SOCKET,
        COMPUTE
    }

    private final CountDownLatch gate = new CountDownLatch(1);
    private final List<AutoCloseable> open = new ArrayList<>();
    private Wire wire;
    private Serval serval;

    @AfterEach
    void close() throws Exception {
        gate.countDown();
        for (AutoCloseable one : open) {
            one.close();
        }
        if (serval != null) {
            serval.close();
        }
    }

    private static ConnectorConfig config(Wire wire) {
        return new Settings().config(wire);
    }

    private void start(Wire wire, Map<String, OneServlet.Body> servlets) throws Exception {
        start(wire, config(wire), servlets);
    }

    private void start(Wire wire, ConnectorConfig config, Map<String, OneServlet.Body> servlets)
            throws Exception {
        this.wire = wire;
        ServalBuilder builder = Serval.onPort(0).connector(unchanged -> config);
        for (Map.Entry<String, OneServlet.Body> servlet : servlets.entrySet()) {
            builder.servlet("/app", servlet.getKey(), new OneServlet.Given(servlet.getValue()));
        }
        serval = builder.start();
    }

    private RawClient connect() throws IOException {
        RawClient client = new RawClient(wire, serval.port());
        open.add(client);
        return client;
    }

    private static String get(String target) {
        return request("GET", "/app" + target);
    }

    private static void thread(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.setContentType("text/plain");
        response.getWriter().print(Thread.currentThread().getName());
    }

    private static boolean onLoop() {
        return Thread.currentThread().getName().contains("-loop-");
    }

    /** Asks until the route is known as short. */
    private void warmUp(String path) throws Exception {
        try (RawClient client = new RawClient(wire, serval.port())) {
            warmUp(client, path);
        }
    }

    private void warmUp(RawClient client, String path) throws Exception {
        Waiting.until(
                "calls of " + path + " are short",
                () -> {
                    for (int i = 0; i < 20; i++) {
                        if (client.exchange(get(path)).text().contains("-loop-")) {
                            return true;
                        }
                    }
                    return false;
                });
    }

    /**
     * Sends it until a loop runs it: where the machine is busy, a route may become slow between.
     */
    private RawClient heldOnLoop(String path, String more, CountDownLatch entered)
            throws Exception {
        for (int i = 0; i < 100; i++) {
            warmUp(path);
            RawClient held = connect();
            held.send(get(path + "?now") + more);
            // A worker answers it at once: then no later one may be taken for this one.
            Waiting.until("it runs", () -> entered.getCount() == 0 || held.awaitInput(5));
            if (entered.getCount() == 0) {
                return held;
            }
        }
        throw new AssertionError("no loop runs " + path);
    }

    /** More than there are loops, so that one of them is on the loop that is held up. */
    private List<RawClient> others() throws IOException {
        List<RawClient> others = new ArrayList<>();
        for (int i = 0; i < 4 * Runtime.getRuntime().availableProcessors(); i++) {
            others.add(connect());
        }
        return others;
    }

    @ParameterizedTest
    @EnumSource(names = {"NIO", "NIO_TLS"})
    void aServletWhoseCallsAreShortRunsOnTheLoop(Wire wire) throws Exception {
        start(wire, Map.of("/thread", InlineCallsTest::thread));
        RawClient client = connect();
        assertThat(client.exchange(get("/thread")).text()).contains("-exec-");
        warmUp(client, "/thread");
    }

    @ParameterizedTest
    @EnumSource(names = {"NIO", "NIO_TLS"})
    void alsoWithAValveThatNeverWaits(Wire wire) throws Exception {
        start(wire, new TraceContext("traceparent", true));
        RawClient client = connect();
        warmUp("/thread");
        RawResponse response = client.exchange(get("/thread"));
        assertThat(response.text()).contains("-loop-");
        assertThat(response.field("traceparent")).startsWith("00-");
    }

    @ParameterizedTest
    @EnumSource(names = {"NIO", "NIO_TLS"})
    void neverWithAValveThatMayWait(Wire wire) throws Exception {
        start(wire, (request, response, chain) -> chain.proceed());
        RawClient client = connect();
        for (int i = 0; i < 100; i++) {
            assertThat(client.exchange(get("/thread")).text()).contains("-exec-");
        }
    }

    private void start(Wire wire, CallValve valve) throws Exception {
        this.wire = wire;
        serval =
                Serval.onPort(0)
                        .connector(unchanged -> config(wire))
                        .servlet("/app", "/thread", new OneServlet.Given(InlineCallsTest::thread))
                        .valve(valve)
                        .valve(new TraceContext(null, false))
                        .start();
    }

    @ParameterizedTest
    @EnumSource(names = {"NIO", "NIO_TLS"})
    void neverWhereThatIsSwitchedOff(Wire wire) throws Exception {
        ConnectorConfig config = config(wire).change().inlineCalls(false).done();
        start(wire, config, Map.of("/thread", InlineCallsTest::thread));
        RawClient client = connect();
        for (int i = 0; i < 100; i++) {
            assertThat(client.exchange(get("/thread")).text()).contains("-exec-");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NIO", "NIO_TLS"})
    void aCallThatBlocksHoldsUpNobody(Wire wire) throws Exception {
        holdsUpNobody(wire, Hold.WAIT);
    }

    @ParameterizedTest
    @EnumSource(names = {"NIO", "NIO_TLS"})
    void aCallThatWaitsForAnotherServerHoldsUpNobody(Wire wire) throws Exception {
        holdsUpNobody(wire, Hold.SOCKET);
    }

    @ParameterizedTest
    @EnumSource(names = {"NIO", "NIO_TLS"})
    void aCallThatComputesHoldsUpNobody(Wire wire) throws Exception {
        holdsUpNobody(wire, Hold.COMPUTE);
    }

    private void holdsUpNobody(Wire wire, Hold hold) throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        try (ServerSocket peer = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            start(
                    wire,
                    Map.of(
                            "/thread",
                            InlineCallsTest::thread,
                            "/held",
                            (request, response) -> {
                                if (request.getQueryString() != null && onLoop()) {
                                    entered.countDown();
                                    hold(hold, peer);
                                }
                                thread(request, response);
                            }));
            warmUp("/thread");
            List<RawClient> others = others();
            RawClient held = heldOnLoop("/held", get("/thread") + get("/held"), entered);
            for (int round = 0; round < 10; round++) {
                for (RawClient other : others) {
                    assertThat(other.exchange(get("/thread")).status()).isEqualTo(200);
                }
            }
            assertThat(others.get(0).exchange(get("/held")).text()).contains("-exec-");
            assertThat(held.available()).isZero();
            gate.countDown();
            if (hold == Hold.SOCKET) {
                peer.accept().close();
            }
            assertThat(held.response().text()).contains("-loop-");
            assertThat(held.response().status()).isEqualTo(200);
            assertThat(held.response().status()).isEqualTo(200);
            assertThat(held.exchange(get("/thread")).status()).isEqualTo(200);
            warmUp(held, "/held");
        }
    }

    private void hold(Hold hold, ServerSocket peer) throws IOException {
        switch (hold) {
            case WAIT -> awaitGate();
            case SOCKET -> {
                try (Socket socket = new Socket(peer.getInetAddress(), peer.getLocalPort())) {
                    assertThat(socket.getInputStream().read()).isNegative();
                }
            }
            case COMPUTE -> {
                while (gate.getCount() > 0) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    private void awaitGate() {
        try {
            assertThat(gate.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NIO", "NIO_TLS"})
    void aBurstOnARouteThatNobodyKnowsHoldsUpNobody(Wire wire) throws Exception {
        CountDownLatch entered = new CountDownLatch(40);
        start(
                wire,
                Map.of(
                        "/thread",
                        InlineCallsTest::thread,
                        "/held",
                        (request, response) -> {
                            entered.countDown();
                            awaitGate();
                            thread(request, response);
                        }));
        warmUp("/thread");
        List<RawClient> burst = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            burst.add(connect().send(get("/held")));
        }
        for (RawClient other : others()) {
            assertThat(other.exchange(get("/thread")).status()).isEqualTo(200);
        }
        assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
        gate.countDown();
        for (RawClient client : burst) {
            assertThat(client.response().text()).contains("-exec-");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NIO", "NIO_TLS"})
    void aBodyThatDoesNotComeHoldsUpNobody(Wire wire) throws Exception {
        start(
                wire,
                Map.of(
                        "/body",
                        (request, response) -> {
                            byte[] body = request.getInputStream().readAllBytes();
                            thread(request, response);
                            response.getWriter().print(" " + body.length);
                        }));
        warmUp("/body");
        RawClient slow = connect();
        slow.send(request("POST", "/app/body", "Content-Length: 3") + "a");
        RawClient expecting = connect();
        expecting.send(request("POST", "/app/body", "Content-Length: 3", "Expect: 100-continue"));
        for (RawClient other : others()) {
            assertThat(other.exchange(get("/body")).text()).endsWith(" 0");
        }
        assertThat(slow.send("bc").response().text()).endsWith(" 3");
        assertThat(expecting.response().status()).isEqualTo(100);
        assertThat(expecting.send("abc").response().text()).endsWith(" 3");
        assertThat(slow.exchange(get("/body")).text()).endsWith(" 0");
    }

    @ParameterizedTest
    @EnumSource(names = {"NIO", "NIO_TLS"})
    void aClientThatDoesNotReadHoldsUpNobody(Wire wire) throws Exception {
        int most = 20_000_000;
        start(
                wire,
                Map.of(
                        "/big",
                        (request, response) -> {
                            if (request.getQueryString() == null) {
                                thread(request, response);
                                return;
                            }
                            byte[] part = new byte[100_000];
                            for (int i = 0; i < most / part.length; i++) {
                                response.getOutputStream().write(part);
                            }
                        }));
        warmUp("/big");
        RawClient slow = RawClient.slow(wire, serval.port());
        open.add(slow);
        slow.send(request("GET", "/app/big?", "Connection: close"));
        assertThat(slow.awaitInput(RawClient.PATIENCE)).isTrue();
        for (RawClient other : others()) {
            assertThat(other.exchange(get("/big")).status()).isEqualTo(200);
        }
        assertThat(slow.readToEnd().length()).isGreaterThan(most);
    }

    @ParameterizedTest
    @EnumSource(names = {"NIO", "NIO_TLS"})
    void asynchronousCallsAreAnsweredFromTheLoopToo(Wire wire) throws Exception {
        ExecutorService completing = Executors.newFixedThreadPool(2);
        open.add(0, completing::shutdownNow);
        AtomicInteger onLoop = new AtomicInteger();
        start(
                wire,
                Map.of(
                        "/async",
                        (request, response) -> {
                            if (onLoop()) {
                                onLoop.incrementAndGet();
                            }
                            String text = request.getQueryString();
                            AsyncContext async = request.startAsync();
                            completing.execute(
                                    () -> {
                                        try {
                                            response.getWriter().print(text);
                                        } catch (IOException e) {
                                            throw new IllegalStateException(e);
                                        }
                                        async.complete();
                                    });
                        }));
        RawClient client = connect();
        // On a busy machine calls are short enough to be trusted later.
        for (int i = 0; i < 500 || onLoop.get() == 0 && i < 50_000; i++) {
            assertThat(client.exchange(get("/async?" + i)).text()).isEqualTo("" + i);
        }
        assertThat(onLoop.get()).isPositive();
    }

    @ParameterizedTest
    @EnumSource(names = {"NIO", "NIO_TLS"})
    void aCallThatFailsIsAnsweredAndTheConnectionGoesOn(Wire wire) throws Exception {
        start(
                wire,
                Map.of(
                        "/fail",
                        (request, response) -> {
                            if (request.getQueryString() != null) {
                                throw new StackOverflowError("on " + onLoop());
                            }
                            thread(request, response);
                        }));
        warmUp("/fail");
        RawClient client = connect();
        assertThat(client.exchange(get("/fail?now")).status()).isEqualTo(500);
        assertThat(client.exchange(get("/fail")).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource(names = {"NIO", "NIO_TLS"})
    void aStopWaitsForACallAndThenInterruptsIt(Wire wire) throws Exception {
        // Of servers that other classes share.
        java.util.Set<Thread> others = Thread.getAllStackTraces().keySet();
        CountDownLatch entered = new CountDownLatch(1);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        start(
                wire,
                Map.of(
                        "/held",
                        (request, response) -> {
                            if (request.getQueryString() != null && onLoop()) {
                                entered.countDown();
                                try {
                                    interrupted.complete(!gate.await(60, TimeUnit.SECONDS));
                                } catch (InterruptedException e) {
                                    interrupted.complete(true);
                                }
                            }
                            thread(request, response);
                        }));
        heldOnLoop("/held", "", entered);
        serval.stop(Duration.ofMillis(200));
        assertThat(interrupted.get(10, TimeUnit.SECONDS)).isTrue();
        Waiting.until(
                "its thread ends",
                () ->
                        Thread.getAllStackTraces().keySet().stream()
                                .noneMatch(
                                        thread ->
                                                !others.contains(thread)
                                                        && thread.getName().contains("-loop-")));
    }

    @ParameterizedTest
    @EnumSource(names = {"NIO", "NIO_TLS"})
    void aStopLetsACallInFlightFinish(Wire wire) throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        start(
                wire,
                Map.of(
                        "/held",
                        (request, response) -> {
                            if (request.getQueryString() != null && onLoop()) {
                                entered.countDown();
                                awaitGate();
                            }
                            thread(request, response);
                        }));
        RawClient held = heldOnLoop("/held", "", entered);
        Thread stopping = new Thread(() -> serval.stop(Duration.ofSeconds(20)));
        stopping.start();
        LockSupport.parkNanos(20_000_000);
        assertThat(stopping.isAlive()).isTrue();
        gate.countDown();
        RawResponse last = held.response();
        assertThat(last.text()).contains("-loop-");
        stopping.join(10_000);
        assertThat(stopping.isAlive()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = {"NIO", "NIO_TLS"})
    void neverMoreThanMaxThreadsAreInTheApplication(Wire wire) throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger onLoop = new AtomicInteger();
        AtomicInteger calls = new AtomicInteger();
        ConnectorConfig config =
                config(wire)
                        .change()
                        .load(Settings.queue(1000, 20_000))
                        .maxThreads(2)
                        .minSpareThreads(1)
                        .done();
        start(
                wire,
                config,
                Map.of(
                        "/count",
                        (request, response) -> {
                            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                            if (onLoop()) {
                                onLoop.incrementAndGet();
                            }
                            if (calls.incrementAndGet() % 100 == 0) {
                                LockSupport.parkNanos(4_000_000);
                            }
                            Thread.yield();
                            inside.decrementAndGet();
                            thread(request, response);
                        }));
        // On a busy machine calls are short enough to be trusted later.
        Waiting.until(
                "a call on the loop",
                60_000,
                () -> {
                    hammer(6, 400, client -> client.exchange(get("/count")));
                    return onLoop.get() > 0;
                });
        assertThat(most.get()).isLessThanOrEqualTo(2);
    }

    private interface Step {
        void run(RawClient client) throws Exception;
    }

    private void hammer(int clients, int times, Step step) throws Exception {
        List<CompletableFuture<Void>> running = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            CompletableFuture<Void> done = new CompletableFuture<>();
            running.add(done);
            Thread thread =
                    new Thread(
                            () -> {
                                try (RawClient client = new RawClient(wire, serval.port())) {
                                    for (int k = 0; k < times; k++) {
                                        step.run(client);
                                    }
                                    done.complete(null);
                                } catch (Throwable e) {
                                    done.completeExceptionally(e);
                                }
                            });
            thread.start();
        }
        for (CompletableFuture<Void> done : running) {
            done.get(150, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NIO", "NIO_TLS"})
    void everyRequestGetsItsOwnAnswer(Wire wire) throws Exception {
        checkAnswers(wire, 5_000);
    }

    @Tag("full")
    @ParameterizedTest
    @EnumSource(names = {"NIO", "NIO_TLS"})
    void everyOneOfManyRequestsGetsItsOwnAnswer(Wire wire) throws Exception {
        checkAnswers(wire, 250_000);
    }

    /**
     * Routes that are short until they wait, compute or stream now and then; requests one by one
     * and pipelined. Each route is handed over several times.
     */
    private void checkAnswers(Wire wire, int count) throws Exception {
        int routes = 40;
        AtomicInteger calls = new AtomicInteger();
        AtomicInteger handedOver = new AtomicInteger();
        Map<String, OneServlet.Body> servlets = new TreeMap<>();
        for (int i = 0; i < routes; i++) {
            servlets.put(
                    "/r" + i,
                    (request, response) -> {
                        // As a row of calls on a worker does not end by chance.
                        if (onLoop() && calls.incrementAndGet() % 8 == 0) {
                            handedOver.incrementAndGet();
                            if (handedOver.get() % 4 == 0) {
                                spin();
                            } else {
                                LockSupport.parkNanos(4_000_000);
                            }
                        }
                        byte[] body = request.getInputStream().readAllBytes();
                        response.setContentType("text/plain");
                        if (body.length > 0) {
                            response.flushBuffer();
                        }
                        response.getWriter()
                                .print(request.getQueryString() + "-" + new String(body));
                    });
        }
        start(wire, servlets);
        AtomicInteger ids = new AtomicInteger();
        int clients = 6;
        int atOnce = 10;
        int times = count / clients / (atOnce + 2);
        AtomicInteger checked = new AtomicInteger();
        Step step =
                client -> {
                    int first = ids.getAndAdd(atOnce + 2);
                    StringBuilder pipeline = new StringBuilder();
                    for (int id = first; id < first + atOnce; id++) {
                        pipeline.append(ask(id, routes));
                    }
                    client.send(pipeline.toString());
                    for (int id = first; id < first + atOnce; id++) {
                        assertThat(client.response().text()).isEqualTo(answer(id));
                        checked.incrementAndGet();
                    }
                    for (int id = first + atOnce; id < first + atOnce + 2; id++) {
                        assertThat(client.exchange(ask(id, routes)).text()).isEqualTo(answer(id));
                        checked.incrementAndGet();
                    }
                };
        int rounds = 0;
        // On a busy machine calls are short enough to be trusted later.
        do {
            hammer(clients, times, step);
            rounds++;
        } while (handedOver.get() <= routes / 4 && rounds < 10);
        System.out.println(
                wire + ": " + checked + " answers checked, " + handedOver + " loops held up");
        assertThat(checked.get()).isEqualTo(rounds * times * clients * (atOnce + 2));
        assertThat(handedOver.get()).isGreaterThan(routes / 4);
    }

    private static void spin() {
        long end = System.nanoTime() + 8_000_000;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private static String ask(int id, int routes) {
        String target = "/app/r" + id / 7 % routes + "?" + id;
        return id % 5 == 0
                ? request("POST", target, "Content-Length: 4") + "body"
                : request("GET", target);
    }

    private static String answer(int id) {
        return id + "-" + (id % 5 == 0 ? "body" : "");
    }
}
