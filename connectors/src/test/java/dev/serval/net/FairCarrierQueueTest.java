package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.serval.thread.Threads;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class FairCarrierQueueTest {
    private final FairCarrierQueue carrierQueue = new FairCarrierQueue("test");

    @BeforeEach
    void open() {
        assumeTrue(Threads.haveVirtual());
        carrierQueue.open();
    }

    @AfterEach
    void stop() throws Exception {
        if (Threads.haveVirtual()) {
            carrierQueue.stop();
        }
    }

    @Test
    void nobodyPassesWhileThereAreCarriers() throws Exception {
        carrierQueue.sweep();
        assertThat(carrierQueue.began()).isZero();
        CompletableFuture<Void> started = new CompletableFuture<>();
        carrierQueue.start(
                Threads.virtual("x-").newThread(() -> started.complete(null)),
                started::completeExceptionally);
        started.get();
    }

    /**
     * Not each time: who is let through while it is still about to park goes on at once. Without
     * the carrierQueue never.
     */
    @Test
    void whoLastsLetsThoseComeThatCameLater() throws Exception {
        int rounds = 0;
        while (cameBeforeOneThatLasted() == 0) {
            assertThat(++rounds).as("rounds in vain").isLessThan(10);
        }
    }

    /** All carriers compute until a thread that came after has run. */
    private int cameBeforeOneThatLasted() throws Exception {
        int carriers = Runtime.getRuntime().availableProcessors();
        ThreadFactory threads = Threads.virtual("computing-");
        CountDownLatch computing = new CountDownLatch(carriers);
        CompletableFuture<Void> crowded = new CompletableFuture<>();
        CountDownLatch gone = new CountDownLatch(carriers);
        AtomicInteger before = new AtomicInteger();
        AtomicInteger others = new AtomicInteger();
        for (int i = 0; i < carriers; i++) {
            threads.newThread(
                            () -> {
                                computing.countDown();
                                while (!crowded.isDone()) {
                                    Thread.onSpinWait();
                                }
                                long began = carrierQueue.began();
                                long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50);
                                while (System.nanoTime() < end) {
                                    Thread.onSpinWait();
                                }
                                carrierQueue.ended(began);
                                before.compareAndSet(0, others.get());
                                gone.countDown();
                            })
                    .start();
        }
        computing.await();
        carrierQueue.sweep();
        carrierQueue.sweep();
        assertThat(carrierQueue.began()).isNotZero();
        CountDownLatch came = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            carrierQueue.start(
                    threads.newThread(
                            () -> {
                                others.incrementAndGet();
                                came.countDown();
                            }),
                    e -> came.countDown());
        }
        crowded.complete(null);
        came.await();
        gone.await();
        return before.get();
    }
}
