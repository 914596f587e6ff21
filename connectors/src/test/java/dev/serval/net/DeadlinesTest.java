package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.buffer.BufferPool;
import dev.serval.buffer.InputBuffer;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class DeadlinesTest {
    private static final Error[] ERRORS = {
        new OutOfMemoryError("of a test"),
        new StackOverflowError(),
        new NoClassDefFoundError("of a test"),
        new ThreadDeath()
    };

    /** One whose transport knows sweeps only. */
    private static Connection swept(Runnable sweep) {
        Transport transport =
                (Transport)
                        Proxy.newProxyInstance(
                                Transport.class.getClassLoader(),
                                new Class<?>[] {Transport.class},
                                (proxy, method, arguments) -> {
                                    if (method.getName().equals("sweep")) {
                                        sweep.run();
                                    }
                                    return null;
                                });
        InputBuffer input = new InputBuffer(new BufferPool(64, false, 1));
        return new Connection(transport, null, input, connection -> {});
    }

    @Test
    void theSweepGoesOnWhateverIsThrownInIt() throws InterruptedException {
        CountDownLatch ticks = new CountDownLatch(ERRORS.length + 2);
        List<Error> left = new ArrayList<>(List.of(ERRORS));
        Deadlines deadlines =
                new Deadlines(
                        "test-deadlines",
                        () -> {
                            ticks.countDown();
                            if (!left.isEmpty()) {
                                throw left.remove(0);
                            }
                        },
                        () -> false);
        deadlines.start();
        deadlines.add(swept(() -> {}));

        assertThat(ticks.await(20, TimeUnit.SECONDS)).isTrue();
        deadlines.stop();
    }

    /** An application may reach any thread by its group. */
    @Test
    void anInterruptDoesNotKeepTheSweepFromWaiting() throws InterruptedException {
        CountDownLatch ticks = new CountDownLatch(2);
        AtomicBoolean still = new AtomicBoolean();
        Deadlines deadlines =
                new Deadlines(
                        "test-deadlines",
                        () -> {
                            if (ticks.getCount() == 2) {
                                Thread.currentThread().interrupt();
                            } else {
                                still.compareAndSet(false, Thread.currentThread().isInterrupted());
                            }
                            ticks.countDown();
                        },
                        () -> false);
        deadlines.start();
        deadlines.add(swept(() -> {}));

        assertThat(ticks.await(20, TimeUnit.SECONDS)).isTrue();
        deadlines.stop();
        assertThat(still).isFalse();
    }

    @Test
    void aConnectionThatCannotBeSweptKeepsNoOtherFromIt() throws InterruptedException {
        CountDownLatch sweeps = new CountDownLatch(3 * 20);
        Deadlines deadlines = new Deadlines("test-deadlines", () -> {}, () -> false);
        for (int i = 0; i < 20; i++) {
            Error error = ERRORS[i % ERRORS.length];
            deadlines.add(
                    swept(
                            () -> {
                                throw error;
                            }));
            deadlines.add(swept(sweeps::countDown));
        }
        deadlines.start();

        assertThat(sweeps.await(20, TimeUnit.SECONDS)).isTrue();
        deadlines.stop();
    }

    @Test
    void aTimeOutThatCouldNotBeHandedOverComesWithTheNextSweep() {
        IoTimeout timeout = new IoTimeout();
        timeout.timeout(100);
        timeout.begin(1000);
        assertThat(timeout.over(1100)).isFalse();
        assertThat(timeout.over(1101)).isTrue();
        assertThat(timeout.over(1101)).isFalse();

        timeout.overStill(1101);
        assertThat(timeout.over(1201)).isTrue();
        assertThat(timeout.over(1301)).isFalse();

        // Another wait has begun meanwhile: it has its own time.
        timeout.begin(1300);
        timeout.overStill(1301);
        assertThat(timeout.over(1400)).isFalse();
    }
}
