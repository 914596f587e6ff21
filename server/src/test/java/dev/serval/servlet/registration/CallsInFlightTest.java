package dev.serval.servlet.registration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Who is inside, and that nobody is once it was drained. */
class CallsInFlightTest {
    private final CallsInFlight calls = new CallsInFlight();

    @Test
    void countsWhoIsInside() {
        calls.enter();
        calls.enter();
        assertThat(calls.count()).isEqualTo(2);
        calls.leave();
        assertThat(calls.count()).isEqualTo(1);
    }

    @Test
    void nobodyComesInOnceItIsClosed() {
        calls.close();
        assertThat(calls.enter()).isFalse();
        assertThat(calls.count()).isZero();
    }

    @Test
    void withoutCallsItIsEmptyAtOnce() throws Exception {
        calls.close();
        assertThat(calls.awaitEmpty(Duration.ZERO)).isTrue();
    }

    @Test
    void itIsNotEmptyWhileSomebodyIsInside() throws Exception {
        calls.enter();
        calls.close();
        assertThat(calls.awaitEmpty(Duration.ZERO)).isFalse();
        calls.leave();
        assertThat(calls.awaitEmpty(Duration.ZERO)).isTrue();
    }

    @Test
    void whoIsInsideMayGoOnAfterTheClose() throws Exception {
        calls.enter();
        calls.close();
        assertThat(calls.enterAgain()).isTrue();
        calls.leave();
        assertThat(calls.awaitEmpty(Duration.ZERO)).isFalse();
        calls.leave();
        assertThat(calls.awaitEmpty(Duration.ZERO)).isTrue();
    }

    @Test
    void afterTheLastOneNobodyGoesOn() {
        calls.enter();
        calls.close();
        calls.leave();
        assertThat(calls.enterAgain()).isFalse();
    }

    @Test
    void closingTwiceIsClosingOnce() throws Exception {
        calls.enter();
        calls.close();
        calls.close();
        assertThat(calls.count()).isEqualTo(1);
        calls.leave();
        assertThat(calls.awaitEmpty(Duration.ZERO)).isTrue();
    }

    @Test
    void manyThreadsLeaveNothingBehind() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        CountDownLatch some = new CountDownLatch(1);
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            threads[t] =
                    new Thread(
                            () -> {
                                while (refused.get() < 1_000) {
                                    if (calls.enter()) {
                                        inside.incrementAndGet();
                                        some.countDown();
                                        inside.decrementAndGet();
                                        calls.leave();
                                    } else {
                                        refused.incrementAndGet();
                                    }
                                }
                            });
            threads[t].start();
        }
        some.await();
        calls.close();
        assertThat(calls.awaitEmpty(Duration.ofSeconds(20))).isTrue();
        assertThat(inside).hasValue(0);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(calls.count()).isZero();
    }
}
