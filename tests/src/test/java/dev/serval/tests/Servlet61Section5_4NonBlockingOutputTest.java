package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.connector.IoModel;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Writing without waiting: who is called when, and what is refused in between. */
@OnSixWires
final class Servlet61Section5_4NonBlockingOutputTest {
    @Parameter ServletUnderTest server;

    /** What a listener does each time. */
    private interface Possible {
        void write(ServletOutputStream out, AsyncContext async) throws IOException;
    }

    private static WriteListener listener(
            HttpServletResponse response, AsyncContext async, Possible body, List<Throwable> errors)
            throws IOException {
        ServletOutputStream out = response.getOutputStream();
        return new WriteListener() {
            @Override
            public void onWritePossible() throws IOException {
                body.write(out, async);
            }

            @Override
            public void onError(Throwable cause) {
                errors.add(cause);
                async.complete();
            }
        };
    }

    private RawResponse get(Possible body) throws Exception {
        List<Throwable> errors = new CopyOnWriteArrayList<>();
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            AsyncContext async = request.startAsync();
                            response.getOutputStream()
                                    .setWriteListener(listener(response, async, body, errors));
                        });
        assertThat(errors).isEmpty();
        return answer;
    }

    private static WriteListener silent() {
        return new WriteListener() {
            @Override
            public void onWritePossible() {}

            @Override
            public void onError(Throwable cause) {}
        };
    }

    @Test
    void aSecondListenerIsRefused() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    AsyncContext async = request.startAsync();
                    response.getOutputStream()
                            .setWriteListener(
                                    listener(response, async, (out, a) -> a.complete(), List.of()));
                    assertThatThrownBy(() -> response.getOutputStream().setWriteListener(silent()))
                            .isInstanceOf(IllegalStateException.class);
                });
    }

    @Test
    void isReadyIsTrueWhenTheListenerIsCalled() throws Exception {
        RawResponse answer =
                get(
                        (out, async) -> {
                            out.print(Boolean.toString(out.isReady()));
                            async.complete();
                        });
        assertThat(answer.text()).isEqualTo("true");
    }

    @Test
    void isReadyIsTrueWithoutAListener() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    assertThat(response.getOutputStream().isReady()).isTrue();
                    response.getOutputStream().write(new byte[100_000]);
                    assertThat(response.getOutputStream().isReady()).isTrue();
                });
    }

    @Test
    void beforeItIsPossibleNothingMayBeWritten() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    AsyncContext async = request.startAsync();
                    ServletOutputStream out = response.getOutputStream();
                    out.setWriteListener(
                            listener(response, async, (stream, a) -> a.complete(), List.of()));
                    assertThatThrownBy(() -> out.write(1))
                            .isInstanceOf(IllegalStateException.class);
                    assertThatThrownBy(() -> out.print("x"))
                            .isInstanceOf(IllegalStateException.class);
                    assertThatThrownBy(() -> out.println("x"))
                            .isInstanceOf(IllegalStateException.class);
                });
    }

    @Test
    void beforeItIsPossibleNoBufferMayBeWrittenNotEvenAnEmptyOne() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    AsyncContext async = request.startAsync();
                    ServletOutputStream out = response.getOutputStream();
                    out.setWriteListener(
                            listener(response, async, (stream, a) -> a.complete(), List.of()));
                    ByteBuffer buffer = ByteBuffer.wrap(new byte[3]);
                    assertThatThrownBy(() -> out.write(buffer))
                            .isInstanceOf(IllegalStateException.class);
                    assertThat(buffer.remaining()).isEqualTo(3);
                    assertThatThrownBy(() -> out.write(ByteBuffer.allocate(0)))
                            .isInstanceOf(IllegalStateException.class);
                });
    }

    @Test
    void beforeItIsPossibleNothingMayBeFlushed() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    AsyncContext async = request.startAsync();
                    ServletOutputStream out = response.getOutputStream();
                    out.setWriteListener(
                            listener(response, async, (stream, a) -> a.complete(), List.of()));
                    assertThatThrownBy(out::flush).isInstanceOf(IllegalStateException.class);
                });
    }

    @Test
    void aBufferIsWrittenWhenItIsPossible() throws Exception {
        RawResponse answer =
                get(
                        (out, async) -> {
                            ByteBuffer buffer = ByteBuffer.wrap("0123456789".getBytes(), 2, 5);
                            out.write(buffer);
                            if (buffer.hasRemaining() || buffer.limit() != 7) {
                                out.print("!");
                            }
                            async.complete();
                        });
        assertThat(answer.text()).isEqualTo("23456");
    }

    @Test
    void theListenerIsCalledAgainOnlyAfterIsReadyWasFalse() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        AtomicInteger refusals = new AtomicInteger();
        CountDownLatch refused = new CountDownLatch(1);
        byte[] block = new byte[64_000];
        int[] written = new int[1];
        int all = 250;
        try (RawClient client =
                server.connect(
                        (request, response) -> {
                            AsyncContext async = request.startAsync();
                            response.getOutputStream()
                                    .setWriteListener(
                                            listener(
                                                    response,
                                                    async,
                                                    (out, a) -> {
                                                        calls.incrementAndGet();
                                                        while (written[0] < all) {
                                                            if (!out.isReady()) {
                                                                refusals.incrementAndGet();
                                                                refused.countDown();
                                                                return;
                                                            }
                                                            out.write(block);
                                                            written[0]++;
                                                        }
                                                        a.complete();
                                                    },
                                                    List.of()));
                        })) {
            client.send(ServerUnderTest.request("GET", "/app/"));
            if (server.wire().io() != IoModel.BIO) {
                // Its thread may wait for the client, so that it is always ready.
                assertThat(refused.await(RawClient.PATIENCE, TimeUnit.MILLISECONDS)).isTrue();
            }
            assertThat(client.response().body()).hasSize(all * block.length);
        }
        assertThat(calls.get()).isEqualTo(refusals.get() + 1);
        server.check();
    }

    @Test
    void closeInAListenerLosesNothingOnAnyConnector() throws Exception {
        byte[] body = new byte[2_000_000];
        RawResponse answer =
                get(
                        (out, async) -> {
                            out.write(body);
                            out.close();
                            async.complete();
                        });
        assertThat(answer.body()).hasSize(body.length);
    }

    @Test
    void whatOnWritePossibleThrowsIsToldToOnError() throws Exception {
        List<Throwable> errors = new CopyOnWriteArrayList<>();
        server.get(
                "/",
                (request, response) -> {
                    AsyncContext async = request.startAsync();
                    response.getOutputStream()
                            .setWriteListener(
                                    listener(
                                            response,
                                            async,
                                            (out, a) -> {
                                                throw new IOException("no disk");
                                            },
                                            errors));
                });
        assertThat(errors).singleElement().satisfies(e -> assertThat(e).hasMessage("no disk"));
    }

    // ---- ByteBuffer without a listener

    @Test
    @Section("5.1")
    void aLargeDirectBufferIsWrittenToItsLimit() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            ByteBuffer buffer = ByteBuffer.allocateDirect(300_000);
                            response.getOutputStream().print("<");
                            response.getOutputStream().write(buffer);
                            assertThat(buffer.hasRemaining()).isFalse();
                            assertThat(buffer.limit()).isEqualTo(300_000);
                        });
        assertThat(answer.body()).hasSize(300_001);
    }

    @Test
    @Section("5.1")
    void aReadOnlyBufferMayBeWritten() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) ->
                                response.getOutputStream()
                                        .write(
                                                ByteBuffer.wrap("ab".getBytes())
                                                        .asReadOnlyBuffer()));
        assertThat(answer.text()).isEqualTo("ab");
    }

    @Test
    @Section("5.1")
    void anEmptyBufferChangesNothing() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    ByteBuffer buffer = ByteBuffer.wrap(new byte[4], 2, 0);
                    response.getOutputStream().write(buffer);
                    assertThat(buffer.position()).isEqualTo(2);
                    assertThat(buffer.limit()).isEqualTo(2);
                    assertThat(response.isCommitted()).isFalse();
                });
    }
}
