package dev.serval.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.servlet.AppContext;
import dev.serval.session.Session;
import dev.serval.session.SessionListeners;
import dev.serval.session.Sessions;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The login of a session that is kept outside of the process. */
class LoginFormTest {
    private final Sessions sessions =
            new Sessions(
                    AppContext.builder("/a").build().servletContext(),
                    () -> SessionListeners.NONE,
                    false);
    private final LoginForm form = new LoginForm();
    private final UserPrincipal ann = new UserPrincipal("änn", Set.of("admin", "user"));
    private final Realm realm = new NoRealm();

    private Session loggedIn() {
        Session session = sessions.create(60, made -> {});
        SessionLogin.enter(session, ann, "FORM", realm, null);
        return session;
    }

    @Test
    void nameAndRolesAreThoseOfTheRealmThatAsksFirst() {
        Session session = sessions.create(60, made -> {});
        session.firstNote(form.read(form.write(loggedIn().note())));
        assertThat(SessionLogin.of(session).principalOf(realm)).isNull();
        SessionLogin known = SessionLogin.of(session, realm);
        assertThat(known.principalOf(realm)).isEqualTo(ann);
        assertThat(known.authType()).isEqualTo("FORM");
        assertThat(SessionLogin.of(session, new NoRealm()).principalOf(new NoRealm())).isNull();
    }

    @Test
    void aSessionThatWaitsForItsLoginIsNotKept() {
        Session session = sessions.create(3600, made -> {});
        SavedRequest saved = null;
        session.note(null, new SessionLogin(null, null, null, saved, 3600, null, null));
        assertThat(form.keeps(session.note())).isFalse();
        assertThat(form.keeps(null)).isTrue();
        assertThat(form.keeps(loggedIn().note())).isTrue();
    }

    @Test
    void damagedBytesAreNoLogin() {
        byte[] bytes = form.write(loggedIn().note());
        assertThat(new String(bytes, StandardCharsets.UTF_8)).contains("FORM", "änn", "admin");
        for (int length = 0; length < bytes.length; length++) {
            assertThat(form.read(Arrays.copyOf(bytes, length))).isNull();
        }
    }

    @Test
    void aLoginPassesToTheApplicationThatFollows() {
        Session session = loggedIn();
        Session next = sessions.create(60, made -> {});
        next.firstNote(session.note().moved(session, next));
        assertThat(SessionLogin.of(next).principalOf(realm)).isEqualTo(ann);
    }
}
