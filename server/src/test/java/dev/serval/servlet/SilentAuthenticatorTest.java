package dev.serval.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import dev.serval.LoggedEvents;
import dev.serval.security.Authenticator;
import dev.serval.security.AuthenticatorSettings;
import dev.serval.security.LoginRequest;
import dev.serval.security.Realm;
import dev.serval.security.SecurityConstraint;
import dev.serval.security.UserPrincipal;
import dev.serval.servlet.security.Logins;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** An authenticator of somebody else finds nobody: its answer counts, and it has to give one. */
class SilentAuthenticatorTest {
    /** What an authenticator answers. */
    private interface Answer {
        void to(HttpServletResponse response) throws IOException;
    }

    private record FindingNobody(Answer answer) implements Authenticator {
        @Override
        public String authType() {
            return "NOBODY";
        }

        @Override
        public UserPrincipal authenticate(LoginRequest login, Realm realm) throws IOException {
            answer.to(login.response());
            return null;
        }
    }

    private static App app(Answer answer) {
        return App.of(
                App.builder()
                        .servlet("secret", TestServlet.says("treasure"), -1, "/secret")
                        .servlet(
                                "asking",
                                TestServlet.of((asked, answered) -> asked.authenticate(answered)),
                                -1,
                                "/asking")
                        .constraint(
                                new SecurityConstraint(
                                        SecurityConstraint.Collection.of("/secret"),
                                        Set.of("**"),
                                        false))
                        .authenticator(new FindingNobody(answer), AuthenticatorSettings.DEFAULTS));
    }

    @Test
    void whereItSaysNothingTheAnswerIs403AndTheLogSaysSoOnce() {
        Logger logger = (Logger) LoggerFactory.getLogger(Logins.class);
        LoggedEvents events = new LoggedEvents();
        logger.addAppender(events);
        try {
            App app = app(response -> response.setHeader("X-Seen", "yes"));
            for (String path : new String[] {"/secret", "/secret", "/asking"}) {
                FakeStream answer = app.get(path);
                assertThat(answer.status).as(path).isEqualTo(403);
                assertThat(answer.body()).doesNotContain("treasure");
            }
        } finally {
            logger.detachAppender(events);
        }
        assertThat(events.list)
                .singleElement()
                .satisfies(
                        event ->
                                assertThat(event.getFormattedMessage())
                                        .startsWith("SRV-0663 ")
                                        .contains(FindingNobody.class.getName(), "'/app'"));
    }

    @Test
    void whatItSaysStands() {
        assertThat(app(response -> response.sendError(401)).get("/secret").status).isEqualTo(401);
        assertThat(app(response -> response.setStatus(401)).get("/secret").status).isEqualTo(401);
        assertThat(app(response -> response.sendRedirect("/in")).get("/secret").status)
                .isEqualTo(302);
        FakeStream asking = app(response -> response.getWriter().print("who?")).get("/secret");
        assertThat(asking.status).isEqualTo(200);
        assertThat(asking.body()).isEqualTo("who?");
    }
}
