package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/**
 * A response that has its declared length is closed (Servlet 6.1 §5.7): the client gets exactly so
 * many bytes, and its connection goes on, whatever the application writes beyond it.
 */
@OnSixWires
@Section("5.7")
final class Servlet61Section5_7DeclaredLengthTest {
    private static final String FIVE = "\r\nContent-Length: 5\r\n";

    @Parameter ServletUnderTest server;
    @TempDir Path site;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** What a client gets that asks twice on one connection: the same both times. */
    private RawResponse twice(OneServlet.Body body) throws Exception {
        try (RawClient client = server.connect(body)) {
            RawResponse first = client.exchange(ServerUnderTest.request("GET", "/app/"));
            RawResponse second = client.exchange(ServerUnderTest.request("GET", "/app/"));
            assertThat(second.text()).isEqualTo(first.text());
            return second;
        } finally {
            server.check();
        }
    }

    private void assertFive(OneServlet.Body body) throws Exception {
        RawResponse answer = twice(body);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.head()).contains(FIVE);
        assertThat(answer.text()).isEqualTo("hello");
    }

    @Test
    void oneWriteThatIsTooLongIsCut() throws Exception {
        assertFive(
                (request, response) -> {
                    response.setContentLength(5);
                    response.getOutputStream().write(bytes("hello world"));
                    assertThat(response.isCommitted()).isTrue();
                });
    }

    @Test
    void aWriteLargerThanTheBufferIsCut() throws Exception {
        RawResponse answer =
                twice(
                        (request, response) -> {
                            response.setContentLength(50_000);
                            response.getOutputStream().write(new byte[60_000]);
                        });
        assertThat(answer.body()).hasSize(50_000);
    }

    @Test
    void manyWritesAreCutWhereTheLengthIsReached() throws Exception {
        assertFive(
                (request, response) -> {
                    response.setContentLength(5);
                    ServletOutputStream out = response.getOutputStream();
                    for (byte each : bytes("hel")) {
                        out.write(each);
                    }
                    out.write(bytes("lo wor"));
                    out.write('l');
                    out.println("d");
                    out.flush();
                    out.close();
                });
    }

    @Test
    void aBufferOfTheApplicationIsTakenWhole() throws Exception {
        assertFive(
                (request, response) -> {
                    response.setContentLength(5);
                    ByteBuffer text = ByteBuffer.wrap(bytes("(hello world)"), 1, 11);
                    response.getOutputStream().write(text);
                    assertThat(text.remaining()).isZero();
                    response.getOutputStream().write(ByteBuffer.wrap(bytes("more")));
                });
    }

    @Test
    void aWriterIsCutAndHasNoError() throws Exception {
        assertFive(
                (request, response) -> {
                    response.setContentLength(5);
                    PrintWriter writer = response.getWriter();
                    writer.println("hello");
                    writer.print("world");
                    assertThat(writer.checkError()).isFalse();
                });
    }

    /** Who declares characters gets as many bytes; the client sees no error of the protocol. */
    @Test
    void aLengthInCharactersCutsBytes() throws Exception {
        RawResponse answer =
                twice(
                        (request, response) -> {
                            response.setCharacterEncoding("UTF-8");
                            String text = "äöü";
                            response.setContentLength(text.length());
                            response.getWriter().print(text);
                        });
        assertThat(answer.body()).containsExactly(0xc3, 0xa4, 0xc3);
    }

    @Test
    void aLengthThatIsDeclaredTooLateCutsWhatIsThere() throws Exception {
        assertFive(
                (request, response) -> {
                    response.getOutputStream().print("hello world");
                    response.setContentLength(5);
                    assertThat(response.isCommitted()).isTrue();
                });
    }

    @Test
    void aLengthOfZeroDropsAllAndClosesNothing() throws Exception {
        RawResponse answer =
                twice(
                        (request, response) -> {
                            response.getOutputStream().print("before");
                            response.setContentLength(0);
                            response.getOutputStream().print("behind");
                            assertThat(response.isCommitted()).isFalse();
                            response.flushBuffer();
                            response.getOutputStream().print("more");
                        });
        assertThat(answer.head()).contains("\r\nContent-Length: 0\r\n");
        assertThat(answer.body()).isEmpty();
    }

    @Test
    void wrappersAndIncludesAreCutAlike() throws Exception {
        assertFive(
                (request, response) -> {
                    if (request.getDispatcherType() == jakarta.servlet.DispatcherType.REQUEST) {
                        response.setContentLength(5);
                        response.getOutputStream().print("hel");
                        request.getRequestDispatcher("/included")
                                .include(request, new HttpServletResponseWrapper(response));
                    } else {
                        response.getOutputStream().print("lo world");
                    }
                });
    }

    @Test
    void aForwardIsCut() throws Exception {
        assertFive(
                (request, response) -> {
                    if (request.getDispatcherType() == jakarta.servlet.DispatcherType.REQUEST) {
                        response.setContentLength(5);
                        request.getRequestDispatcher("/target").forward(request, response);
                    } else {
                        response.getWriter().print("hello world");
                    }
                });
    }

    @Test
    void anAsynchronousAnswerIsCut() throws Exception {
        assertFive(
                (request, response) -> {
                    AsyncContext async = request.startAsync();
                    async.start(
                            () -> {
                                try {
                                    response.setContentLength(5);
                                    response.getOutputStream().print("hello world");
                                } catch (IOException e) {
                                    throw new AssertionError(e);
                                } finally {
                                    async.complete();
                                }
                            });
                });
    }

    @Test
    void aWriteListenerIsCutAndGoesOn() throws Exception {
        assertFive(
                (request, response) -> {
                    AsyncContext async = request.startAsync();
                    response.setContentLength(5);
                    ServletOutputStream out = response.getOutputStream();
                    out.setWriteListener(
                            new WriteListener() {
                                private int written;

                                @Override
                                public void onWritePossible() throws IOException {
                                    while (out.isReady()) {
                                        if (written == 4) {
                                            async.complete();
                                            return;
                                        }
                                        out.write(bytes("hel,lo ,wor,ld".split(",")[written++]));
                                    }
                                }

                                @Override
                                public void onError(Throwable cause) {
                                    async.complete();
                                }
                            });
                });
    }

    @Test
    void aHeadRequestHasTheDeclaredLengthToo() throws Exception {
        OneServlet.Body body =
                (request, response) -> {
                    response.setContentLength(5);
                    response.getOutputStream().print("hello world");
                };
        try (RawClient client = server.connect(body)) {
            client.send(ServerUnderTest.request("HEAD", "/app/"));
            assertThat(client.responseToHead().head()).startsWith("HTTP/1.1 200 ").contains(FIVE);
            assertThat(client.exchange(ServerUnderTest.request("GET", "/app/")).text())
                    .isEqualTo("hello");
        }
    }

    /** A file leaves with its own length, whatever was declared before it. */
    @Test
    void filesHaveTheirOwnLength() throws Exception {
        Files.write(site.resolve("large.bin"), new byte[100_000]);
        try (Serval own =
                server.start(
                        b ->
                                b.directory("/site", site)
                                        .filter(
                                                "/site",
                                                "/*",
                                                (request, response, chain) -> {
                                                    response.setContentLength(5);
                                                    chain.doFilter(request, response);
                                                }))) {
            RawResponse answer = server.get(own, "/site/large.bin");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).hasSize(100_000);
        }
    }

    /** An include sets no length (§9.3): the one of the including servlet holds for the file. */
    @Test
    void anIncludedFileIsCut() throws Exception {
        Files.write(site.resolve("large.bin"), new byte[100_000]);
        try (Serval own =
                        server.start(
                                b ->
                                        b.directory("/site", site)
                                                .servlet(
                                                        "/site",
                                                        "/including",
                                                        new OneServlet.Given(
                                                                (request, response) -> {
                                                                    response.setContentLength(5);
                                                                    request.getRequestDispatcher(
                                                                                    "/large.bin")
                                                                            .include(
                                                                                    request,
                                                                                    response);
                                                                })));
                RawClient client = new RawClient(server.wire(), own.port())) {
            for (int i = 0; i < 2; i++) {
                RawResponse answer =
                        client.exchange(ServerUnderTest.request("GET", "/site/including"));
                assertThat(answer.head()).contains(FIVE);
                assertThat(answer.body()).containsExactly(0, 0, 0, 0, 0);
            }
        }
    }

    @Test
    void theFirstOfAnApplicationIsLogged() throws Exception {
        OneServlet.Body body =
                (request, response) -> {
                    response.setContentLength(5);
                    response.getOutputStream().print("hello world");
                    response.getOutputStream().print("!");
                };
        try (ServerLog log = new ServerLog();
                OneServlet own = OneServlet.start(server.wire(), body)) {
            own.get("/a");
            own.get("/b");
            assertThat(log.lines().stream().filter(line -> line.contains("SRV-0680")).toList())
                    .singleElement()
                    .asString()
                    .contains("GET /app/a of context '/app'", "Content-Length of 5 bytes");
        }
    }
}
