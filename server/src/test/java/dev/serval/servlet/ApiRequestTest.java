package dev.serval.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.http.HttpConfig;
import dev.serval.http.HttpLimits;
import dev.serval.http.HttpOptions;
import dev.serval.http.Origin;
import dev.serval.http.RequestRules;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servlet 6.1 §3. */
class ApiRequestTest {
    /** Tells what a request says, or what it throws. */
    private interface Question {
        Object ask(HttpServletRequest request) throws Exception;
    }

    private static Object ask(FakeStream stream, Question question) {
        AtomicReference<Object> answer = new AtomicReference<>();
        Calls.call(
                stream,
                (request, response) -> {
                    try {
                        answer.set(question.ask(request));
                    } catch (Exception e) {
                        answer.set(e);
                    }
                });
        return answer.get();
    }

    private static Object ask(String head, Question question) {
        return ask(FakeStream.of(head), question);
    }

    private static final String HEAD =
            "GET /app/s/x%20y;p?q=1&r=%20 HTTP/1.1\nHost: Example.com:81";

    @Test
    void hasTheRequestLineAsReceived() {
        assertThat(
                        ask(
                                HEAD,
                                r ->
                                        List.of(
                                                r.getMethod(),
                                                r.getRequestURI(),
                                                r.getQueryString(),
                                                r.getProtocol(),
                                                r.getRequestURL().toString())))
                .isEqualTo(
                        List.of(
                                "GET",
                                "/app/s/x%20y;p",
                                "q=1&r=%20",
                                "HTTP/1.1",
                                "http://example.com:81/app/s/x%20y;p"));
    }

    @Test
    void hasThePartsOfItsPath() {
        assertThat(
                        ask(
                                HEAD,
                                r ->
                                        List.of(
                                                r.getContextPath(),
                                                r.getServletPath(),
                                                r.getPathInfo(),
                                                r.getHttpServletMapping().getMatchValue())))
                .isEqualTo(List.of("/app", "/s", "/x", "x"));
    }

    @Test
    void hasNoQueryStringWithoutAQuestionMark() {
        assertThat(ask("GET / HTTP/1.1\nHost: a", HttpServletRequest::getQueryString)).isNull();
        assertThat(ask("GET /? HTTP/1.1\nHost: a", HttpServletRequest::getQueryString))
                .isEqualTo("");
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @CsvSource(
            nullValues = "-",
            value = {
                "a,           http,  -,     0,   a:80,         http://a/",
                "a:80,        http,  -,     0,   a:80,         http://a/",
                "a:8080,      http,  -,     0,   a:8080,       http://a:8080/",
                "a,           https, -,     0,   a:443,        https://a/",
                "[::1]:8080,  http,  -,     0,   [::1]:8080,   http://[::1]:8080/",
                "a:8080,      https, front, 443, front:443,    https://front/",
                "a:8080,      http,  front, 0,   front:8080,   http://front:8080/",
                "a:8080,      http,  -,     90,  a:90,         http://a:90/"
            })
    void nameAndPortAreThoseOfTheProxyThenOfHost(
            String host, String scheme, String proxy, int port, String expected, String url) {
        FakeStream stream = FakeStream.of("GET / HTTP/1.1\nHost: " + host);
        Origin origin = new Origin(scheme, scheme.equals("https"), proxy, port, 443, false);
        stream.config =
                new HttpConfig(
                        HttpLimits.DEFAULTS, HttpOptions.DEFAULTS, RequestRules.DEFAULTS, origin);
        assertThat(
                        ask(
                                stream,
                                r ->
                                        r.getServerName()
                                                + ":"
                                                + r.getServerPort()
                                                + " "
                                                + r.getRequestURL()
                                                + " "
                                                + r.isSecure()))
                .isEqualTo(expected + " " + url + " " + scheme.equals("https"));
    }

    @Test
    void withoutHostTheServerIsTheLocalEnd() {
        assertThat(ask("GET / HTTP/1.0", r -> r.getServerName() + ":" + r.getServerPort()))
                .isEqualTo("192.0.2.1:8080");
    }

    @Test
    void showsBothEndsInNumbers() {
        assertThat(
                        ask(
                                HEAD,
                                r ->
                                        List.of(
                                                r.getRemoteAddr(),
                                                r.getRemoteHost(),
                                                r.getRemotePort(),
                                                r.getLocalAddr(),
                                                r.getLocalName(),
                                                r.getLocalPort())))
                .isEqualTo(List.of("192.0.2.7", "192.0.2.7", 4711, "192.0.2.1", "192.0.2.1", 8080));
    }

    @Test
    void requestIdsDifferAndStayTheSame() {
        String one = (String) ask(HEAD, r -> r.getRequestId());
        String two = (String) ask(HEAD, r -> r.getRequestId());
        assertThat(one).isNotEmpty().isNotEqualTo(two);
        assertThat(ask(HEAD, r -> r.getRequestId().equals(r.getRequestId()))).isEqualTo(true);
        assertThat(ask(HEAD, r -> r.getProtocolRequestId())).isEqualTo("");
    }

    @Test
    void describesItsConnection() {
        assertThat(
                        ask(
                                HEAD,
                                r ->
                                        r.getServletConnection().getProtocol()
                                                + " "
                                                + r.getServletConnection().isSecure()))
                .isEqualTo("http/1.1 false");
        assertThat(ask(HEAD, r -> r.getServletConnection().getConnectionId()))
                .isEqualTo(ask(HEAD, r -> r.getServletConnection().getConnectionId()));
    }

    // ---- fields

    private static final String FIELDS =
            "GET / HTTP/1.1\nHost: a\nX-One: 1\nx-one: 2\nAge: 7\nX-Bad: seven"
                    + "\nIf-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT";

    @Test
    void fieldsAreFoundInAnyCase() {
        assertThat(ask(FIELDS, r -> r.getHeader("X-ONE"))).isEqualTo("1");
        assertThat(ask(FIELDS, r -> Collections.list(r.getHeaders("x-One"))))
                .isEqualTo(List.of("1", "2"));
        assertThat(ask(FIELDS, r -> Collections.list(r.getHeaderNames())))
                .isEqualTo(List.of("Age", "Host", "If-Modified-Since", "X-Bad", "X-One"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-None", "", "no token"})
    void aFieldThatIsNotThereIsNull(String name) {
        assertThat(ask(FIELDS, r -> r.getHeader(name))).isNull();
        assertThat(ask(FIELDS, r -> r.getHeaders(name).hasMoreElements())).isEqualTo(false);
        assertThat(ask(FIELDS, r -> r.getIntHeader(name))).isEqualTo(-1);
        assertThat(ask(FIELDS, r -> r.getDateHeader(name))).isEqualTo(-1L);
    }

    @Test
    void intsAndDatesAreParsedOrRefused() {
        assertThat(ask(FIELDS, r -> r.getIntHeader("age"))).isEqualTo(7);
        assertThat(ask(FIELDS, r -> r.getIntHeader("x-bad")))
                .isInstanceOf(NumberFormatException.class);
        assertThat(ask(FIELDS, r -> r.getDateHeader("if-modified-since"))).isEqualTo(784111777000L);
        assertThat(ask(FIELDS, r -> r.getDateHeader("x-bad")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void localesComeInTheOrderOfTheirWeights() {
        String head = "GET / HTTP/1.1\nHost: a\nAccept-Language: da;q=0.5, en-GB, de;q=0.7, xx;q=0";
        assertThat(ask(head, r -> r.getLocale())).isEqualTo(Locale.UK);
        assertThat(ask(head, r -> Collections.list(r.getLocales()).toString()))
                .isEqualTo("[en_GB, de, da]");
        assertThat(ask(HEAD, r -> r.getLocale())).isEqualTo(Locale.getDefault());
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "en;q=2", "en;q=x", ",,;", "en;q=0", "\"", "e n"})
    void languagesThatAreNoneAreSkipped(String value) {
        assertThat(ask("GET / HTTP/1.1\nHost: a\nAccept-Language: " + value, r -> r.getLocale()))
                .isEqualTo(Locale.getDefault());
    }

    // ---- cookies

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "a=b                | a:b",
                "a=b; c=d           | a:b c:d",
                "a=b;c=d;           | a:b c:d",
                "a=                 | a:",
                "a=b=c              | a:b=c",
                "a=\"q\"            | a:\"q\"",
                "a=b; =x; c=d       | a:b c:d",
                "a=b; nothing; c=d  | a:b c:d",
                "a b=c; d=e         | d:e",
                "$Version=1; a=b    | $Version:1 a:b",
                "a=1; a=2           | a:1 a:2"
            })
    void cookiesAreReadAsRfc6265Says(String field, String expected) {
        List<String> found = new ArrayList<>();
        ask(
                "GET / HTTP/1.1\nHost: a\nCookie: " + field,
                r -> {
                    for (Cookie cookie : r.getCookies()) {
                        found.add(cookie.getName() + ":" + cookie.getValue());
                    }
                    return null;
                });
        assertThat(String.join(" ", found)).isEqualTo(expected);
    }

    @Test
    void withoutCookiesThereIsNoArray() {
        assertThat(ask(HEAD, HttpServletRequest::getCookies)).isNull();
    }

    @Test
    void tooManyCookiesAre400() {
        FakeStream stream = FakeStream.of("GET / HTTP/1.1\nHost: a\nCookie: " + "a=b;".repeat(201));
        Calls.call(stream, (request, response) -> request.getCookies());
        assertThat(stream.status).isEqualTo(400);
    }

    // ---- parameters

    private static FakeStream form(String query, String body) {
        return FakeStream.of(
                "POST /app/s/x"
                        + query
                        + " HTTP/1.1\nHost: a\nContent-Type: application/x-www-form-urlencoded"
                        + "\nContent-Length: "
                        + body.length(),
                body);
    }

    private static String shown(HttpServletRequest request) {
        StringBuilder text = new StringBuilder();
        request.getParameterMap()
                .forEach((name, values) -> text.append(name).append(List.of(values)));
        return text.toString();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = ' ',
            nullValues = "-",
            value = {
                "?a=b a[b]",
                "?a=b&c=d a[b]c[d]",
                "?a=1&a=2 a[1,·2]",
                "?a a[]",
                "?a= a[]",
                "?&&a=b& a[b]",
                "?=b [b]",
                "?a=b=c a[b=c]",
                "?a+b=c+d a·b[c·d]",
                "?%61=%62 a[b]",
                "?a=%26%3D a[&=]",
                "?a=%C3%A4 a[ä]",
                "?a=%e2%82%ac a[€]",
                "?a=b;c=d a[b;c=d]"
            })
    void parametersComeFromTheQuery(String query, String expected) {
        assertThat(ask("GET /" + query + " HTTP/1.1\nHost: a", ApiRequestTest::shown))
                .isEqualTo(expected.replace('·', ' '));
    }

    @Test
    void parametersOfTheFormFollowThoseOfTheQuery() {
        assertThat(ask(form("?a=1&b=2", "a=3&c=%c3%a4+x"), ApiRequestTest::shown))
                .isEqualTo("a[1, 3]b[2]c[ä x]");
    }

    @Test
    void aFormInAnotherCharsetIsDecodedByIt() {
        FakeStream stream =
                FakeStream.of(
                        "POST / HTTP/1.1\nHost: a\nContent-Length: 5"
                                + "\nContent-Type: application/x-www-form-urlencoded;"
                                + " charset=iso-8859-1",
                        "a=%e4");
        assertThat(ask(stream, r -> r.getParameter("a"))).isEqualTo("ä");
    }

    @Test
    void aFormIsReadInTheEncodingThatTheApplicationSays() {
        assertThat(
                        ask(
                                form("", "a=%e4"),
                                r -> {
                                    r.setCharacterEncoding("ISO-8859-1");
                                    return r.getParameter("a");
                                }))
                .isEqualTo("ä");
    }

    @Test
    void onlyPostHasAForm() {
        FakeStream put =
                FakeStream.of(
                        "PUT /?q=1 HTTP/1.1\nHost: a\nContent-Length: 3"
                                + "\nContent-Type: application/x-www-form-urlencoded",
                        "a=b");
        assertThat(ask(put, ApiRequestTest::shown)).isEqualTo("q[1]");
    }

    @Test
    void aBodyThatTheApplicationReadsIsNoForm() {
        assertThat(
                        ask(
                                form("?q=1", "a=b"),
                                r -> {
                                    r.getInputStream();
                                    return shown(r);
                                }))
                .isEqualTo("q[1]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"?a=%", "?a=%2", "?a=%zz", "?a=%-1", "?%ff=1", "?a=%c3", "?a=%c0%af"})
    void malformedParametersThrowAndAre400WhenNobodyCatches(String query) {
        String head = "GET /" + query + " HTTP/1.1\nHost: a";
        assertThat(ask(head, r -> r.getParameter("a"))).isInstanceOf(IllegalStateException.class);
        assertThat(Calls.call(head, (request, response) -> request.getParameter("a")).status)
                .isEqualTo(400);
    }

    @Test
    void parametersThatFailedFailAgain() {
        assertThat(
                        ask(
                                "GET /?a=1&b=% HTTP/1.1\nHost: a",
                                r -> {
                                    assertThatThrownBy(() -> r.getParameter("a"))
                                            .isInstanceOf(IllegalStateException.class);
                                    return r.getParameterMap();
                                }))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void tooManyParametersAre400() {
        assertThat(ask("GET /?" + "a&".repeat(1000) + " HTTP/1.1", r -> r.getParameter("a")))
                .isEqualTo("");
        FakeStream stream = FakeStream.of("GET /?" + "a&".repeat(1001) + " HTTP/1.1");
        Calls.call(stream, (request, response) -> request.getParameter("a"));
        assertThat(stream.status).isEqualTo(400);
        assertThat(stream.body()).contains("1000 parameters");
    }

    @Test
    void aFormThatIsTooLargeIs413() {
        FakeStream stream =
                form("", "a=" + "b".repeat(dev.serval.http.FormLimits.DEFAULTS.maxPostSize()));
        Calls.call(stream, (request, response) -> request.getParameter("a"));
        assertThat(stream.status).isEqualTo(413);
        FakeStream chunked =
                FakeStream.of(
                        "POST / HTTP/1.1\nHost: a"
                                + "\nContent-Type: application/x-www-form-urlencoded",
                        "a=" + "b".repeat(dev.serval.http.FormLimits.DEFAULTS.maxPostSize()));
        Calls.call(chunked, (request, response) -> request.getParameter("a"));
        assertThat(chunked.status).isEqualTo(413);
    }

    // ---- body

    private static FakeStream text(String type, String body) {
        return FakeStream.of(
                "POST / HTTP/1.1\nHost: a\nContent-Type: "
                        + type
                        + "\nContent-Length: "
                        + body.length(),
                body);
    }

    @Test
    void theBodyIsReadToItsEnd() {
        String body = "0123456789".repeat(500);
        assertThat(
                        ask(
                                text("a/b", body),
                                r ->
                                        new String(
                                                r.getInputStream().readAllBytes(),
                                                StandardCharsets.US_ASCII)))
                .isEqualTo(body);
    }

    @Test
    void singleBytesAndBlocksMix() {
        assertThat(
                        ask(
                                text("a/b", "abcdefghijklmnop"),
                                r -> {
                                    var in = r.getInputStream();
                                    String text = "" + (char) in.read() + (char) in.read();
                                    byte[] rest = in.readNBytes(10);
                                    text += new String(rest, StandardCharsets.US_ASCII);
                                    boolean early = in.isFinished();
                                    text += (char) in.read();
                                    text +=
                                            new String(
                                                    in.readAllBytes(), StandardCharsets.US_ASCII);
                                    return text + early + in.isFinished() + in.read();
                                }))
                .isEqualTo("abcdefghijklmnopfalsetrue-1");
    }

    @Test
    void aRequestWithoutBodyIsFinishedAtOnce() {
        assertThat(ask(HEAD, r -> r.getInputStream().isFinished())).isEqualTo(true);
        assertThat(ask(HEAD, r -> r.getInputStream().read())).isEqualTo(-1);
        assertThat(ask(HEAD, r -> r.getContentLength())).isEqualTo(-1);
    }

    @ParameterizedTest(name = "{0} is read as {1}")
    @CsvSource(
            delimiter = ' ',
            value = {
                "text/plain Ã¤",
                "text/plain;charset=UTF-8 ä",
                "text/plain;x=\"a;charset=b\";charset=\"utf-8\" ä"
            })
    void theReaderDecodesByTheCharset(String type, String expected) {
        assertThat(ask(text(type, "\u00c3\u00a4"), r -> r.getReader().readLine()))
                .isEqualTo(expected);
    }

    @Test
    void streamAndReaderExcludeEachOther() {
        assertThat(
                        ask(
                                text("a/b", "x"),
                                r -> {
                                    r.getInputStream();
                                    return r.getReader();
                                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(
                        ask(
                                text("a/b", "x"),
                                r -> {
                                    r.getReader();
                                    return r.getInputStream();
                                }))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void anUnknownEncodingIsRefused() {
        assertThat(
                        ask(
                                HEAD,
                                r -> {
                                    r.setCharacterEncoding("no-such");
                                    return null;
                                }))
                .isInstanceOf(java.io.UnsupportedEncodingException.class);
    }

    // ---- attributes

    @Test
    void attributesAreKeptUntilRemoved() {
        assertThat(
                        ask(
                                HEAD,
                                r -> {
                                    r.setAttribute("a", 1);
                                    r.setAttribute("b", 2);
                                    r.setAttribute("a", null);
                                    r.removeAttribute("c");
                                    return Collections.list(r.getAttributeNames());
                                }))
                .isEqualTo(List.of("b"));
    }

    @Test
    void theExchangeIsNotForApplications() {
        assertThat(ask(HEAD, r -> r.getAttribute("dev.serval.exchange"))).isNull();
    }

    @Test
    void nobodyIsLoggedInAndNoSessionExists() {
        assertThat(ask(HEAD, r -> r.getSession(false))).isNull();
        assertThat(ask(HEAD, r -> r.getUserPrincipal())).isNull();
        assertThat(ask(HEAD, r -> r.isUserInRole("x"))).isEqualTo(false);
        assertThat(ask(HEAD, r -> r.isRequestedSessionIdValid())).isEqualTo(false);
    }

    @Test
    void readingAfterTheEndIsRefused() {
        AtomicReference<HttpServletRequest> kept = new AtomicReference<>();
        Calls.call(text("a/b", "x"), (request, response) -> kept.set(request));
        assertThatThrownBy(() -> kept.get().getInputStream().read())
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aBodyThatFailsIsAnIoException() {
        FakeStream stream = text("a/b", "x");
        stream.readFailure = new IOException("cut");
        assertThat(ask(stream, r -> r.getInputStream().read())).isInstanceOf(IOException.class);
    }
}
