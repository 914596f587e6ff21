package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A wait ends once: by what it waited for, by its time, or by being given up. */
class PatienceTest {
    private final Patience patience = new Patience();

    private void begin() {
        patience.timeout(1000);
        patience.begin(1);
    }

    @Test
    void whoWaitedLearnsThatItWasGivenUp() {
        begin();
        assertThat(patience.giveUp(() -> true)).isTrue();
        assertThat(patience.givenUp()).isTrue();
        assertThat(patience.waited(500)).isEqualTo(-1);
        assertThat(patience.over(5000)).as("over as well").isFalse();
        assertThat(patience.endUnlessGivenUp()).isFalse();
        assertThat(patience.givenUp()).isFalse();
    }

    @Test
    void aWaitThatIsOverIsNotGivenUp() {
        begin();
        assertThat(patience.endUnlessGivenUp()).isTrue();
        assertThat(patience.giveUp(() -> true)).isFalse();
    }

    @Test
    void oneOfAnotherKindIsNotGivenUp() {
        begin();
        assertThat(patience.giveUp(() -> false)).isFalse();
        assertThat(patience.shorten(0, () -> false)).isFalse();
        assertThat(patience.endUnlessGivenUp()).isTrue();
    }

    @Test
    void theNextWaitIsAnother() {
        begin();
        patience.giveUp(() -> true);
        patience.end(2);
        begin();
        assertThat(patience.givenUp()).isFalse();
        assertThat(patience.endUnlessGivenUp()).isTrue();
    }

    @Test
    void oneOfTheTwoWins() throws Exception {
        int rounds = 20_000;
        CyclicBarrier together = new CyclicBarrier(2);
        AtomicBoolean givenUp = new AtomicBoolean();
        Thread other =
                new Thread(
                        () -> {
                            try {
                                for (int i = 0; i < rounds; i++) {
                                    together.await();
                                    givenUp.set(patience.giveUp(() -> true));
                                    together.await();
                                }
                            } catch (Exception e) {
                                throw new IllegalStateException(e);
                            }
                        });
        other.start();
        for (int i = 0; i < rounds; i++) {
            begin();
            together.await();
            boolean ended = patience.endUnlessGivenUp();
            together.await();
            assertThat(ended).as("round " + i).isNotEqualTo(givenUp.get());
        }
        other.join();
    }

    @Test
    void whatIsGivenUpAndCannotBeToldIsEndedByTheNextSweep() {
        Patience patience = new Patience();
        patience.timeout(60_000);
        patience.begin(1000);
        Driver exhausted =
                (Driver)
                        Proxy.newProxyInstance(
                                Driver.class.getClassLoader(),
                                new Class<?>[] {Driver.class},
                                (proxy, method, arguments) -> {
                                    throw new OutOfMemoryError("thrown by a test");
                                });

        assertThatThrownBy(() -> patience.giveUp(() -> true, exhausted, () -> {}, 2000))
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(patience.givenUp()).isFalse();
        assertThat(patience.over(2100)).isTrue();
    }
}
