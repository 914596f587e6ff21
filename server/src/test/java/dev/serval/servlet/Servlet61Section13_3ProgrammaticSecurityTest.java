package dev.serval.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.security.AuthenticatorSettings;
import dev.serval.security.BasicAuthenticator;
import dev.serval.security.LoginConfig;
import dev.serval.security.MemoryRealm;
import dev.serval.security.RealmSettings;
import dev.serval.security.SecurityConstraint;
import dev.serval.security.Users;
import jakarta.annotation.security.RunAs;
import jakarta.servlet.HttpConstraintElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.annotation.ServletSecurity.EmptyRoleSemantic;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** login, logout, roles and their links, and what a program says of constraints. */
class Servlet61Section13_3ProgrammaticSecurityTest {
    private static final Users USERS =
            new Users(List.of(new Users.User("ann", "right", Set.of("manager"))));

    private static ContextBuilder users() {
        return App.builder().realm(MemoryRealm.of(USERS), RealmSettings.DEFAULTS);
    }

    private static String ask(ContextBuilder builder, TestServlet.Body body) {
        return App.of(builder.servlet("s", TestServlet.of(body), -1, "/s")).get("/s").body();
    }

    private static String who(HttpServletRequest request) {
        return request.getRemoteUser()
                + " "
                + request.getUserPrincipal()
                + " "
                + request.getAuthType();
    }

    @Test
    void loginTellsWhoItIsAndLogoutForgetsIt() {
        String said =
                ask(
                        users(),
                        (request, response) -> {
                            StringBuilder text = new StringBuilder(who(request));
                            request.login("ann", "right");
                            text.append(", ").append(who(request));
                            request.logout();
                            text.append(", ").append(who(request));
                            response.getWriter().print(text);
                        });
        assertThat(said).isEqualTo("null null null, ann ann LOGIN, null null null");
    }

    @Test
    void aWrongPasswordAndASecondLoginAreExceptions() {
        String said =
                ask(
                        users(),
                        (request, response) -> {
                            assertThatThrownBy(() -> request.login("ann", "wrong"))
                                    .isInstanceOf(ServletException.class);
                            assertThatThrownBy(() -> request.login("bob", "right"))
                                    .isInstanceOf(ServletException.class);
                            assertThat(request.getRemoteUser()).isNull();
                            request.login("ann", "right");
                            assertThatThrownBy(() -> request.login("ann", "right"))
                                    .isInstanceOf(ServletException.class);
                            assertThat(request.authenticate(response)).isTrue();
                            response.getWriter().print("all so");
                        });
        assertThat(said).isEqualTo("all so");
    }

    @Test
    void withoutAWayToLogInAuthenticateIsAnException() {
        String said =
                ask(
                        users(),
                        (request, response) -> {
                            assertThatThrownBy(() -> request.authenticate(response))
                                    .isInstanceOf(ServletException.class)
                                    .hasMessageContaining("login-config");
                            response.getWriter().print("said");
                        });
        assertThat(said).isEqualTo("said");
    }

    @Test
    void rolesAreThoseOfTheUserAndStarIsNone() {
        String said =
                ask(
                        users().roleLink("s", "FOO", "manager").roleLink("s", "BAR", "other"),
                        (request, response) -> {
                            boolean before = request.isUserInRole("**");
                            request.login("ann", "right");
                            StringBuilder text = new StringBuilder().append(before);
                            for (String role : List.of("manager", "FOO", "BAR", "x", "*", "**")) {
                                text.append(' ').append(request.isUserInRole(role));
                            }
                            response.getWriter().print(text);
                        });
        assertThat(said).isEqualTo("false true true false false false true");
    }

    @Test
    void whereTheApplicationNamesARoleOfTwoStarsItIsOne() {
        String said =
                ask(
                        users().roles(Set.of("**")),
                        (request, response) -> {
                            request.login("ann", "right");
                            response.getWriter().print(request.isUserInRole("**"));
                        });
        assertThat(said).isEqualTo("false");
    }

    @Test
    void theLoginOfASessionIsKnownToItsNextRequestAndGivesItAnotherId() {
        App app =
                App.of(
                        users().servlet(
                                        "in",
                                        TestServlet.of(
                                                (q, r) -> {
                                                    String before = q.getSession().getId();
                                                    q.login("ann", "right");
                                                    String after = q.getSession().getId();
                                                    assertThat(after).isNotEqualTo(before);
                                                    r.getWriter().print(before + " " + after);
                                                }),
                                        -1,
                                        "/in")
                                .servlet(
                                        "who",
                                        TestServlet.of((q, r) -> r.getWriter().print(who(q))),
                                        -1,
                                        "/who"));
        String[] ids = app.get("/in").body().split(" ");
        assertThat(who(app, ids[1])).isEqualTo("ann ann LOGIN");
        assertThat(who(app, ids[0])).as("the id from before the login").isEqualTo("null null null");
    }

    private static String who(App app, String id) {
        return app.handle(
                        FakeStream.of(
                                "GET /app/who HTTP/1.1\nHost: localhost\nCookie: JSESSIONID=" + id))
                .body();
    }

    /** Runs as another role. */
    @RunAs("boss")
    public static final class Runner extends HttpServlet {
        private static final long serialVersionUID = 1;
    }

    @Test
    void section13_3_theRoleThatAServletRunsAsIsShown() {
        App app =
                App.of(
                        App.builder()
                                .servletClass(
                                        "a", Runner.class.getName(), -1, false, Map.of(), null)
                                .servlet("b", TestServlet.says(""), -1)
                                .runAs("b", "clerk"));
        assertThat(app.context.servletContext().getServletRegistration("a").getRunAsRole())
                .isEqualTo("boss");
        assertThat(app.context.servletContext().getServletRegistration("b").getRunAsRole())
                .isEqualTo("clerk");
    }

    @Test
    void section13_4_2_setServletSecurityTellsWhatADescriptorHasConstrained() {
        SecurityConstraint open =
                new SecurityConstraint(SecurityConstraint.Collection.of("/a"), null, false);
        App app =
                App.of(
                        App.builder()
                                .constraint(open)
                                .initializer(
                                        (classes, context) -> {
                                            var s =
                                                    context.addServlet(
                                                            "s", TestServlet.says("open"));
                                            s.addMapping("/a", "/b");
                                            assertThat(
                                                            s.setServletSecurity(
                                                                    new ServletSecurityElement(
                                                                            new HttpConstraintElement(
                                                                                    EmptyRoleSemantic
                                                                                            .DENY))))
                                                    .containsExactly("/a");
                                            assertThatThrownBy(() -> s.setServletSecurity(null))
                                                    .isInstanceOf(IllegalArgumentException.class);
                                        },
                                        null));
        assertThat(app.get("/a").body()).isEqualTo("open");
        assertThat(app.get("/b").status).isEqualTo(403);
    }

    @Test
    void section13_4_1_aStarInAnAnnotationIsNotAllRoles() {
        App app =
                App.of(
                        users().roles(Set.of("manager"))
                                .authenticator(
                                        new BasicAuthenticator(
                                                LoginConfig.NONE, StandardCharsets.UTF_8),
                                        AuthenticatorSettings.DEFAULTS)
                                .servlet("s", TestServlet.says("treasure"), -1, "/s")
                                .servletSecurity(
                                        "s",
                                        new ServletSecurityElement(
                                                new HttpConstraintElement(
                                                        jakarta.servlet.annotation.ServletSecurity
                                                                .TransportGuarantee.NONE,
                                                        "*"))));
        FakeStream answer =
                app.handle(
                        FakeStream.of(
                                "GET /app/s HTTP/1.1\nHost: localhost\nAuthorization: Basic"
                                        + " YW5uOnJpZ2h0"));
        assertThat(answer.status).isEqualTo(403);
    }
}
