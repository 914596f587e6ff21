package dev.serval.net;

import dev.serval.buffer.BufferPool;
import dev.serval.buffer.InputBuffer;
import dev.serval.thread.ThreadFailures;
import dev.serval.thread.Threads;
import java.lang.reflect.Proxy;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A process of {@link FullHeapTurnsTest}: the first turn of one kind of thread takes all of the
 * memory and fails; the second one, as nothing was linked that runs between them, gives it back.
 * Prints {@link #WENT_ON} if the same thread has run both.
 */
final class FullHeapTurns {
    static final String WENT_ON = "went on";
    private static final int MOST_OBJECTS = 200_000;
    private static final OutOfMemoryError CAUSE = new OutOfMemoryError("of the first turn");

    private static final Thread MAIN = Thread.currentThread();
    private static volatile Object[] held;
    private static volatile Thread first;
    private static volatile Thread second;
    private static volatile boolean begun;
    private static final int MOST_TASKS = 100;
    // By one thread.
    private static int ran;
    private static final Runnable RUNS = () -> ran++;
    private static final Runnable BEGINS = () -> first = Thread.currentThread();
    // The watcher looks every millisecond.
    private static final long LOOKS_NANOS = 100_000_000;

    private FullHeapTurns() {}

    /** Holds whatever the heap has. */
    private static void fill() {
        Object[] all = held;
        int count = 0;
        int size = 1 << 20;
        while (count < MOST_OBJECTS) {
            try {
                all[count] = size < 16 ? new Object() : new byte[size];
                count++;
            } catch (OutOfMemoryError e) {
                if (size == 0) {
                    return;
                }
                size /= 2;
            }
        }
        Runtime.getRuntime().halt(3);
    }

    /** The main thread takes no more memory by then. */
    private static void awaitMain() {
        while (!begun || MAIN.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }

    private static void fillAndFail() {
        awaitMain();
        first = Thread.currentThread();
        fill();
        throw CAUSE;
    }

    private static void fillAndReturn() {
        awaitMain();
        first = Thread.currentThread();
        fill();
    }

    private static void giveBack() {
        held = null;
        second = Thread.currentThread();
    }

    /** As many as fit wait, and all of them run. */
    private static void fillAndQueue(Workers workers) {
        // Links what a task that waits needs.
        workers.execute(RUNS);
        fillAndReturn();
        int waiting = 1;
        boolean refused = false;
        for (int i = 0; i < MOST_TASKS; i++) {
            try {
                workers.execute(RUNS);
                waiting++;
            } catch (OutOfMemoryError e) {
                refused = true;
            }
        }
        held = null;
        int all = waiting;
        boolean some = refused && waiting > 1;
        workers.execute(
                () -> {
                    if (some && ran == all) {
                        second = Thread.currentThread();
                    }
                });
    }

    /** Calls a thread that has never been called before. */
    private static void fillAndCall(Consumer<Runnable> thread) {
        while (first == null || !isParked(first)) {
            Thread.onSpinWait();
        }
        fill();
        try {
            thread.accept(RUNS);
        } catch (OutOfMemoryError e) {
            // The next one is done all the same.
        }
        held = null;
        thread.accept(() -> second = Thread.currentThread());
    }

    private static boolean isParked(Thread thread) {
        Thread.State state = thread.getState();
        return state == Thread.State.TIMED_WAITING || state == Thread.State.WAITING;
    }

    private static void turn() {
        if (first == null) {
            fillAndFail();
        }
        if (second == null) {
            giveBack();
        }
    }

    private static boolean failedTwice() {
        return ThreadFailures.PROCESS.count() > 1;
    }

    private static boolean waits() {
        Thread one = first;
        return one != null && one.getState() == Thread.State.TIMED_WAITING;
    }

    public static void main(String[] arguments) throws Exception {
        held = new Object[MOST_OBJECTS];
        boolean same = true;
        // When the main thread gives back what was taken, where no second turn can.
        BooleanSupplier enough = () -> false;
        failedTwice();
        switch (arguments[0]) {
            case "loop" -> {
                EventLoop loop = loop(Threads.platform("loop-"));
                loop.execute(FullHeapTurns::fillAndFail);
                loop.execute(FullHeapTurns::giveBack);
                loop.start();
            }
            case "loop-in-place" -> inPlace();
            case "loop-thread" -> {
                // It is started while there is no memory.
                EventLoop loop =
                        loop(
                                task ->
                                        new Thread(
                                                () -> {
                                                    fillAndReturn();
                                                    task.run();
                                                }));
                loop.execute(() -> second = Thread.currentThread());
                enough = FullHeapTurns::waits;
                loop.start();
            }
            case "watcher" -> {
                heldLoop();
                same = false;
            }
            case "sweep" -> {
                new Deadlines("sweep", FullHeapTurns::turn, () -> true).start();
                enough = FullHeapTurns::failedTwice;
            }
            case "worker" -> {
                Workers workers = new Workers("worker", 1, 1, 10, false);
                workers.execute(FullHeapTurns::fillAndFail);
                workers.execute(FullHeapTurns::giveBack);
            }
            case "queue" -> {
                // What waits is not lost because there is no room for more.
                Workers workers = new Workers("worker", 1, 1, MOST_TASKS, false);
                workers.execute(() -> fillAndQueue(workers));
                same = false;
            }
            case "called" -> {
                Workers workers = new Workers("worker", 1, 1, 10, false);
                workers.execute(BEGINS);
                fillAndCall(workers::execute);
            }
            case "turn" -> {
                Connection connection = connection();
                connection.conversation(fake(Conversation.class));
                BioThread thread = new BioThread(null, Threads.platform("bio-"), null);
                thread.later(BEGINS);
                thread.start(connection, null);
                fillAndCall(thread::later);
            }
            case "carriers" -> {
                FairCarrierQueue queue = new FairCarrierQueue("test", task -> new Thread(() -> {}));
                queue.sweep();
                queue.sweep();
                Runnable one = FullHeapTurns::fillAndFail;
                queue.start(
                        new Thread(one) {
                            @Override
                            public void start() {
                                run();
                            }
                        },
                        cause -> {});
                queue.start(
                        new Thread(FullHeapTurns::giveBack) {
                            @Override
                            public void start() {
                                run();
                            }
                        },
                        cause -> {});
                queue.open();
            }
            case "connection" -> {
                BioThread thread = new BioThread(null, Threads.platform("bio-"), null);
                thread.later(FullHeapTurns::fillAndFail);
                thread.later(FullHeapTurns::giveBack);
                thread.start(connection(), null);
            }
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        begun = true;
        for (int i = 0; i < 20_000 && second == null; i++) {
            LockSupport.parkNanos(1_000_000);
            if (enough.getAsBoolean()) {
                held = null;
            }
        }
        held = null;
        if (second != null && (!same || first == second)) {
            System.out.println(WENT_ON);
        } else {
            System.out.println("began on " + first + ", its next turn on " + second);
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static EventLoop loop(ThreadFactory factory) throws Exception {
        Workers workers = new Workers("worker", 2, 1, 10, false);
        return new EventLoop(workers, workers, new LoopThreads(factory, 2));
    }

    private static Pace brisk() {
        Pace pace = new Pace();
        for (int i = 0; i < Pace.FEWEST; i++) {
            pace.took(1);
        }
        return pace;
    }

    /** The watcher looks at its first call, and can pass the loop on only later. */
    private static void heldLoop() throws Exception {
        EventLoop loop = loop(Threads.platform("loop-"));
        LoopWatcher watcher = new LoopWatcher(new EventLoop[] {loop}, "watcher-");
        loop.watched(watcher);
        Pace pace = brisk();
        loop.execute(
                () -> {
                    loop.runsInPlace(pace);
                    loop.execute(() -> second = Thread.currentThread());
                    fillAndReturn();
                    // It has looked at nothing before.
                    watcher.start();
                    long end = System.nanoTime() + LOOKS_NANOS;
                    while (second == null) {
                        if (System.nanoTime() - end > 0) {
                            held = null;
                        }
                        Thread.onSpinWait();
                    }
                });
        loop.start();
    }

    /** The loop runs a call itself, and stands up while a task waits for its place. */
    private static void inPlace() throws Exception {
        Workers workers = new Workers("worker", 1, 1, 10, false);
        EventLoop loop =
                new EventLoop(workers, workers, new LoopThreads(Threads.platform("loop-"), 2));
        loop.watched(new LoopWatcher(new EventLoop[0], "watcher-"));
        Pace pace = brisk();
        loop.execute(
                () -> {
                    if (!loop.runsInPlace(pace)) {
                        throw new AssertionError("not in place");
                    }
                    workers.execute(() -> {});
                    // In the next turn of the loop.
                    loop.execute(FullHeapTurns::giveBack);
                    fillAndReturn();
                    loop.ran();
                });
        loop.start();
    }

    private static Connection connection() {
        return new Connection(
                fake(Transport.class),
                fake(Driver.class),
                new InputBuffer(new BufferPool(64, false, 1)),
                gone -> {});
    }

    private static <T> T fake(Class<T> type) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (proxy, method, arguments) -> {
                            Class<?> returned = method.getReturnType();
                            if (returned == Next.class) {
                                return Next.SUSPEND;
                            }
                            return returned == boolean.class ? false : null;
                        }));
    }
}
