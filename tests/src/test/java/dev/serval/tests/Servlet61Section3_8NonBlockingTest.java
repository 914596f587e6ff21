package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.serval.connector.IoModel;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Listeners that read and write without waiting, and the streams that they use. */
@OnSixWires
final class Servlet61Section3_8NonBlockingTest {
    private static final byte[] LARGE = new byte[4_000_000];

    @Parameter ServletUnderTest server;

    private final List<String> events = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Void> checked = new CompletableFuture<>();

    @AfterEach
    void nothingFailedUnheard() {
        assertThat(checked).isNotCompletedExceptionally();
    }

    private interface Deed {
        void run() throws Exception;
    }

    /** Notes what it is told and does what a test says; its failure is the test's. */
    private final class Reader implements ReadListener {
        private Deed available = () -> {};
        private Deed all = () -> {};
        private Deed error = () -> {};

        @Override
        public void onDataAvailable() throws IOException {
            events.add("onDataAvailable");
            check(available);
        }

        @Override
        public void onAllDataRead() throws IOException {
            events.add("onAllDataRead");
            check(all);
        }

        @Override
        public void onError(Throwable cause) {
            events.add("onError");
            try {
                check(error);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private final class Writer implements WriteListener {
        private Deed possible = () -> {};
        private Deed error = () -> {};

        @Override
        public void onWritePossible() throws IOException {
            events.add("onWritePossible");
            check(possible);
        }

        @Override
        public void onError(Throwable cause) {
            events.add("onError");
            try {
                check(error);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private void check(Deed deed) throws IOException {
        try {
            deed.run();
        } catch (IOException e) {
            throw e;
        } catch (Exception | AssertionError e) {
            checked.completeExceptionally(e);
            throw new IllegalStateException(e);
        }
    }

    /** Every assertion of a listener held, of which the last said so. */
    private void awaitChecked() throws Exception {
        checked.get(RawClient.PATIENCE, TimeUnit.MILLISECONDS);
    }

    private static void refused(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Servlet 6.1");
    }

    private RawResponse post(String content, OneServlet.Body servlet) throws IOException {
        return server.post("/", "application/octet-stream", content, servlet);
    }

    // ---- who may listen

    @Test
    void aReadListenerNeedsAsynchronousProcessing() throws Exception {
        post("x", (q, r) -> refused(() -> q.getInputStream().setReadListener(new Reader())));
    }

    @Test
    void aWriteListenerNeedsAsynchronousProcessing() throws Exception {
        post("x", (q, r) -> refused(() -> r.getOutputStream().setWriteListener(new Writer())));
    }

    @Test
    @Section("ServletInputStream.setReadListener")
    void noListenerIsANullPointerException() throws Exception {
        post(
                "x",
                (q, r) -> {
                    AsyncContext async = q.startAsync();
                    assertThatThrownBy(() -> q.getInputStream().setReadListener(null))
                            .isInstanceOf(NullPointerException.class);
                    assertThatThrownBy(() -> r.getOutputStream().setWriteListener(null))
                            .isInstanceOf(NullPointerException.class);
                    async.complete();
                });
    }

    @Test
    void aSecondListenerIsRefused() throws Exception {
        post(
                "x",
                (q, r) -> {
                    AsyncContext async = q.startAsync();
                    q.getInputStream().setReadListener(new Reader());
                    refused(() -> q.getInputStream().setReadListener(new Reader()));
                    r.getOutputStream().setWriteListener(new Writer());
                    refused(() -> r.getOutputStream().setWriteListener(new Writer()));
                    async.complete();
                });
    }

    @Test
    void aSecondListenerIsRefusedInALaterCycleToo() throws Exception {
        post(
                "",
                (q, r) -> {
                    AsyncContext async = q.startAsync();
                    if (q.getDispatcherType() == DispatcherType.REQUEST) {
                        q.getInputStream().setReadListener(new Reader());
                        async.dispatch();
                    } else {
                        refused(() -> q.getInputStream().setReadListener(new Reader()));
                        async.complete();
                    }
                });
        assertThat(server.calls()).isEqualTo(2);
    }

    @Test
    void withAListenerThereIsNoWayBackToBlocking() throws Exception {
        post(
                "hello",
                (q, r) -> {
                    AsyncContext async = q.startAsync();
                    ServletInputStream in = q.getInputStream();
                    in.setReadListener(new Reader());
                    refused(in::read);
                    refused(() -> in.read(new byte[5]));
                    refused(() -> in.read(ByteBuffer.allocate(5)));
                    assertThatThrownBy(q::getReader).isInstanceOf(IllegalStateException.class);
                    async.complete();
                });
    }

    // ---- blocking

    @Test
    @Section("ServletInputStream.isReady")
    void withoutAListenerAStreamIsAlwaysReady() throws Exception {
        post(
                "x",
                (q, r) -> {
                    assertThat(q.getInputStream().isReady()).isTrue();
                    assertThat(q.getInputStream().read()).isEqualTo('x');
                    assertThat(q.getInputStream().isReady()).isTrue();
                    assertThat(r.getOutputStream().isReady()).isTrue();
                });
    }

    @Test
    void itIsFinishedWhenAllWasRead() throws Exception {
        post(
                "xy",
                (q, r) -> {
                    ServletInputStream in = q.getInputStream();
                    assertThat(in.isFinished()).isFalse();
                    assertThat(in.read()).isEqualTo('x');
                    assertThat(in.isFinished()).isFalse();
                    assertThat(in.read()).isEqualTo('y');
                    assertThat(in.isFinished()).isTrue();
                    assertThat(in.read()).isEqualTo(-1);
                });
    }

    @Test
    @Section("ServletInputStream.read(ByteBuffer)")
    void aBufferHasWhatWasReadBetweenItsPositionAndItsLimit() throws Exception {
        post(
                "hello",
                (q, r) -> {
                    ByteBuffer buffer = ByteBuffer.allocate(20).position(3);
                    assertThat(q.getInputStream().read(buffer)).isEqualTo(5);
                    assertThat(buffer.position()).isEqualTo(3);
                    assertThat(buffer.limit()).isEqualTo(8);
                    assertThat(StandardCharsets.US_ASCII.decode(buffer).toString())
                            .isEqualTo("hello");
                });
    }

    @Test
    @Section("ServletInputStream.read(ByteBuffer)")
    void aBufferWithoutRoomIsLeftAsItIs() throws Exception {
        post(
                "hello",
                (q, r) -> {
                    ByteBuffer full = ByteBuffer.allocate(4).position(4);
                    assertThat(q.getInputStream().read(full)).isZero();
                    assertThat(full.position()).isEqualTo(4);
                    assertThat(full.limit()).isEqualTo(4);
                });
    }

    @Test
    @Section("ServletInputStream.read(ByteBuffer)")
    void theEndLeavesABufferAsItIs() throws Exception {
        post(
                "",
                (q, r) -> {
                    ByteBuffer buffer = ByteBuffer.allocate(4).position(1);
                    assertThat(q.getInputStream().read(buffer)).isEqualTo(-1);
                    assertThat(buffer.position()).isEqualTo(1);
                    assertThat(buffer.limit()).isEqualTo(4);
                });
    }

    @Test
    @Section("ServletInputStream.read(ByteBuffer)")
    void noBufferIsANullPointerException() throws Exception {
        post(
                "x",
                (q, r) -> {
                    assertThatThrownBy(() -> q.getInputStream().read((ByteBuffer) null))
                            .isInstanceOf(NullPointerException.class);
                    assertThatThrownBy(() -> r.getOutputStream().write((ByteBuffer) null))
                            .isInstanceOf(NullPointerException.class);
                });
    }

    @Test
    @Section("ServletInputStream.read(ByteBuffer)")
    void aStreamThatWasClosedIsNotRead() throws Exception {
        post(
                "x",
                (q, r) -> {
                    ServletInputStream in = q.getInputStream();
                    in.close();
                    assertThatThrownBy(() -> in.read(ByteBuffer.allocate(1)))
                            .isInstanceOf(IOException.class);
                    assertThatThrownBy(in::read).isInstanceOf(IOException.class);
                });
    }

    @Test
    @Section("ServletInputStream.readLine")
    void aLineIsReadWithItsEnd() throws Exception {
        post(
                "one\ntwo",
                (q, r) -> {
                    byte[] line = new byte[10];
                    ServletInputStream in = q.getInputStream();
                    assertThat(in.readLine(line, 1, 9)).isEqualTo(4);
                    assertThat(new String(line, 1, 4, StandardCharsets.US_ASCII))
                            .isEqualTo("one\n");
                    assertThat(in.readLine(line, 0, 2)).isEqualTo(2);
                    assertThat(in.readLine(line, 0, 9)).isEqualTo(1);
                    assertThat(in.readLine(line, 0, 9)).isEqualTo(-1);
                });
    }

    @Test
    @Section("ServletOutputStream.write(ByteBuffer)")
    void aBufferThatWasWrittenIsAtItsLimit() throws Exception {
        RawResponse answer =
                post(
                        "",
                        (q, r) -> {
                            ByteBuffer buffer = StandardCharsets.US_ASCII.encode("hello world");
                            buffer.position(6).limit(9);
                            r.getOutputStream().write(buffer);
                            assertThat(buffer.position()).isEqualTo(9);
                            assertThat(buffer.limit()).isEqualTo(9);
                            r.getOutputStream().write(ByteBuffer.allocate(0));
                        });
        assertThat(answer.text()).isEqualTo("wor");
    }

    @Test
    @Section("ServletOutputStream.write(ByteBuffer)")
    void aLargeBufferIsWrittenWhole() throws Exception {
        RawResponse answer =
                post(
                        "",
                        (q, r) -> {
                            ByteBuffer buffer = ByteBuffer.allocateDirect(100_000);
                            r.getOutputStream().write(buffer);
                            assertThat(buffer.remaining()).isZero();
                        });
        assertThat(answer.body()).hasSize(100_000);
    }

    // ---- reading

    /** Reads what there is, and answers with it at the end. */
    private void echo(Reader reader, ServletInputStream in, AsyncContext async) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        reader.available =
                () -> {
                    while (in.isReady()) {
                        body.write(in.read());
                    }
                };
        reader.all =
                () -> {
                    async.getResponse().getOutputStream().write(body.toByteArray());
                    async.complete();
                    checked.complete(null);
                };
    }

    @Test
    void theFirstCallComesUnasked() throws Exception {
        RawResponse answer =
                post(
                        "hello",
                        (q, r) -> {
                            Reader reader = new Reader();
                            echo(reader, q.getInputStream(), q.startAsync());
                            q.getInputStream().setReadListener(reader);
                        });
        awaitChecked();
        assertThat(answer.text()).isEqualTo("hello");
        assertThat(events.get(0)).isEqualTo("onDataAvailable");
    }

    @Test
    void withoutABodyOnlyItsEndIsTold() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (q, r) -> {
                            Reader reader = new Reader();
                            echo(reader, q.getInputStream(), q.startAsync());
                            q.getInputStream().setReadListener(reader);
                        });
        awaitChecked();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(events).containsExactly("onAllDataRead");
    }

    @Test
    void theEndIsToldOnceAndLast() throws Exception {
        String body = "x".repeat(50_000);
        RawResponse answer =
                post(
                        body,
                        (q, r) -> {
                            Reader reader = new Reader();
                            ServletInputStream in = q.getInputStream();
                            echo(reader, in, q.startAsync());
                            Deed end = reader.all;
                            reader.all =
                                    () -> {
                                        assertThat(in.isFinished()).isTrue();
                                        end.run();
                                    };
                            in.setReadListener(reader);
                        });
        awaitChecked();
        assertThat(answer.text()).isEqualTo(body);
        assertThat(events).filteredOn("onAllDataRead"::equals).hasSize(1);
        assertThat(events.get(events.size() - 1)).isEqualTo("onAllDataRead");
    }

    /** A body of which the client sends the rest when it is told to. */
    private void inTwoParts(Gate gate, OneServlet.Body body, String first, String rest)
            throws Exception {
        try (OneServlet own = OneServlet.start(server.wire(), body);
                RawClient client = own.connect()) {
            client.send(
                    ServerUnderTest.request(
                            "POST",
                            "/app/",
                            "Content-Length: " + (first.length() + rest.length())));
            client.send(first);
            gate.awaitEntered();
            client.send(rest);
            assertThat(client.response().status()).isEqualTo(200);
        }
        awaitChecked();
    }

    @Test
    void whoDoesNotAskIsNotCalledAgain() throws Exception {
        RawResponse answer =
                post(
                        "abc",
                        (q, r) -> {
                            AsyncContext async = q.startAsync();
                            ServletInputStream in = q.getInputStream();
                            Reader reader = new Reader();
                            // Bytes are left, but nobody has been told that they are not there.
                            reader.available =
                                    () -> {
                                        events.add("" + (char) in.read());
                                        r.getOutputStream().setWriteListener(writerThatEnds(async));
                                    };
                            in.setReadListener(reader);
                        });
        assertThat(answer.status()).isEqualTo(200);
        assertThat(events).containsExactly("onDataAvailable", "a", "onWritePossible");
    }

    private Writer writerThatEnds(AsyncContext async) {
        Writer writer = new Writer();
        writer.possible = async::complete;
        return writer;
    }

    @Test
    void whoAsksIsCalledOnceHoweverOftenItAsked() throws Exception {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try (Gate gate = new Gate("/")) {
            gate.open();
            inTwoParts(
                    gate,
                    (q, r) -> {
                        AsyncContext async = q.startAsync();
                        ServletInputStream in = q.getInputStream();
                        Reader reader = new Reader();
                        reader.available =
                                () -> {
                                    while (in.isReady()) {
                                        body.write(in.read());
                                    }
                                    assertThat(in.isReady()).isFalse();
                                    assertThat(in.isReady()).isFalse();
                                    gate.pass();
                                };
                        reader.all =
                                () -> {
                                    async.complete();
                                    checked.complete(null);
                                };
                        in.setReadListener(reader);
                    },
                    "a",
                    "b");
        }
        assertThat(events).containsExactly("onDataAvailable", "onDataAvailable", "onAllDataRead");
        assertThat(body.toString(StandardCharsets.US_ASCII)).isEqualTo("ab");
    }

    @Test
    void aReadIsRefusedWhenItIsNotReady() throws Exception {
        try (Gate gate = new Gate("/")) {
            gate.open();
            inTwoParts(
                    gate,
                    (q, r) -> {
                        AsyncContext async = q.startAsync();
                        ServletInputStream in = q.getInputStream();
                        Reader reader = new Reader();
                        reader.available =
                                () -> {
                                    while (in.isReady()) {
                                        in.read();
                                    }
                                    refused(in::read);
                                    refused(() -> in.read(new byte[1]));
                                    refused(() -> in.read(ByteBuffer.allocate(1)));
                                    refused(() -> in.read(ByteBuffer.allocate(0)));
                                    gate.pass();
                                };
                        reader.all =
                                () -> {
                                    async.complete();
                                    checked.complete(null);
                                };
                        in.setReadListener(reader);
                    },
                    "a",
                    "b");
        }
    }

    @Test
    @Section("ServletInputStream.readAllBytes")
    void whatReadsToTheEndIsForBlockingOnly() throws Exception {
        post(
                "hello",
                (q, r) -> {
                    AsyncContext async = q.startAsync();
                    ServletInputStream in = q.getInputStream();
                    Reader reader = new Reader();
                    reader.available =
                            () -> {
                                refused(in::readAllBytes);
                                refused(() -> in.readNBytes(1));
                                refused(() -> in.readNBytes(new byte[1], 0, 1));
                                refused(() -> in.readLine(new byte[1], 0, 1));
                                async.complete();
                                checked.complete(null);
                            };
                    in.setReadListener(reader);
                });
        awaitChecked();
    }

    @Test
    @Section("ServletInputStream.read(ByteBuffer)")
    void aListenerReadsIntoABufferWithoutWaiting() throws Exception {
        RawResponse answer =
                post(
                        "hello",
                        (q, r) -> {
                            AsyncContext async = q.startAsync();
                            ServletInputStream in = q.getInputStream();
                            Reader reader = new Reader();
                            reader.available =
                                    () -> {
                                        ByteBuffer buffer = ByteBuffer.allocate(100).position(10);
                                        int count = in.read(buffer);
                                        assertThat(buffer.position()).isEqualTo(10);
                                        assertThat(buffer.limit()).isEqualTo(10 + count);
                                        r.getOutputStream().write(buffer);
                                        if (in.isFinished()) {
                                            async.complete();
                                        } else {
                                            in.isReady();
                                        }
                                        checked.complete(null);
                                    };
                            in.setReadListener(reader);
                        });
        awaitChecked();
        assertThat(answer.text()).isEqualTo("hello");
    }

    @Test
    void aReaderThatThrowsIsToldOfIt() throws Exception {
        RawResponse answer =
                post(
                        "x",
                        (q, r) -> {
                            AsyncEvents listener = AsyncEvents.noting();
                            AsyncContext async = q.startAsync();
                            async.addListener(
                                    listener.onError(
                                            e -> events.add(e.getThrowable().getMessage())));
                            Reader reader = new Reader();
                            reader.available =
                                    () -> {
                                        throw new IOException("expected");
                                    };
                            q.getInputStream().setReadListener(reader);
                        });
        assertThat(answer.status()).isEqualTo(500);
        assertThat(events).containsExactly("onDataAvailable", "onError", "expected");
    }

    @Test
    @Section("ReadListener.onError")
    void aClientThatGoesAwayIsAnErrorOnce() throws Exception {
        try (OneServlet own =
                        OneServlet.start(
                                server.wire(),
                                (q, r) -> {
                                    AsyncContext async = q.startAsync();
                                    Reader reader = new Reader();
                                    echo(reader, q.getInputStream(), async);
                                    reader.error =
                                            () -> {
                                                async.complete();
                                                checked.complete(null);
                                            };
                                    q.getInputStream().setReadListener(reader);
                                });
                RawClient client = own.connect()) {
            client.send(ServerUnderTest.request("POST", "/app/", "Content-Length: 10") + "half");
            Waiting.until("it reads", () -> events.contains("onDataAvailable"));
            client.close();
            awaitChecked();
        }
        assertThat(events).filteredOn("onError"::equals).hasSize(1);
        assertThat(events).doesNotContain("onAllDataRead");
    }

    @Test
    @Section("AsyncContext.complete")
    void completeWithinAListenerHasItsEffectBehindIt() throws Exception {
        RawResponse answer =
                post(
                        "x",
                        (q, r) -> {
                            AsyncContext async = q.startAsync();
                            async.addListener(
                                    AsyncEvents.noting().onComplete(e -> events.add("onComplete")));
                            Reader reader = new Reader();
                            reader.available =
                                    () -> {
                                        async.complete();
                                        r.getOutputStream().print("behind");
                                        events.add("returns");
                                    };
                            q.getInputStream().setReadListener(reader);
                        });
        assertThat(answer.text()).isEqualTo("behind");
        assertThat(events).containsExactly("onDataAvailable", "returns", "onComplete");
    }

    @Test
    void listenersOfBothStreamsAreCalledOneAtATime() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        RawResponse answer =
                post(
                        "x".repeat(100_000),
                        (q, r) -> {
                            AsyncContext async = q.startAsync();
                            ServletInputStream in = q.getInputStream();
                            ServletOutputStream out = r.getOutputStream();
                            Reader reader = new Reader();
                            Writer writer = new Writer();
                            byte[] block = new byte[1000];
                            reader.available =
                                    () -> {
                                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                                        while (in.isReady()) {
                                            in.read(block);
                                        }
                                        inside.decrementAndGet();
                                    };
                            AtomicInteger left = new AtomicInteger(1000);
                            writer.possible =
                                    () -> {
                                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                                        while (left.get() > 0 && out.isReady()) {
                                            out.write(block);
                                            left.decrementAndGet();
                                        }
                                        if (left.get() == 0 && in.isFinished()) {
                                            async.complete();
                                        }
                                        inside.decrementAndGet();
                                    };
                            reader.all =
                                    () -> {
                                        if (left.get() == 0) {
                                            async.complete();
                                        }
                                    };
                            in.setReadListener(reader);
                            out.setWriteListener(writer);
                        });
        assertThat(answer.body()).hasSize(1_000_000);
        assertThat(most.get()).isEqualTo(1);
    }

    // ---- writing

    /** What a client reads that is slow to begin with it; on BIO a write may wait for it. */
    private byte[] slowly(Gate gate, OneServlet.Body body) throws Exception {
        Assumptions.assumeTrue(server.wire().io() != IoModel.BIO);
        try (OneServlet own = OneServlet.start(server.wire(), body);
                RawClient client = own.connect()) {
            client.send(ServerUnderTest.request("GET", "/app/"));
            gate.awaitEntered();
            return client.response().body();
        }
    }

    @Test
    @Section("WriteListener.onWritePossible")
    void theFirstCallOfAWriterComesUnasked() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (q, r) -> {
                            AsyncContext async = q.startAsync();
                            Writer writer = new Writer();
                            writer.possible =
                                    () -> {
                                        r.getOutputStream().print("hello");
                                        async.complete();
                                    };
                            r.getOutputStream().setWriteListener(writer);
                            events.add("returns");
                        });
        assertThat(answer.text()).isEqualTo("hello");
        assertThat(events).containsExactly("returns", "onWritePossible");
    }

    @Test
    @Section("ServletOutputStream.isReady")
    void whatWouldWaitIsRefused() throws Exception {
        AtomicInteger written = new AtomicInteger();
        try (Gate gate = new Gate("/")) {
            gate.open();
            byte[] body =
                    slowly(
                            gate,
                            (q, r) -> {
                                AsyncContext async = q.startAsync();
                                ServletOutputStream out = r.getOutputStream();
                                Writer writer = new Writer();
                                AtomicInteger calls = new AtomicInteger();
                                writer.possible =
                                        () -> {
                                            if (calls.incrementAndGet() == 1) {
                                                while (out.isReady()) {
                                                    out.write(LARGE);
                                                    written.addAndGet(LARGE.length);
                                                }
                                                refused(() -> out.write(1));
                                                refused(() -> out.write(new byte[1]));
                                                refused(() -> out.write(ByteBuffer.allocate(1)));
                                                refused(() -> out.print("x"));
                                                refused(out::flush);
                                                assertThat(out.isReady()).isFalse();
                                                gate.pass();
                                            } else {
                                                async.complete();
                                                checked.complete(null);
                                            }
                                        };
                                out.setWriteListener(writer);
                            });
            awaitChecked();
            assertThat(written.get()).isPositive();
            assertThat(body).hasSize(written.get());
        }
        assertThat(events).containsExactly("onWritePossible", "onWritePossible");
    }

    @Test
    @Section("AsyncContext.complete")
    void completeTakesEffectBehindAWriteThatIsUnderWay() throws Exception {
        AtomicInteger written = new AtomicInteger();
        try (Gate gate = new Gate("/")) {
            gate.open();
            byte[] body =
                    slowly(
                            gate,
                            (q, r) -> {
                                AsyncContext async = q.startAsync();
                                async.addListener(
                                        AsyncEvents.noting()
                                                .onComplete(
                                                        e -> {
                                                            events.add("onComplete");
                                                            checked.complete(null);
                                                        }));
                                ServletOutputStream out = r.getOutputStream();
                                Writer writer = new Writer();
                                writer.possible =
                                        () -> {
                                            while (out.isReady()) {
                                                out.write(LARGE);
                                                written.addAndGet(LARGE.length);
                                            }
                                            async.complete();
                                            gate.pass();
                                            // The client reads only behind the gate.
                                            events.add("returns");
                                        };
                                out.setWriteListener(writer);
                            });
            assertThat(written.get()).isPositive();
            assertThat(body).hasSize(written.get());
        }
        awaitChecked();
        assertThat(events).containsExactly("onWritePossible", "returns", "onComplete");
    }

    @Test
    @Section("AsyncContext.dispatch")
    void dispatchClosesAnOutputThatListened() throws Exception {
        // The answer is complete when it is closed, before the target is called.
        CompletableFuture<Throwable> late = new CompletableFuture<>();
        RawResponse answer =
                server.get(
                        "/",
                        (q, r) -> {
                            ServletOutputStream out = r.getOutputStream();
                            if (q.getDispatcherType() == DispatcherType.ASYNC) {
                                late.complete(catchThrowable(() -> out.print("late")));
                                return;
                            }
                            AsyncContext async = q.startAsync();
                            Writer writer = new Writer();
                            writer.possible =
                                    () -> {
                                        out.print("listened");
                                        async.dispatch();
                                    };
                            out.setWriteListener(writer);
                        });
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("listened");
        assertThat(late.get(RawClient.PATIENCE, TimeUnit.MILLISECONDS))
                .isInstanceOf(IOException.class);
    }

    @Test
    @Section("ServletOutputStream.close")
    void closeDoesNotWaitAndLosesNothing() throws Exception {
        try (Gate gate = new Gate("/")) {
            gate.open();
            byte[] body =
                    slowly(
                            gate,
                            (q, r) -> {
                                AsyncContext async = q.startAsync();
                                ServletOutputStream out = r.getOutputStream();
                                Writer writer = new Writer();
                                writer.possible =
                                        () -> {
                                            if (!out.isReady()) {
                                                return;
                                            }
                                            out.write(LARGE);
                                            out.close();
                                            assertThatThrownBy(() -> out.write(LARGE))
                                                    .isInstanceOfAny(
                                                            IOException.class,
                                                            IllegalStateException.class);
                                            gate.pass();
                                            async.complete();
                                            checked.complete(null);
                                        };
                                out.setWriteListener(writer);
                            });
            awaitChecked();
            assertThat(body).hasSize(LARGE.length);
        }
    }

    @Test
    @Section("WriteListener.onError")
    void aWriterWhoseClientHasGoneIsToldOnce() throws Exception {
        try (OneServlet own =
                        OneServlet.start(
                                server.wire(),
                                (q, r) -> {
                                    AsyncContext async = q.startAsync();
                                    ServletOutputStream out = r.getOutputStream();
                                    Writer writer = new Writer();
                                    writer.possible =
                                            () -> {
                                                while (out.isReady()) {
                                                    out.write(LARGE);
                                                }
                                            };
                                    writer.error =
                                            () -> {
                                                async.complete();
                                                checked.complete(null);
                                            };
                                    out.setWriteListener(writer);
                                });
                RawClient client = own.connect()) {
            client.send(ServerUnderTest.request("GET", "/app/"));
            Waiting.until("it writes", () -> events.contains("onWritePossible"));
            client.reset();
            awaitChecked();
        }
        assertThat(events).filteredOn("onError"::equals).hasSize(1);
    }
}
