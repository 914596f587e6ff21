package dev.serval.tests;

import static jakarta.servlet.SessionTrackingMode.SSL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import jakarta.servlet.http.HttpSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** A connection that TLS protects leads to the session, and nothing that a client could send. */
@OnSixWires
final class Servlet61Section7_1_2SslSessionsTest {
    private static final OneServlet.Body COUNTING =
            (request, response) -> {
                HttpSession session = request.getSession();
                String requested =
                        request.isRequestedSessionIdFromCookie()
                                        || request.isRequestedSessionIdFromURL()
                                ? "shown"
                                : session.getId().equals(request.getRequestedSessionId()) + "";
                if (request.getRequestURI().endsWith("/change")) {
                    request.changeSessionId();
                } else if (request.getRequestURI().endsWith("/end")) {
                    session.invalidate();
                    session = request.getSession();
                }
                Integer before = (Integer) session.getAttribute("count");
                session.setAttribute("count", before == null ? 1 : before + 1);
                response.getWriter()
                        .print(
                                session.getAttribute("count")
                                        + " "
                                        + session.isNew()
                                        + " "
                                        + requested
                                        + " "
                                        + response.encodeURL("x"));
            };

    @Parameter ServletUnderTest server;

    private static String get(String path, String... fields) {
        return ServerUnderTest.request("GET", "/app" + path, fields);
    }

    @Test
    void requestsOfOneTlsSessionAreOfOneSession() throws Exception {
        assumeTrue(server.wire().tls());
        try (SessionServer own = SessionServer.tracking(server, COUNTING, SSL);
                RawClient client = own.connect()) {
            assertThat(client.exchange(get("/")).text()).isEqualTo("1 true false x");
            assertThat(client.exchange(get("/")).text()).isEqualTo("2 false true x");
        }
    }

    @Test
    void neitherCookiesNorUrlsAreOfAnyUse() throws Exception {
        assumeTrue(server.wire().tls());
        try (SessionServer own =
                        SessionServer.tracking(
                                server,
                                (request, response) -> {
                                    HttpSession session = request.getSession(false);
                                    response.getWriter()
                                            .print(
                                                    session == null
                                                            ? "new " + request.getSession().getId()
                                                            : "known");
                                },
                                SSL);
                RawClient one = own.connect();
                RawClient other = own.connect()) {
            RawResponse first = one.exchange(get("/"));
            assertThat(first.all("Set-Cookie")).isEmpty();
            String id = first.text().substring("new ".length());
            RawResponse stolen =
                    other.exchange(get("/;jsessionid=" + id, "Cookie: JSESSIONID=" + id));
            assertThat(stolen.text()).startsWith("new ").isNotEqualTo(first.text());
            assertThat(one.exchange(get("/")).text()).isEqualTo("known");
        }
    }

    @Test
    void aNewIdAndANewSessionAreOfTheSameClient() throws Exception {
        assumeTrue(server.wire().tls());
        try (SessionServer own = SessionServer.tracking(server, COUNTING, SSL);
                RawClient client = own.connect()) {
            client.exchange(get("/"));
            assertThat(client.exchange(get("/change")).text()).isEqualTo("2 false true x");
            assertThat(client.exchange(get("/")).text()).isEqualTo("3 false true x");
            assertThat(client.exchange(get("/end")).text()).isEqualTo("1 true true x");
            assertThat(client.exchange(get("/")).text()).isEqualTo("2 false true x");
        }
    }

    @Test
    void itIsSupportedWhereAConnectorHasTls() throws Exception {
        if (server.wire().tls()) {
            SessionServer.tracking(server, COUNTING, SSL).close();
        } else {
            assertThatThrownBy(() -> SessionServer.tracking(server, COUNTING, SSL))
                    .hasMessageContaining("no connector has TLS");
        }
    }
}
