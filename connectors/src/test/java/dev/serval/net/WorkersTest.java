package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.thread.ThreadPoolConfig;
import dev.serval.thread.Threads;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** One thread at a time is called to the queue; those that come have to call the others. */
    @Test
    void tasksThatBlockAllRunAtOnce() throws Exception {
        Workers workers = new Workers("test", 40, 1, 100, false);
        for (int round = 0; round < 20; round++) {
            CountDownLatch running = new CountDownLatch(40);
            CountDownLatch done = new CountDownLatch(40);
            for (int i = 0; i < 40; i++) {
                workers.execute(
                        () -> {
                            running.countDown();
                            await(running);
                            done.countDown();
                        });
            }
            done.await();
        }
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

    /** Whoever asks may be an application, and the thread outlives it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aThreadInheritsNothingFromTheOneThatAsksForIt(boolean virtual) throws Exception {
        Workers workers = new Workers("test", 1, 1, 10, virtual);
        InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        List<Object> seen = new CopyOnWriteArrayList<>();
        CountDownLatch done = new CountDownLatch(1);
        Thread.currentThread().setContextClassLoader(new ClassLoader(null) {});
        local.set("x");
        try {
            workers.execute(
                    () -> {
                        seen.add(String.valueOf(local.get()));
                        seen.add(Thread.currentThread().getContextClassLoader());
                        done.countDown();
                    });
            done.await();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
            local.remove();
        }
        assertThat(seen).containsExactly("null", before);
        assertThat(workers.stop(5000)).isTrue();
    }

    @Test
    void idleThreadsHoldNothingOfTheirLastTask() throws Exception {
        Workers workers = new Workers("test", 1, 1, 10, false);
        CountDownLatch done = new CountDownLatch(1);
        byte[] held = new byte[1];
        Runnable task =
                () -> {
                    held[0]++;
                    done.countDown();
                };
        WeakReference<Runnable> reference = new WeakReference<>(task);
        workers.execute(task);
        task = null;
        done.await();

        long end = System.nanoTime() + 10_000_000_000L;
        while (reference.get() != null && System.nanoTime() < end) {
            System.gc();
        }
        assertThat(reference.get()).isNull();
        assertThat(workers.stop(5000)).isTrue();
    }

    @Test
    void idleThreadsEndWhenTheyAreRenewed() throws Exception {
        Workers workers = new Workers("test", 2, 2, 10, false);
        Thread first = threadOf(workers);

        workers.renew();

        first.join(10_000);
        assertThat(first.isAlive()).isFalse();
        assertThat(threadOf(workers)).isNotSameAs(first);
        assertThat(workers.stop(5000)).isTrue();
    }

    @Test
    void busyThreadsEndWithTheirTaskAndWhatWaitsIsDoneByNewOnes() throws Exception {
        Workers workers = new Workers("test", 1, 1, 10, false);
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(3);
        AtomicReference<Thread> busy = new AtomicReference<>();
        Set<Thread> later = ConcurrentHashMap.newKeySet();
        workers.execute(
                () -> {
                    busy.set(Thread.currentThread());
                    running.countDown();
                    await(gate);
                });
        running.await();
        for (int i = 0; i < 3; i++) {
            workers.execute(
                    () -> {
                        later.add(Thread.currentThread());
                        done.countDown();
                    });
        }
        workers.renew();
        gate.countDown();
        done.await();

        busy.get().join(10_000);
        assertThat(busy.get().isAlive()).isFalse();
        assertThat(later).hasSize(1).doesNotContain(busy.get());
        assertThat(workers.stop(5000)).isTrue();
    }

    private static Thread threadOf(Workers workers) throws InterruptedException {
        AtomicReference<Thread> thread = new AtomicReference<>();
        CountDownLatch done = new CountDownLatch(1);
        workers.execute(
                () -> {
                    thread.set(Thread.currentThread());
                    done.countDown();
                });
        done.await();
        return thread.get();
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
                .isEqualTo(Threads.haveVirtual());
        assertThat(Threads.haveVirtual()).isEqualTo(Runtime.version().feature() >= 21);
        workers.stop(5000);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static LoadLimits limits(int maxThreads, int maxQueueSize, int maxQueueTime) {
        LoadLimits usual = LoadLimits.DEFAULTS;
        return new LoadLimits(
                new ThreadPoolConfig(maxThreads, 1, false, maxQueueSize, 60_000, null),
                true,
                usual.connectionTimeout(),
                usual.keepAliveTimeout(),
                usual.connectionUploadTimeout(),
                usual.minRequestDataRate(),
                usual.minResponseDataRate(),
                maxQueueTime,
                usual.executorTerminationTimeoutMillis());
    }

    /** Tasks that count those which run at once, and wait for the gate. */
    private static final class Crowd {
        final CountDownLatch gate = new CountDownLatch(1);
        final AtomicInteger running = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();
        final AtomicInteger done = new AtomicInteger();

        void run() {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            WorkersTest.await(gate);
            running.decrementAndGet();
            done.incrementAndGet();
        }

        void awaitRunning(int count) {
            while (running.get() != count) {
                Thread.onSpinWait();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatWaitsIsLetInWhenMoreMayRun(boolean virtual) throws Exception {
        Workers workers = new Workers("test", 1, 1, 1000, virtual);
        int each = virtual && Threads.haveVirtual() ? 10 : 1;
        Crowd crowd = new Crowd();
        for (int i = 0; i < 5 * each; i++) {
            workers.execute(crowd::run);
        }
        crowd.awaitRunning(each);

        workers.limits(limits(4, 100, 0));
        crowd.awaitRunning(4 * each);
        workers.limits(limits(5, 100, 0));
        crowd.awaitRunning(5 * each);
        crowd.gate.countDown();
        crowd.awaitRunning(0);
        assertThat(crowd.most.get()).isEqualTo(5 * each);
        assertThat(workers.stop(5000)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatRunsEndsWhereFewerMayRun(boolean virtual) throws Exception {
        Workers workers = new Workers("test", 4, 1, 1000, virtual);
        int each = virtual && Threads.haveVirtual() ? 10 : 1;
        Crowd before = new Crowd();
        for (int i = 0; i < 4 * each; i++) {
            workers.execute(before::run);
        }
        before.awaitRunning(4 * each);
        workers.limits(limits(1, 100, 0));
        Crowd later = new Crowd();
        later.gate.countDown();
        for (int i = 0; i < 20; i++) {
            workers.execute(later::run);
        }
        assertThat(later.done.get()).isZero();
        before.gate.countDown();
        while (later.done.get() < 20) {
            Thread.onSpinWait();
        }

        assertThat(before.done.get()).isEqualTo(4 * each);
        assertThat(later.most.get()).isLessThanOrEqualTo(each);
        assertThat(workers.stop(5000)).isTrue();
    }

    @Test
    void howManyMayWaitAndForHowLongIsSetAnew() throws Exception {
        Workers workers = new Workers("test", 1, 1, 1000, false);
        Crowd crowd = new Crowd();
        workers.execute(crowd::run);
        crowd.awaitRunning(1);
        CountDownLatch refused = new CountDownLatch(1);
        Call call =
                new Call() {
                    @Override
                    public long startedNanos() {
                        return System.nanoTime() - TimeUnit.SECONDS.toNanos(2);
                    }

                    @Override
                    public void overdue() {
                        refused.countDown();
                    }

                    @Override
                    public void run() {}
                };
        workers.execute(call);
        workers.limits(limits(1, 1, 0));
        assertThatThrownBy(() -> workers.execute(call))
                .isInstanceOf(RejectedExecutionException.class);
        workers.sweep();
        assertThat(refused.getCount()).as("it may wait for ever").isEqualTo(1);

        workers.limits(limits(1, 2, 1000));
        workers.execute(call);
        workers.sweep();
        assertThat(refused.getCount()).isZero();
        crowd.gate.countDown();
        assertThat(workers.stop(5000)).isTrue();
    }
}
