package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** The system gives no more threads, for a while. */
@Timeout(30)
class WorkersWithoutThreadsTest {
    private volatile boolean none;
    private final ThreadFactory factory =
            task ->
                    new Thread(task) {
                        @Override
                        public synchronized void start() {
                            if (none) {
                                throw new OutOfMemoryError(
                                        "unable to create native thread: of a test");
                            }
                            super.start();
                        }
                    };

    private Workers workers(int max, boolean virtual) {
        return new Workers("test-", factory, max, 0, 10, virtual, LoadLimits.DEFAULTS);
    }

    @Test
    void whatFindsNoThreadIsRefusedAndNeverRuns() throws Exception {
        for (boolean virtual : new boolean[] {false, true}) {
            Workers workers = workers(2, virtual);
            AtomicInteger ran = new AtomicInteger();
            none = true;
            assertThatThrownBy(() -> workers.execute(ran::incrementAndGet))
                    .isInstanceOf(RejectedExecutionException.class);
            assertThat(workers.tryExecute(ran::incrementAndGet)).isFalse();

            none = false;
            CompletableFuture<Integer> before = new CompletableFuture<>();
            workers.execute(() -> before.complete(ran.get()));
            assertThat(before.get(10, TimeUnit.SECONDS)).isZero();
            workers.stop(1000);
        }
    }

    /** Whoever has ended could call nobody for what waited. */
    @Test
    void whatWaitsIsRunByTheSweepOnceThereAreThreads() throws Exception {
        Workers workers = workers(1, true);
        int most = 10;
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(most);
        for (int i = 0; i < most; i++) {
            workers.execute(
                    () -> {
                        try {
                            gate.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        } finally {
                            ended.countDown();
                        }
                    });
        }
        CompletableFuture<Boolean> ran = new CompletableFuture<>();
        workers.execute(() -> ran.complete(true));
        none = true;
        gate.countDown();
        ended.await();
        workers.sweep();
        assertThat(ran).isNotDone();

        none = false;
        workers.sweep();
        assertThat(ran.get(10, TimeUnit.SECONDS)).isTrue();
        // And none of those who found no thread is counted as one who runs.
        CountDownLatch together = new CountDownLatch(most);
        for (int i = 0; i < most; i++) {
            workers.execute(together::countDown);
        }
        assertThat(together.await(10, TimeUnit.SECONDS)).isTrue();
    }

    /** A log that is slow would hold up all connections of the connector. */
    @Test
    void aRefusalIsToldWithoutTheLockOfThePool() throws Exception {
        Workers workers = new Workers("test", 1, 1, 0, false);
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        workers.execute(
                () -> {
                    begun.countDown();
                    try {
                        gate.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
        begun.await();
        CompletableFuture<Boolean> meanwhile = new CompletableFuture<>();
        Logger logger = (Logger) LoggerFactory.getLogger(Workers.class);
        AppenderBase<ILoggingEvent> slow =
                new AppenderBase<>() {
                    @Override
                    protected void append(ILoggingEvent event) {
                        Thread other = new Thread(() -> meanwhile.complete(workers.tryEnter()));
                        other.start();
                        try {
                            meanwhile.get(5, TimeUnit.SECONDS);
                        } catch (Exception e) {
                            meanwhile.completeExceptionally(e);
                        }
                    }
                };
        slow.start();
        logger.addAppender(slow);
        try {
            assertThatThrownBy(() -> workers.execute(() -> {}))
                    .isInstanceOf(RejectedExecutionException.class);
        } finally {
            logger.detachAppender(slow);
            gate.countDown();
        }
        assertThat(meanwhile).isCompletedWithValue(false);
        workers.stop(5000);
    }
}
