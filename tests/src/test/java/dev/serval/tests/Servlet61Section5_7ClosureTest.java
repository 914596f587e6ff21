package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ServletOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** When a response is closed, and that nothing of it is held back then. */
@OnBioAndNio
final class Servlet61Section5_7ClosureTest {
    @Parameter ServletUnderTest server;

    /** What the client has while the servlet is still busy after that. */
    private String seenBeforeTheEnd(int length, OneServlet.Body body) throws Exception {
        Gate end = new Gate("/");
        try (RawClient client =
                server.connect(
                        (request, response) -> {
                            body.service(request, response);
                            end.pass();
                        })) {
            client.send(ServerUnderTest.request("GET", "/app/"));
            String head = client.until("\r\n\r\n");
            return head + new String(client.bytes(length), StandardCharsets.ISO_8859_1);
        } finally {
            end.open();
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
    void moreThanTheDeclaredLengthIsDropped() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setContentLength(2);
                            ServletOutputStream out = response.getOutputStream();
                            out.print("ab");
                            out.print("c");
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
        try (OneServlet own =
                        OneServlet.configured(
                                server.wire(),
                                // Nothing but the rule ends the connection.
                                "keepAliveTimeout='600000' connectionTimeout='600000'",
                                (request, response) -> {
                                    response.setContentLength(10);
                                    response.getOutputStream().print("five!");
                                    response.flushBuffer();
                                });
                RawClient client = own.connect()) {
            client.send(ServerUnderTest.request("GET", "/app/"));
            assertThat(client.until("\r\n\r\n")).contains("Content-Length: 10");
            client.end();
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
    void sendRedirectSendsTheNoteAtOnce() throws Exception {
        String note =
                "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">"
                        + "<title>302 Found</title></head><body><p><a href=\"/a\">/a</a></p>"
                        + "</body></html>\n";
        assertThat(
                        seenBeforeTheEnd(
                                note.length(),
                                (request, response) -> {
                                    response.getWriter().print("before");
                                    response.sendRedirect("/a");
                                    assertThat(response.isCommitted()).isTrue();
                                    response.getWriter().print("behind");
                                }))
                .startsWith("HTTP/1.1 302 ")
                .contains("\r\nLocation: /a\r\n")
                .contains("\r\nContent-Length: " + note.length() + "\r\n")
                .endsWith("\r\n\r\n" + note);
    }

    @Test
    void sendRedirectSendsWhatItLeavesInTheBufferAtOnce() throws Exception {
        assertThat(
                        seenBeforeTheEnd(
                                5,
                                (request, response) -> {
                                    response.getWriter().print("five!");
                                    response.sendRedirect("/a", false);
                                    response.getWriter().print("behind");
                                }))
                .startsWith("HTTP/1.1 302 ")
                .contains("\r\nContent-Length: 5\r\n")
                .endsWith("\r\n\r\nfive!");
    }

    @Test
    void aFailureBehindTheCloseOfTheWriterLeavesTheResponseWhole() throws Exception {
        try (RawClient client =
                server.connect(
                        (request, response) -> {
                            response.getWriter().print("whole");
                            response.flushBuffer();
                            response.getWriter().close();
                            throw new IllegalStateException("on purpose");
                        })) {
            for (int i = 0; i < 2; i++) {
                RawResponse answer = client.exchange(ServerUnderTest.request("GET", "/app/"));
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.text()).isEqualTo("whole");
            }
        }
    }

    @Test
    void aFailureBehindSendRedirectLeavesTheRedirectWhole() throws Exception {
        try (RawClient client =
                server.connect(
                        (request, response) -> {
                            response.sendRedirect("/a");
                            throw new IllegalStateException("on purpose");
                        })) {
            RawResponse answer = client.exchange(ServerUnderTest.request("GET", "/app/"));
            assertThat(answer.status()).isEqualTo(302);
            assertThat(answer.text()).endsWith("</html>\n");
            assertThat(client.exchange(ServerUnderTest.request("GET", "/app/")).status())
                    .as("the connection is kept")
                    .isEqualTo(302);
        }
    }

    /** Its page comes when the servlet has returned: it may be one of the application. */
    @Test
    void sendErrorTakesNothingMore() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.getOutputStream().print("before");
                            response.sendError(404);
                            assertThat(response.isCommitted()).isTrue();
                            assertThatThrownBy(response::reset)
                                    .isInstanceOf(IllegalStateException.class);
                            assertThatThrownBy(response::resetBuffer)
                                    .isInstanceOf(IllegalStateException.class);
                            response.getOutputStream().print("behind");
                            response.getOutputStream().close();
                        });
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.text()).contains("404").doesNotContain("before", "behind");
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
}
