package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WorkersTest {
    @Test
    void runsAsManyTasksAtOnceAsItHasThreadsAndQueuesTheRest() throws Exception {
        Workers workers = new Workers("test", 2, 1, 10, false);
        CountDownLatch running = new CountDownLatch(2);
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(3);
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        for (int i = 0; i < 3; i++) {
            workers.execute(
                    () -> {
                        threads.add(Thread.currentThread());
                        running.countDown();
                        await(gate);
                        done.countDown();
                    });
        }
        running.await();
        assertThat(done.getCount()).isEqualTo(3);
        gate.countDown();
        done.await();

        assertThat(threads).hasSize(2);
        assertThat(workers.stop(5000)).isTrue();
    }

    @Test
    void refusesWhatExceedsThreadsAndQueue() throws Exception {
        Workers workers = new Workers("test", 1, 1, 1, false);
        CountDownLatch gate = new CountDownLatch(1);
        workers.execute(() -> await(gate));
        workers.execute(() -> {});

        assertThatThrownBy(() -> workers.execute(() -> {}))
                .isInstanceOf(RejectedExecutionException.class);
        gate.countDown();
        assertThat(workers.stop(5000)).isTrue();
    }

    @Test
    void anInterruptDoesNotReachTheNextTask() throws Exception {
        Workers workers = new Workers("test", 1, 1, 10, false);
        CountDownLatch done = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean(true);
        workers.execute(() -> Thread.currentThread().interrupt());
        workers.execute(
                () -> {
                    interrupted.set(Thread.currentThread().isInterrupted());
                    done.countDown();
                });
        done.await();

        assertThat(interrupted).isFalse();
        assertThat(workers.stop(5000)).isTrue();
    }

    @Test
    void survivesATaskThatThrows() throws Exception {
        Workers workers = new Workers("test", 1, 1, 10, false);
        CountDownLatch done = new CountDownLatch(1);
        workers.execute(
                () -> {
                    throw new IllegalStateException("thrown by a test");
                });
        workers.execute(done::countDown);

        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(workers.stop(5000)).isTrue();
    }

    @Test
    void virtualWorkersAreNamedAndVirtualWhereThereAreAny() throws Exception {
        Workers workers = new Workers("test", 1, 1, 10, true);
        AtomicReference<Thread> thread = new AtomicReference<>();
        CountDownLatch done = new CountDownLatch(1);
        workers.execute(
                () -> {
                    thread.set(Thread.currentThread());
                    done.countDown();
                });
        done.await();

        assertThat(thread.get().getName()).startsWith("test-");
        assertThat(thread.get().getClass().getSimpleName().equals("VirtualThread"))
                .isEqualTo(Workers.hasVirtualThreads());
        assertThat(Workers.hasVirtualThreads()).isEqualTo(Runtime.version().feature() >= 21);
        workers.stop(5000);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
