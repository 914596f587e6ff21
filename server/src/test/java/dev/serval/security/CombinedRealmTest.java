package dev.serval.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.security.LockOutRealm.LockOutSettings;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Several realms, of which one may not answer. */
class CombinedRealmTest {
    private static final Realm KNOWS_ANN =
            MemoryRealm.of(new Users(List.of(new Users.User("ann", "a", Set.of("admin")))));

    /** Cannot say anything. */
    private static final Realm SILENT =
            new Realm() {
                @Override
                public UserPrincipal authenticate(String user, String password, String client) {
                    throw new LoginsBusyException("silent", 5);
                }

                @Override
                public UserPrincipal authenticate(DigestAnswer answer) {
                    throw new LoginsBusyException("silent", 5);
                }

                @Override
                public UserPrincipal authenticate(X509Certificate certificate) {
                    throw new LoginsBusyException("silent", 5);
                }
            };

    @Test
    void oneThatDoesNotAnswerKeepsNobodyOutWhomAnotherKnows() {
        assertThat(new CombinedRealm(List.of(SILENT, KNOWS_ANN)).authenticate("ann", "a").roles())
                .containsExactly("admin");
        assertThat(new CombinedRealm(List.of(KNOWS_ANN, SILENT)).authenticate("ann", "a").roles())
                .containsExactly("admin");
    }

    @Test
    void whomNoneKnowsIsNotRefusedForOneThatDoesNotAnswer() {
        assertThatThrownBy(
                        () ->
                                new CombinedRealm(List.of(SILENT, KNOWS_ANN))
                                        .authenticate("ann", "wrong"))
                .isInstanceOf(LoginsBusyException.class);
    }

    @Test
    void whatIsNotAnsweredIsNoFailure() {
        LockOutRealm realm =
                new LockOutRealm(
                        new CombinedRealm(List.of(SILENT, KNOWS_ANN)),
                        new LockOutSettings(1, 300, 10, false));
        assertThatThrownBy(() -> realm.authenticate("ann", "wrong"))
                .isInstanceOf(LoginsBusyException.class);
        assertThat(realm.authenticate("ann", "a")).isNotNull();
    }
}
