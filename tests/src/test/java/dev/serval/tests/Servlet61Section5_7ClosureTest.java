package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** When a response is closed, and that nothing of it is held back then. */
@OnBioAndNio
final class Servlet61Section5_7ClosureTest {
    @Parameter ServletUnderTest server;

    /** What the client has while the servlet is still busy after that. */
    private String seenBeforeTheEnd(int length, OneServlet.Body body) throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        try (RawClient client =
                server.connect(
                        (request, response) -> {
                            body.service(request, response);
                            try {
                                assertThat(seen.await(20, TimeUnit.SECONDS)).isTrue();
                            } catch (InterruptedException e) {
                                throw new AssertionError(e);
                            }
                        })) {
            client.send(ServerUnderTest.request("GET", "/app/"));
            StringBuilder text = new StringBuilder();
            while (!text.toString().contains("\r\n\r\n")) {
                text.append((char) client.bytes(1)[0]);
            }
            text.append(new String(client.bytes(length), "ISO-8859-1"));
            return text.toString();
        } finally {
            seen.countDown();
            server.check();
        }
    }

    @Test
    void theEndOfServiceSendsAllThatIsLeft() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.getWriter().print("first ");
                            response.flushBuffer();
                            response.getWriter().print("last");
                        });
        assertThat(answer.text()).isEqualTo("first last");
    }

    @Test
    void theDeclaredLengthSendsTheContentAtOnce() throws Exception {
        assertThat(
                        seenBeforeTheEnd(
                                5,
                                (request, response) -> {
                                    response.setContentLength(5);
                                    response.getOutputStream().print("five!");
                                }))
                .startsWith("HTTP/1.1 200 ")
                .contains("\r\nContent-Length: 5\r\n")
                .endsWith("\r\n\r\nfive!");
    }

    @Test
    void theDeclaredLengthInBytesCountsForAWriterToo() throws Exception {
        assertThat(
                        seenBeforeTheEnd(
                                4,
                                (request, response) -> {
                                    response.setCharacterEncoding("UTF-8");
                                    response.setContentLengthLong(4);
                                    response.getWriter().print("aäb");
                                    assertThat(response.isCommitted()).isTrue();
                                }))
                .endsWith("\r\n\r\na\u00c3\u00a4b");
    }

    @Test
    void aLengthThatIsDeclaredForWhatIsThereClosesToo() throws Exception {
        assertThat(
                        seenBeforeTheEnd(
                                5,
                                (request, response) -> {
                                    response.getOutputStream().print("five!");
                                    response.setContentLength(5);
                                }))
                .endsWith("\r\n\r\nfive!");
    }

    @Test
    void theDeclaredLengthCommits() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setContentLength(2);
                            response.getOutputStream().write('a');
                            assertThat(response.isCommitted()).isFalse();
                            response.getOutputStream().write('b');
                            assertThat(response.isCommitted()).isTrue();
                            response.setHeader("X-A", "1");
                            assertThatThrownBy(response::reset)
                                    .isInstanceOf(IllegalStateException.class);
                        });
        assertThat(answer.text()).isEqualTo("ab");
        assertThat(answer.field("X-A")).isNull();
    }

    @Test
    void moreThanTheDeclaredLengthIsRefused() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setContentLength(2);
                            ServletOutputStream out = response.getOutputStream();
                            out.print("ab");
                            assertThatThrownBy(() -> out.print("c"))
                                    .isInstanceOf(IOException.class);
                        });
        assertThat(answer.text()).isEqualTo("ab");
    }

    @Test
    void aDeclaredLengthOfZeroClosesNothing() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setContentLength(0);
                            assertThat(response.isCommitted()).isFalse();
                            response.setHeader("X-A", "1");
                        });
        assertThat(answer.field("X-A")).isEqualTo("1");
        assertThat(answer.field("Content-Length")).isEqualTo("0");
    }

    @Test
    void lessThanTheDeclaredLengthIsCut() throws Exception {
        try (RawClient client =
                server.connect(
                        (request, response) -> {
                            response.setContentLength(10);
                            response.getOutputStream().print("five!");
                            response.flushBuffer();
                        })) {
            client.send(ServerUnderTest.request("GET", "/app/"));
            StringBuilder head = new StringBuilder();
            while (!head.toString().contains("\r\n\r\n")) {
                head.append((char) client.bytes(1)[0]);
            }
            assertThat(head).contains("Content-Length: 10");
            assertThat(client.end()).isNotNull();
        }
    }

    @Test
    void closeOfTheStreamSendsTheContent() throws Exception {
        assertThat(
                        seenBeforeTheEnd(
                                5,
                                (request, response) -> {
                                    response.getOutputStream().print("five!");
                                    response.getOutputStream().close();
                                    assertThat(response.isCommitted()).isTrue();
                                }))
                .contains("\r\nContent-Length: 5\r\n")
                .endsWith("\r\n\r\nfive!");
    }

    @Test
    void closeOfTheWriterSendsTheContent() throws Exception {
        assertThat(
                        seenBeforeTheEnd(
                                5,
                                (request, response) -> {
                                    response.getWriter().print("five!");
                                    response.getWriter().close();
                                }))
                .endsWith("\r\n\r\nfive!");
    }

    @Test
    void completeSendsAllThatIsLeft() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            var async = request.startAsync();
                            response.getWriter().print("first ");
                            async.start(
                                    () -> {
                                        try {
                                            async.getResponse().getWriter().print("last");
                                        } catch (IOException e) {
                                            throw new AssertionError(e);
                                        }
                                        async.complete();
                                    });
                        });
        assertThat(answer.text()).isEqualTo("first last");
    }

    @Test
    @Section("5.8")
    void aResponseIsNotUsedAfterItsRequest() throws Exception {
        AtomicReference<HttpServletResponse> kept = new AtomicReference<>();
        AtomicReference<ServletOutputStream> stream = new AtomicReference<>();
        server.get(
                "/",
                (request, response) -> {
                    kept.set(response);
                    stream.set(response.getOutputStream());
                    response.getOutputStream().print("x");
                });
        assertThat(kept.get().isCommitted()).isTrue();
        assertThatThrownBy(() -> stream.get().print("late"))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> kept.get().resetBuffer())
                .isInstanceOf(IllegalStateException.class);
    }
}
