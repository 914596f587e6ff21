package dev.serval.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.http.Framing;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UnsupportedEncodingException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servlet 6.1 §5. */
class ApiResponseTest {
    /** What a servlet does with its response. */
    private interface Action {
        void on(HttpServletResponse response) throws IOException;
    }

    private static FakeStream get(Action action) {
        return Calls.get((request, response) -> action.on(response));
    }

    private static FakeStream head(Action action) {
        return Calls.call(
                "HEAD /app/s/x HTTP/1.1\nHost: a", (request, response) -> action.on(response));
    }

    // ---- length and buffer

    @Test
    void aSmallResponseLeavesWithItsLengthInOneWrite() {
        FakeStream stream = get(r -> r.getOutputStream().print("hello"));
        assertThat(stream.body()).isEqualTo("hello");
        assertThat(stream.framing).isEqualTo(Framing.LENGTH);
        assertThat(stream.length).isEqualTo(5);
        assertThat(stream.writes).isEqualTo(1);
        assertThat(stream.flushes).isZero();
        assertThat(stream.finished).isTrue();
    }

    @Test
    void anEmptyResponseHasLengthZero() {
        FakeStream stream = get(r -> {});
        assertThat(stream.status).isEqualTo(200);
        assertThat(stream.length).isZero();
    }

    @Test
    void aFullBufferLeavesAtOnce() {
        FakeStream stream = get(r -> r.getOutputStream().write(new byte[8192]));
        assertThat(stream.bytes()).hasSize(8192);
        assertThat(stream.framing).isEqualTo(Framing.CHUNKED);
    }

    @Test
    void moreThanTheBufferIsChunked() {
        FakeStream stream =
                get(
                        r -> {
                            for (int i = 0; i < 8193; i++) {
                                r.getOutputStream().write('x');
                            }
                        });
        assertThat(stream.bytes()).hasSize(8193);
        assertThat(stream.framing).isEqualTo(Framing.CHUNKED);
        assertThat(stream.writes).isEqualTo(2);
    }

    @Test
    void aDeclaredLengthIsKeptWhateverTheSize() {
        FakeStream stream =
                get(
                        r -> {
                            r.setContentLengthLong(100_000);
                            r.getOutputStream().write(new byte[100_000]);
                        });
        assertThat(stream.length).isEqualTo(100_000);
        assertThat(stream.bytes()).hasSize(100_000);
    }

    @Test
    void bytesOfAllKindsKeepTheirOrder() {
        FakeStream stream =
                get(
                        r -> {
                            var out = r.getOutputStream();
                            out.write('a');
                            out.write(new byte[] {'x', 'b', 'c', 'y'}, 1, 2);
                            out.write(ByteBuffer.wrap(new byte[] {'d', 'e'}));
                            out.write(new byte[0]);
                            out.println("f");
                            out.print(7);
                        });
        assertThat(stream.body()).isEqualTo("abcdef\r\n7");
    }

    @Test
    void lessThanDeclaredIsCut() {
        FakeStream stream =
                get(
                        r -> {
                            r.setContentLength(10);
                            r.getOutputStream().print("five!");
                        });
        assertThat(stream.aborted).isTrue();
    }

    @Test
    void moreThanDeclaredIsDropped() {
        FakeStream stream =
                get(
                        r -> {
                            r.setContentLength(5);
                            r.getOutputStream().print("five!");
                            r.getOutputStream().print("6");
                        });
        assertThat(stream.body()).isEqualTo("five!");
        assertThat(stream.aborted).isFalse();
    }

    @Test
    void whatComesBehindCloseIsRefused() {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        get(
                r -> {
                    r.getOutputStream().print("five!");
                    r.getOutputStream().close();
                    try {
                        r.getOutputStream().print("6");
                    } catch (IOException e) {
                        thrown.set(e);
                    }
                });
        assertThat(thrown.get()).hasMessage("the output is closed");
    }

    @Test
    void flushingCommits() {
        FakeStream stream =
                get(
                        r -> {
                            r.getOutputStream().print("a");
                            assertThat(r.isCommitted()).isFalse();
                            r.flushBuffer();
                            assertThat(r.isCommitted()).isTrue();
                            r.setStatus(404);
                            r.setHeader("X-Late", "1");
                            r.getOutputStream().print("b");
                        });
        assertThat(stream.status).isEqualTo(200);
        assertThat(stream.field("X-Late")).isNull();
        assertThat(stream.body()).isEqualTo("ab");
        assertThat(stream.framing).isEqualTo(Framing.CHUNKED);
    }

    @Test
    void closingSendsTheWholeWithItsLength() {
        FakeStream stream =
                get(
                        r -> {
                            r.getOutputStream().print("all");
                            r.getOutputStream().close();
                            assertThat(r.isCommitted()).isTrue();
                            assertThatThrownBy(() -> r.getOutputStream().print("x"))
                                    .isInstanceOf(IOException.class);
                            r.getOutputStream().close();
                        });
        assertThat(stream.body()).isEqualTo("all");
        assertThat(stream.length).isEqualTo(3);
        assertThat(stream.flushes).isEqualTo(1);
    }

    @Test
    void theBufferCanBeResetUntilTheCommit() {
        FakeStream stream =
                get(
                        r -> {
                            r.setHeader("X-Kept", "1");
                            r.getOutputStream().print("wrong");
                            r.resetBuffer();
                            r.getOutputStream().print("right");
                        });
        assertThat(stream.body()).isEqualTo("right");
        assertThat(stream.length).isEqualTo(5);
        assertThat(stream.field("X-Kept")).isEqualTo("1");
    }

    @Test
    void resetForgetsEverything() {
        FakeStream stream =
                get(
                        r -> {
                            r.setStatus(201);
                            r.setHeader("X-Gone", "1");
                            r.setContentType("text/plain;charset=UTF-8");
                            r.setContentLength(99);
                            r.getOutputStream().print("wrong");
                            r.reset();
                            assertThat(r.getContentType()).isNull();
                            assertThat(r.getCharacterEncoding()).isEqualTo("ISO-8859-1");
                            r.getWriter().print("right");
                        });
        assertThat(stream.status).isEqualTo(200);
        assertThat(stream.fields()).isEmpty();
        assertThat(stream.body()).isEqualTo("right");
    }

    @Test
    void resettingAfterTheCommitIsRefused() {
        get(
                r -> {
                    r.flushBuffer();
                    assertThatThrownBy(r::reset).isInstanceOf(IllegalStateException.class);
                    assertThatThrownBy(r::resetBuffer).isInstanceOf(IllegalStateException.class);
                    assertThatThrownBy(() -> r.sendError(500))
                            .isInstanceOf(IllegalStateException.class);
                    assertThatThrownBy(() -> r.sendRedirect("/x"))
                            .isInstanceOf(IllegalStateException.class);
                });
    }

    @Test
    void theBufferSizeIsFixedOnceWrittenTo() {
        FakeStream stream =
                get(
                        r -> {
                            assertThat(r.getBufferSize()).isEqualTo(8192);
                            r.setBufferSize(20_001);
                            r.getOutputStream().write(new byte[10_000]);
                            r.getOutputStream().write(new byte[10_000]);
                            assertThatThrownBy(() -> r.setBufferSize(1))
                                    .isInstanceOf(IllegalStateException.class);
                        });
        assertThat(stream.length).isEqualTo(20_000);
        assertThat(stream.writes).isEqualTo(1);
    }

    // ---- HEAD and statuses without content

    @Test
    void headKeepsTheLengthAndDropsTheBody() {
        FakeStream stream = head(r -> r.getOutputStream().print("hello"));
        assertThat(stream.length).isEqualTo(5);
        assertThat(stream.bytes()).isEmpty();
    }

    @Test
    void headOfALargeBodyHasNone() {
        FakeStream stream = head(r -> r.getOutputStream().write(new byte[100_000]));
        assertThat(stream.bytes()).isEmpty();
        assertThat(stream.framing).isEqualTo(Framing.NONE);
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 304})
    void someStatusesHaveNoContent(int status) {
        FakeStream stream =
                get(
                        r -> {
                            r.setStatus(status);
                            r.getOutputStream().print("x");
                        });
        assertThat(stream.status).isEqualTo(status);
        assertThat(stream.framing).isEqualTo(Framing.NONE);
        assertThat(stream.bytes()).isEmpty();
    }

    @Test
    void aStatusHasThreeDigits() {
        get(
                r ->
                        assertThatThrownBy(() -> r.setStatus(99))
                                .isInstanceOf(IllegalArgumentException.class));
    }

    // ---- type and charset

    @ParameterizedTest(name = "{0} + {1} is {2}")
    @CsvSource(
            nullValues = "-",
            value = {
                "text/html,                      -,     text/html,                 ISO-8859-1",
                "text/html; charset=UTF-8,       -,     text/html;charset=UTF-8,   UTF-8",
                "text/html;Charset=\"utf-8\",    -,     text/html;charset=utf-8,   utf-8",
                "text/html,                      UTF-8, text/html;charset=UTF-8,   UTF-8",
                "text/html;charset=ISO-8859-15,  UTF-8, text/html;charset=UTF-8,   UTF-8",
                "-,                              UTF-8, -,                         UTF-8",
                "a/b; x=1; charset=UTF-8; y=2,   -,     a/b;x=1;y=2;charset=UTF-8, UTF-8",
                "a/b;charset=,                   -,     a/b,                       ISO-8859-1"
            })
    void typeAndCharsetAreOneField(String type, String charset, String expected, String encoding) {
        FakeStream stream =
                get(
                        r -> {
                            r.setContentType(type);
                            if (charset != null) {
                                r.setCharacterEncoding(charset);
                            }
                            assertThat(r.getContentType()).isEqualTo(expected);
                            assertThat(r.getCharacterEncoding()).isEqualTo(encoding);
                        });
        assertThat(stream.field("Content-Type")).isEqualTo(expected);
    }

    @Test
    void theTypeMayComeAsAField() {
        FakeStream stream =
                get(
                        r -> {
                            r.setHeader("content-type", "text/html; charset=UTF-8");
                            r.getWriter().print("ä");
                        });
        assertThat(stream.field("Content-Type")).isEqualTo("text/html;charset=UTF-8");
        assertThat(stream.body()).isEqualTo("ä");
    }

    @Test
    void theWriterSaysItsDefaultCharset() {
        FakeStream stream =
                get(
                        r -> {
                            r.setContentType("text/plain");
                            r.getWriter().print("ä");
                        });
        assertThat(stream.field("Content-Type")).isEqualTo("text/plain;charset=ISO-8859-1");
        assertThat(stream.bytes()).containsExactly((byte) 0xE4);
    }

    @Test
    void theCharsetIsFixedOnceThereIsAWriter() {
        FakeStream stream =
                get(
                        r -> {
                            r.setContentType("text/plain;charset=UTF-8");
                            PrintWriter writer = r.getWriter();
                            r.setCharacterEncoding("ISO-8859-1");
                            r.setContentType("text/html;charset=ISO-8859-1");
                            writer.print("ä");
                        });
        assertThat(stream.field("Content-Type")).isEqualTo("text/html;charset=UTF-8");
        assertThat(stream.body()).isEqualTo("ä");
    }

    @Test
    void anUnknownCharsetHasNoWriter() {
        get(
                r -> {
                    r.setCharacterEncoding("no-such");
                    assertThatThrownBy(r::getWriter)
                            .isInstanceOf(UnsupportedEncodingException.class);
                });
    }

    @Test
    void streamAndWriterExcludeEachOther() {
        get(
                r -> {
                    r.getOutputStream();
                    assertThatThrownBy(r::getWriter).isInstanceOf(IllegalStateException.class);
                });
        get(
                r -> {
                    r.getWriter();
                    assertThatThrownBy(r::getOutputStream)
                            .isInstanceOf(IllegalStateException.class);
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "ISO-8859-1", "US-ASCII", "UTF-16", "UTF-16BE", "Shift_JIS"})
    void theWriterEncodesAsTheCharsetSays(String name) {
        Charset charset = Charset.forName(name);
        String text = "abc ä € 😀 日本 " + "x".repeat(3000) + "é" + "y".repeat(700) + "日".repeat(600);
        FakeStream stream =
                get(
                        r -> {
                            r.setCharacterEncoding(name);
                            PrintWriter writer = r.getWriter();
                            writer.write(text, 0, 5);
                            for (char c : text.substring(5, 20).toCharArray()) {
                                writer.write(c);
                            }
                            writer.write(text.toCharArray(), 20, 1000);
                            writer.print(text.substring(1020));
                        });
        assertThat(new String(stream.bytes(), charset))
                .isEqualTo(new String(text.getBytes(charset), charset));
    }

    @Test
    void halfACharacterAtTheEndIsReplaced() {
        FakeStream stream =
                get(
                        r -> {
                            r.setCharacterEncoding("UTF-8");
                            r.getWriter().print("a\ud83d");
                        });
        assertThat(stream.body()).isEqualTo("a?");
    }

    @Test
    void theLocaleIsAField() {
        FakeStream stream = get(r -> r.setLocale(Locale.CANADA_FRENCH));
        assertThat(stream.field("Content-Language")).isEqualTo("fr-CA");
        assertThat(
                        get(r -> {
                                    r.setLocale(Locale.FRENCH);
                                    r.setLocale(null);
                                })
                                .field("Content-Language"))
                .isNull();
    }

    // ---- fields

    @Test
    void fieldsAreSetAddedAndRemoved() {
        FakeStream stream =
                get(
                        r -> {
                            r.setHeader("X-A", "1");
                            r.setHeader("x-a", "2");
                            r.addHeader("X-B", "1");
                            r.addIntHeader("X-B", 2);
                            r.setDateHeader("X-D", 784111777000L);
                            r.setHeader("X-C", "1");
                            r.setHeader("X-C", null);
                            r.addHeader("X-E", null);
                            r.setHeader(null, "1");
                            r.setHeader("", "1");
                            assertThat(r.getHeaders("X-B")).containsExactly("1", "2");
                            assertThat(r.containsHeader("X-C")).isFalse();
                            assertThat(r.getHeader("X-A")).isEqualTo("2");
                            assertThat(r.getHeaderNames()).containsExactly("X-A", "X-B", "X-D");
                        });
        assertThat(stream.fields())
                .containsExactly(
                        "X-A: 2", "X-B: 1", "X-B: 2", "X-D: Sun, 06 Nov 1994 08:49:37 GMT");
    }

    @Test
    void theLengthMayComeAsAField() {
        FakeStream stream =
                get(
                        r -> {
                            r.setHeader("Content-Length", "2");
                            assertThat(r.getHeader("content-length")).isEqualTo("2");
                            assertThat(r.getHeaderNames()).contains("Content-Length");
                            r.getOutputStream().print("ab");
                        });
        assertThat(stream.length).isEqualTo(2);
        assertThat(stream.field("Content-Length")).isNull();
    }

    @Test
    void framingIsNotForApplications() {
        FakeStream stream =
                get(
                        r -> {
                            r.setHeader("Transfer-Encoding", "chunked");
                            r.getOutputStream().print("ab");
                        });
        assertThat(stream.field("Transfer-Encoding")).isNull();
        assertThat(stream.framing).isEqualTo(Framing.LENGTH);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nX-B: 1", "a\nb", "a\rb", "a\u0000b"})
    void aFieldCannotBeSplit(String value) {
        FakeStream stream =
                get(
                        r -> {
                            assertThatThrownBy(() -> r.setHeader("X-A", value))
                                    .isInstanceOf(IllegalArgumentException.class);
                            assertThatThrownBy(() -> r.addHeader("X-A", value))
                                    .isInstanceOf(IllegalArgumentException.class);
                            assertThatThrownBy(() -> r.setContentType(value))
                                    .isInstanceOf(IllegalArgumentException.class);
                            assertThatThrownBy(() -> r.sendRedirect(value))
                                    .isInstanceOf(IllegalArgumentException.class);
                        });
        assertThat(stream.status).isEqualTo(200);
        assertThat(stream.fields()).isEmpty();
    }

    // ---- cookies

    @Test
    void cookiesAreFieldsOfTheirOwn() {
        FakeStream stream =
                get(
                        r -> {
                            r.addCookie(new Cookie("a", "1"));
                            Cookie cookie = new Cookie("b", "2");
                            cookie.setPath("/x");
                            cookie.setDomain("Example.com");
                            cookie.setHttpOnly(true);
                            cookie.setSecure(true);
                            cookie.setAttribute("SameSite", "Strict");
                            r.addCookie(cookie);
                        });
        assertThat(stream.fields().get(0)).isEqualTo("Set-Cookie: a=1");
        assertThat(stream.fields().get(1))
                .startsWith("Set-Cookie: b=2; ")
                .contains("; Path=/x", "; Domain=example.com", "; HttpOnly", "; Secure")
                .contains("; SameSite=Strict")
                .doesNotContain("HttpOnly=", "Secure=");
    }

    @Test
    void theAgeOfACookieIsSaidInBothWays() {
        FakeStream stream =
                get(
                        r -> {
                            Cookie cookie = new Cookie("a", "");
                            cookie.setMaxAge(60);
                            r.addCookie(cookie);
                        });
        assertThat(stream.field("Set-Cookie")).matches("a=; Max-Age=60; Expires=\\w{3}, .* GMT");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a;b", "a\r\nb", "a\u0000"})
    void aCookieCannotEndEarly(String value) {
        get(
                r -> {
                    assertThatThrownBy(() -> r.addCookie(new Cookie("a", value)))
                            .isInstanceOf(IllegalArgumentException.class);
                    Cookie path = new Cookie("a", "b");
                    path.setPath("/" + value);
                    assertThatThrownBy(() -> r.addCookie(path))
                            .isInstanceOf(IllegalArgumentException.class);
                });
    }

    // ---- errors and redirects

    @Test
    void anErrorHasACleanPage() {
        FakeStream stream =
                get(
                        r -> {
                            r.setHeader("X-Kept", "1");
                            r.setContentType("application/json");
                            r.getWriter().print("half");
                            r.sendError(403, "<b>\"you\" & 'me'</b>");
                            assertThat(r.isCommitted()).isTrue();
                            assertThat(r.getStatus()).isEqualTo(403);
                            r.getWriter().print("ignored");
                        });
        assertThat(stream.status).isEqualTo(403);
        assertThat(stream.field("Content-Type")).isEqualTo("text/html;charset=utf-8");
        assertThat(stream.field("X-Kept")).isEqualTo("1");
        assertThat(stream.body())
                .contains("<h1>403 Forbidden</h1>")
                .contains("&lt;b&gt;&quot;you&quot; &amp; &#39;me&#39;&lt;/b&gt;")
                .doesNotContain("half", "ignored", "Serval");
        assertThat(stream.length).isEqualTo(stream.bytes().length);
        assertThat(stream.writes).isEqualTo(1);
    }

    @Test
    void anErrorForgetsADeclaredLength() {
        FakeStream stream =
                get(
                        r -> {
                            r.setContentLength(3);
                            r.setHeader("Content-Encoding", "gzip");
                            r.sendError(404);
                        });
        assertThat(stream.length).isEqualTo(stream.bytes().length);
        assertThat(stream.field("Content-Encoding")).isNull();
    }

    @Test
    void theErrorPageOfAHeadHasOnlyItsLength() {
        FakeStream stream = head(r -> r.sendError(404));
        assertThat(stream.length).isPositive();
        assertThat(stream.bytes()).isEmpty();
    }

    @Test
    void aMessageOfAnyLengthFits() {
        FakeStream stream = get(r -> r.sendError(400, "ä".repeat(20_000)));
        assertThat(stream.length).isEqualTo(stream.bytes().length).isGreaterThan(40_000);
    }

    @ParameterizedTest(name = "{0} to {1}")
    @CsvSource({
        "/x, /x",
        "x/y, x/y",
        "../x, ../x",
        "?a=b, ?a=b",
        "https://example.com/x?a=b#c, https://example.com/x?a=b#c",
        "/a%20b, /a%20b",
        "/a b, /a%20b",
        "/ä, /%C3%A4",
        "/a\"<>b, /a%22%3C%3Eb"
    })
    void redirectsSayWhereAsAUri(String location, String expected) {
        FakeStream stream =
                get(
                        r -> {
                            r.getOutputStream().print("ignored");
                            r.sendRedirect(location);
                            assertThat(r.isCommitted()).isTrue();
                        });
        assertThat(stream.status).isEqualTo(302);
        assertThat(stream.field("Location")).isEqualTo(expected);
        assertThat(stream.body())
                .doesNotContain("ignored")
                .contains("<title>302 Found</title>")
                .contains("<a href=\"" + expected.replace("&", "&amp;") + "\">");
    }

    @Test
    void aRedirectMayHaveItsOwnStatusAndBody() {
        FakeStream stream =
                get(
                        r -> {
                            r.getOutputStream().print("moved");
                            r.sendRedirect("/x", 308, false);
                        });
        assertThat(stream.status).isEqualTo(308);
        assertThat(stream.body()).isEqualTo("moved");
    }

    @Test
    void urlsAreNeverRewritten() {
        get(
                r -> {
                    assertThat(r.encodeURL("/a")).isEqualTo("/a");
                    assertThat(r.encodeRedirectURL("/a")).isEqualTo("/a");
                });
    }

    @Test
    void writingAfterTheEndIsRefused() {
        AtomicReference<HttpServletResponse> kept = new AtomicReference<>();
        get(
                r -> {
                    r.getOutputStream();
                    kept.set(r);
                });
        assertThatThrownBy(() -> kept.get().getOutputStream().print("late"))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> kept.get().flushBuffer())
                .isInstanceOf(IllegalStateException.class);
    }

    private static final WriteListener LISTENER =
            new WriteListener() {
                @Override
                public void onWritePossible() {}

                @Override
                public void onError(Throwable cause) {}
            };

    @Test
    void aWriteListenerNeedsAnAsynchronousRequest() {
        get(
                r ->
                        assertThatThrownBy(() -> r.getOutputStream().setWriteListener(LISTENER))
                                .isInstanceOf(IllegalStateException.class)
                                .hasMessageContaining("startAsync"));
    }

    @Test
    void theBytesOfTheBodyAreNotChangedLater() {
        byte[] mine = "mine".getBytes(StandardCharsets.US_ASCII);
        FakeStream stream =
                get(
                        r -> {
                            r.getOutputStream().write(mine);
                            mine[0] = 'x';
                        });
        assertThat(stream.body()).isEqualTo("mine");
    }
}
