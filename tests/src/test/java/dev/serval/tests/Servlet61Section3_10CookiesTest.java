package dev.serval.tests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.embed.Serval;
import jakarta.servlet.ServletConnection;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServlet;
import java.io.UnsupportedEncodingException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cookies, languages, encodings, and what a request says of itself and its connection. */
@OnBioAndNio
final class Servlet61Section3_10CookiesTest {
    @Parameter ServletUnderTest server;

    private static List<String> cookies(Cookie[] cookies) {
        return Arrays.stream(cookies).map(c -> c.getName() + "=" + c.getValue()).toList();
    }

    @Test
    void allCookiesOfAllFieldsAreThereInTheirOrder() throws Exception {
        server.get(
                "/",
                (q, r) -> assertThat(cookies(q.getCookies())).containsExactly("a=1", "b=2", "a=3"),
                "Cookie: a=1; b=2",
                "Cookie: a=3");
    }

    @Test
    @Section("HttpServletRequest.getCookies")
    void withoutCookiesThereIsNoArray() throws Exception {
        server.get("/", (q, r) -> assertThat(q.getCookies()).isNull());
    }

    @Test
    void aCookieHasItsNameAndValueAlone() throws Exception {
        server.get(
                "/",
                (q, r) -> {
                    assertThat(cookies(q.getCookies())).containsExactly("a=1", "$Path=/x");
                    assertThat(q.getCookies()[0].getAttributes()).isEmpty();
                    assertThat(q.getCookies()[0].getMaxAge()).isEqualTo(-1);
                },
                "Cookie: a=1; $Path=/x");
    }

    @Test
    void quotesBelongToTheValue() throws Exception {
        server.get(
                "/",
                (q, r) -> assertThat(cookies(q.getCookies())).containsExactly("a=\"x y\"", "b="),
                "Cookie: a=\"x y\"; b=");
    }

    /** As in Tomcat, and as scripts in browsers write them (RFC 6265 §5.4 leaves it open). */
    @Test
    void valuesAreUtf8() throws Exception {
        String euro = new String("gr\u00fcn\u20ac".getBytes(StandardCharsets.UTF_8), ISO_8859_1);
        server.get(
                "/",
                (q, r) ->
                        assertThat(cookies(q.getCookies()))
                                .containsExactly("a=gr\u00fcn\u20ac", "b=\ufffd"),
                "Cookie: a=" + euro + "; b=\u00fc");
    }

    @Test
    @Section("HttpServletResponse.addCookie")
    void aValueIsSentAsUtf8AndComesBackAsItWas() throws Exception {
        String value = "gr\u00fcn\u20ac";
        RawResponse answer = server.get("/", (q, r) -> r.addCookie(new Cookie("a", value)));
        assertThat(answer.field("Set-Cookie").getBytes(ISO_8859_1))
                .isEqualTo(("a=" + value).getBytes(StandardCharsets.UTF_8));
        server.get(
                "/",
                (q, r) -> assertThat(q.getCookies()[0].getValue()).isEqualTo(value),
                "Cookie: " + answer.field("Set-Cookie"));
    }

    /** RFC 6265 §4.1.1: no blanks, quotes, commas, semicolons, backslashes; as Tomcat refuses. */
    @ParameterizedTest
    @Section("HttpServletResponse.addCookie")
    @ValueSource(
            strings = {"v w", "a\"b,c", "\"", "a,b", "a;b", "a\\b", "a\tb", "a\u007f", "\"a b\""})
    void aValueThatIsNoneIsRefused(String value) throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (q, r) ->
                                assertThatThrownBy(() -> r.addCookie(new Cookie("n", value)))
                                        .isInstanceOf(IllegalArgumentException.class)
                                        .hasMessageContaining("cookie n"));
        assertThat(answer.field("Set-Cookie")).isNull();
    }

    @ParameterizedTest
    @Section("HttpServletResponse.addCookie")
    @ValueSource(strings = {"", "a", "\"a\"", "\"\"", "!#$%&'()*+-./:<=>?@[]^_`{|}~"})
    void aValueOfCookieOctetsIsSentAsItIs(String value) throws Exception {
        RawResponse answer = server.get("/", (q, r) -> r.addCookie(new Cookie("n", value)));
        assertThat(answer.field("Set-Cookie")).isEqualTo("n=" + value);
    }

    @Test
    void whatIsNoCookieIsSkipped() throws Exception {
        server.get(
                "/",
                (q, r) -> assertThat(cookies(q.getCookies())).containsExactly("a=1", "b=2"),
                "Cookie: a=1; nothing; =x; b[]=3; b=2");
    }

    @Test
    @Section("HttpServletRequest.getCookies")
    void whoChangesTheArrayChangesNothing() throws Exception {
        server.get(
                "/",
                (q, r) -> {
                    q.getCookies()[0] = new Cookie("z", "9");
                    assertThat(cookies(q.getCookies())).containsExactly("a=1");
                },
                "Cookie: a=1");
    }

    // ---- 3.11

    @Test
    @Section("3.11")
    void withoutTlsARequestIsNotSecureAndHasNoneOfItsAttributes() throws Exception {
        server.get(
                "/",
                (q, r) -> {
                    assertThat(q.isSecure()).isFalse();
                    assertThat(q.getAttribute("jakarta.servlet.request.cipher_suite")).isNull();
                    assertThat(q.getAttribute("jakarta.servlet.request.secure_protocol")).isNull();
                });
    }

    // ---- 3.12

    @Test
    @Section("3.12")
    void localesComeInTheOrderOfTheClient() throws Exception {
        server.get(
                "/",
                (q, r) -> {
                    assertThat(q.getLocale()).isEqualTo(Locale.CANADA_FRENCH);
                    assertThat(Collections.list(q.getLocales()))
                            .containsExactly(Locale.CANADA_FRENCH, Locale.GERMAN, Locale.ENGLISH);
                },
                "Accept-Language: en;q=0.5, fr-CA, de;q=0.8, nl;q=0");
    }

    @Test
    @Section("3.12")
    void withoutALanguageTheLocaleIsThatOfTheServer() throws Exception {
        server.get(
                "/",
                (q, r) -> {
                    assertThat(q.getLocale()).isEqualTo(Locale.getDefault());
                    assertThat(Collections.list(q.getLocales()))
                            .containsExactly(Locale.getDefault());
                });
    }

    // ---- 3.13

    @Test
    @Section("3.13")
    void withoutACharsetTheEncodingIsNullAndTheReaderThatOfLatin1() throws Exception {
        server.post(
                "/",
                "text/plain",
                "\u00e4",
                (q, r) -> {
                    assertThat(q.getCharacterEncoding()).isNull();
                    assertThat(q.getReader().readLine()).isEqualTo("\u00e4");
                });
    }

    @Test
    @Section("3.13")
    void theCharsetOfTheTypeIsThatOfTheReader() throws Exception {
        server.post(
                "/",
                "text/plain;charset=UTF-8",
                "\u00c3\u00a4",
                (q, r) -> {
                    assertThat(q.getCharacterEncoding()).isEqualTo("UTF-8");
                    assertThat(q.getReader().readLine()).isEqualTo("\u00e4");
                });
    }

    @Test
    @Section("3.13")
    void anApplicationOverridesTheEncodingOfTheClient() throws Exception {
        server.post(
                "/",
                "text/plain;charset=ISO-8859-1",
                "\u00c3\u00a4",
                (q, r) -> {
                    q.setCharacterEncoding("UTF-8");
                    assertThat(q.getCharacterEncoding()).isEqualTo("UTF-8");
                    assertThat(q.getReader().readLine()).isEqualTo("\u00e4");
                });
    }

    @Test
    @Section("ServletRequest.setCharacterEncoding")
    void theEncodingMayBeGivenAsACharset() throws Exception {
        server.post(
                "/",
                "text/plain",
                "\u00c3\u00a4",
                (q, r) -> {
                    q.setCharacterEncoding(StandardCharsets.UTF_8);
                    assertThat(q.getReader().readLine()).isEqualTo("\u00e4");
                });
    }

    @Test
    @Section("3.13")
    void anEncodingBehindTheReaderOrTheParametersHasNoEffect() throws Exception {
        server.post(
                "/",
                "text/plain",
                "\u00e4",
                (q, r) -> {
                    q.getReader();
                    q.setCharacterEncoding("UTF-8");
                    assertThat(q.getCharacterEncoding()).isNull();
                    assertThat(q.getReader().readLine()).isEqualTo("\u00e4");
                });
        server.post(
                "/?a=b",
                "text/plain",
                "\u00e4",
                (q, r) -> {
                    assertThat(q.getParameter("a")).isEqualTo("b");
                    q.setCharacterEncoding("does-not-exist");
                    assertThat(q.getCharacterEncoding()).isNull();
                });
    }

    @Test
    @Section("ServletRequest.setCharacterEncoding")
    void anEncodingThatNobodyKnowsIsRefused() throws Exception {
        server.post(
                "/",
                "text/plain",
                "x",
                (q, r) ->
                        assertThatThrownBy(() -> q.setCharacterEncoding("does-not-exist"))
                                .isInstanceOf(UnsupportedEncodingException.class));
    }

    @Test
    @Section("ServletRequest.getReader")
    void aReaderOfAnEncodingThatNobodyKnowsIsRefused() throws Exception {
        server.post(
                "/",
                "text/plain;charset=does-not-exist",
                "x",
                (q, r) -> {
                    assertThat(q.getCharacterEncoding()).isEqualTo("does-not-exist");
                    assertThatThrownBy(q::getReader)
                            .isInstanceOf(UnsupportedEncodingException.class);
                });
    }

    @Test
    @Section("ServletRequest.getParameter")
    void aFormIsDecodedInTheEncodingThatIsSet() throws Exception {
        server.post(
                "/",
                "application/x-www-form-urlencoded",
                "a=%E4",
                (q, r) -> {
                    q.setCharacterEncoding("ISO-8859-1");
                    assertThat(q.getParameter("a")).isEqualTo("\u00e4");
                });
    }

    // ---- parameters that cannot be parsed

    @Test
    @Section("ServletRequest.getParameter")
    void aMalformedEscapeIsIllegal() throws Exception {
        server.get(
                "/?a=%zz",
                (q, r) -> {
                    assertThatThrownBy(() -> q.getParameter("a"))
                            .isInstanceOf(IllegalStateException.class);
                    assertThatThrownBy(q::getParameterNames)
                            .isInstanceOf(IllegalStateException.class);
                    assertThatThrownBy(() -> q.getParameterValues("a"))
                            .isInstanceOf(IllegalStateException.class);
                    assertThatThrownBy(q::getParameterMap)
                            .isInstanceOf(IllegalStateException.class);
                });
    }

    @Test
    @Section("ServletRequest.getParameter")
    void bytesThatAreNotInTheCharsetAreIllegal() throws Exception {
        server.get(
                "/?a=%ff",
                (q, r) ->
                        assertThatThrownBy(() -> q.getParameter("a"))
                                .isInstanceOf(IllegalStateException.class));
    }

    @Test
    @Section("ServletRequest.getParameterMap")
    void theMapCannotBeChanged() throws Exception {
        server.get(
                "/?a=1",
                (q, r) ->
                        assertThatThrownBy(() -> q.getParameterMap().put("b", new String[0]))
                                .isInstanceOf(UnsupportedOperationException.class));
    }

    @Test
    @Section("ServletRequest.getParameterNames")
    void withoutParametersThereAreNoNames() throws Exception {
        server.get(
                "/",
                (q, r) -> {
                    assertThat(q.getParameterNames().hasMoreElements()).isFalse();
                    assertThat(q.getParameter("a")).isNull();
                    assertThat(q.getParameterValues("a")).isNull();
                    assertThat(q.getParameterMap()).isEmpty();
                });
    }

    // ---- ids

    @Test
    @Section("ServletRequest.getRequestId")
    void everyRequestHasAnIdOfItsOwn() throws Exception {
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            server.get(
                    "/",
                    (q, r) -> {
                        assertThat(q.getRequestId()).isNotEmpty().isEqualTo(q.getRequestId());
                        ids.add(q.getRequestId());
                    });
        }
        assertThat(ids).hasSize(3);
    }

    @Test
    @Section("ServletRequest.getProtocolRequestId")
    void http1HasNoIdsOfItsOwn() throws Exception {
        server.get(
                "/",
                (q, r) -> {
                    assertThat(q.getProtocolRequestId()).isEmpty();
                    assertThat(q.getServletConnection().getProtocolConnectionId()).isEmpty();
                });
    }

    @Test
    @Section("ServletConnection.getConnectionId")
    void theRequestsOfAConnectionHaveItsIdAlone() throws Exception {
        List<String> ids = new CopyOnWriteArrayList<>();
        try (OneServlet own =
                        OneServlet.start(
                                server.wire(),
                                (q, r) -> ids.add(q.getServletConnection().getConnectionId()));
                RawClient one = own.connect();
                RawClient two = own.connect()) {
            String request = ServerUnderTest.request("GET", "/app/");
            one.exchange(request);
            two.exchange(request);
            one.exchange(request);
        }
        assertThat(ids).hasSize(3);
        assertThat(ids.get(0)).isNotEmpty().isEqualTo(ids.get(2)).isNotEqualTo(ids.get(1));
    }

    @Test
    @Section("ServletConnection.getProtocol")
    void theProtocolOfAConnectionHasItsRegisteredName() throws Exception {
        server.get(
                "/",
                (q, r) -> {
                    ServletConnection connection = q.getServletConnection();
                    assertThat(connection.getProtocol()).isEqualTo("http/1.1");
                    assertThat(connection.isSecure()).isFalse();
                });
        server.send(
                "GET /app/ HTTP/1.0\r\nHost: localhost\r\n\r\n",
                (q, r) -> assertThat(q.getServletConnection().getProtocol()).isEqualTo("http/1.0"));
    }

    @Test
    @Section("ServletRequest.getRemoteAddr")
    void theEndsOfTheConnectionAreShownInNumbers() throws Exception {
        CompletableFuture<String> told = new CompletableFuture<>();
        HttpServlet servlet =
                new OneServlet.Given(
                        (q, r) ->
                                told.complete(
                                        q.getRemoteHost()
                                                + " "
                                                + q.getRemoteAddr()
                                                + ":"
                                                + q.getRemotePort()
                                                + " "
                                                + q.getLocalAddr()
                                                + ":"
                                                + q.getLocalPort()));
        try (Serval own = server.start(b -> b.servlet("/app", "/*", servlet));
                RawClient client = new RawClient(server.wire(), own.port())) {
            client.send(ServerUnderTest.request("GET", "/app/"));
            assertThat(client.response().status()).isEqualTo(200);
            assertThat(told.get(RawClient.PATIENCE, TimeUnit.MILLISECONDS))
                    .isEqualTo(
                            "%1$s %1$s:%2$d %1$s:%3$d",
                            InetAddress.getLoopbackAddress().getHostAddress(),
                            client.localPort(),
                            own.port());
        }
    }
}
