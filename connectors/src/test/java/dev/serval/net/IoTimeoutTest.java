package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A wait ends once: by what it waited for, by its time, or by being given up. */
class IoTimeoutTest {
    private final IoTimeout timeout = new IoTimeout();

    private void begin() {
        timeout.timeout(1000);
        timeout.begin(1);
    }

    @Test
    void whoWaitedLearnsThatItWasGivenUp() {
        begin();
        assertThat(timeout.giveUp(() -> true)).isTrue();
        assertThat(timeout.givenUp()).isTrue();
        assertThat(timeout.waited(500)).isEqualTo(-1);
        assertThat(timeout.over(5000)).as("over as well").isFalse();
        assertThat(timeout.endUnlessGivenUp()).isFalse();
        assertThat(timeout.givenUp()).isFalse();
    }

    @Test
    void aWaitThatIsOverIsNotGivenUp() {
        begin();
        assertThat(timeout.endUnlessGivenUp()).isTrue();
        assertThat(timeout.giveUp(() -> true)).isFalse();
    }

    @Test
    void oneOfAnotherKindIsNotGivenUp() {
        begin();
        assertThat(timeout.giveUp(() -> false)).isFalse();
        assertThat(timeout.shorten(0, () -> false)).isFalse();
        assertThat(timeout.endUnlessGivenUp()).isTrue();
    }

    @Test
    void theNextWaitIsAnother() {
        begin();
        timeout.giveUp(() -> true);
        timeout.end(2);
        begin();
        assertThat(timeout.givenUp()).isFalse();
        assertThat(timeout.endUnlessGivenUp()).isTrue();
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
                                    givenUp.set(timeout.giveUp(() -> true));
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
            boolean ended = timeout.endUnlessGivenUp();
            together.await();
            assertThat(ended).as("round " + i).isNotEqualTo(givenUp.get());
        }
        other.join();
    }

    @Test
    void whatIsGivenUpAndCannotBeToldIsEndedByTheNextSweep() {
        IoTimeout timeout = new IoTimeout();
        timeout.timeout(60_000);
        timeout.begin(1000);
        Driver exhausted =
                (Driver)
                        Proxy.newProxyInstance(
                                Driver.class.getClassLoader(),
                                new Class<?>[] {Driver.class},
                                (proxy, method, arguments) -> {
                                    throw new OutOfMemoryError("thrown by a test");
                                });

        assertThatThrownBy(() -> timeout.giveUp(() -> true, exhausted, () -> {}, 2000))
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(timeout.givenUp()).isFalse();
        assertThat(timeout.over(2100)).isTrue();
    }
}
