package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.embed.Serval;
import dev.serval.servlet.settings.ContextRule;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.Cookie;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** What sendRedirect and sendError send in place of the response, and what they leave of it. */
@OnBioAndNio
final class Servlet61Section5_5ConvenienceMethodsTest {
    @Parameter ServletUnderTest server;

    private RawResponse redirect(String location) throws Exception {
        return server.get("/", (request, response) -> response.sendRedirect(location));
    }

    /** The Location that a server sends which makes them absolute, for a request of that target. */
    private String absolute(String target, String location) throws Exception {
        try (Serval own =
                server.start(
                        builder ->
                                builder.settings(
                                                "/app",
                                                c ->
                                                        c.with(
                                                                ContextRule.USE_RELATIVE_REDIRECTS,
                                                                false))
                                        .servlet(
                                                "/app",
                                                "/*",
                                                new OneServlet.Given(
                                                        (request, response) ->
                                                                response.sendRedirect(
                                                                        location))))) {
            String request = "GET " + target + " HTTP/1.1\r\nHost: www.example.com:81\r\n\r\n";
            RawResponse answer = server.send(own, request);
            assertThat(answer.status()).isEqualTo(302);
            return answer.field("Location");
        }
    }

    // ---- sendRedirect

    @Test
    void sendRedirectIs302ToTheLocation() throws Exception {
        RawResponse answer = redirect("http://www.example.com/a?b=c#d");
        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.field("Location")).isEqualTo("http://www.example.com/a?b=c#d");
    }

    @Test
    void sendRedirectWithAStatusHasThatStatus() throws Exception {
        for (int status : new int[] {301, 303, 307, 308}) {
            RawResponse answer =
                    server.get("/", (request, response) -> response.sendRedirect("/a", status));
            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.field("Location")).isEqualTo("/a");
        }
    }

    @Test
    void sendRedirectClearsTheBuffer() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.getWriter().print("before");
                            response.sendRedirect("/a");
                        });
        assertThat(answer.text()).doesNotContain("before");
    }

    @Test
    void theBodyBecomesAShortNoteWithALink() throws Exception {
        RawResponse answer =
                server.get("/", (request, response) -> response.sendRedirect("/a?b=1&c=2", 301));
        assertThat(answer.text())
                .isEqualTo(
                        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">"
                                + "<title>301 Moved Permanently</title></head><body><p>"
                                + "<a href=\"/a?b=1&amp;c=2\">/a?b=1&amp;c=2</a></p></body></html>"
                                + "\n");
        assertThat(answer.field("Content-Type")).isEqualTo("text/html;charset=utf-8");
    }

    @Test
    void theNoteLinksToNoScript() throws Exception {
        RawResponse answer = redirect("javascript:alert('1')");
        assertThat(answer.text()).contains("javascript:alert(").doesNotContain("<a ");
    }

    @Test
    void theNoteTakesThePlaceOfTypeAndLengthOfTheBody() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setContentType("image/png");
                            response.setContentLength(1000);
                            response.setHeader("Content-Encoding", "br");
                            response.sendRedirect("/a");
                        });
        assertThat(answer.field("Content-Type")).isEqualTo("text/html;charset=utf-8");
        assertThat(answer.field("Content-Length"))
                .isEqualTo(Integer.toString(answer.body().length));
        assertThat(answer.field("Content-Encoding")).isNull();
    }

    @Test
    void sendRedirectBodyFalseSendsNoNote() throws Exception {
        try (Serval own =
                server.start(
                        builder ->
                                builder.settings(
                                                "/app",
                                                c -> c.with(ContextRule.SEND_REDIRECT_BODY, false))
                                        .servlet(
                                                "/app",
                                                "/*",
                                                new OneServlet.Given(
                                                        (request, response) -> {
                                                            response.getWriter().print("x");
                                                            response.sendRedirect("/a");
                                                        })))) {
            RawResponse answer = server.get(own, "/app/");
            assertThat(answer.field("Location")).isEqualTo("/a");
            assertThat(answer.field("Content-Length")).isEqualTo("0");
        }
    }

    @Test
    void aBufferThatIsNotToBeClearedIsTheBody() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setContentType("text/plain");
                            response.getWriter().print("elsewhere");
                            response.sendRedirect("/a", false);
                        });
        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.text()).isEqualTo("elsewhere");
        assertThat(answer.field("Content-Type")).isEqualTo("text/plain;charset=ISO-8859-1");
    }

    @Test
    void aStatusAndABufferThatIsNotCleared() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.getOutputStream().print("elsewhere");
                            response.sendRedirect("/a", 307, false);
                        });
        assertThat(answer.status()).isEqualTo(307);
        assertThat(answer.field("Location")).isEqualTo("/a");
        assertThat(answer.text()).isEqualTo("elsewhere");
    }

    @Test
    void sendRedirectKeepsFieldsAndCookies() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setHeader("X-A", "1");
                            response.addCookie(new Cookie("a", "b"));
                            response.sendRedirect("/a");
                        });
        assertThat(answer.field("X-A")).isEqualTo("1");
        assertThat(answer.field("Set-Cookie")).isEqualTo("a=b");
    }

    @Test
    void sendRedirectCommits() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.sendRedirect("/a");
                            assertThat(response.isCommitted()).isTrue();
                            response.setHeader("X-A", "1");
                            response.setStatus(200);
                        });
        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.field("X-A")).isNull();
    }

    @Test
    void whatIsWrittenAfterSendRedirectIsIgnored() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.sendRedirect("/a");
                            response.getWriter().print("late");
                            response.flushBuffer();
                        });
        assertThat(answer.text()).doesNotContain("late").contains("/a");
    }

    @Test
    void sendRedirectAfterTheCommitFails() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.flushBuffer();
                    assertThatThrownBy(() -> response.sendRedirect("/a"))
                            .isInstanceOf(IllegalStateException.class);
                });
    }

    @Test
    void aSecondSendRedirectFails() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.sendRedirect("/a");
                            assertThatThrownBy(() -> response.sendRedirect("/b"))
                                    .isInstanceOf(IllegalStateException.class);
                        });
        assertThat(answer.field("Location")).isEqualTo("/a");
    }

    @Test
    void sendRedirectInAnIncludeHasNoEffect() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            if (request.getDispatcherType() == DispatcherType.INCLUDE) {
                                response.sendRedirect("/a");
                                response.getWriter().print("included");
                                return;
                            }
                            request.getRequestDispatcher("/inner").include(request, response);
                        });
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("included");
    }

    @Test
    void noLocationIsRefused() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            assertThatThrownBy(() -> response.sendRedirect(null))
                                    .isInstanceOf(IllegalArgumentException.class);
                            assertThat(response.isCommitted()).isFalse();
                        });
        assertThat(answer.status()).isEqualTo(200);
    }

    @Test
    void aLocationWithALineBreakIsRefused() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            for (String bad : new String[] {"/\r\nX-B: b", "/\n", "/\r", "/\0"}) {
                                assertThatThrownBy(() -> response.sendRedirect(bad))
                                        .isInstanceOf(IllegalArgumentException.class);
                            }
                        });
        assertThat(answer.field("Location")).isNull();
        assertThat(answer.field("X-B")).isNull();
    }

    @Test
    void aLocationIsEncodedWhereItHasToBe() throws Exception {
        assertThat(redirect("/ä b?ü=%20\"<").field("Location"))
                .isEqualTo("/%C3%A4%20b?%C3%BC=%20%22%3C");
    }

    @Test
    void aRelativeLocationIsUsedAsItIsProvided() throws Exception {
        for (String location : new String[] {"a", "/a", "../a", "?a", "//www.example.com/a"}) {
            assertThat(redirect(location).field("Location")).isEqualTo(location);
        }
    }

    @Test
    void anAbsoluteLocationIsUsedAsItIsProvided() throws Exception {
        assertThat(absolute("/app/x/y", "https://elsewhere.example/a/../b"))
                .isEqualTo("https://elsewhere.example/a/../b");
    }

    @Test
    void aLocationWithoutSlashIsRelativeToTheRequest() throws Exception {
        assertThat(absolute("/app/x/y?q", "z")).isEqualTo("http://www.example.com:81/app/x/z");
    }

    @Test
    void aLocationWithASlashIsRelativeToTheRoot() throws Exception {
        assertThat(absolute("/app/x/y", "/z?a=b")).isEqualTo("http://www.example.com:81/z?a=b");
    }

    @Test
    void aLocationWithTwoSlashesIsANetworkPath() throws Exception {
        assertThat(absolute("/app/x/y", "//elsewhere.example/z"))
                .isEqualTo("http://elsewhere.example/z");
    }

    @Test
    void dotsInALocationAreResolved() throws Exception {
        assertThat(absolute("/app/x/y", "../.././z/./a/..?../b"))
                .isEqualTo("http://www.example.com:81/z/?../b");
        assertThat(absolute("/app/x/y", "../../../..")).isEqualTo("http://www.example.com:81/");
    }

    @Test
    void aQueryOrNothingIsRelativeToTheRequestItself() throws Exception {
        assertThat(absolute("/app/x/y", "?z")).isEqualTo("http://www.example.com:81/app/x/y?z");
        assertThat(absolute("/app/x/y", "")).isEqualTo("http://www.example.com:81/app/x/y");
    }

    @Test
    void toHttp10ALocationIsAbsoluteInAnyCase() throws Exception {
        AtomicReference<String> text = new AtomicReference<>();
        try (RawClient client =
                server.connect((request, response) -> response.sendRedirect("/a"))) {
            client.send("GET /app/x HTTP/1.0\r\nHost: www.example.com\r\n\r\n");
            text.set(client.readToEnd());
        }
        assertThat(text.get()).contains("\r\nLocation: http://www.example.com/a\r\n");
    }

    @Test
    void sendRedirectDuringAForwardIsRelativeToWhatTheClientAskedFor() throws Exception {
        try (Serval own =
                server.start(
                        builder ->
                                builder.settings(
                                                "/app",
                                                c ->
                                                        c.with(
                                                                ContextRule.USE_RELATIVE_REDIRECTS,
                                                                false))
                                        .servlet(
                                                "/app",
                                                "/*",
                                                new OneServlet.Given(
                                                        (request, response) -> {
                                                            if (request.getPathInfo()
                                                                    .equals("/a")) {
                                                                request.getRequestDispatcher(
                                                                                "/deep/b")
                                                                        .forward(request, response);
                                                            } else {
                                                                response.sendRedirect("c");
                                                            }
                                                        })))) {
            assertThat(server.send(own, "GET /app/a HTTP/1.1\r\nHost: h\r\n\r\n").field("Location"))
                    .isEqualTo("http://h/app/c");
        }
    }

    @Test
    void urlsNeedNoEncodingWithoutASession() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    assertThat(response.encodeURL("/a?b")).isEqualTo("/a?b");
                    assertThat(response.encodeRedirectURL("/a?b")).isEqualTo("/a?b");
                });
    }

    // ---- sendError

    @Test
    void sendErrorShowsAPageInHtml() throws Exception {
        RawResponse answer =
                server.get(
                        "/", (request, response) -> response.sendError(410, "It <b>was</b> & is"));
        assertThat(answer.status()).isEqualTo(410);
        assertThat(answer.field("Content-Type")).isEqualTo("text/html;charset=utf-8");
        assertThat(answer.text())
                .contains("410 Gone")
                .contains("It &lt;b&gt;was&lt;/b&gt; &amp; is");
    }

    @Test
    void sendErrorWithoutMessageShowsTheStatus() throws Exception {
        RawResponse answer = server.get("/", (request, response) -> response.sendError(410));
        assertThat(answer.status()).isEqualTo(410);
        assertThat(answer.text()).contains("<h1>410 Gone</h1>");
    }

    @Test
    void aMessageIsSafeInWhateverEncoding() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setContentType("text/plain;charset=UTF-16");
                            response.sendError(400, "ä\r\nX-B: b");
                        });
        assertThat(answer.utf8()).contains("ä\r\nX-B: b");
        assertThat(answer.field("X-B")).isNull();
        assertThat(answer.field("Content-Type")).isEqualTo("text/html;charset=utf-8");
    }

    @Test
    void sendErrorClearsTheBuffer() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.getWriter().print("before");
                            response.sendError(500);
                        });
        assertThat(answer.text()).doesNotContain("before");
    }

    @Test
    void sendErrorKeepsCookies() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.addCookie(new Cookie("a", "b"));
                            response.sendError(500);
                        });
        assertThat(answer.field("Set-Cookie")).isEqualTo("a=b");
    }

    @Test
    void sendErrorForgetsTypeAndLengthOfTheBody() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setContentType("image/png");
                            response.setContentLength(3);
                            response.setHeader("Content-Encoding", "br");
                            response.sendError(404);
                        });
        assertThat(answer.field("Content-Type")).isEqualTo("text/html;charset=utf-8");
        assertThat(answer.field("Content-Encoding")).isNull();
        assertThat(answer.text()).contains("404 Not Found");
    }

    @Test
    void sendErrorCommits() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.sendError(404);
                            assertThat(response.isCommitted()).isTrue();
                            response.setHeader("X-A", "1");
                            response.setStatus(200);
                        });
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.field("X-A")).isNull();
    }

    @Test
    void whatIsWrittenAfterSendErrorIsIgnored() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.sendError(404);
                            response.getOutputStream().print("late");
                            response.getOutputStream().flush();
                        });
        assertThat(answer.text()).doesNotContain("late").contains("404");
    }

    @Test
    void sendErrorAfterTheCommitFails() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.flushBuffer();
                            assertThatThrownBy(() -> response.sendError(500))
                                    .isInstanceOf(IllegalStateException.class);
                        });
        assertThat(answer.status()).isEqualTo(200);
    }

    @Test
    void resetAfterSendErrorFails() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.sendError(500);
                    assertThatThrownBy(response::reset).isInstanceOf(IllegalStateException.class);
                });
    }

    @Test
    void sendErrorInAnIncludeHasNoEffect() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            if (request.getDispatcherType() == DispatcherType.INCLUDE) {
                                response.sendError(500, "no");
                                response.getWriter().print("included");
                                return;
                            }
                            request.getRequestDispatcher("/inner").include(request, response);
                        });
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("included");
    }
}
