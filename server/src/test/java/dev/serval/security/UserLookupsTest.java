package dev.serval.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is asked of whoever knows the users of a realm. */
@Timeout(60)
class UserLookupsTest {
    private static UserLookups lookups(long patience) {
        return new UserLookups("it", 1, new RealmLimits(1, 20), patience);
    }

    @Test
    void theAnswerIsThatOfTheQuestion() {
        assertThat(lookups(10_000).<Set<String>>ask(null, () -> Set.of("a"))).containsExactly("a");
        assertThat(lookups(10_000).<String>ask("10.0.0.1", () -> null)).isNull();
    }

    @Test
    void aFailureIsNoAnswerAndTheNextQuestionIsAsked() {
        UserLookups lookups = lookups(10_000);
        assertThatThrownBy(
                        () ->
                                lookups.ask(
                                        null,
                                        () -> {
                                            throw new IOException("gone\nSRV-0001 forged");
                                        }))
                .isInstanceOf(LoginsBusyException.class)
                .hasMessage("it does not tell users: gone\\u000aSRV-0001 forged");
        assertThat(lookups.<String>ask(null, () -> "there")).isEqualTo("there");
    }

    @Test
    void anAnswerThatDoesNotComeIsWaitedForNoLonger() throws InterruptedException {
        UserLookups lookups = lookups(20);
        Semaphore asked = new Semaphore(0);
        Semaphore free = new Semaphore(0);
        assertThatThrownBy(
                        () ->
                                lookups.ask(
                                        null,
                                        () -> {
                                            asked.release();
                                            free.acquire();
                                            return "late";
                                        }))
                .isInstanceOf(LoginsBusyException.class)
                .hasMessageContaining("there was no answer for 20 ms");
        assertThat(asked.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(() -> lookups.ask(null, () -> "second"))
                .as("it still holds the one thread")
                .isInstanceOf(LoginsBusyException.class)
                .hasMessageContaining("its turn has not come in time");
        free.release();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a\u0000", "a\nb", "\u0085", "\uD800", "x\uDC00y"})
    void whatNobodyIsCalledIsNoName(String name) {
        assertThat(UserLookups.isName(name)).isFalse();
    }

    @Test
    void aNameHasALimit() {
        assertThat(UserLookups.isName("\uD83D\uDE00 o'hara")).isTrue();
        assertThat(UserLookups.isName("a".repeat(1000))).isTrue();
        assertThat(UserLookups.isName("a".repeat(1001))).isFalse();
        assertThat(UserLookups.isName(null)).isFalse();
    }
}
