package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Servlet 6.1 §7, and rule 19 of what a cookie of sessions is. */
@ParameterizedClass
@EnumSource(Wire.class)
final class SessionTest {
    private static final OneServlet.Body COUNTER =
            (request, response) -> {
                HttpSession session = request.getSession();
                Integer count = (Integer) session.getAttribute("count");
                session.setAttribute("count", count == null ? 1 : count + 1);
                response.getWriter().print(session.getAttribute("count") + " " + session.isNew());
            };

    @Parameter Wire wire;

    private static String cookie(RawResponse response) {
        return response.field("Set-Cookie").replaceAll(";.*", "");
    }

    private static String id(RawResponse response) {
        return cookie(response).substring("JSESSIONID=".length());
    }

    @Test
    void aSessionIsFoundAgainByItsCookie() throws Exception {
        try (OneServlet server = OneServlet.start(wire, COUNTER)) {
            RawResponse first = server.get("/");
            assertThat(first.text()).isEqualTo("1 true");
            RawResponse second = server.get("/", "Cookie: " + cookie(first));
            assertThat(second.text()).isEqualTo("2 false");
            assertThat(second.all("Set-Cookie")).isEmpty();
        }
    }

    @Test
    void rule19TheCookieIsHttpOnlyLaxAndOfTheContext() throws Exception {
        try (OneServlet server = OneServlet.start(wire, COUNTER)) {
            String cookie = server.get("/").field("Set-Cookie");
            assertThat(cookie)
                    .matches("JSESSIONID=[0-9A-F]{32,}; .*")
                    .contains("; Path=/app")
                    .contains("; HttpOnly")
                    .contains("; SameSite=Lax")
                    .doesNotContain("Max-Age", "Domain");
            assertThat(cookie.contains("; Secure")).isEqualTo(wire.tls());
        }
    }

    @Test
    void rule19IdsDoNotRepeat() throws Exception {
        try (OneServlet server = OneServlet.start(wire, COUNTER)) {
            Set<String> ids = new HashSet<>();
            for (int i = 0; i < 50; i++) {
                ids.add(id(server.get("/")));
            }
            assertThat(ids).hasSize(50);
        }
    }

    @Test
    void rule19AnIdThatTheClientMadeUpIsNeverAdopted() throws Exception {
        try (OneServlet server = OneServlet.start(wire, COUNTER)) {
            String made = "A".repeat(id(server.get("/")).length());
            RawResponse answer = server.get("/", "Cookie: JSESSIONID=" + made);
            assertThat(answer.text()).isEqualTo("1 true");
            assertThat(id(answer)).isNotEqualTo(made);
        }
    }

    @Test
    void theFirstKnownOfSeveralCookiesCounts() throws Exception {
        try (OneServlet server = OneServlet.start(wire, COUNTER)) {
            String known = cookie(server.get("/"));
            assertThat(server.get("/", "Cookie: JSESSIONID=old; " + known).text())
                    .isEqualTo("2 false");
        }
    }

    @Test
    void anIdInTheUrlIsToldAndNotUsed() throws Exception {
        try (OneServlet server =
                OneServlet.start(
                        wire,
                        (request, response) ->
                                response.getWriter()
                                        .print(
                                                request.getRequestedSessionId()
                                                        + request.isRequestedSessionIdFromURL()
                                                        + response.encodeURL("/x")))) {
            assertThat(server.get("/a;jsessionid=123").text()).isEqualTo("123true/x");
        }
    }

    @Test
    void withoutCreationThereIsNone() throws Exception {
        try (OneServlet server =
                OneServlet.start(
                        wire,
                        (request, response) ->
                                response.getWriter().print(request.getSession(false)))) {
            RawResponse answer = server.get("/");
            assertThat(answer.text()).isEqualTo("null");
            assertThat(answer.all("Set-Cookie")).isEmpty();
        }
    }

    @Test
    void anInvalidatedSessionIsGone() throws Exception {
        try (OneServlet server =
                OneServlet.start(
                        wire,
                        (request, response) -> {
                            if (request.getRequestURI().endsWith("/end")) {
                                request.getSession().invalidate();
                                response.getWriter()
                                        .print(
                                                request.getSession(false)
                                                        + " "
                                                        + request.isRequestedSessionIdValid());
                            } else {
                                COUNTER.service(request, response);
                            }
                        })) {
            String cookie = "Cookie: " + cookie(server.get("/"));
            assertThat(server.get("/end", cookie).text()).isEqualTo("null false");
            assertThat(server.get("/", cookie).text()).isEqualTo("1 true");
        }
    }

    @Test
    void anotherIdKeepsTheSessionAndForgetsTheOldId() throws Exception {
        try (OneServlet server =
                OneServlet.start(
                        wire,
                        (request, response) -> {
                            if (request.getRequestURI().endsWith("/change")) {
                                request.changeSessionId();
                            }
                            COUNTER.service(request, response);
                        })) {
            String old = cookie(server.get("/"));
            RawResponse changed = server.get("/change", "Cookie: " + old);
            assertThat(changed.text()).isEqualTo("2 false");
            assertThat(cookie(changed)).isNotEqualTo(old);
            assertThat(server.get("/", "Cookie: " + cookie(changed)).text()).isEqualTo("3 false");
            assertThat(server.get("/", "Cookie: " + old).text()).isEqualTo("1 true");
        }
    }

    @Test
    void aNewSessionWithAnotherIdIsToldOnce() throws Exception {
        try (OneServlet server =
                OneServlet.start(
                        wire,
                        (request, response) -> {
                            request.getSession();
                            response.getWriter().print(request.changeSessionId());
                        })) {
            RawResponse answer = server.get("/");
            assertThat(id(answer)).isEqualTo(answer.text());
        }
    }

    @Test
    void changingTheIdWithoutASessionThrows() throws Exception {
        try (OneServlet server =
                OneServlet.start(wire, (request, response) -> request.changeSessionId())) {
            assertThat(server.get("/").status()).isEqualTo(500);
        }
    }

    @Test
    void aSessionAfterTheCommitThrows() throws Exception {
        try (OneServlet server =
                OneServlet.start(
                        wire,
                        (request, response) -> {
                            response.flushBuffer();
                            try {
                                request.getSession();
                            } catch (IllegalStateException e) {
                                response.getWriter().print("refused");
                            }
                        })) {
            assertThat(server.get("/").text()).isEqualTo("refused");
        }
    }

    @Test
    void aResetKeepsTheSession() throws Exception {
        try (OneServlet server =
                OneServlet.start(
                        wire,
                        (request, response) -> {
                            request.getSession();
                            response.reset();
                            COUNTER.service(request, response);
                        })) {
            assertThat(server.get("/", "Cookie: " + cookie(server.get("/"))).text())
                    .isEqualTo("2 false");
        }
    }

    @Test
    void anIdleSessionEndsAndTellsItsValues() throws Exception {
        AtomicInteger unbound = new AtomicInteger();
        HttpSessionBindingListener value =
                new HttpSessionBindingListener() {
                    @Override
                    public void valueUnbound(HttpSessionBindingEvent event) {
                        unbound.incrementAndGet();
                    }
                };
        try (OneServlet server =
                OneServlet.start(
                        wire,
                        (request, response) -> {
                            request.getSession().setAttribute("v", value);
                            request.getSession().setMaxInactiveInterval(1);
                        })) {
            server.get("/");
            Waiting.until("the sweep ends the session", () -> unbound.get() == 1);
        }
    }

    @Test
    void aStopEndsSessions() throws Exception {
        AtomicInteger unbound = new AtomicInteger();
        HttpSessionBindingListener value =
                new HttpSessionBindingListener() {
                    @Override
                    public void valueUnbound(HttpSessionBindingEvent event) {
                        unbound.incrementAndGet();
                    }
                };
        // Servers that other classes share may have sessions of their own.
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        try (OneServlet server =
                OneServlet.start(
                        wire,
                        (request, response) -> request.getSession().setAttribute("v", value))) {
            server.get("/");
        }
        assertThat(unbound.get()).isEqualTo(1);
        Waiting.until(
                "the thread that ended them ends",
                () ->
                        Thread.getAllStackTraces().keySet().stream()
                                .noneMatch(
                                        thread ->
                                                thread.getName().equals("serval-sessions")
                                                        && !before.contains(thread)));
    }
}
