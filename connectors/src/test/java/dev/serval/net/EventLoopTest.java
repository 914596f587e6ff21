package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.thread.Threads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The token of a loop, with the watcher's looks where the tests want them. */
@Timeout(30)
class EventLoopTest {
    private final Workers workers = new Workers("worker", 1, 1, 100, false);
    private final LoopThreads threads = new LoopThreads(Threads.platform("loop-"), 2);
    private final CountDownLatch gate = new CountDownLatch(1);
    private final CountDownLatch entered = new CountDownLatch(1);
    private EventLoop loop;

    @BeforeEach
    void start() throws Exception {
        loop = new EventLoop(workers, workers, threads);
        // Never started: it looks when the tests do.
        loop.watched(new LoopWatcher(new EventLoop[0], "watcher-"));
        loop.start();
    }

    @AfterEach
    void stop() throws Exception {
        gate.countDown();
        loop.stop();
        loop.join(5000);
        threads.stop(5000);
        workers.stop(5000);
    }

    private record Task(Pace pace, Runnable body) implements Call {
        @Override
        public long startedNanos() {
            return System.nanoTime();
        }

        @Override
        public void run() {
            body.run();
        }

        @Override
        public void overdue() {}
    }

    /** As the protocol does it; the thread that has run it. */
    private CompletableFuture<Thread> call(Pace pace, Runnable body) {
        CompletableFuture<Thread> ran = new CompletableFuture<>();
        Task task =
                new Task(
                        pace,
                        () -> {
                            body.run();
                            ran.complete(Thread.currentThread());
                        });
        loop.execute(
                () -> {
                    if (!loop.dispatch(task)) {
                        try {
                            task.run();
                        } finally {
                            loop.ran();
                        }
                    }
                });
        return ran;
    }

    /** The thread that owns the loop. */
    private Thread owner() throws Exception {
        CompletableFuture<Thread> owner = new CompletableFuture<>();
        loop.execute(
                () -> {
                    assertThat(loop.owned()).isTrue();
                    owner.complete(Thread.currentThread());
                });
        return owner.get(10, TimeUnit.SECONDS);
    }

    private void waitAtTheGate() {
        entered.countDown();
        boolean interrupted = false;
        while (true) {
            try {
                gate.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void spinAtTheGate() {
        entered.countDown();
        while (gate.getCount() > 0) {
            Thread.onSpinWait();
        }
    }

    private static void awaitWaiting(Thread thread) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!thread.getState().name().endsWith("WAITING")) {
            assertThat(System.nanoTime()).as("waits in time").isLessThan(end);
            Thread.onSpinWait();
        }
    }

    @Test
    void aCallOfAShortRouteRunsOnTheLoop() throws Exception {
        Thread owner = owner();
        assertThat(call(PaceTest.proven(), () -> {}).get()).isSameAs(owner);
        assertThat(owner()).isSameAs(owner);
    }

    @Test
    void otherCallsRunOnWorkers() throws Exception {
        assertThat(call(new Pace(), () -> {}).get().getName()).startsWith("worker-");
        assertThat(call(null, () -> {}).get().getName()).startsWith("worker-");
    }

    @Test
    void aCallWithinACallRunsOnAWorker() throws Exception {
        Pace pace = PaceTest.proven();
        List<Boolean> given = new ArrayList<>();
        call(pace, () -> given.add(loop.dispatch(new Task(pace, () -> {})))).get();
        assertThat(given).containsExactly(true);
    }

    @Test
    void aCallThatWaitsLosesTheLoopAtTheSecondLook() throws Exception {
        Thread first = owner();
        Pace pace = PaceTest.proven();
        CompletableFuture<Thread> ran = call(pace, this::waitAtTheGate);
        entered.await();
        awaitWaiting(first);
        loop.look();
        assertThat(pace.isShort()).isTrue();
        loop.look();

        assertThat(pace.isShort()).isFalse();
        Thread second = owner();
        assertThat(second).isNotSameAs(first);
        gate.countDown();
        assertThat(ran.get()).isSameAs(first);
        assertThat(owner()).isSameAs(second);
    }

    @Test
    void aCallThatHasLostTheLoopAndDoesNotKnowWakesIt() throws Exception {
        Thread first = owner();
        CompletableFuture<Boolean> owned = new CompletableFuture<>();
        CompletableFuture<Thread> woken = new CompletableFuture<>();
        call(
                PaceTest.proven(),
                () -> {
                    waitAtTheGate();
                    owned.complete(loop.owned());
                    loop.execute(() -> woken.complete(Thread.currentThread()));
                });
        entered.await();
        loop.look();
        awaitWaiting(first);
        loop.look();
        awaitIdle(owner());
        gate.countDown();
        assertThat(owned.get()).isFalse();
        assertThat(woken.get(10, TimeUnit.SECONDS)).isNotSameAs(first);
    }

    @Test
    void aCallThatComputesLosesItLater() throws Exception {
        Thread first = owner();
        first().use = null;
        Pace pace = PaceTest.proven();
        call(pace, this::spinAtTheGate);
        entered.await();
        for (int i = 0; i < EventLoop.RUNNING_LOOKS; i++) {
            assertThat(pace.isShort()).isEqualTo(i <= HeldCall.LASTING_LOOKS);
            loop.look();
        }
        CompletableFuture<Thread> next = new CompletableFuture<>();
        loop.execute(() -> next.complete(Thread.currentThread()));
        assertThat(next).isNotDone();
        loop.look();
        assertThat(next.get()).isNotSameAs(first);
    }

    /** The thread of the loop; only before its calls. */
    private LoopThread first() throws Exception {
        CompletableFuture<LoopThread> found = new CompletableFuture<>();
        loop.execute(() -> found.complete(LoopThread.current()));
        return found.get(10, TimeUnit.SECONDS);
    }

    /** As the system records it, in files of the test: its own figures move on at any moment. */
    private static void used(Path thread, long nanos) throws IOException {
        Files.writeString(thread.resolve("stat"), "7 (a thread) R 1 2");
        Files.writeString(thread.resolve("schedstat"), nanos + " 5 1");
    }

    @Test
    void aCallThatWaitsForAProcessorKeepsItsLoop(@TempDir Path thread) throws Exception {
        used(thread, 1_000_000);
        owner();
        first().use = new ProcessorUse(thread);
        Pace pace = PaceTest.proven();
        call(pace, this::spinAtTheGate);
        entered.await();
        for (int i = 0; i <= HeldCall.LASTING_LOOKS; i++) {
            loop.look();
        }
        assertThat(pace.isShort()).isTrue();
        used(thread, 1_400_000);
        loop.look();
        assertThat(pace.isShort()).isTrue();
        used(thread, 1_500_000);
        loop.look();
        assertThat(pace.isShort()).isFalse();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theSystemTellsThatACallComputes() throws Exception {
        Thread first = owner();
        Pace pace = PaceTest.proven();
        call(pace, this::spinAtTheGate);
        entered.await();
        for (int i = 0; i <= HeldCall.LASTING_LOOKS; i++) {
            loop.look();
        }
        ThreadMXBean times = ManagementFactory.getThreadMXBean();
        long until = times.getThreadCpuTime(first.getId()) + TimeUnit.MILLISECONDS.toNanos(50);
        while (times.getThreadCpuTime(first.getId()) < until) {
            Thread.onSpinWait();
        }
        loop.look();
        assertThat(pace.isShort()).isFalse();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aCallThatWaitsInTheSystemLosesTheLoop() throws Exception {
        Thread first = owner();
        ProcessorUse use = first().use;
        Pace pace = PaceTest.proven();
        Pipe pipe = Pipe.open();
        CompletableFuture<Thread> ran =
                call(
                        pace,
                        () -> {
                            entered.countDown();
                            try {
                                pipe.source().read(ByteBuffer.allocate(1));
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        });
        entered.await();
        while (!use.sleeps() || !reads(first)) {
            Thread.onSpinWait();
        }
        assertThat(first.getState()).isEqualTo(Thread.State.RUNNABLE);
        for (int i = 0; i <= HeldCall.LASTING_LOOKS; i++) {
            assertThat(pace.isShort()).isTrue();
            loop.look();
        }
        assertThat(pace.isShort()).isFalse();
        assertThat(owner()).isNotSameAs(first);
        pipe.sink().close();
        assertThat(ran.get()).isSameAs(first);
        pipe.source().close();
    }

    /** It is in the system call, and not just held up on its way to it. */
    private static boolean reads(Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        return stack.length > 0 && stack[0].getMethodName().startsWith("read");
    }

    @Test
    void aCallThatWaitsForAProcessorIsNoReasonToThinkItLong(@TempDir Path proc) throws Exception {
        Files.writeString(proc.resolve("stat"), "17 (a) name) R 1 2 3");
        Files.writeString(proc.resolve("schedstat"), "400000 9 1\n");
        Thread first = owner();
        first().use = new ProcessorUse(proc);
        Pace pace = PaceTest.proven();
        call(pace, this::spinAtTheGate);
        entered.await();
        CompletableFuture<Thread> next = new CompletableFuture<>();
        loop.execute(() -> next.complete(Thread.currentThread()));
        for (int i = 0; i < EventLoop.LAST_LOOK; i++) {
            loop.look();
        }
        assertThat(next).isNotDone();
        loop.look();
        assertThat(next.get()).isNotSameAs(first);
        assertThat(pace.isShort()).isTrue();
    }

    @Test
    void aSystemThatSaysNothingIsNotTrusted(@TempDir Path proc) throws Exception {
        Files.writeString(proc.resolve("stat"), "");
        Files.writeString(proc.resolve("schedstat"), "");
        first().use = new ProcessorUse(proc);
        Pace pace = PaceTest.proven();
        call(pace, this::spinAtTheGate);
        entered.await();
        for (int i = 0; i <= HeldCall.LASTING_LOOKS; i++) {
            loop.look();
        }
        assertThat(pace.isShort()).isFalse();
    }

    @Test
    void anotherCallIsLookedAtAnew() throws Exception {
        Thread first = owner();
        Pace pace = PaceTest.proven();
        for (int i = 0; i < 3 * EventLoop.RUNNING_LOOKS; i++) {
            call(pace, loop::look).get();
            loop.look();
        }
        assertThat(owner()).isSameAs(first);
        assertThat(pace.isShort()).isTrue();
    }

    @Test
    void aLoopAtWorkIsNeverTaken() throws Exception {
        Thread first = owner();
        loop.execute(this::waitAtTheGate);
        entered.await();
        awaitWaiting(first);
        for (int i = 0; i < 3 * EventLoop.RUNNING_LOOKS; i++) {
            loop.look();
        }
        gate.countDown();
        assertThat(owner()).isSameAs(first);
    }

    @Test
    void whoIsAboutToWaitGivesTheLoopAway() throws Exception {
        Thread first = owner();
        Pace pace = PaceTest.proven();
        AtomicBoolean owned = new AtomicBoolean(true);
        CompletableFuture<Thread> ran =
                call(
                        pace,
                        () -> {
                            loop.handOver();
                            owned.set(loop.owned());
                            waitAtTheGate();
                        });
        assertThat(owner()).isNotSameAs(first);
        assertThat(owned).isFalse();
        assertThat(pace.isShort()).isFalse();
        gate.countDown();
        assertThat(ran.get()).isSameAs(first);
    }

    @Test
    void whoWaitsForWhatItsConnectionBringsGivesTheLoopAway() throws Exception {
        Thread before = owner();
        CompletableFuture<Parked> waiting = new CompletableFuture<>();
        CompletableFuture<Thread> ran =
                call(
                        PaceTest.proven(),
                        () -> {
                            Parked parked = new Parked();
                            waiting.complete(parked);
                            loop.await(parked);
                        });
        Parked parked = waiting.get(10, TimeUnit.SECONDS);

        assertThat(owner()).isNotSameAs(before);
        assertThat(ran).isNotDone();
        parked.run();
        assertThat(ran.get(10, TimeUnit.SECONDS)).isSameAs(before);
    }

    @Test
    void whoReturnsBecomesASpareAndTakesOverNext() throws Exception {
        Thread first = owner();
        call(PaceTest.proven(), loop::handOver).get();
        awaitWaiting(first);
        Thread second = owner();
        assertThat(second).isNotSameAs(first);
        call(PaceTest.proven(), loop::handOver).get();
        assertThat(owner()).isSameAs(first);
    }

    @Test
    void whatIsLeftOfATurnIsDoneOnceAndInOrder() throws Exception {
        List<Integer> done = new CopyOnWriteArrayList<>();
        Pace pace = PaceTest.proven();
        CountDownLatch all = new CountDownLatch(100);
        // All of them are there before the loop looks.
        loop.execute(
                () -> {
                    for (int i = 0; i < 100; i++) {
                        int number = i;
                        loop.execute(
                                () -> {
                                    done.add(number);
                                    if (number % 10 == 0) {
                                        loop.dispatch(new Task(PaceTest.proven(), () -> {}));
                                        loop.handOver();
                                        loop.ran();
                                    }
                                    all.countDown();
                                });
                    }
                });
        all.await();
        assertThat(pace.isShort()).isTrue();
        assertThat(done).isEqualTo(IntStream.range(0, 100).boxed().toList());
    }

    @Test
    void aLoopInACallCountsAmongTheWorkers() throws Exception {
        CompletableFuture<Thread> held = call(PaceTest.proven(), this::waitAtTheGate);
        entered.await();
        CompletableFuture<Void> ran = new CompletableFuture<>();
        workers.execute(() -> ran.complete(null));
        LockSupport.parkNanos(20_000_000);
        assertThat(ran).as("a second call of at most one").isNotDone();
        assertThat(held).isNotDone();
        gate.countDown();
        ran.get(10, TimeUnit.SECONDS);
    }

    @Test
    void whereTheWorkersAreBusyAShortCallWaitsBehindThem() throws Exception {
        CompletableFuture<Thread> held = call(null, this::waitAtTheGate);
        entered.await();
        CompletableFuture<Thread> second = call(PaceTest.proven(), () -> {});
        // The loop has looked at it.
        owner();
        assertThat(second).isNotDone();
        gate.countDown();
        assertThat(second.get()).isSameAs(held.get());
    }

    @Test
    void aCallThatWaitsForItsClientMakesRoomForAnother() throws Exception {
        call(
                PaceTest.proven(),
                () -> {
                    loop.handOver();
                    Parked parked = new Parked();
                    new Thread(
                                    () -> {
                                        waitAtTheGate();
                                        parked.run();
                                    })
                            .start();
                    parked.awaitClient();
                });
        entered.await();
        assertThat(call(null, () -> {}).get().getName()).startsWith("worker-");
        gate.countDown();
        // As soon as it has left its place among the workers.
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!call(PaceTest.proven(), () -> {}).get().getName().startsWith("loop-")) {
            assertThat(System.nanoTime()).as("its place is free in time").isLessThan(end);
        }
    }

    @Test
    void anOwnerThatHasRunACallIsRetired() throws Exception {
        Thread first = owner();
        call(PaceTest.proven(), () -> {}).get();
        owner();
        threads.renew();
        loop.renew();
        first.join(10_000);
        assertThat(first.isAlive()).isFalse();
        assertThat(owner()).isNotSameAs(first);
    }

    @Test
    void oneThatHasRunNoneIsNot() throws Exception {
        Thread first = owner();
        threads.renew();
        loop.renew();
        assertThat(owner()).isSameAs(first);
        assertThat(owner()).isSameAs(first);
    }

    @Test
    void anOldOwnerAndItsSparesAreRetired() throws Exception {
        Thread first = owner();
        call(PaceTest.proven(), loop::handOver).get();
        // It has left its place among the workers.
        awaitWaiting(first);
        Thread second = owner();
        call(PaceTest.proven(), this::waitAtTheGate);
        entered.await();
        loop.look();
        awaitWaiting(second);
        loop.look();
        owner();
        threads.renew();
        loop.renew();
        first.join(10_000);
        assertThat(first.isAlive()).isFalse();
        gate.countDown();
        second.join(10_000);
        assertThat(second.isAlive()).isFalse();
    }

    @Test
    void aLateInterruptOfTheLoopDoesNoHarm() throws Exception {
        Thread owner = owner();
        for (int i = 0; i < 100; i++) {
            owner.interrupt();
            assertThat(owner()).isSameAs(owner);
        }
        awaitIdle(owner);
    }

    /** It waits in the selector, and is not just passing by. */
    private static void awaitIdle(Thread owner) {
        AtomicReference<String> top = new AtomicReference<>("");
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        for (int seen = 0; seen < 20; ) {
            assertThat(System.nanoTime()).as("idle in time").isLessThan(end);
            StackTraceElement[] stack = owner.getStackTrace();
            String method = stack.length == 0 ? "" : stack[0].getMethodName();
            boolean polls = stack.length > 0 && stack[0].getClassName().contains("Poll");
            seen = polls && method.equals(top.getAndSet(method)) ? seen + 1 : 0;
        }
    }

    @Test
    void anInterruptLeftBehindByACallIsGone() throws Exception {
        AtomicBoolean interrupted = new AtomicBoolean(true);
        call(PaceTest.proven(), () -> Thread.currentThread().interrupt());
        CompletableFuture<Void> seen = new CompletableFuture<>();
        loop.execute(
                () -> {
                    interrupted.set(Thread.currentThread().isInterrupted());
                    seen.complete(null);
                });
        seen.get();
        assertThat(interrupted).isFalse();
    }

    @Test
    void aStopInterruptsACallThatGoesOn() throws Exception {
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        call(
                PaceTest.proven(),
                () -> {
                    loop.handOver();
                    entered.countDown();
                    try {
                        gate.await();
                        interrupted.complete(false);
                    } catch (InterruptedException e) {
                        interrupted.complete(true);
                    }
                });
        entered.await();
        loop.stop();
        loop.join(5000);
        threads.stop(10);
        assertThat(interrupted.get()).isTrue();
    }

    /** Looks from all sides while calls end: one owner at a time, each task once, in order. */
    @Test
    void ownersNeverMeet() throws Exception {
        int count = 20_000;
        Workers many = new Workers("many", 20, 1, count, false);
        EventLoop loop = new EventLoop(many, many, threads);
        loop.watched(new LoopWatcher(new EventLoop[0], "watcher-"));
        loop.start();
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger last = new AtomicInteger(-1);
        AtomicInteger wrong = new AtomicInteger();
        AtomicInteger handedOver = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(count);
        AtomicBoolean over = new AtomicBoolean();
        Thread watcher =
                new Thread(
                        () -> {
                            while (!over.get()) {
                                loop.look();
                            }
                        });
        watcher.start();
        for (int i = 0; i < count; i++) {
            int number = i;
            loop.execute(
                    () -> {
                        if (inside.incrementAndGet() != 1 || last.getAndSet(number) != number - 1) {
                            wrong.incrementAndGet();
                        }
                        inside.decrementAndGet();
                        Task task =
                                new Task(
                                        PaceTest.proven(),
                                        () -> {
                                            if (number % 4 == 0) {
                                                LockSupport.parkNanos(1000);
                                            }
                                        });
                        if (!loop.dispatch(task)) {
                            task.run();
                            loop.ran();
                        }
                        if (loop.owned()) {
                            if (inside.incrementAndGet() != 1) {
                                wrong.incrementAndGet();
                            }
                            inside.decrementAndGet();
                        } else {
                            handedOver.incrementAndGet();
                        }
                        all.countDown();
                    });
        }
        all.await();
        over.set(true);
        watcher.join();
        loop.stop();
        loop.join(5000);
        many.stop(5000);
        System.out.println(handedOver + " hand-overs in " + count + " calls");
        assertThat(wrong).hasValue(0);
        assertThat(handedOver.get()).isPositive();
    }

    @Test
    void goesOnWhateverItsTasksThrow() throws Exception {
        Thread before = owner();
        Error[] errors = {
            new OutOfMemoryError("of a test"),
            new StackOverflowError(),
            new NoClassDefFoundError("of a test"),
            new ThreadDeath()
        };
        for (Error error : errors) {
            loop.execute(
                    () -> {
                        throw error;
                    });
            assertThat(owner()).isSameAs(before);
        }
    }

    @Test
    void anotherSelectorTakesThePlaceOfOneThatIsClosed() throws Exception {
        CompletableFuture<Thread> lost = new CompletableFuture<>();
        loop.onLoss(() -> lost.complete(Thread.currentThread()));
        try (Pipe.SourceChannel source = Pipe.open().source()) {
            source.configureBlocking(false);
            loop.register(source, 0, null).selector().close();

            assertThat(lost.get(10, TimeUnit.SECONDS)).isSameAs(owner());
            loop.register(source, 0, null);
        }
    }

    /** A key that waited for nothing is heard of once more; the acceptor's shows it. */
    @Test
    void tellsTheSelectorAnewWhatItsKeysWaitForOnceMemoryWasMissing() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.configureBlocking(false);
            SelectionKey key = loop.register(server, 0, null);
            loop.execute(
                    () -> {
                        throw new IllegalStateException("of a test");
                    });
            owner();
            owner();
            assertThat(key.interestOps()).isZero();
            loop.execute(
                    () -> {
                        throw new OutOfMemoryError("of a test");
                    });
            owner();
            owner();
            assertThat(key.interestOps()).isEqualTo(SelectionKey.OP_ACCEPT);
        }
    }
}
