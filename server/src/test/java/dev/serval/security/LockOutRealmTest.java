package dev.serval.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
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
    private final MemoryRealm memory = memory(users, new Counting());
    private final LockOutRealm realm =
            new LockOutRealm(memory, new LockOutRealm.LockOutSettings(3, 10, 4, false), clock::get);

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

    /** Nobody's password is looked at. */
    private static class Busy implements Realm {
        @Override
        public UserPrincipal authenticate(String user, String password, String client) {
            throw new LoginsBusyException("busy", 1);
        }

        @Override
        public UserPrincipal authenticate(DigestAnswer answer) {
            return null;
        }

        @Override
        public UserPrincipal authenticate(X509Certificate certificate) {
            return null;
        }
    }

    private static MemoryRealm memory(Users users, CredentialHandler credentials) {
        return new MemoryRealm(
                () -> users,
                credentials,
                CertificateNames.DEFAULTS,
                new LoginThreads(),
                RealmLimits.DEFAULTS);
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
    void lettersOfWhichOneIsAnotherInCapitalsGiveNoMoreAttempts() {
        List<String> guessed = new ArrayList<>();
        Realm likeDatabases =
                new Busy() {
                    @Override
                    public UserPrincipal authenticate(String user, String password, String client) {
                        guessed.add(user);
                        return null;
                    }
                };
        LockOutRealm locking =
                new LockOutRealm(
                        likeDatabases,
                        new LockOutRealm.LockOutSettings(1, 10, 100, false),
                        clock::get);
        // Each of them equalsIgnoreCase("kristin"), but for the last two, which a directory
        // compares as one.
        for (String user :
                List.of(
                        "kristin",
                        "KRISTIN",
                        "kr\u0131stin",
                        "krist\u0130n",
                        "kri\u017ftin",
                        "\u212aristin",
                        "stra\u00dfe",
                        "STRASSE")) {
            assertThat(locking.authenticate(user, "guess")).isNull();
        }
        assertThat(guessed).containsExactly("kristin", "stra\u00dfe");
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
    void aLockedUserCostsNothingKnownOrNot() {
        for (String user : List.of("ann", "nobody")) {
            fail(user, 3);
            compared.set(0);
            fail(user, 1);
            assertThat(compared).as(user).hasValue(0);
        }
    }

    @Test
    void anUnknownUserTakesTheTimeOfTheSlowestForm() {
        CredentialHandler slow = new Pbkdf2Credentials(LoginQueue.SLOW);
        String hashed = slow.mutate("h");
        List<String> asked = new CopyOnWriteArrayList<>();
        Set<Thread> hashing = ConcurrentHashMap.newKeySet();
        CredentialHandler counting =
                new CredentialHandler() {
                    @Override
                    public boolean matches(String password, String kept) {
                        asked.add(kept);
                        if (kept.equals(hashed)) {
                            hashing.add(Thread.currentThread());
                        }
                        return slow.matches(password, kept);
                    }

                    @Override
                    public int rounds(String kept) {
                        return slow.rounds(kept);
                    }

                    @Override
                    public String mutate(String password) {
                        return slow.mutate(password);
                    }

                    @Override
                    public String a1(DigestAnswer answer, String kept) {
                        return slow.a1(answer, kept);
                    }
                };
        Users mixed =
                new Users(
                        List.of(
                                new Users.User("plain", "p", Set.of()),
                                new Users.User("hashed", hashed, Set.of())));
        Realm both = memory(mixed, counting);
        assertThat(both.authenticate("nobody", "x")).isNull();
        assertThat(asked).containsExactly(hashed);
        asked.clear();
        assertThat(both.authenticate("hashed", "x")).isNull();
        assertThat(asked).containsExactly(hashed);
        asked.clear();
        assertThat(both.authenticate("plain", "x")).isNull();
        assertThat(asked).as("the fast one tells nothing").containsExactly("p", hashed);
        assertThat(both.authenticate("plain", "p")).isNotNull();
        assertThat(both.authenticate("hashed", "h")).isNotNull();
        assertThat(hashing)
                .as("only threads of logins hash slowly")
                .isNotEmpty()
                .doesNotContain(Thread.currentThread());
    }

    @Test
    void aLoginThatWasNotLookedAtIsNoFailure() {
        Realm busy =
                new LockOutRealm(
                        new Busy(), new LockOutRealm.LockOutSettings(1, 10, 4, false), clock::get);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> busy.authenticate("ann", "x"))
                    .isInstanceOf(LoginsBusyException.class);
        }
    }

    /** Whose answer comes after others have failed. */
    @Test
    void aRightPasswordDoesNotCountOnceTheUserIsLocked() {
        LockOutRealm[] outer = new LockOutRealm[1];
        Realm slow =
                new Busy() {
                    @Override
                    public UserPrincipal authenticate(String user, String password, String client) {
                        if (!password.equals("right")) {
                            return null;
                        }
                        for (int i = 0; i < 3; i++) {
                            outer[0].authenticate(user, "wrong");
                        }
                        return new UserPrincipal(user, Set.of());
                    }
                };
        outer[0] =
                new LockOutRealm(
                        slow, new LockOutRealm.LockOutSettings(3, 10, 4, false), clock::get);
        assertThat(outer[0].authenticate("ann", "right")).isNull();
    }

    @Test
    void longNamesAreRememberedInLittleMemory() {
        String ann = "x".repeat(1_000_000);
        fail(ann + "1", 3);
        compared.set(0);
        fail(ann + "1", 1);
        assertThat(compared).as("locked").hasValue(0);
        fail(ann + "2", 1);
        assertThat(compared).as("another one").hasValue(1);
        assertThat(realm.names()).allSatisfy(name -> assertThat(name).hasSizeLessThan(129));
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
