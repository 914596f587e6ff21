package dev.serval.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.cert.X509Certificate;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a login of a host asks of the realms of its applications. */
class SharedLoginTest {
    private final AtomicInteger asked = new AtomicInteger();
    private final UserPrincipal ann = new UserPrincipal("ann", Set.of("admin"));

    /** Of users whose password is this one. */
    private Realm realm(String right) {
        return new Realm() {
            @Override
            public UserPrincipal authenticate(String user, String password, String client) {
                asked.incrementAndGet();
                return password.equals(right) ? new UserPrincipal(user, Set.of("here")) : null;
            }

            @Override
            public UserPrincipal authenticate(DigestAnswer answer) {
                return null;
            }

            @Override
            public UserPrincipal authenticate(X509Certificate certificate) {
                return null;
            }
        };
    }

    private SharedLogin login(String password) {
        return new SingleSignOn(SingleSignOn.SingleSignOnSettings.DEFAULTS)
                .begin(ann, "FORM", Realm.NOBODY, password);
    }

    @Test
    void aRealmThatRefusesIsNotAskedAgainOrItWouldLockTheUserOut() {
        SharedLogin login = login("wrong");
        Realm refusing = realm("right");
        assertThat(login.authenticate(refusing, null)).isNull();
        assertThat(login.authenticate(refusing, null)).isNull();
        assertThat(asked).hasValue(1);
        assertThat(login.authenticate(realm("wrong"), null)).isNotNull();
        assertThat(asked).hasValue(2);
    }

    @Test
    void aRealmThatFindsTheUserSaysWhatItMayDoThere() {
        SharedLogin login = login("right");
        Realm finding = realm("right");
        assertThat(login.authenticate(finding, null))
                .isEqualTo(new UserPrincipal("ann", Set.of("here")));
        assertThat(login.authenticate(finding, null))
                .isEqualTo(new UserPrincipal("ann", Set.of("here")));
    }

    @Test
    void withoutAPasswordNobodyIsAsked() {
        assertThat(login(null).authenticate(realm("right"), null)).isNull();
        assertThat(asked).hasValue(0);
    }
}
