package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.connector.IoModel;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Servlet 6.1 §3.8 and §5.4: listeners that read and write without waiting. */
@ParameterizedClass
@EnumSource(Wire.class)
final class NonBlockingIoTest {
    @Parameter Wire wire;

    /** Gathers the body, then answers with it. */
    private static class Echo implements ReadListener {
        final AsyncContext async;
        final ServletInputStream in;
        final ServletOutputStream out;
        final ByteArrayOutputStream body = new ByteArrayOutputStream();
        final AtomicInteger calls = new AtomicInteger();

        Echo(HttpServletRequest request, HttpServletResponse response) throws IOException {
            async = request.startAsync();
            in = request.getInputStream();
            out = response.getOutputStream();
        }

        @Override
        public void onDataAvailable() throws IOException {
            calls.incrementAndGet();
            byte[] block = new byte[100];
            while (in.isReady()) {
                int count = in.read(block);
                if (count > 0) {
                    body.write(block, 0, count);
                }
            }
        }

        @Override
        public void onAllDataRead() throws IOException {
            out.write(body.toByteArray());
            async.complete();
        }

        @Override
        public void onError(Throwable cause) {
            async.complete();
        }
    }

    private OneServlet echo() {
        return OneServlet.start(
                wire,
                (request, response) ->
                        request.getInputStream().setReadListener(new Echo(request, response)));
    }

    private static String head(int length) {
        return ServerUnderTest.request("POST", "/app/", "Content-Length: " + length);
    }

    @Test
    void aBodyThatIsThereIsRead() throws Exception {
        try (OneServlet server = echo()) {
            assertThat(server.exchange(head(5) + "hello").text()).isEqualTo("hello");
        }
    }

    @Test
    void aBodyThatComesInPiecesIsRead() throws Exception {
        try (OneServlet server = echo();
                RawClient client = server.connect()) {
            client.send(head(10));
            client.drip("0123456789");
            assertThat(client.response().text()).isEqualTo("0123456789");
            client.send(head(2) + "ok");
            assertThat(client.response().text()).isEqualTo("ok");
        }
    }

    @Test
    void aChunkedBodyIsRead() throws Exception {
        try (OneServlet server = echo();
                RawClient client = server.connect()) {
            client.send(ServerUnderTest.request("POST", "/app/", "Transfer-Encoding: chunked"));
            client.drip("5\r\nhello\r\n1\r\n!\r\n");
            client.drip("0\r\n\r\n");
            assertThat(client.response().text()).isEqualTo("hello!");
        }
    }

    @Test
    void noBodyIsReadAtOnce() throws Exception {
        try (OneServlet server = echo()) {
            assertThat(server.get("/").text()).isEmpty();
        }
    }

    @Test
    void aLargeBodyIsRead() throws Exception {
        String body = "0123456789".repeat(100_000);
        try (OneServlet server = echo()) {
            assertThat(server.exchange(head(body.length()) + body).text()).isEqualTo(body);
        }
    }

    @Test
    void aClientThatWaitsForContinueGetsIt() throws Exception {
        try (OneServlet server = echo();
                RawClient client = server.connect()) {
            client.send(
                    ServerUnderTest.request(
                            "POST", "/app/", "Content-Length: 2", "Expect: 100-continue"));
            assertThat(client.response().status()).isEqualTo(100);
            client.send("ok");
            assertThat(client.response().text()).isEqualTo("ok");
        }
    }

    @Test
    void pipelinedRequestsBehindABodyAreAnswered() throws Exception {
        try (OneServlet server = echo();
                RawClient client = server.connect()) {
            for (int i = 0; i < 50; i++) {
                client.send(head(3) + "abc" + head(3) + "def");
                assertThat(client.response().text()).isEqualTo("abc");
                assertThat(client.response().text()).isEqualTo("def");
            }
        }
    }

    @Test
    void aBodyThatIsCutIsAnError() throws Exception {
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        try (OneServlet server =
                        OneServlet.start(
                                wire,
                                (request, response) ->
                                        request.getInputStream()
                                                .setReadListener(
                                                        new Echo(request, response) {
                                                            @Override
                                                            public void onError(Throwable cause) {
                                                                told.complete(cause);
                                                            }
                                                        }));
                RawClient client = server.connect()) {
            client.send(head(10) + "half");
            client.finish();
            assertThat(told.get(10, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
            assertThat(client.response().status()).isEqualTo(400);
        }
    }

    @Test
    void aReaderThatThrowsIs500() throws Exception {
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        try (OneServlet server =
                OneServlet.start(
                        wire,
                        (request, response) ->
                                request.getInputStream()
                                        .setReadListener(
                                                new Echo(request, response) {
                                                    @Override
                                                    public void onDataAvailable() {
                                                        throw new IllegalStateException("x");
                                                    }

                                                    @Override
                                                    public void onError(Throwable cause) {
                                                        told.complete(cause);
                                                    }
                                                }))) {
            assertThat(server.exchange(head(1) + "x").status()).isEqualTo(500);
            assertThat(told.get(RawClient.PATIENCE, TimeUnit.MILLISECONDS)).hasMessage("x");
        }
    }

    @Test
    void completionWhileTheReaderWaitsAnswersAtOnce() throws Exception {
        try (OneServlet server =
                        OneServlet.start(
                                wire,
                                (request, response) ->
                                        request.getInputStream()
                                                .setReadListener(
                                                        new Echo(request, response) {
                                                            @Override
                                                            public void onDataAvailable()
                                                                    throws IOException {
                                                                super.onDataAvailable();
                                                                out.print("early");
                                                                async.complete();
                                                            }
                                                        }));
                RawClient client = server.connect()) {
            client.send(head(10) + "half");
            assertThat(client.response().text()).isEqualTo("early");
        }
    }

    @Test
    void aTimeoutWhileTheReaderWaitsAnswers() throws Exception {
        try (OneServlet server =
                        OneServlet.start(
                                wire,
                                (request, response) -> {
                                    Echo echo = new Echo(request, response);
                                    echo.async.setTimeout(100);
                                    request.getInputStream().setReadListener(echo);
                                });
                RawClient client = server.connect()) {
            client.send(head(10) + "half");
            assertThat(client.response().status()).isEqualTo(500);
        }
    }

    @Test
    void aReadThatWouldWaitThrows() throws Exception {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        try (OneServlet server =
                        OneServlet.start(
                                wire,
                                (request, response) ->
                                        request.getInputStream()
                                                .setReadListener(
                                                        new Echo(request, response) {
                                                            @Override
                                                            public void onDataAvailable()
                                                                    throws IOException {
                                                                super.onDataAvailable();
                                                                try {
                                                                    in.read();
                                                                } catch (IllegalStateException e) {
                                                                    thrown.complete(e);
                                                                }
                                                            }
                                                        }));
                RawClient client = server.connect()) {
            client.send(head(3) + "a");
            assertThat(thrown.get(10, TimeUnit.SECONDS)).isNotNull();
            client.send("bc");
            assertThat(client.response().text()).isEqualTo("abc");
        }
    }

    @Test
    void listenersNeedAsynchronousProcessing() throws Exception {
        try (OneServlet server =
                OneServlet.start(
                        wire,
                        (request, response) ->
                                response.getOutputStream().setWriteListener(new Writer(null, 0)))) {
            assertThat(server.get("/").status()).isEqualTo(500);
        }
    }

    /** Writes blocks as long as it may. */
    private static class Writer implements WriteListener {
        private final HttpServletResponse response;
        private final AsyncContext async;
        private int left;
        final CompletableFuture<Throwable> failure = new CompletableFuture<>();
        final AtomicInteger calls = new AtomicInteger();

        Writer(HttpServletRequest request, HttpServletResponse response, int bytes) {
            this.async = request.startAsync();
            this.response = response;
            this.left = bytes;
        }

        Writer(HttpServletResponse response, int bytes) {
            this.async = null;
            this.response = response;
            this.left = bytes;
        }

        @Override
        public void onWritePossible() throws IOException {
            calls.incrementAndGet();
            ServletOutputStream out = response.getOutputStream();
            while (out.isReady()) {
                if (left == 0) {
                    async.complete();
                    return;
                }
                byte[] block = TestApp.pattern(Math.min(left, 8192));
                left -= block.length;
                out.write(block);
            }
        }

        @Override
        public void onError(Throwable cause) {
            failure.complete(cause);
        }
    }

    private OneServlet writer(int bytes, AtomicInteger counted) {
        return OneServlet.start(
                wire,
                (request, response) -> {
                    Writer writer =
                            new Writer(request, response, bytes) {
                                @Override
                                public void onWritePossible() throws IOException {
                                    super.onWritePossible();
                                    // The answer is complete, or the socket takes no more.
                                    counted.incrementAndGet();
                                }
                            };
                    response.getOutputStream().setWriteListener(writer);
                });
    }

    @Test
    void aSmallAnswerIsWritten() throws Exception {
        try (OneServlet server = writer(10, new AtomicInteger())) {
            assertThat(server.get("/").text()).isEqualTo("abcdefghij");
        }
    }

    @Test
    void aLargeAnswerToASlowReaderIsWritten() throws Exception {
        int size = 8192 * 2000;
        AtomicInteger calls = new AtomicInteger();
        try (OneServlet server = writer(size, calls);
                RawClient client = server.connect()) {
            client.send(ServerUnderTest.request("GET", "/app/"));
            if (wire.io() != IoModel.BIO) {
                Waiting.until("the socket takes no more", () -> calls.get() > 0);
            }
            byte[] body = client.response().body();
            assertThat(body).hasSize(size);
            assertThat(new String(body, size - 8192, 26, StandardCharsets.US_ASCII))
                    .isEqualTo("abcdefghijklmnopqrstuvwxyz");
            assertThat(calls.get()).isGreaterThanOrEqualTo(wire.io() != IoModel.BIO ? 2 : 1);
            client.send(ServerUnderTest.request("GET", "/app/"));
            assertThat(client.response().body()).hasSize(size);
        }
    }

    @Test
    void aWriterIsToldWhenItsClientGoesAway() throws Exception {
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        try (OneServlet server =
                        OneServlet.start(
                                wire,
                                (request, response) ->
                                        response.getOutputStream()
                                                .setWriteListener(
                                                        new Writer(request, response, 1 << 30) {
                                                            @Override
                                                            public void onError(Throwable cause) {
                                                                told.complete(cause);
                                                            }
                                                        }));
                RawClient client = server.connect()) {
            client.send(ServerUnderTest.request("GET", "/app/"));
            client.bytes(1000);
            client.reset();
            assertThat(told.get(20, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
        }
    }
}
