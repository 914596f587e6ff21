package dev.serval.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PresentUsersTest {
    private static final UserPrincipal THEN = new UserPrincipal("ann", Set.of("admin"));
    private static final UserPrincipal NOW = new UserPrincipal("ann", Set.of("clerk"));

    private final AtomicLong time = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();
    private final PresentUsers present = new PresentUsers(time::get);

    private static final String HERE = "here";

    private UserPrincipal find(UserPrincipal answer) {
        return find(HERE, answer);
    }

    private UserPrincipal find(String database, UserPrincipal answer) {
        return present.find(
                database,
                "ann",
                name -> {
                    asked.incrementAndGet();
                    return answer;
                });
    }

    /** While nobody tells. */
    private UserPrincipal findSilently() {
        return present.find(
                HERE,
                "ann",
                name -> {
                    throw new LoginsBusyException("down", 5);
                });
    }

    private void later(long millis) {
        time.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    @Test
    void whatWasFoundCountsForASecond() {
        assertThat(find(NOW)).isEqualTo(NOW);
        later(999);
        assertThat(find(null)).isEqualTo(NOW);
        assertThat(asked).hasValue(1);
        later(1);
        assertThat(find(null)).isNull();
        assertThat(find(NOW)).isNull();
        assertThat(asked).hasValue(2);
        later(1000);
        assertThat(find(NOW)).isEqualTo(NOW);
    }

    @Test
    void aLoginIsNewsOfTheUser() {
        present.add(HERE, NOW);
        assertThat(find(null)).isEqualTo(NOW);
        assertThat(asked).hasValue(0);
    }

    @Test
    void oneNameInTwoDatabasesIsTwoUsers() {
        present.add(HERE, THEN);
        assertThat(find("there", null)).isNull();
        assertThat(find("there", NOW)).isNull();
        assertThat(find(NOW)).isEqualTo(THEN);
    }

    @Test
    void whileSomebodyAsksOthersDoNot() {
        present.add(HERE, THEN);
        later(1000);
        UserPrincipal found =
                present.find(
                        HERE,
                        "ann",
                        name -> {
                            assertThat(find(null)).isEqualTo(THEN);
                            return NOW;
                        });
        assertThat(found).isEqualTo(NOW);
        assertThat(asked).hasValue(0);
        assertThat(find(null)).isEqualTo(NOW);
    }

    /** Who was removed an hour ago has not the old roles in a burst of requests. */
    @Test
    void anAnswerOfLongAgoDoesNotCountWhileSomebodyAsks() {
        present.add(HERE, THEN);
        later(2000);
        UserPrincipal found =
                present.find(
                        HERE,
                        "ann",
                        name -> {
                            assertThat(find(null)).isNull();
                            return null;
                        });
        assertThat(found).isNull();
        assertThat(asked).hasValue(1);
    }

    @Test
    void anAnswerToAnOlderQuestionDoesNotReplaceANewerOne() {
        present.add(HERE, THEN);
        later(3000);
        present.find(
                HERE,
                "ann",
                name -> {
                    later(3000);
                    assertThat(find(null)).isNull();
                    return THEN;
                });
        assertThat(find(NOW)).isNull();
        assertThat(asked).hasValue(1);
    }

    @Test
    void withoutAnswerWhatWasKnownCountsForAMinute() {
        present.add(HERE, NOW);
        later(59_999);
        assertThat(findSilently()).isEqualTo(NOW);
        assertThat(find(null)).as("whoever comes next asks").isNull();
        later(60_000);
        assertThatThrownBy(this::findSilently).isInstanceOf(LoginsBusyException.class);
    }

    @Test
    void withoutAnswerAUserOfWhomNothingIsKnownDoesNotCount() {
        assertThatThrownBy(this::findSilently).isInstanceOf(LoginsBusyException.class);
    }

    @Test
    void usersOfLongAgoAreForgotten() {
        present.add(HERE, NOW);
        for (int i = 0; i < 1000; i++) {
            present.add(HERE, new UserPrincipal("user" + i, Set.of()));
        }
        assertThat(find(THEN)).isEqualTo(THEN);
        assertThat(asked).hasValue(1);
    }
}
