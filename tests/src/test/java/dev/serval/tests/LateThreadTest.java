package dev.serval.tests;

import static dev.serval.connector.IoModel.BIO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Servlet 6.1 §3.14, §5.8: a thread that reads or writes when its request is over harms neither its
 * own response nor the next one of the connection.
 */
@ParameterizedClass
@EnumSource(Wire.class)
final class LateThreadTest {
    /** More than all buffers between a server and a client that does not read can hold. */
    private static final int MUCH = 32 * 1024 * 1024;

    private static final String NEXT = ServerUnderTest.request("GET", "/app/next");

    @Parameter Wire wire;

    private final CompletableFuture<AsyncContext> started = new CompletableFuture<>();
    private final CompletableFuture<OutputStream> output = new CompletableFuture<>();
    private final CompletableFuture<String> outcome = new CompletableFuture<>();
    private final CountDownLatch told = new CountDownLatch(1);
    private final Gate gate = new Gate("/app/gate");

    /** What a request does that is not the next one. */
    private OneServlet start(OneServlet.Body first) {
        return OneServlet.start(
                wire,
                (request, response) -> {
                    switch (request.getPathInfo()) {
                        case "/next" -> response.getOutputStream().print("next");
                        case "/gate" -> {
                            gate.pass();
                            response.getOutputStream().print("gate");
                        }
                        default -> first.service(request, response);
                    }
                });
    }

    private void startAsync(HttpServletRequest request, long timeout) {
        AsyncContext async = request.startAsync();
        async.setTimeout(timeout);
        async.addListener(
                new AsyncListener() {
                    @Override
                    public void onComplete(AsyncEvent event) {}

                    @Override
                    public void onTimeout(AsyncEvent event) {
                        told.countDown();
                    }

                    @Override
                    public void onError(AsyncEvent event) {}

                    @Override
                    public void onStartAsync(AsyncEvent event) {}
                });
        started.complete(async);
    }

    /** Writes much with one call, which has begun when this returns, then a little more. */
    private void write(HttpServletResponse response) throws IOException {
        OutputStream out = response.getOutputStream();
        byte[] much = TestApp.pattern(MUCH);
        Thread writer =
                new Thread(
                        () -> {
                            try {
                                out.write(much);
                                out.write(TestApp.pattern(100_000));
                                out.flush();
                                outcome.complete("written");
                            } catch (IOException | IllegalStateException e) {
                                outcome.complete(e.getClass().getSimpleName());
                            }
                        });
        writer.start();
        try {
            Waiting.until("the writer is inside", response::isCommitted);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void completionWaitsForTheWriterThatIsInside() throws Exception {
        try (OneServlet server =
                        start(
                                (request, response) -> {
                                    startAsync(request, 0);
                                    write(response);
                                });
                RawClient client = server.connect()) {
            client.send(ServerUnderTest.request("GET", "/app/"));
            assertThat(client.awaitInput(RawClient.PATIENCE)).isTrue();
            // The head has left, so the writer is inside, and stays there while nobody reads.
            started.get(10, TimeUnit.SECONDS).complete();
            client.send(NEXT);
            assertThat(client.response().body()).isEqualTo(TestApp.pattern(MUCH));
            assertThat(client.response().text()).isEqualTo("next");
            assertThat(outcome.get(10, TimeUnit.SECONDS)).isEqualTo("IllegalStateException");
        }
    }

    @Test
    void theEndOfTheTimeCutsBehindTheWriterThatIsInside() throws Exception {
        try (OneServlet server =
                        start(
                                (request, response) -> {
                                    startAsync(request, 100);
                                    write(response);
                                });
                RawClient client = server.connect()) {
            client.send(ServerUnderTest.request("GET", "/app/"));
            assertThat(client.awaitInput(RawClient.PATIENCE)).isTrue();
            assertThat(told.await(10, TimeUnit.SECONDS)).isTrue();
            client.send(NEXT);
            String all = client.readToEnd();
            assertThat(all).startsWith("HTTP/1.1 200").doesNotEndWith("\r\n0\r\n\r\n");
            assertThat(all.lastIndexOf("HTTP/1.1")).isZero();
            assertThat(outcome.get(10, TimeUnit.SECONDS)).isEqualTo("IllegalStateException");
        }
    }

    /** What was taken is sent although the socket is full at that moment (RFC 9112 §9.6). */
    @Test
    void theEndOfTheTimeCutsBehindWhatWasTaken() throws Exception {
        assumeThat(wire.io()).as("on BIO a full socket makes the listener wait").isNotEqualTo(BIO);
        byte[] some = TestApp.pattern(10_000);
        try (OneServlet server =
                        start(
                                (request, response) -> {
                                    startAsync(request, 300);
                                    ServletOutputStream out = response.getOutputStream();
                                    out.setWriteListener(
                                            new WriteListener() {
                                                @Override
                                                public void onWritePossible() throws IOException {
                                                    while (out.isReady()) {
                                                        out.write(some);
                                                    }
                                                }

                                                @Override
                                                public void onError(Throwable cause) {}
                                            });
                                });
                RawClient client = server.slow()) {
            client.send(ServerUnderTest.request("GET", "/app/"));
            assertThat(told.await(10, TimeUnit.SECONDS)).isTrue();
            client.send(NEXT);
            String all = client.readToEnd();
            assertThat(all).startsWith("HTTP/1.1 200").doesNotEndWith("\r\n0\r\n\r\n");
            assertThat(all.lastIndexOf("HTTP/1.1")).isZero();
        }
    }

    @Test
    void theReturnOfTheServletWaitsForTheWriterThatIsInside() throws Exception {
        try (OneServlet server =
                        start(
                                (request, response) -> {
                                    write(response);
                                    gate.pass();
                                });
                RawClient client = server.connect()) {
            client.send(ServerUnderTest.request("GET", "/app/"));
            assertThat(client.awaitInput(RawClient.PATIENCE)).isTrue();
            gate.open();
            client.send(NEXT);
            assertThat(client.response().body()).isEqualTo(TestApp.pattern(MUCH));
            assertThat(client.response().text()).isEqualTo("next");
            assertThat(outcome.get(10, TimeUnit.SECONDS)).isEqualTo("IllegalStateException");
        }
    }

    @Test
    void whatIsWrittenAfterTheEndDoesNotReachTheNextResponse() throws Exception {
        try (OneServlet server =
                        start(
                                (request, response) -> {
                                    startAsync(request, 0);
                                    output.complete(response.getOutputStream());
                                });
                RawClient client = server.connect()) {
            client.send(ServerUnderTest.request("GET", "/app/"));
            OutputStream late = output.get(10, TimeUnit.SECONDS);
            started.get(10, TimeUnit.SECONDS).complete();
            assertThat(client.response().status()).isEqualTo(200);
            client.send(ServerUnderTest.request("GET", gate.path()));
            gate.awaitEntered();
            assertThatThrownBy(() -> late.write('x')).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> late.write(new byte[100_000]))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(late::flush).isInstanceOf(IllegalStateException.class);
            gate.open();
            assertThat(client.response().text()).isEqualTo("gate");
        }
    }

    @Test
    void whatIsWrittenAfterTheTimeDoesNotReachTheNextResponse() throws Exception {
        try (OneServlet server =
                        start(
                                (request, response) -> {
                                    startAsync(request, 100);
                                    output.complete(response.getOutputStream());
                                });
                RawClient client = server.connect()) {
            client.send(ServerUnderTest.request("GET", "/app/"));
            assertThat(client.response().status()).isEqualTo(500);
            client.send(ServerUnderTest.request("GET", gate.path()));
            gate.awaitEntered();
            OutputStream late = output.get(10, TimeUnit.SECONDS);
            assertThatThrownBy(() -> late.write(new byte[100_000]))
                    .isInstanceOf(IllegalStateException.class);
            gate.open();
            assertThat(client.response().text()).isEqualTo("gate");
        }
    }

    @Test
    void completionEndsTheWaitOfAReader() throws Exception {
        CompletableFuture<Thread> reading = new CompletableFuture<>();
        try (OneServlet server =
                        start(
                                (request, response) -> {
                                    startAsync(request, 0);
                                    InputStream in = request.getInputStream();
                                    Thread reader = new Thread(() -> read(in));
                                    reader.start();
                                    reading.complete(reader);
                                });
                RawClient client = server.connect()) {
            client.send(OneServlet.post("/", "text/plain", "0123456789").replace("789", ""));
            Thread reader = reading.get(10, TimeUnit.SECONDS);
            Waiting.until("the reader waits", () -> waitsForTheSocket(reader));
            started.get(10, TimeUnit.SECONDS).complete();
            RawResponse answer = client.response();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.field("Connection")).isEqualTo("close");
            assertThat(outcome.get(10, TimeUnit.SECONDS)).isEqualTo("ClientAbortException");
        }
    }

    private void read(InputStream in) {
        try {
            in.readAllBytes();
            outcome.complete("read");
        } catch (IOException | IllegalStateException e) {
            outcome.complete(e.getClass().getSimpleName());
        }
    }

    private static boolean waitsForTheSocket(Thread thread) {
        String all = Arrays.toString(thread.getStackTrace());
        // The last where a virtual thread has used the socket before.
        return all.contains("dev.serval.net.Parked.await")
                || all.contains("SocketDispatcher")
                || all.contains("sun.nio.ch.Net.poll");
    }
}
