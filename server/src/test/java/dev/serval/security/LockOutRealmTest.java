package dev.serval.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Guessing is stopped, in bounded memory, and tells nothing by its cost. */
class LockOutRealmTest {
    private final AtomicLong clock = new AtomicLong();
    private final AtomicInteger compared = new AtomicInteger();
    private final Users users =
            new Users(
                    List.of(
                            new Users.User("ann", "right", Set.of("admin")),
                            new Users.User("no-password", null, Set.of("admin"))));
    private final MemoryRealm memory = new MemoryRealm(() -> users, new Counting(), true);
    private final LockOutRealm realm =
            new LockOutRealm(memory, new LockOutRealm.Settings(3, 10, 4, false), clock::get);

    /** Plain text that counts how often it is asked. */
    private final class Counting implements CredentialHandler {
        @Override
        public boolean matches(String password, String kept) {
            compared.incrementAndGet();
            return password.equals(kept);
        }

        @Override
        public String mutate(String password) {
            return password;
        }

        @Override
        public String a1(DigestAnswer answer, String kept) {
            return answer.a1(kept);
        }
    }

    private void fail(String user, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(realm.authenticate(user, "wrong")).isNull();
        }
    }

    @Test
    void aUserIsLockedAfterSoManyFailures() {
        fail("ann", 2);
        assertThat(realm.authenticate("ann", "right").name()).isEqualTo("ann");
        fail("ann", 3);
        assertThat(realm.authenticate("ann", "right")).isNull();
        assertThat(realm.authenticate("ANN", "right")).isNull();
    }

    @Test
    void theTimeOfALockPassesAndAttemptsBeginItAnew() {
        fail("ann", 3);
        clock.addAndGet(TimeUnit.SECONDS.toNanos(9));
        assertThat(realm.authenticate("ann", "right")).isNull();
        clock.addAndGet(TimeUnit.SECONDS.toNanos(9));
        assertThat(realm.authenticate("ann", "right")).isNull();
        clock.addAndGet(TimeUnit.SECONDS.toNanos(10));
        assertThat(realm.authenticate("ann", "right")).isNotNull();
    }

    @Test
    void nothingIsForgottenOfWhoIsLockedWhileOthersCanBe() {
        fail("ann", 3);
        for (int i = 0; i < 100; i++) {
            fail("user" + i, 1);
        }
        assertThat(realm.size()).isEqualTo(4);
        assertThat(realm.authenticate("ann", "right")).isNull();
    }

    @Test
    void anUnknownUserCostsAsMuchAsAWrongPassword() {
        for (String user : List.of("ann", "nobody", "no-password", "")) {
            compared.set(0);
            assertThat(memory.authenticate(user, "wrong")).isNull();
            assertThat(compared).as(user).hasValue(1);
        }
    }

    @Test
    void aLockedUserCostsAsMuchAsOthers() {
        fail("ann", 3);
        compared.set(0);
        fail("ann", 1);
        assertThat(compared).hasValue(1);
    }

    @Test
    void aPasswordThatWasRightIsComparedByItsSlowHashOnce() {
        assertThat(memory.authenticate("ann", "right")).isNotNull();
        assertThat(memory.authenticate("ann", "right")).isNotNull();
        assertThat(compared).hasValue(1);
        assertThat(memory.authenticate("ann", "wrong")).isNull();
        assertThat(compared).hasValue(2);
    }

    @Test
    void combinedRealmsAreAskedInTheirOrder() {
        Users others = new Users(List.of(new Users.User("bob", "b", Set.of())));
        Realm both = new CombinedRealm(List.of(memory, MemoryRealm.of(others)));
        assertThat(both.authenticate("ann", "right").roles()).containsExactly("admin");
        assertThat(both.authenticate("bob", "b")).isNotNull();
        assertThat(both.authenticate("bob", "right")).isNull();
        assertThat(Realm.NOBODY.authenticate("ann", "right")).isNull();
    }
}
