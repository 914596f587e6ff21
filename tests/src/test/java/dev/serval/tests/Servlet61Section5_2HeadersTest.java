package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fields, status and cookies of a response: how they are set, told back, and until when. */
@OnBioAndNio
final class Servlet61Section5_2HeadersTest {
    @Parameter ServletUnderTest server;

    private RawResponse with(Consumer<HttpServletResponse> call) throws Exception {
        return server.get("/", (request, response) -> call.accept(response));
    }

    /** The field after this was done behind the commit. */
    private RawResponse late(Consumer<HttpServletResponse> call) throws Exception {
        return server.get(
                "/",
                (request, response) -> {
                    response.setHeader("X-A", "1");
                    response.flushBuffer();
                    call.accept(response);
                });
    }

    @Test
    void setHeaderReplacesTheValue() throws Exception {
        RawResponse answer =
                with(
                        response -> {
                            response.setHeader("X-A", "1");
                            response.setHeader("X-A", "2");
                        });
        assertThat(answer.all("X-A")).containsExactly("2");
    }

    @Test
    void setHeaderReplacesASetOfValues() throws Exception {
        RawResponse answer =
                with(
                        response -> {
                            response.addHeader("X-A", "1");
                            response.addHeader("X-A", "2");
                            response.setHeader("x-a", "3");
                        });
        assertThat(answer.all("X-A")).containsExactly("3");
    }

    @Test
    void addHeaderAddsToTheSetInOrder() throws Exception {
        RawResponse answer =
                with(
                        response -> {
                            response.setHeader("X-A", "1");
                            response.addHeader("X-A", "2");
                            response.addHeader("X-A", "1");
                        });
        assertThat(answer.all("X-A")).containsExactly("1", "2", "1");
    }

    @Test
    void addHeaderBeginsASetWhereThereIsNone() throws Exception {
        assertThat(with(response -> response.addHeader("X-A", "1")).all("X-A"))
                .containsExactly("1");
    }

    @Test
    void setHeaderOfNullRemovesAllOfThatName() throws Exception {
        RawResponse answer =
                with(
                        response -> {
                            response.addHeader("X-A", "1");
                            response.addHeader("X-A", "2");
                            response.setHeader("X-a", null);
                            assertThat(response.containsHeader("X-A")).isFalse();
                        });
        assertThat(answer.all("X-A")).isEmpty();
    }

    @Test
    void addHeaderOfNullChangesNothing() throws Exception {
        RawResponse answer =
                with(
                        response -> {
                            response.addHeader("X-A", "1");
                            response.addHeader("X-A", null);
                        });
        assertThat(answer.all("X-A")).containsExactly("1");
    }

    @Test
    void setHeaderWithoutNameChangesNothing() throws Exception {
        List<String> plain = with(response -> {}).fields();
        assertThat(with(response -> response.setHeader(null, "1")).fields()).hasSameSizeAs(plain);
    }

    @Test
    void addHeaderWithoutNameChangesNothing() throws Exception {
        List<String> plain = with(response -> {}).fields();
        assertThat(with(response -> response.addHeader(null, "1")).fields()).hasSameSizeAs(plain);
    }

    @Test
    void intHeadersWithoutNameChangeNothing() throws Exception {
        List<String> plain = with(response -> {}).fields();
        RawResponse answer =
                with(
                        response -> {
                            response.setIntHeader(null, 1);
                            response.addIntHeader(null, 1);
                        });
        assertThat(answer.fields()).hasSameSizeAs(plain);
    }

    @Test
    void dateHeadersWithoutNameChangeNothing() throws Exception {
        List<String> plain = with(response -> {}).fields();
        RawResponse answer =
                with(
                        response -> {
                            response.setDateHeader(null, 1);
                            response.addDateHeader(null, 1);
                        });
        assertThat(answer.fields()).hasSameSizeAs(plain);
    }

    @Test
    void anEmptyValueIsAValue() throws Exception {
        RawResponse answer =
                with(
                        response -> {
                            response.setHeader("X-A", "");
                            assertThat(response.containsHeader("X-A")).isTrue();
                            response.addHeader("X-A", "");
                        });
        assertThat(answer.all("X-A")).containsExactly("", "");
    }

    @Test
    void containsHeaderTellsWhetherItWasSet() throws Exception {
        with(
                response -> {
                    assertThat(response.containsHeader("X-A")).isFalse();
                    response.addIntHeader("X-A", 1);
                    assertThat(response.containsHeader("x-a")).isTrue();
                });
    }

    @Test
    void getHeaderTellsTheFirstValue() throws Exception {
        with(
                response -> {
                    assertThat(response.getHeader("X-A")).isNull();
                    response.addHeader("X-A", "1");
                    response.addHeader("X-A", "2");
                    assertThat(response.getHeader("x-A")).isEqualTo("1");
                });
    }

    @Test
    void getHeadersTellsAllValuesOrNone() throws Exception {
        with(
                response -> {
                    assertThat(response.getHeaders("X-A")).isEmpty();
                    response.addHeader("X-A", "1");
                    response.addHeader("X-A", "2");
                    assertThat(response.getHeaders("X-A")).containsExactly("1", "2");
                });
    }

    @Test
    void whoChangesTheValuesChangesNoResponse() throws Exception {
        RawResponse answer =
                with(
                        response -> {
                            response.addHeader("X-A", "1");
                            response.getHeaders("X-A").clear();
                        });
        assertThat(answer.all("X-A")).containsExactly("1");
    }

    @Test
    void getHeaderNamesTellsEachNameOnce() throws Exception {
        with(
                response -> {
                    response.addHeader("X-A", "1");
                    response.addHeader("x-a", "2");
                    response.addHeader("X-B", "3");
                    assertThat(response.getHeaderNames()).containsExactlyInAnyOrder("X-A", "X-B");
                });
    }

    @Test
    void whoChangesTheNamesChangesNoResponse() throws Exception {
        RawResponse answer =
                with(
                        response -> {
                            response.addHeader("X-A", "1");
                            response.getHeaderNames().clear();
                        });
        assertThat(answer.field("X-A")).isEqualTo("1");
    }

    @Test
    void setIntHeaderFormatsAndReplaces() throws Exception {
        RawResponse answer =
                with(
                        response -> {
                            response.setIntHeader("X-A", 1);
                            response.setIntHeader("X-A", -42);
                        });
        assertThat(answer.all("X-A")).containsExactly("-42");
    }

    @Test
    void addIntHeaderAdds() throws Exception {
        RawResponse answer =
                with(
                        response -> {
                            response.addIntHeader("X-A", 1);
                            response.addIntHeader("X-A", 2);
                        });
        assertThat(answer.all("X-A")).containsExactly("1", "2");
    }

    @Test
    void setDateHeaderFormatsAndReplaces() throws Exception {
        RawResponse answer =
                with(
                        response -> {
                            response.setDateHeader("X-A", 0);
                            response.setDateHeader("X-A", 784_111_777_999L);
                        });
        assertThat(answer.all("X-A")).containsExactly("Sun, 06 Nov 1994 08:49:37 GMT");
    }

    @Test
    void addDateHeaderAdds() throws Exception {
        RawResponse answer =
                with(
                        response -> {
                            response.addDateHeader("X-A", 0);
                            response.addDateHeader("X-A", 1000);
                        });
        assertThat(answer.all("X-A"))
                .containsExactly("Thu, 01 Jan 1970 00:00:00 GMT", "Thu, 01 Jan 1970 00:00:01 GMT");
    }

    // ---- after the commit

    @Test
    void setHeaderAfterTheCommitIsIgnored() throws Exception {
        assertThat(late(response -> response.setHeader("X-A", "2")).all("X-A"))
                .containsExactly("1");
    }

    @Test
    void setHeaderOfNullAfterTheCommitIsIgnored() throws Exception {
        late(
                response -> {
                    response.setHeader("X-A", null);
                    assertThat(response.getHeader("X-A")).isEqualTo("1");
                });
    }

    @Test
    void addHeaderAfterTheCommitIsIgnored() throws Exception {
        late(
                response -> {
                    response.addHeader("X-A", "2");
                    assertThat(response.getHeaders("X-A")).containsExactly("1");
                });
    }

    @Test
    void intHeadersAfterTheCommitAreIgnored() throws Exception {
        late(
                response -> {
                    response.setIntHeader("X-B", 1);
                    response.addIntHeader("X-C", 1);
                    assertThat(response.getHeaderNames()).doesNotContain("X-B", "X-C");
                });
    }

    @Test
    void dateHeadersAfterTheCommitAreIgnored() throws Exception {
        late(
                response -> {
                    response.setDateHeader("X-B", 1);
                    response.addDateHeader("X-C", 1);
                    assertThat(response.getHeaderNames()).doesNotContain("X-B", "X-C");
                });
    }

    @Test
    void aCookieAfterTheCommitIsIgnored() throws Exception {
        late(
                response -> {
                    response.addCookie(new Cookie("a", "b"));
                    assertThat(response.containsHeader("Set-Cookie")).isFalse();
                });
    }

    @Test
    void aStatusAfterTheCommitIsIgnored() throws Exception {
        RawResponse answer =
                late(
                        response -> {
                            response.setStatus(500);
                            assertThat(response.getStatus()).isEqualTo(200);
                        });
        assertThat(answer.status()).isEqualTo(200);
    }

    @Test
    void aTypeAfterTheCommitIsIgnored() throws Exception {
        RawResponse answer =
                late(
                        response -> {
                            response.setContentType("text/html");
                            assertThat(response.getContentType()).isNull();
                        });
        assertThat(answer.field("Content-Type")).isNull();
    }

    @Test
    void aLengthAfterTheCommitIsIgnored() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.flushBuffer();
                            response.setContentLengthLong(1);
                            response.getOutputStream().print("three");
                        });
        assertThat(answer.text()).isEqualTo("three");
        assertThat(answer.field("Content-Length")).isNull();
    }

    /** RFC 9110 §7.6.1: Connection is a list. */
    @ParameterizedTest
    @ValueSource(strings = {"close", "close, x", "x,Close", "x ,\tclose"})
    void aConnectionFieldWithCloseEndsTheConnection(String options) throws Exception {
        try (RawClient client = server.connect((q, r) -> r.setHeader("Connection", options))) {
            RawResponse answer = client.exchange(ServerUnderTest.request("GET", "/app/"));
            assertThat(answer.field("Connection")).isEqualTo("close");
            client.assertClosed();
        }
    }

    @Test
    void aSecondConnectionFieldCountsToo() throws Exception {
        try (RawClient client =
                server.connect(
                        (q, r) -> {
                            r.addHeader("Connection", "x");
                            r.addHeader("Connection", "close");
                        })) {
            client.exchange(ServerUnderTest.request("GET", "/app/"));
            client.assertClosed();
        }
    }

    @Test
    void anotherOptionOfConnectionEndsNothing() throws Exception {
        try (RawClient client =
                server.connect((q, r) -> r.setHeader("Connection", "closed, keep-alive"))) {
            client.exchange(ServerUnderTest.request("GET", "/app/"));
            assertThat(client.exchange(ServerUnderTest.request("GET", "/app/")).status())
                    .isEqualTo(200);
        }
    }

    // ---- type, length, framing

    @Test
    void noTypeIsSetByDefault() throws Exception {
        RawResponse answer =
                server.get("/", (request, response) -> response.getOutputStream().print("<html>"));
        assertThat(answer.field("Content-Type")).isNull();
    }

    @Test
    void setContentLengthIsTheField() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setContentLength(1);
                            response.setContentLength(5);
                            response.getOutputStream().print("five!");
                        });
        assertThat(answer.field("Content-Length")).isEqualTo("5");
    }

    @Test
    void setContentLengthLongMayBeMoreThanAnInt() throws Exception {
        RawResponse answer =
                server.send(
                        ServerUnderTest.request("HEAD", "/app/"),
                        (request, response) -> {
                            response.setContentLengthLong(3_000_000_000L);
                            assertThat(response.getHeader("Content-Length"))
                                    .isEqualTo("3000000000");
                        });
        assertThat(answer.field("Content-Length")).isEqualTo("3000000000");
    }

    @Test
    void aLengthGivenAsAFieldIsTheLength() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setIntHeader("content-length", 2);
                            response.getOutputStream().print("ab");
                        });
        assertThat(answer.all("Content-Length")).containsExactly("2");
    }

    @Test
    void aTypeGivenAsAFieldIsTheType() throws Exception {
        RawResponse answer =
                with(
                        response -> {
                            response.addHeader("content-type", "text/html; charset=utf-8");
                            assertThat(response.getCharacterEncoding()).isEqualTo("utf-8");
                        });
        assertThat(answer.all("Content-Type")).containsExactly("text/html;charset=utf-8");
    }

    @Test
    void theTypeIsAFieldToAskFor() throws Exception {
        with(
                response -> {
                    response.setContentType("text/css");
                    assertThat(response.getHeader("Content-Type")).isEqualTo("text/css");
                    response.setHeader("Content-Type", null);
                    assertThat(response.getContentType()).isNull();
                });
    }

    @Test
    void howTheBodyIsFramedIsNotForApplications() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setHeader("Transfer-Encoding", "gzip");
                            response.getOutputStream().print("ab");
                        });
        assertThat(answer.field("Transfer-Encoding")).isNull();
        assertThat(answer.text()).isEqualTo("ab");
    }

    // ---- CR and LF

    @Test
    void aValueWithALineBreakIsRefused() throws Exception {
        RawResponse answer =
                with(
                        response -> {
                            for (String value : List.of("a\r\nX-B: b", "a\nb", "a\rb", "\0")) {
                                assertThatThrownBy(() -> response.setHeader("X-A", value))
                                        .isInstanceOf(IllegalArgumentException.class);
                            }
                        });
        assertThat(answer.field("X-A")).isNull();
        assertThat(answer.field("X-B")).isNull();
    }

    @Test
    void anAddedValueWithALineBreakIsRefused() throws Exception {
        RawResponse answer =
                with(
                        response ->
                                assertThatThrownBy(() -> response.addHeader("X-A", "a\r\nX-B: b"))
                                        .isInstanceOf(IllegalArgumentException.class));
        assertThat(answer.field("X-B")).isNull();
    }

    @Test
    void aNameWithALineBreakIsRefused() throws Exception {
        RawResponse answer =
                with(
                        response ->
                                assertThatThrownBy(() -> response.setHeader("X-A: a\r\nX-B", "b"))
                                        .isInstanceOf(IllegalArgumentException.class));
        assertThat(answer.field("X-B")).isNull();
    }

    @Test
    void aTypeWithALineBreakIsRefused() throws Exception {
        RawResponse answer =
                with(
                        response ->
                                assertThatThrownBy(() -> response.setContentType("a/b\r\nX-B: b"))
                                        .isInstanceOf(IllegalArgumentException.class));
        assertThat(answer.field("X-B")).isNull();
    }

    @Test
    void anEncodingWithALineBreakIsRefused() throws Exception {
        RawResponse answer =
                with(
                        response -> {
                            response.setContentType("text/plain");
                            assertThatThrownBy(() -> response.setCharacterEncoding("a\r\nX-B: b"))
                                    .isInstanceOf(IllegalArgumentException.class);
                        });
        assertThat(answer.field("X-B")).isNull();
    }

    @Test
    void aCookieWithALineBreakIsRefused() throws Exception {
        RawResponse answer =
                with(
                        response ->
                                assertThatThrownBy(
                                                () ->
                                                        response.addCookie(
                                                                new Cookie("a", "b\r\nX-B: b")))
                                        .isInstanceOf(IllegalArgumentException.class));
        assertThat(answer.field("X-B")).isNull();
        assertThat(answer.field("Set-Cookie")).isNull();
    }

    @Test
    void anAttributeOfACookieWithALineBreakIsRefused() throws Exception {
        RawResponse answer =
                with(
                        response -> {
                            Cookie cookie = new Cookie("a", "b");
                            cookie.setAttribute("Path", "/\r\nX-B: b");
                            assertThatThrownBy(() -> response.addCookie(cookie))
                                    .isInstanceOf(IllegalArgumentException.class);
                        });
        assertThat(answer.field("X-B")).isNull();
    }

    // ---- status

    @Test
    void theStatusIs200UntilItIsSet() throws Exception {
        with(
                response -> {
                    assertThat(response.getStatus()).isEqualTo(200);
                    response.setStatus(299);
                    assertThat(response.getStatus()).isEqualTo(299);
                });
    }

    @Test
    void setStatusKeepsFieldsAndCookies() throws Exception {
        RawResponse answer =
                with(
                        response -> {
                            response.setHeader("X-A", "1");
                            response.addCookie(new Cookie("a", "b"));
                            response.setStatus(410);
                        });
        assertThat(answer.status()).isEqualTo(410);
        assertThat(answer.field("X-A")).isEqualTo("1");
        assertThat(answer.field("Set-Cookie")).isEqualTo("a=b");
    }

    @Test
    void setStatusOfAnErrorShowsNoPage() throws Exception {
        RawResponse answer = with(response -> response.setStatus(500));
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.body()).isEmpty();
    }

    // ---- cookies

    @Test
    void addCookieMayBeCalledSeveralTimes() throws Exception {
        RawResponse answer =
                with(
                        response -> {
                            response.addCookie(new Cookie("a", "1"));
                            response.addCookie(new Cookie("b", "2"));
                        });
        assertThat(answer.all("Set-Cookie")).containsExactly("a=1", "b=2");
    }

    @Test
    void attributesOfACookieAreSent() throws Exception {
        RawResponse answer =
                with(
                        response -> {
                            Cookie cookie = new Cookie("a", "b");
                            cookie.setPath("/p");
                            cookie.setDomain("Example.COM");
                            cookie.setSecure(true);
                            cookie.setHttpOnly(true);
                            response.addCookie(cookie);
                        });
        assertThat(answer.field("Set-Cookie").split("; "))
                .containsExactlyInAnyOrder(
                        "a=b", "Path=/p", "Domain=example.com", "Secure", "HttpOnly");
    }

    @Test
    void sameSiteAndPartitionedAreAttributes() throws Exception {
        RawResponse answer =
                with(
                        response -> {
                            Cookie cookie = new Cookie("a", "b");
                            cookie.setAttribute("SameSite", "Strict");
                            cookie.setAttribute("Partitioned", "");
                            response.addCookie(cookie);
                        });
        assertThat(answer.field("Set-Cookie").split("; "))
                .containsExactlyInAnyOrder("a=b", "SameSite=Strict", "Partitioned");
    }

    @Test
    void aLastingCookieSaysItsAgeInBothWays() throws Exception {
        RawResponse answer =
                with(
                        response -> {
                            Cookie cookie = new Cookie("a", "b");
                            cookie.setMaxAge(60);
                            response.addCookie(cookie);
                        });
        assertThat(answer.field("Set-Cookie"))
                .matches("a=b; Max-Age=60; Expires=\\w{3}, \\d\\d \\w{3} \\d{4} [0-9:]{8} GMT");
    }

    @Test
    void aCookieOfTheSessionOfTheBrowserSaysNoAge() throws Exception {
        RawResponse answer =
                with(
                        response -> {
                            Cookie cookie = new Cookie("a", "b");
                            cookie.setMaxAge(-1);
                            response.addCookie(cookie);
                        });
        assertThat(answer.field("Set-Cookie")).isEqualTo("a=b");
    }
}
