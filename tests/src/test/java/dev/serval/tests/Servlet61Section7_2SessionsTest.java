package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.embed.Serval;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletContext;
import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** What a session is, from its creation to its end, and who is told. */
@OnBioAndNio
final class Servlet61Section7_2SessionsTest {
    private static final OneServlet.Body CREATE =
            (request, response) -> response.getWriter().print(request.getSession().getId());

    @Parameter ServletUnderTest server;

    /** Whatever is noted from here on is of a later time. */
    private static void tick() {
        long now = System.currentTimeMillis();
        while (System.currentTimeMillis() == now) {
            Thread.onSpinWait();
        }
    }

    private String created() throws Exception {
        return SessionServer.returned(server.get("/", CREATE));
    }

    private void in(String cookie, OneServlet.Body body) throws Exception {
        server.get("/", body, cookie);
    }

    private void configuring(Consumer<SessionCookieConfig> check) throws Exception {
        ContextServer.onStartup(server, context -> check.accept(context.getSessionCookieConfig()));
    }

    private String cookie(Consumer<SessionCookieConfig> setUp) throws Exception {
        try (SessionServer own =
                SessionServer.start(
                        server,
                        context -> setUp.accept(context.getSessionCookieConfig()),
                        CREATE)) {
            return own.get("/").field("Set-Cookie");
        }
    }

    private static final class Told implements HttpSessionListener, HttpSessionAttributeListener {
        private final String name;
        private final List<String> events;

        Told(String name, List<String> events) {
            this.name = name;
            this.events = events;
        }

        @Override
        public void sessionCreated(HttpSessionEvent event) {
            events.add(name + " created " + event.getSession().isNew());
        }

        @Override
        public void sessionDestroyed(HttpSessionEvent event) {
            events.add(name + " destroyed " + event.getSession().getAttribute("a"));
        }

        @Override
        public void attributeAdded(HttpSessionBindingEvent event) {
            events.add(name + " added " + event.getName() + "=" + event.getValue());
        }

        @Override
        public void attributeReplaced(HttpSessionBindingEvent event) {
            events.add(name + " replaced " + event.getName() + "=" + event.getValue());
        }

        @Override
        public void attributeRemoved(HttpSessionBindingEvent event) {
            events.add(name + " removed " + event.getName() + "=" + event.getValue());
        }
    }

    /** What the listeners of an application hear of one request. */
    private List<String> heard(OneServlet.Body body) throws Exception {
        List<String> events = new CopyOnWriteArrayList<>();
        try (SessionServer own =
                SessionServer.listening(
                        server, body, new Told("1", events), new Told("2", events))) {
            assertThat(own.get("/").status()).isEqualTo(200);
            return List.copyOf(events);
        }
    }

    private static final class Bound implements HttpSessionBindingListener {
        private final List<String> events;

        Bound(List<String> events) {
            this.events = events;
        }

        @Override
        public void valueBound(HttpSessionBindingEvent event) {
            Object there = event.getSession().getAttribute(event.getName());
            events.add("bound " + event.getName() + " there " + (there == this));
        }

        @Override
        public void valueUnbound(HttpSessionBindingEvent event) {
            String there;
            try {
                there = "" + (event.getSession().getAttribute(event.getName()) == this);
            } catch (IllegalStateException e) {
                there = "ended";
            }
            events.add("unbound " + event.getName() + " there " + there);
        }
    }

    private List<String> told(Consumer<HttpSession> first, Consumer<HttpSession> then)
            throws Exception {
        List<String> events = new CopyOnWriteArrayList<>();
        server.get(
                "/",
                (request, response) -> {
                    HttpSession session = request.getSession();
                    session.setAttribute("a", new Bound(events));
                    first.accept(session);
                    then.accept(session);
                });
        return events;
    }

    // ---- SessionCookieConfig

    @Test
    @Section("SessionCookieConfig.getName")
    void theNameIsNullUntilItIsSet() throws Exception {
        configuring(
                config -> {
                    assertThat(config.getName()).isNull();
                    config.setName("JSESSIONID");
                    assertThat(config.getName()).isEqualTo("JSESSIONID");
                });
    }

    @Test
    @Section("SessionCookieConfig.getPath")
    void withoutAPathTheCookieHasThatOfTheContext() throws Exception {
        configuring(config -> assertThat(config.getPath()).isNull());
        assertThat(cookie(config -> {})).contains("; Path=/app").doesNotContain("Domain");
    }

    @Test
    @Section("SessionCookieConfig.getMaxAge")
    void withoutAnAgeTheCookieLastsAsLongAsTheBrowser() throws Exception {
        configuring(config -> assertThat(config.getMaxAge()).isEqualTo(-1));
        assertThat(cookie(config -> config.setMaxAge(-1))).doesNotContain("Max-Age", "Expires");
    }

    @Test
    @Section("SessionCookieConfig.setMaxAge")
    void whatIsSetIsSent() throws Exception {
        assertThat(
                        cookie(
                                config -> {
                                    config.setPath("/p");
                                    config.setDomain("example.com");
                                    config.setMaxAge(60);
                                    config.setAttribute("Priority", "High");
                                }))
                .contains("; Path=/p", "; Domain=example.com", "; Max-Age=60", "; Priority=High");
    }

    @Test
    @Section("SessionCookieConfig.setSecure")
    void aSecureCookieIsSoOnRequestsThatAreNot() throws Exception {
        configuring(config -> assertThat(config.isSecure()).isFalse());
        assertThat(cookie(config -> config.setSecure(true))).contains("; Secure");
        assertThat(cookie(config -> config.setSecure(false))).doesNotContain("Secure");
    }

    @Test
    @Section("SessionCookieConfig.setComment")
    @SuppressWarnings("removal")
    void aCommentHasNoEffect() throws Exception {
        assertThat(
                        cookie(
                                config -> {
                                    config.setComment("this");
                                    assertThat(config.getComment()).isNull();
                                }))
                .doesNotContainIgnoringCase("comment");
    }

    @Test
    @Section("SessionCookieConfig.setAttribute")
    void gettersAndAttributesAgree() throws Exception {
        configuring(
                config -> {
                    config.setAttribute("domain", "example.com");
                    config.setAttribute("PATH", "/p");
                    config.setAttribute("max-age", "7");
                    config.setAttribute("httponly", "");
                    config.setAttribute("secure", "true");
                    assertThat(config.getDomain()).isEqualTo("example.com");
                    assertThat(config.getPath()).isEqualTo("/p");
                    assertThat(config.getMaxAge()).isEqualTo(7);
                    assertThat(config.isHttpOnly()).isTrue();
                    assertThat(config.isSecure()).isTrue();
                    config.setHttpOnly(false);
                    assertThat(config.isHttpOnly()).isFalse();
                    assertThat(config.getAttribute("HttpOnly")).isNotEqualTo("");
                    config.setMaxAge(8);
                    assertThat(config.getAttribute("Max-Age")).isEqualTo("8");
                });
    }

    @Test
    @Section("SessionCookieConfig.setAttribute")
    void aNullValueRemovesTheAttribute() throws Exception {
        configuring(
                config -> {
                    config.setMaxAge(7);
                    config.setAttribute("Max-Age", null);
                    assertThat(config.getAttributes()).doesNotContainKey("Max-Age");
                    assertThat(config.getMaxAge()).isEqualTo(-1);
                });
    }

    @Test
    @Section("SessionCookieConfig.setAttribute")
    void theNameOfAnAttributeIsAToken() throws Exception {
        configuring(
                config -> {
                    for (String name : new String[] {null, "", "a b", "a;b", "ä"}) {
                        assertThatThrownBy(() -> config.setAttribute(name, "v"))
                                .isInstanceOf(IllegalArgumentException.class);
                    }
                });
    }

    @Test
    @Section("SessionCookieConfig.setAttribute")
    void anAgeIsANumber() throws Exception {
        configuring(
                config ->
                        assertThatThrownBy(() -> config.setAttribute("Max-Age", "soon"))
                                .isInstanceOf(NumberFormatException.class));
    }

    @Test
    @Section("SessionCookieConfig.getAttributes")
    void theAttributesAreReadOnlyAndOfAnyCase() throws Exception {
        configuring(
                config -> {
                    config.setAttribute("a", "v");
                    config.setPath("/p");
                    assertThat(config.getAttribute("A")).isEqualTo("v");
                    assertThat(config.getAttributes().get("pAtH")).isEqualTo("/p");
                    assertThatThrownBy(() -> config.getAttributes().put("b", "v"))
                            .isInstanceOf(UnsupportedOperationException.class);
                });
    }

    @Test
    @Section("ServletContext.getSessionCookieConfig")
    void itIsAlwaysTheSameObject() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    ServletContext context = request.getServletContext();
                    assertThat(context.getSessionCookieConfig())
                            .isSameAs(context.getSessionCookieConfig());
                });
    }

    @Test
    @Section("SessionCookieConfig.setName")
    @SuppressWarnings("removal")
    void afterTheInitialisationNothingOfItCanBeChanged() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    SessionCookieConfig config =
                            request.getServletContext().getSessionCookieConfig();
                    for (ThrowingCallable change :
                            List.<ThrowingCallable>of(
                                    () -> config.setName("n"),
                                    () -> config.setDomain("d"),
                                    () -> config.setPath("/"),
                                    () -> config.setComment("c"),
                                    () -> config.setHttpOnly(true),
                                    () -> config.setSecure(true),
                                    () -> config.setMaxAge(1),
                                    () -> config.setAttribute("a", "v"))) {
                        assertThatThrownBy(change).isInstanceOf(IllegalStateException.class);
                    }
                });
    }

    // ---- creation

    @Test
    void aSessionIsNewUntilItsClientJoins() throws Exception {
        AtomicReference<HttpSession> session = new AtomicReference<>();
        RawResponse first =
                server.get(
                        "/",
                        (request, response) -> {
                            session.set(request.getSession());
                            assertThat(session.get().isNew()).isTrue();
                        });
        assertThat(session.get().isNew()).isTrue();
        in(
                SessionServer.returned(first),
                (request, response) -> assertThat(request.getSession().isNew()).isFalse());
    }

    @Test
    void aClientThatDoesNotJoinGetsANewSessionEachTime() throws Exception {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            server.get(
                    "/",
                    (request, response) -> {
                        assertThat(request.getSession().isNew()).isTrue();
                        ids.add(request.getSession().getId());
                    });
        }
        assertThat(ids).doesNotHaveDuplicates();
    }

    @Test
    @Section("HttpServletRequest.getSession")
    void withoutCreationThereIsNone() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    assertThat(request.getSession(false)).isNull();
                    HttpSession created = request.getSession(true);
                    assertThat(request.getSession(false)).isSameAs(created);
                    assertThat(request.getSession()).isSameAs(created);
                });
    }

    @Test
    @Section("HttpServletRequest.changeSessionId")
    void theIdCanBeChangedAndTheSessionStays() throws Exception {
        String before = created();
        in(before, (request, response) -> request.getSession().setAttribute("a", "v"));
        RawResponse changed =
                server.get(
                        "/",
                        (request, response) -> {
                            String old = request.getSession().getId();
                            String id = request.changeSessionId();
                            assertThat(id).isNotEqualTo(old);
                            assertThat(request.getSession().getId()).isEqualTo(id);
                        },
                        before);
        in(
                SessionServer.returned(changed),
                (request, response) ->
                        assertThat(request.getSession(false).getAttribute("a")).isEqualTo("v"));
        in(before, (request, response) -> assertThat(request.getSession(false)).isNull());
    }

    @Test
    @Section("HttpServletRequest.changeSessionId")
    void withoutASessionThereIsNoIdToChange() throws Exception {
        server.get(
                "/",
                (request, response) ->
                        assertThatThrownBy(request::changeSessionId)
                                .isInstanceOf(IllegalStateException.class));
    }

    @Test
    @Section("HttpSessionIdListener.sessionIdChanged")
    void aChangeOfTheIdIsToldWithTheOldOne() throws Exception {
        List<String> events = new CopyOnWriteArrayList<>();
        HttpSessionIdListener listener =
                (event, before) -> events.add(before + " " + event.getSession().getId());
        try (SessionServer own =
                SessionServer.listening(
                        server,
                        (request, response) -> {
                            String before = request.getSession().getId();
                            response.getWriter().print(before + " " + request.changeSessionId());
                        },
                        listener)) {
            String changed = own.get("/").text();
            assertThat(changed.split(" ")).hasSize(2).doesNotHaveDuplicates();
            assertThat(events).containsExactly(changed);
        }
    }

    // ---- scope

    @Test
    @Section("7.3")
    void contextsShareTheCookieAndNoSession() throws Exception {
        OneServlet.Body seen =
                (request, response) -> {
                    HttpSession session = request.getSession();
                    response.getWriter().print(session.getAttribute("a") + session.getId());
                    session.setAttribute("a", request.getContextPath());
                };
        try (Serval two =
                server.start(
                        builder ->
                                builder.servlet("/one", "/*", new OneServlet.Given(seen))
                                        .servlet("/two", "/*", new OneServlet.Given(seen)))) {
            RawResponse one = server.get(two, "/one/");
            String shown = SessionServer.returned(one);
            RawResponse other = server.get(two, "/two/", shown);
            assertThat(other.text()).startsWith("null").isNotEqualTo(one.text());
            assertThat(server.get(two, "/one/", shown).text()).startsWith("/one");
        }
    }

    @Test
    @Section("7.3")
    void theTargetsOfDispatchesHaveTheSameSession() throws Exception {
        AtomicReference<HttpSession> outer = new AtomicReference<>();
        server.get(
                "/",
                (request, response) -> {
                    if (request.getDispatcherType() != DispatcherType.REQUEST) {
                        assertThat(request.getSession(false)).isSameAs(outer.get());
                        return;
                    }
                    outer.set(request.getSession());
                    request.getRequestDispatcher("/target").include(request, response);
                    request.getRequestDispatcher("/target").forward(request, response);
                });
        assertThat(server.calls()).isEqualTo(3);
    }

    @Test
    @Section("7.3")
    void aSessionThatATargetCreatesIsThatOfTheRequest() throws Exception {
        try (SessionServer own =
                SessionServer.start(
                        server,
                        context -> {},
                        (request, response) -> {
                            if (request.getAttribute("inside") != null) {
                                request.getSession();
                                return;
                            }
                            request.setAttribute("inside", true);
                            request.getRequestDispatcher("/target").include(request, response);
                            response.getWriter().print(request.getSession(false) != null);
                        })) {
            RawResponse answer = own.get("/");
            assertThat(answer.text()).isEqualTo("true");
            assertThat(answer.field("Set-Cookie")).startsWith("JSESSIONID=");
        }
    }

    @Test
    @Section("HttpSession.getServletContext")
    void aSessionKnowsItsContext() throws Exception {
        server.get(
                "/",
                (request, response) ->
                        assertThat(request.getSession().getServletContext())
                                .isSameAs(request.getServletContext()));
    }

    private HttpSession.Accessor accessor(String cookie) throws Exception {
        AtomicReference<HttpSession.Accessor> accessor = new AtomicReference<>();
        in(cookie, (request, response) -> accessor.set(request.getSession(false).getAccessor()));
        return accessor.get();
    }

    @Test
    @Section("HttpSession.Accessor")
    void anAccessorReachesTheSessionOutsideOfRequests() throws Exception {
        String cookie = created();
        accessor(cookie).access(session -> session.setAttribute("a", "outside"));
        in(
                cookie,
                (request, response) ->
                        assertThat(request.getSession().getAttribute("a")).isEqualTo("outside"));
    }

    @Test
    @Section("HttpSession.Accessor")
    void anAccessorOfAnInvalidatedSessionThrows() throws Exception {
        String cookie = created();
        HttpSession.Accessor accessor = accessor(cookie);
        in(cookie, (request, response) -> request.getSession().invalidate());
        assertThatThrownBy(() -> accessor.access(session -> {}))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    @Section("HttpSession.Accessor")
    void anAccessorThrowsAfterTheIdHasChanged() throws Exception {
        String cookie = created();
        HttpSession.Accessor accessor = accessor(cookie);
        in(cookie, (request, response) -> request.changeSessionId());
        assertThatThrownBy(() -> accessor.access(session -> {}))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    @Section("HttpSession.Accessor")
    void anAccessThroughAnAccessorCountsAsThatOfARequest() throws Exception {
        String cookie = created();
        HttpSession.Accessor accessor = accessor(cookie);
        long before = System.currentTimeMillis();
        tick();
        accessor.access(session -> {});
        in(
                cookie,
                (request, response) ->
                        assertThat(request.getSession().getLastAccessedTime())
                                .isGreaterThan(before));
    }

    // ---- attributes

    @Test
    @Section("7.4")
    void anAttributeIsThereForLaterRequestsOfTheSession() throws Exception {
        String cookie = created();
        Object value = new Object();
        in(cookie, (request, response) -> request.getSession().setAttribute("a", value));
        in(
                cookie,
                (request, response) -> {
                    HttpSession session = request.getSession();
                    assertThat(session.getAttribute("a")).isSameAs(value);
                    assertThat(session.getAttribute("b")).isNull();
                    assertThat(Collections.list(session.getAttributeNames())).containsExactly("a");
                });
    }

    @Test
    @Section("7.4")
    void aValueIsToldBeforeItIsThere() throws Exception {
        assertThat(told(session -> {}, session -> {})).containsExactly("bound a there false");
    }

    @Test
    @Section("7.4")
    void aValueThatIsRemovedIsToldWhenItIsGone() throws Exception {
        assertThat(told(session -> session.removeAttribute("a"), session -> {}))
                .containsExactly("bound a there false", "unbound a there false");
    }

    @Test
    @Section("HttpSession.setAttribute")
    void aValueThatIsReplacedIsToldWhenItIsGone() throws Exception {
        assertThat(told(session -> session.setAttribute("a", "other"), session -> {}))
                .containsExactly("bound a there false", "unbound a there false");
    }

    @Test
    @Section("HttpSession.setAttribute")
    void aNullValueRemovesWhatWasThere() throws Exception {
        assertThat(
                        told(
                                session -> session.setAttribute("a", null),
                                session -> assertThat(session.getAttribute("a")).isNull()))
                .endsWith("unbound a there false");
    }

    @Test
    @Section("HttpSession.invalidate")
    void theValuesOfAnInvalidatedSessionAreUnbound() throws Exception {
        assertThat(told(HttpSession::invalidate, session -> {}))
                .hasSize(2)
                .last()
                .asString()
                .startsWith("unbound a");
    }

    @Test
    @Section("HttpSession.removeAttribute")
    void toRemoveWhatIsNotThereDoesNothing() throws Exception {
        assertThat(heard((request, response) -> request.getSession().removeAttribute("none")))
                .containsExactly("1 created true", "2 created true");
    }

    @Test
    @Section("HttpSessionAttributeListener")
    void attributesThatComeChangeAndGoAreToldWithTheirValues() throws Exception {
        assertThat(
                        heard(
                                (request, response) -> {
                                    HttpSession session = request.getSession();
                                    session.setAttribute("a", "v");
                                    session.setAttribute("a", "w");
                                    session.removeAttribute("a");
                                }))
                .containsSubsequence("1 added a=v", "1 replaced a=v", "1 removed a=w");
    }

    @Test
    @Section("11.6")
    void whatAListenerOfAttributesThrowsIsTheCallersAndNoOtherIsTold() throws Exception {
        List<String> events = new CopyOnWriteArrayList<>();
        HttpSessionAttributeListener failing =
                new HttpSessionAttributeListener() {
                    @Override
                    public void attributeAdded(HttpSessionBindingEvent event) {
                        throw new IllegalArgumentException("on purpose");
                    }
                };
        try (SessionServer own =
                SessionServer.listening(
                        server,
                        (request, response) -> {
                            try {
                                request.getSession().setAttribute("a", "v");
                            } catch (IllegalArgumentException e) {
                                response.getWriter().print(e.getMessage());
                            }
                        },
                        failing,
                        new Told("2", events))) {
            assertThat(own.get("/").text()).isEqualTo("on purpose");
            assertThat(events).containsExactly("2 created true");
        }
    }

    // ---- the end

    @Test
    @Section("HttpSessionListener")
    void listenersAreToldInTheirOrderAndOfTheEndInReverseWithTheAttributes() throws Exception {
        assertThat(
                        heard(
                                (request, response) -> {
                                    request.getSession().setAttribute("a", "v");
                                    request.getSession().invalidate();
                                }))
                .containsExactly(
                        "1 created true",
                        "2 created true",
                        "1 added a=v",
                        "2 added a=v",
                        "2 destroyed v",
                        "1 destroyed v",
                        "1 removed a=v",
                        "2 removed a=v");
    }

    @Test
    @Section("11.3.4")
    void sessionsEndBeforeTheirContext() throws Exception {
        List<String> events = new CopyOnWriteArrayList<>();
        jakarta.servlet.ServletContextListener context =
                new jakarta.servlet.ServletContextListener() {
                    @Override
                    public void contextDestroyed(jakarta.servlet.ServletContextEvent event) {
                        events.add("context");
                    }
                };
        try (SessionServer own =
                SessionServer.listening(server, CREATE, context, new Told("1", events))) {
            own.get("/");
        }
        assertThat(events).endsWith("1 destroyed null", "context");
    }

    @Test
    @Section("HttpSession.invalidate")
    void anInvalidatedSessionAnswersNoMore() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    HttpSession session = request.getSession();
                    session.invalidate();
                    for (ThrowingCallable call :
                            List.<ThrowingCallable>of(
                                    session::getCreationTime,
                                    session::getLastAccessedTime,
                                    () -> session.getAttribute("a"),
                                    session::getAttributeNames,
                                    () -> session.setAttribute("a", "v"),
                                    () -> session.removeAttribute("a"),
                                    session::invalidate,
                                    session::isNew,
                                    session::getAccessor)) {
                        assertThatThrownBy(call).isInstanceOf(IllegalStateException.class);
                    }
                });
    }

    @Test
    @Section("HttpSession.getId")
    void anInvalidatedSessionStillHasItsId() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    HttpSession session = request.getSession();
                    String id = session.getId();
                    session.invalidate();
                    assertThat(session.getId()).isEqualTo(id);
                });
    }

    @Test
    @Section("HttpServletRequest.isRequestedSessionIdValid")
    void theIdOfAnInvalidatedSessionIsNotValid() throws Exception {
        String cookie = created();
        in(
                cookie,
                (request, response) -> {
                    assertThat(request.isRequestedSessionIdValid()).isTrue();
                    request.getSession().invalidate();
                    assertThat(request.isRequestedSessionIdValid()).isFalse();
                    assertThat(cookie)
                            .isEqualTo("Cookie: JSESSIONID=" + request.getRequestedSessionId());
                });
    }

    @Test
    @Section("HttpServletRequest.getSession")
    void afterAnInvalidationTheRequestGetsAnotherSession() throws Exception {
        in(
                created(),
                (request, response) -> {
                    HttpSession before = request.getSession();
                    before.invalidate();
                    assertThat(request.getSession(false)).isNull();
                    assertThat(request.getSession()).isNotSameAs(before);
                    assertThat(request.getSession().isNew()).isTrue();
                });
    }

    @Test
    @Section("7.5")
    void aNewRequestDoesNotSeeASessionThatIsEnding() throws Exception {
        AtomicReference<String> seen = new AtomicReference<>();
        AtomicReference<SessionServer> own = new AtomicReference<>();
        HttpSessionListener ending =
                new HttpSessionListener() {
                    @Override
                    public void sessionDestroyed(HttpSessionEvent event) {
                        try {
                            String id = "JSESSIONID=" + event.getSession().getId();
                            seen.set(own.get().get("/look", "Cookie: " + id).text());
                        } catch (java.io.IOException e) {
                            seen.set(e.toString());
                        }
                    }
                };
        try (SessionServer started =
                SessionServer.listening(
                        server,
                        (request, response) -> {
                            if (request.getRequestURI().endsWith("/look")) {
                                response.getWriter().print(request.getSession(false));
                            } else {
                                request.getSession().invalidate();
                            }
                        },
                        ending)) {
            own.set(started);
            started.get("/");
        }
        assertThat(seen.get()).isEqualTo("null");
    }

    // ---- timeouts

    @Test
    @Section("7.5")
    void minutesOfTheContextAreSecondsOfTheSession() throws Exception {
        server.get(
                "/",
                (request, response) ->
                        assertThat(request.getSession().getMaxInactiveInterval())
                                .isPositive()
                                .isEqualTo(request.getServletContext().getSessionTimeout() * 60));
        try (SessionServer own =
                SessionServer.start(
                        server,
                        context -> context.setSessionTimeout(7),
                        (request, response) ->
                                response.getWriter()
                                        .print(request.getSession().getMaxInactiveInterval()))) {
            assertThat(own.get("/").text()).isEqualTo("420");
        }
    }

    @Test
    @Section("7.5")
    void withATimeoutOfZeroOrLessTheSessionNeverExpires() throws Exception {
        for (int never : new int[] {0, -1}) {
            try (SessionServer own =
                    SessionServer.start(
                            server,
                            context -> context.setSessionTimeout(never),
                            (request, response) ->
                                    response.getWriter()
                                            .print(
                                                    request.getSession().getMaxInactiveInterval()
                                                            <= 0))) {
                assertThat(own.get("/").text()).isEqualTo("true");
            }
        }
    }

    @Test
    @Section("HttpSession.setMaxInactiveInterval")
    void eachSessionCanHaveATimeOfItsOwn() throws Exception {
        String cookie = created();
        in(cookie, (request, response) -> request.getSession().setMaxInactiveInterval(77));
        in(
                cookie,
                (request, response) ->
                        assertThat(request.getSession().getMaxInactiveInterval()).isEqualTo(77));
    }

    @Test
    @Section("ServletContext.setSessionTimeout")
    void theTimeoutCannotBeSetAfterTheInitialisation() throws Exception {
        server.get(
                "/",
                (request, response) ->
                        assertThatThrownBy(() -> request.getServletContext().setSessionTimeout(1))
                                .isInstanceOf(IllegalStateException.class));
    }

    @Test
    @Section("7.5")
    void aSessionThatNobodyUsesExpires() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        HttpSessionBindingListener value =
                new HttpSessionBindingListener() {
                    @Override
                    public void valueUnbound(HttpSessionBindingEvent event) {
                        ended.countDown();
                    }
                };
        String cookie = created();
        in(
                cookie,
                (request, response) -> {
                    request.getSession().setAttribute("v", value);
                    request.getSession().setMaxInactiveInterval(1);
                });
        Waiting.until("the session expires", () -> ended.getCount() == 0);
        in(cookie, (request, response) -> assertThat(request.getSession(false)).isNull());
    }

    // ---- times

    @Test
    @Section("7.6")
    void theLastAccessWasThatOfTheRequestBefore() throws Exception {
        String cookie = created();
        tick();
        long before = System.currentTimeMillis();
        in(cookie, (request, response) -> request.getSession());
        long after = System.currentTimeMillis();
        tick();
        in(
                cookie,
                (request, response) ->
                        assertThat(request.getSession().getLastAccessedTime())
                                .isBetween(before, after));
    }

    @Test
    @Section("7.6")
    void aRequestThatDoesNotAskForItsSessionIsAnAccessToo() throws Exception {
        String cookie = created();
        long before = System.currentTimeMillis();
        tick();
        in(cookie, (request, response) -> {});
        in(
                cookie,
                (request, response) ->
                        assertThat(request.getSession().getLastAccessedTime())
                                .isGreaterThan(before));
    }

    @Test
    @Section("HttpSession.getLastAccessedTime")
    void whatAnApplicationDoesWithItIsNoAccess() throws Exception {
        in(
                created(),
                (request, response) -> {
                    HttpSession session = request.getSession();
                    long last = session.getLastAccessedTime();
                    tick();
                    session.setAttribute("a", "v");
                    session.getAttribute("a");
                    assertThat(session.getLastAccessedTime()).isEqualTo(last);
                });
    }

    @Test
    @Section("HttpSession.getCreationTime")
    void theTimeOfItsCreationStays() throws Exception {
        AtomicReference<Long> created = new AtomicReference<>();
        RawResponse first =
                server.get(
                        "/",
                        (request, response) -> {
                            HttpSession session = request.getSession();
                            created.set(session.getCreationTime());
                            assertThat(session.getLastAccessedTime())
                                    .isGreaterThanOrEqualTo(created.get());
                        });
        in(
                SessionServer.returned(first),
                (request, response) ->
                        assertThat(request.getSession().getCreationTime())
                                .isEqualTo(created.get()));
    }

    // ---- threads

    @Test
    @Section("7.7.1")
    void threadsMayUseTheAttributesAtTheSameTime() throws Exception {
        in(
                created(),
                (request, response) -> {
                    HttpSession session = request.getSession();
                    List<Thread> threads = new ArrayList<>();
                    for (int t = 0; t < 4; t++) {
                        String prefix = t + "-";
                        Thread thread =
                                new Thread(
                                        () -> {
                                            for (int i = 0; i < 500; i++) {
                                                session.setAttribute(prefix + i, i);
                                                session.getAttributeNames();
                                            }
                                        });
                        threads.add(thread);
                        thread.start();
                    }
                    for (Thread thread : threads) {
                        try {
                            thread.join(RawClient.PATIENCE);
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                    assertThat(Collections.list(session.getAttributeNames())).hasSize(2000);
                });
    }
}
