package dev.serval.tests;

import static jakarta.servlet.SessionTrackingMode.COOKIE;
import static jakarta.servlet.SessionTrackingMode.SSL;
import static jakarta.servlet.SessionTrackingMode.URL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ServletContext;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** By what a client is known again: cookies, and URLs where an application wants them. */
@OnBioAndNio
final class Servlet61Section7_1TrackingTest {
    /** Creates a session at /new, and says everywhere to which one the request belongs. */
    private static final OneServlet.Body WHOSE =
            (request, response) -> {
                HttpSession session = request.getSession(request.getRequestURI().endsWith("/new"));
                response.getWriter().print(session == null ? "none" : session.getId());
            };

    @Parameter ServletUnderTest server;

    private static OneServlet.Body encoding(String url) {
        return (request, response) -> {
            HttpSession session = request.getSession();
            response.getWriter().print(response.encodeURL(url).replace(session.getId(), "ID"));
        };
    }

    private SessionServer byUrl(OneServlet.Body body) throws Exception {
        return SessionServer.tracking(server, body, COOKIE, URL);
    }

    private void encodes(String url, String expected) throws Exception {
        try (SessionServer own = byUrl(encoding(url))) {
            assertThat(own.get("/dir/page").text()).isEqualTo(expected);
        }
    }

    /** What a context allows to a listener that a program has added. */
    private void inAddedListener(Consumer<ServletContext> call) throws Exception {
        ContextServer.inAddedListener(
                server,
                context ->
                        assertThatThrownBy(() -> call.accept(context))
                                .isInstanceOf(UnsupportedOperationException.class));
    }

    // ---- cookies

    @Test
    @Section("7.1.1")
    void theCookieIsNamedJsessionid() throws Exception {
        RawResponse answer = server.get("/", (request, response) -> request.getSession());
        assertThat(answer.field("Set-Cookie")).startsWith("JSESSIONID=");
    }

    @Test
    @Section("7.1.1")
    void aClientThatReturnsTheCookieIsPartOfTheSession() throws Exception {
        RawResponse first = server.get("/new", WHOSE);
        assertThat(server.get("/", WHOSE, SessionServer.returned(first)).text())
                .isEqualTo(first.text());
    }

    @Test
    @Section("7.1.1")
    void aSessionThatIsKnownIsNotToldAgain() throws Exception {
        RawResponse first = server.get("/new", WHOSE);
        RawResponse second = server.get("/new", WHOSE, SessionServer.returned(first));
        assertThat(second.all("Set-Cookie")).isEmpty();
    }

    @Test
    @Section("7.1.1")
    void theCookieIsHttpOnlyUnlessTheApplicationSaysOtherwise() throws Exception {
        RawResponse usual = server.get("/new", WHOSE);
        assertThat(usual.field("Set-Cookie")).contains("; HttpOnly");
        try (SessionServer own =
                SessionServer.start(
                        server,
                        context -> context.getSessionCookieConfig().setHttpOnly(false),
                        WHOSE)) {
            assertThat(own.get("/new").field("Set-Cookie")).doesNotContain("HttpOnly");
        }
    }

    @Test
    @Section("7.1.1")
    void aNameThatTheApplicationChoseIsThatOfTheCookie() throws Exception {
        try (SessionServer own =
                SessionServer.start(
                        server,
                        context -> context.getSessionCookieConfig().setName("SID"),
                        WHOSE)) {
            RawResponse first = own.get("/new");
            assertThat(first.field("Set-Cookie")).startsWith("SID=" + first.text());
            assertThat(own.get("/", "Cookie: SID=" + first.text()).text()).isEqualTo(first.text());
            assertThat(own.get("/", "Cookie: JSESSIONID=" + first.text()).text()).isEqualTo("none");
        }
    }

    @Test
    @Section("7.1.1")
    void aNameThatTheApplicationChoseIsThatOfTheParameterToo() throws Exception {
        try (SessionServer own =
                SessionServer.start(
                        server,
                        context -> {
                            context.getSessionCookieConfig().setName("SID");
                            context.setSessionTrackingModes(EnumSet.of(URL));
                        },
                        (request, response) -> {
                            HttpSession session = request.getSession();
                            response.getWriter()
                                    .print(session.isNew() + response.encodeURL("/app/x"));
                        })) {
            String first = own.get("/").text();
            assertThat(first).startsWith("true/app/x;SID=");
            String again = own.get(first.substring("true/app".length())).text();
            assertThat(again).startsWith("false/app/x;SID=");
        }
    }

    // ---- modes

    @Test
    @Section("ServletContext.getDefaultSessionTrackingModes")
    void byDefaultSessionsAreTrackedByCookiesAlone() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    ServletContext context = request.getServletContext();
                    assertThat(context.getDefaultSessionTrackingModes()).containsExactly(COOKIE);
                    assertThat(context.getEffectiveSessionTrackingModes())
                            .isEqualTo(context.getDefaultSessionTrackingModes());
                });
    }

    @Test
    @Section("ServletContext.getEffectiveSessionTrackingModes")
    void changesInTheReturnedSetsHaveNoEffect() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    ServletContext context = request.getServletContext();
                    context.getDefaultSessionTrackingModes().clear();
                    context.getEffectiveSessionTrackingModes().add(URL);
                    assertThat(context.getDefaultSessionTrackingModes()).containsExactly(COOKIE);
                    assertThat(context.getEffectiveSessionTrackingModes()).containsExactly(COOKIE);
                });
    }

    @Test
    @Section("ServletContext.setSessionTrackingModes")
    void modesReplaceThoseThatWereSetBefore() throws Exception {
        ContextServer.onStartup(
                server,
                context -> {
                    context.setSessionTrackingModes(Set.of(URL));
                    context.setSessionTrackingModes(Set.of(COOKIE, URL));
                    assertThat(context.getEffectiveSessionTrackingModes())
                            .containsExactlyInAnyOrder(COOKIE, URL);
                });
    }

    @Test
    @Section("ServletContext.setSessionTrackingModes")
    void modesCannotBeSetAfterTheInitialisation() throws Exception {
        server.get(
                "/",
                (request, response) ->
                        assertThatThrownBy(
                                        () ->
                                                request.getServletContext()
                                                        .setSessionTrackingModes(Set.of(URL)))
                                .isInstanceOf(IllegalStateException.class));
    }

    @Test
    @Section("ServletContext.setSessionTrackingModes")
    void sslCannotBeCombinedWithAnotherMode() throws Exception {
        ContextServer.onStartup(
                server,
                context -> {
                    for (Set<SessionTrackingMode> modes :
                            List.of(
                                    EnumSet.of(SSL, COOKIE),
                                    EnumSet.of(SSL, URL),
                                    EnumSet.of(SSL, URL, COOKIE))) {
                        assertThatThrownBy(() -> context.setSessionTrackingModes(modes))
                                .isInstanceOf(IllegalArgumentException.class);
                    }
                });
    }

    @Test
    @Section("ServletContext.setSessionTrackingModes")
    void aModeThatTheConnectorsCannotDoIsRefused() throws Exception {
        ContextServer.onStartup(
                server,
                context ->
                        assertThatThrownBy(() -> context.setSessionTrackingModes(Set.of(SSL)))
                                .isInstanceOf(IllegalArgumentException.class));
    }

    @Test
    @Section("ServletContext.setSessionTrackingModes")
    void aListenerThatAProgramAddedCannotSetModes() throws Exception {
        inAddedListener(context -> context.setSessionTrackingModes(Set.of(COOKIE)));
    }

    @Test
    @Section("ServletContext.getSessionCookieConfig")
    void aListenerThatAProgramAddedDoesNotGetTheCookie() throws Exception {
        inAddedListener(ServletContext::getSessionCookieConfig);
    }

    @Test
    @Section("ServletContext.setSessionTimeout")
    void aListenerThatAProgramAddedCannotSetTheTimeout() throws Exception {
        inAddedListener(context -> context.setSessionTimeout(1));
    }

    @Test
    @Section("ServletContext.setSessionTrackingModes")
    void withoutAModeThereAreNoSessions() throws Exception {
        try (SessionServer own =
                SessionServer.tracking(
                        server,
                        (request, response) -> {
                            String created;
                            try {
                                created = request.getSession().getId();
                            } catch (IllegalStateException e) {
                                created = "off";
                            }
                            response.getWriter().print(request.getSession(false) + created);
                        })) {
            RawResponse answer = own.get("/");
            assertThat(answer.text()).isEqualTo("nulloff");
            assertThat(answer.all("Set-Cookie")).isEmpty();
        }
    }

    // ---- ids in URLs, by default

    @Test
    @Section("HttpServletRequest.getRequestedSessionId")
    void anIdThatTheClientShowsInTheUrlIsTold() throws Exception {
        server.get(
                "/servlet;jsessionid=c0o7fszeb1?a=b",
                (request, response) -> {
                    assertThat(request.getRequestedSessionId()).isEqualTo("c0o7fszeb1");
                    assertThat(request.isRequestedSessionIdFromURL()).isTrue();
                    assertThat(request.isRequestedSessionIdFromCookie()).isFalse();
                    assertThat(request.isRequestedSessionIdValid()).isFalse();
                });
    }

    @Test
    @Section("HttpServletRequest.getRequestedSessionId")
    void withoutAnIdThereIsNoneToBeTold() throws Exception {
        server.get(
                "/servlet;other=1",
                (request, response) -> {
                    assertThat(request.getRequestedSessionId()).isNull();
                    assertThat(request.isRequestedSessionIdFromURL()).isFalse();
                    assertThat(request.isRequestedSessionIdFromCookie()).isFalse();
                    assertThat(request.isRequestedSessionIdValid()).isFalse();
                });
    }

    @Test
    @Section("HttpServletRequest.isRequestedSessionIdFromCookie")
    void anIdThatTheClientShowsInACookieIsTold() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    assertThat(request.getRequestedSessionId()).isEqualTo("made-up");
                    assertThat(request.isRequestedSessionIdFromCookie()).isTrue();
                    assertThat(request.isRequestedSessionIdFromURL()).isFalse();
                    assertThat(request.isRequestedSessionIdValid()).isFalse();
                },
                "Cookie: JSESSIONID=made-up");
    }

    @Test
    @Section("HttpServletRequest.isRequestedSessionIdValid")
    void theIdOfASessionIsValid() throws Exception {
        RawResponse first = server.get("/new", WHOSE);
        server.get(
                "/",
                (request, response) -> assertThat(request.isRequestedSessionIdValid()).isTrue(),
                SessionServer.returned(first));
    }

    @Test
    @Section("7.1.3")
    void byDefaultAnIdInTheUrlIsNotUsed() throws Exception {
        String id = server.get("/new", WHOSE).text();
        assertThat(server.get("/;jsessionid=" + id, WHOSE).text()).isEqualTo("none");
    }

    @Test
    @Section("HttpServletResponse.encodeURL")
    void byDefaultUrlsStayAsTheyAre() throws Exception {
        assertThat(server.get("/", encoding("/app/x")).text()).isEqualTo("/app/x");
    }

    // ---- tracking by URLs

    @Test
    @Section("7.1.3")
    void anIdInTheUrlLeadsToTheSession() throws Exception {
        try (SessionServer own = byUrl(WHOSE)) {
            String id = own.get("/new").text();
            assertThat(own.get("/page;jsessionid=" + id).text()).isEqualTo(id);
        }
    }

    @Test
    @Section("7.1.3")
    void theIdMayStandAmongOtherParametersAndBePercentEncoded() throws Exception {
        try (SessionServer own = byUrl(WHOSE)) {
            String id = own.get("/new").text();
            String escaped = "%" + Integer.toHexString(id.charAt(0)) + id.substring(1);
            for (String path :
                    List.of(
                            "/a;x=1;jsessionid=" + id + ";y",
                            "/a;b=c/d;jsessionid=" + id + "?jsessionid=other",
                            "/;jsessionid=" + id,
                            "/a;%6asessionid=" + escaped)) {
                assertThat(own.get(path).text()).as(path).isEqualTo(id);
            }
        }
    }

    @Test
    @Section("7.1.3")
    void aParameterOfTheQueryOrOfAnotherSegmentIsNoId() throws Exception {
        try (SessionServer own = byUrl(WHOSE)) {
            String id = own.get("/new").text();
            for (String path :
                    List.of(
                            "/a;jsessionid=" + id + "/b",
                            "/a?jsessionid=" + id,
                            "/a;JSESSIONID=" + id,
                            "/a;jsessionid=")) {
                assertThat(own.get(path).text()).as(path).isEqualTo("none");
            }
        }
    }

    @Test
    @Section("7.1.3")
    void theParameterIsNoPartOfThePathsButOfTheUri() throws Exception {
        try (SessionServer own =
                byUrl(
                        (request, response) ->
                                response.getWriter()
                                        .print(
                                                request.getRequestURI()
                                                        + " "
                                                        + request.getServletPath()
                                                        + request.getPathInfo()))) {
            assertThat(own.get("/a/b;jsessionid=1").text()).isEqualTo("/app/a/b;jsessionid=1 /a/b");
        }
    }

    @Test
    @Section("7.1.3")
    void anIdThatTheClientMadeUpIsNeverAdopted() throws Exception {
        String made = "A".repeat(40);
        try (SessionServer own =
                byUrl(
                        (request, response) ->
                                response.getWriter().print(request.getSession().getId()))) {
            assertThat(own.get("/;jsessionid=" + made).text())
                    .matches("[0-9A-F]{40}")
                    .isNotEqualTo(made);
        }
    }

    @Test
    @Section("7.1.3")
    void aCookieCountsMoreThanTheUrl() throws Exception {
        try (SessionServer own = byUrl(WHOSE)) {
            String one = own.get("/new").text();
            String other = own.get("/new").text();
            assertThat(own.get("/;jsessionid=" + one, "Cookie: JSESSIONID=" + other).text())
                    .isEqualTo(other);
        }
    }

    @Test
    @Section("7.1.3")
    void withUrlsAloneNoCookieIsSentAndNoneIsUsed() throws Exception {
        try (SessionServer own = SessionServer.tracking(server, WHOSE, URL)) {
            RawResponse first = own.get("/new");
            assertThat(first.all("Set-Cookie")).isEmpty();
            assertThat(own.get("/", "Cookie: JSESSIONID=" + first.text()).text()).isEqualTo("none");
            assertThat(own.get("/;jsessionid=" + first.text()).text()).isEqualTo(first.text());
        }
    }

    @Test
    @Section("HttpServletRequest.getSession")
    void withUrlsAloneASessionCanBeCreatedAfterTheCommit() throws Exception {
        try (SessionServer own =
                SessionServer.tracking(
                        server,
                        (request, response) -> {
                            response.flushBuffer();
                            response.getWriter().print(request.getSession().isNew());
                        },
                        URL)) {
            assertThat(own.get("/").text()).isEqualTo("true");
        }
    }

    @Test
    @Section("HttpServletRequest.getSession")
    void withCookiesASessionCannotBeCreatedAfterTheCommit() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.flushBuffer();
                    assertThatThrownBy(request::getSession)
                            .isInstanceOf(IllegalStateException.class);
                });
    }

    @Test
    @Section("7.1.3")
    void theRedirectToTheRootOfTheApplicationKeepsTheId() throws Exception {
        try (SessionServer own = byUrl(WHOSE)) {
            String id = own.get("/new").text();
            assertThat(own.get(";jsessionid=" + id).field("Location"))
                    .isEqualTo("/app/;jsessionid=" + id);
            assertThat(own.get(";jsessionid=made-up").field("Location")).isEqualTo("/app/");
        }
    }

    // ---- encodeURL

    @Test
    @Section("HttpServletResponse.encodeURL")
    void theIdIsAPathParameterAtTheEndOfThePath() throws Exception {
        encodes("/app/x/y.html", "/app/x/y.html;jsessionid=ID");
    }

    @Test
    @Section("HttpServletResponse.encodeURL")
    void theIdStandsBeforeQueryAndFragment() throws Exception {
        encodes("/app/x?a=/b#c?d", "/app/x;jsessionid=ID?a=/b#c?d");
        encodes("/app/x#c?d", "/app/x;jsessionid=ID#c?d");
    }

    @Test
    @Section("HttpServletResponse.encodeURL")
    void relativeUrlsAreRelativeToTheRequest() throws Exception {
        encodes("x", "x;jsessionid=ID");
        encodes("../x?y", "../x;jsessionid=ID?y");
        encodes("../../other/x", "../../other/x");
        encodes("?y", "/app/dir/page;jsessionid=ID?y");
    }

    @Test
    @Section("HttpServletResponse.encodeURL")
    void aFragmentAloneStaysAsItIs() throws Exception {
        encodes("#top", "#top");
    }

    @Test
    @Section("HttpServletResponse.encodeURL")
    void urlsOfOtherApplicationsStayAsTheyAre() throws Exception {
        for (String url :
                List.of("/", "/other/x", "/application/x", "/app/../other", "/app/%2e%2e/x")) {
            encodes(url, url);
        }
    }

    @Test
    @Section("HttpServletResponse.encodeURL")
    void urlsOfOtherHostsStayAsTheyAre() throws Exception {
        for (String url :
                List.of(
                        "http://example.com/app/x",
                        "//example.com/app/x",
                        "http://localhost.example.com/app/x",
                        "http://localhost:1/app/x",
                        "http://localhost@example.com/app/x",
                        "https://localhost/app/x")) {
            encodes(url, url);
        }
    }

    @Test
    @Section("HttpServletResponse.encodeURL")
    void urlsOfTheSameHostAreEncoded() throws Exception {
        encodes("http://localhost/app/x?y", "http://localhost/app/x;jsessionid=ID?y");
        encodes("HTTP://LOCALHOST:80/app/x", "HTTP://LOCALHOST:80/app/x;jsessionid=ID");
        encodes("//localhost/app/x", "//localhost/app/x;jsessionid=ID");
        encodes("http://localhost/other", "http://localhost/other");
    }

    @Test
    @Section("HttpServletResponse.encodeURL")
    void otherSchemesStayAsTheyAre() throws Exception {
        for (String url : List.of("mailto:a@localhost", "javascript:x/app/", "http:/app/x")) {
            encodes(url, url);
        }
    }

    @Test
    @Section("HttpServletResponse.encodeURL")
    void whatBrowsersMayReadAsAnotherHostStaysAsItIs() throws Exception {
        for (String url :
                List.of(
                        "/\\example.com/app/x",
                        "\\\\example.com/app",
                        "/\t/example.com/app/x",
                        " //e")) {
            encodes(url, url);
        }
    }

    @Test
    @Section("HttpServletResponse.encodeURL")
    void whatIsEncodedStaysAsItIs() throws Exception {
        try (SessionServer own =
                byUrl(
                        (request, response) -> {
                            request.getSession();
                            String once = response.encodeURL("/app/x?y");
                            response.getWriter().print(response.encodeURL(once).equals(once));
                        })) {
            assertThat(own.get("/").text()).isEqualTo("true");
        }
    }

    @Test
    @Section("HttpServletResponse.encodeURL")
    void aClientThatReturnsTheCookieNeedsNoEncoding() throws Exception {
        try (SessionServer own = byUrl(encoding("/app/x"))) {
            RawResponse first = own.get("/");
            assertThat(first.text()).isEqualTo("/app/x;jsessionid=ID");
            assertThat(own.get("/", SessionServer.returned(first)).text()).isEqualTo("/app/x");
        }
    }

    @Test
    @Section("HttpServletResponse.encodeURL")
    void withoutAValidSessionThereIsNothingToEncode() throws Exception {
        try (SessionServer own =
                byUrl(
                        (request, response) -> {
                            String before = response.encodeURL("/app/x");
                            request.getSession().invalidate();
                            response.getWriter().print(before + response.encodeURL("/app/y"));
                        })) {
            assertThat(own.get("/").text()).isEqualTo("/app/x/app/y");
        }
    }

    @Test
    @Section("HttpServletResponse.encodeURL")
    void anIdThatChangesChangesInUrlsToo() throws Exception {
        try (SessionServer own =
                byUrl(
                        (request, response) -> {
                            request.getSession();
                            String id = request.changeSessionId();
                            response.getWriter()
                                    .print(response.encodeURL("/app/x").endsWith("=" + id));
                        })) {
            assertThat(own.get("/").text()).isEqualTo("true");
        }
    }

    @Test
    @Section("HttpServletResponse.encodeRedirectURL")
    void redirectsAreEncodedAsOtherUrlsAre() throws Exception {
        try (SessionServer own =
                byUrl(
                        (request, response) -> {
                            request.getSession();
                            redirect(request, response, "/app/x?y");
                        })) {
            assertThat(own.get("/").field("Location")).matches("/app/x;jsessionid=\\w{40}\\?y");
        }
    }

    private static void redirect(
            HttpServletRequest request, HttpServletResponse response, String to)
            throws java.io.IOException {
        assertThat(request.getSession(false)).isNotNull();
        response.sendRedirect(response.encodeRedirectURL(to));
    }

    @Test
    @Section("7.1.4")
    void aClientWithoutCookiesStaysInItsSessionByTheUrlsThatItGets() throws Exception {
        try (SessionServer own =
                byUrl(
                        (request, response) -> {
                            HttpSession session = request.getSession();
                            Integer before = (Integer) session.getAttribute("count");
                            session.setAttribute("count", before == null ? 1 : before + 1);
                            response.getWriter()
                                    .print(
                                            session.getAttribute("count")
                                                    + response.encodeURL("next"));
                        })) {
            String link = own.get("/").text();
            for (int count = 2; count < 5; count++) {
                link = own.get("/" + link.substring(1)).text();
                assertThat(link).startsWith(count + "next;jsessionid=");
            }
        }
    }
}
