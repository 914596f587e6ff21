package dev.serval.security;

import static org.assertj.core.api.Assertions.assertThat;

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

    private UserPrincipal find(UserPrincipal answer) {
        return present.find(
                THEN,
                name -> {
                    asked.incrementAndGet();
                    return answer;
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
        present.add(NOW);
        assertThat(find(null)).isEqualTo(NOW);
        assertThat(asked).hasValue(0);
    }

    @Test
    void whileSomebodyAsksOthersDoNot() {
        present.add(THEN);
        later(1000);
        UserPrincipal found =
                present.find(
                        THEN,
                        name -> {
                            assertThat(find(null)).isEqualTo(THEN);
                            return NOW;
                        });
        assertThat(found).isEqualTo(NOW);
        assertThat(asked).hasValue(0);
        assertThat(find(null)).isEqualTo(NOW);
    }

    @Test
    void withoutAnswerWhatWasKnownCounts() {
        present.add(NOW);
        later(1000);
        UserPrincipal found =
                present.find(
                        THEN,
                        name -> {
                            throw new LoginsBusyException("down", 5);
                        });
        assertThat(found).isEqualTo(NOW);
        assertThat(find(null)).isEqualTo(NOW);
        assertThat(asked).hasValue(0);
    }

    @Test
    void usersOfLongAgoAreForgotten() {
        present.add(NOW);
        for (int i = 0; i < 1000; i++) {
            present.add(new UserPrincipal("user" + i, Set.of()));
        }
        assertThat(find(THEN)).isEqualTo(THEN);
        assertThat(asked).hasValue(1);
    }
}
