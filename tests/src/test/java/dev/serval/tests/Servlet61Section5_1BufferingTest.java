package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** What is held back until the commit, and who may still change it. */
@OnBioAndNio
final class Servlet61Section5_1BufferingTest {
    @Parameter ServletUnderTest server;

    private static void fill(HttpServletResponse response, int bytes) throws java.io.IOException {
        response.getOutputStream().write(new byte[bytes]);
    }

    @Test
    void getBufferSizeTellsTheBufferThatIsUsed() throws Exception {
        server.get(
                "/", (request, response) -> assertThat(response.getBufferSize()).isEqualTo(8192));
    }

    @Test
    void theBufferIsAtLeastAsLargeAsWanted() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.setBufferSize(20_000);
                    assertThat(response.getBufferSize()).isGreaterThanOrEqualTo(20_000);
                    fill(response, 19_999);
                    assertThat(response.isCommitted()).isFalse();
                });
    }

    @Test
    void theSizeIsFixedOnceBytesAreWritten() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.getOutputStream().write(1);
                    assertThatThrownBy(() -> response.setBufferSize(9000))
                            .isInstanceOf(IllegalStateException.class);
                });
    }

    @Test
    void theSizeIsFixedOnceCharactersAreWritten() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.getWriter().print("x");
                    assertThatThrownBy(() -> response.setBufferSize(9000))
                            .isInstanceOf(IllegalStateException.class);
                });
    }

    @Test
    void theSizeIsFixedAfterTheCommit() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.flushBuffer();
                    assertThatThrownBy(() -> response.setBufferSize(9000))
                            .isInstanceOf(IllegalStateException.class);
                });
    }

    @Test
    void theSizeMayBeChangedWhileAWriterIsThereAndUnused() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.getWriter();
                    response.setBufferSize(9000);
                    assertThat(response.getBufferSize()).isEqualTo(9000);
                });
    }

    @Test
    void theSizeMayBeChangedAgainAfterResetBuffer() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.getWriter().print("x");
                    response.resetBuffer();
                    response.setBufferSize(9000);
                    assertThat(response.getBufferSize()).isEqualTo(9000);
                });
    }

    @Test
    void isCommittedTellsWhetherBytesHaveLeft() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.getWriter().print("x");
                    assertThat(response.isCommitted()).isFalse();
                    response.flushBuffer();
                    assertThat(response.isCommitted()).isTrue();
                });
    }

    @Test
    void flushBufferCommitsWithoutContentToo() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setStatus(202);
                            response.flushBuffer();
                            assertThat(response.isCommitted()).isTrue();
                            response.setStatus(500);
                        });
        assertThat(answer.status()).isEqualTo(202);
    }

    @Test
    void flushBufferSendsTheContentAtOnce() throws Exception {
        try (Gate seen = new Gate("/");
                RawClient client =
                        server.connect(
                                (request, response) -> {
                                    response.getWriter().print("first");
                                    response.flushBuffer();
                                    seen.pass();
                                    response.getWriter().print("second");
                                })) {
            client.send(ServerUnderTest.request("GET", "/app/"));
            client.until("first");
            seen.open();
            assertThat(client.until("0\r\n\r\n")).contains("second");
        }
        server.check();
    }

    @Test
    void flushOfTheOutputStreamCommits() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.getOutputStream().flush();
                    assertThat(response.isCommitted()).isTrue();
                });
    }

    @Test
    void flushOfTheWriterCommits() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.getWriter().flush();
                    assertThat(response.isCommitted()).isTrue();
                });
    }

    @Test
    void aFilledBufferLeavesAndCommits() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            fill(response, response.getBufferSize());
                            assertThat(response.isCommitted()).isTrue();
                        });
        assertThat(answer.body()).hasSize(8192);
    }

    @Test
    void aBufferThatIsNotQuiteFullStays() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            fill(response, response.getBufferSize() - 1);
                            assertThat(response.isCommitted()).isFalse();
                        });
        assertThat(answer.field("Content-Length")).isEqualTo("8191");
    }

    @Test
    void singleBytesFillTheBufferToo() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    for (int i = 1; i < response.getBufferSize(); i++) {
                        response.getOutputStream().write('x');
                    }
                    assertThat(response.isCommitted()).isFalse();
                    response.getOutputStream().write('x');
                    assertThat(response.isCommitted()).isTrue();
                });
    }

    @Test
    void charactersFillTheBufferToo() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.getWriter().print("x".repeat(response.getBufferSize() + 1));
                    assertThat(response.isCommitted()).isTrue();
                });
    }

    @Test
    void resetClearsContentStatusAndHeaders() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setStatus(404);
                            response.setHeader("X-A", "1");
                            response.getWriter().print("before");
                            response.reset();
                            assertThat(response.getStatus()).isEqualTo(200);
                            response.getWriter().print("after");
                        });
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.field("X-A")).isNull();
        assertThat(answer.text()).isEqualTo("after");
    }

    @Test
    void resetClearsTypeEncodingLengthAndCookies() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setContentType("text/html;charset=UTF-8");
                            response.setContentLength(100);
                            response.addCookie(new jakarta.servlet.http.Cookie("a", "b"));
                            response.reset();
                            assertThat(response.getContentType()).isNull();
                            assertThat(response.getCharacterEncoding()).isEqualTo("ISO-8859-1");
                            response.getOutputStream().write('x');
                        });
        assertThat(answer.field("Content-Type")).isNull();
        assertThat(answer.field("Set-Cookie")).isNull();
        assertThat(answer.field("Content-Length")).isEqualTo("1");
    }

    @Test
    void afterResetTheStreamMayTakeThePlaceOfTheWriter() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.getWriter().print("text");
                            response.reset();
                            response.getOutputStream().print("bytes");
                        });
        assertThat(answer.text()).isEqualTo("bytes");
    }

    @Test
    void afterResetTheWriterMayTakeThePlaceOfTheStream() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.getOutputStream().print("bytes");
                            response.reset();
                            response.getWriter().print("text");
                        });
        assertThat(answer.text()).isEqualTo("text");
    }

    @Test
    void resetBufferClearsTheContentAlone() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setStatus(202);
                            response.setHeader("X-A", "1");
                            response.getWriter().print("before");
                            response.resetBuffer();
                            response.getWriter().print("after");
                        });
        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.field("X-A")).isEqualTo("1");
        assertThat(answer.text()).isEqualTo("after");
    }

    @Test
    void resetBufferLeavesTheChoiceOfTheWriter() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.getWriter();
                    response.resetBuffer();
                    assertThatThrownBy(response::getOutputStream)
                            .isInstanceOf(IllegalStateException.class);
                });
    }

    @Test
    void resetAfterTheCommitChangesNothingAndFails() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setHeader("X-A", "1");
                            response.getWriter().print("all");
                            response.flushBuffer();
                            assertThatThrownBy(response::reset)
                                    .isInstanceOf(IllegalStateException.class);
                            response.getWriter().print(" of it");
                        });
        assertThat(answer.field("X-A")).isEqualTo("1");
        assertThat(answer.text()).isEqualTo("all of it");
    }

    @Test
    void resetBufferAfterTheCommitChangesNothingAndFails() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.flushBuffer();
                            response.getWriter().print("all of it");
                            assertThatThrownBy(response::resetBuffer)
                                    .isInstanceOf(IllegalStateException.class);
                        });
        assertThat(answer.text()).isEqualTo("all of it");
    }

    @Test
    void resetInAnIncludeAfterTheCommitFailsToo() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    if (request.getDispatcherType() == jakarta.servlet.DispatcherType.INCLUDE) {
                        assertThatThrownBy(response::reset)
                                .isInstanceOf(IllegalStateException.class);
                        return;
                    }
                    response.flushBuffer();
                    request.getRequestDispatcher("/inner").include(request, response);
                });
        assertThat(server.calls()).isEqualTo(2);
    }

    @Test
    void theStreamAfterTheWriterIsRefused() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    assertThat(response.getWriter()).isSameAs(response.getWriter());
                    assertThatThrownBy(response::getOutputStream)
                            .isInstanceOf(IllegalStateException.class);
                });
    }

    @Test
    void theWriterAfterTheStreamIsRefused() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    assertThat(response.getOutputStream()).isSameAs(response.getOutputStream());
                    assertThatThrownBy(response::getWriter)
                            .isInstanceOf(IllegalStateException.class);
                });
    }

    @Test
    void bytesOfTheStreamAreNotEncoded() throws Exception {
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setContentType("text/plain;charset=UTF-16");
                            response.getOutputStream().write(all);
                        });
        assertThat(answer.body()).isEqualTo(all);
    }

    @Test
    void theWriterUsesTheEncodingOfTheResponse() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setContentType("text/plain;charset=UTF-16BE");
                            response.getWriter().print("aä€");
                        });
        assertThat(answer.body()).isEqualTo("aä€".getBytes(StandardCharsets.UTF_16BE));
    }
}
