package dev.serval.net;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that run applications. Thread-safe. The only class that knows platform from virtual
 * threads, which it reaches by method handles since the baseline has no such interface. An idle
 * thread that was used last is used first, so that few threads stay warm and the others end.
 */
public final class Workers {
    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
    private static final long IDLE_SECONDS = 60;

    private final ThreadFactory factory;
    private final boolean virtual;
    private final int max;
    private final int spare;
    private final int queueLimit;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Runnable> queue = new ArrayDeque<>();
    private final ArrayDeque<Worker> idle = new ArrayDeque<>();
    private final Set<Worker> all = new HashSet<>();
    private final Condition ended = lock.newCondition();
    private boolean stopped;
    private boolean waking; // by lock: a thread that was called has not come yet
    private int generation; // by lock

    /**
     * @param name of the threads, a number follows
     * @param max threads at the most
     * @param spare idle threads that are kept
     * @param queueLimit tasks that may wait for a thread
     * @param virtual a virtual thread per task; ignored before JDK 21
     */
    public Workers(String name, int max, int spare, int queueLimit, boolean virtual) {
        this.virtual = virtual && VIRTUAL != null;
        this.factory = this.virtual ? virtualThreads(name) : platformThreads(name);
        this.max = max;
        this.spare = spare;
        this.queueLimit = queueLimit;
    }

    /** True when this JDK has virtual threads. */
    public static boolean hasVirtualThreads() {
        return VIRTUAL != null;
    }

    /** Named daemon threads of the platform. */
    static ThreadFactory platformThreads(String name) {
        AtomicInteger number = new AtomicInteger();
        return heirless(
                task -> {
                    String full = name + "-" + number.incrementAndGet();
                    Thread thread = new Thread(null, task, full, 0, false);
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /**
     * Threads that take nothing from the one that makes them, which may be in the middle of an
     * application: neither its context class loader nor, before JDK 24, who called it.
     */
    private static ThreadFactory heirless(ThreadFactory factory) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return task -> {
            Thread thread = privileged(() -> factory.newThread(task));
            thread.setContextClassLoader(context);
            return thread;
        };
    }

    @SuppressWarnings("removal") // the only way to cut the callers off where they are remembered
    private static Thread privileged(PrivilegedAction<Thread> action) {
        return AccessController.doPrivileged(action);
    }

    /**
     * Runs the task on a thread of its own choice; throws RejectedExecutionException when too many
     * wait.
     */
    public void execute(Runnable task) {
        if (virtual) {
            factory.newThread(task).start();
            return;
        }
        lock.lock();
        try {
            if (stopped) {
                throw new RejectedExecutionException("stopped");
            }
            int waiting = queue.size() - (waking ? 1 : 0);
            if (idle.isEmpty() && all.size() >= max && waiting >= queueLimit) {
                throw new RejectedExecutionException("maxThreads are busy and the queue is full");
            }
            queue.addLast(task);
            if (!waking && !wake() && all.isEmpty()) {
                queue.removeLast();
                throw new RejectedExecutionException("the system gives no more threads");
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Calls one thread to the queue, by lock; false when there can be none. One at a time is on its
     * way. Until it has come, those that end a task take from the queue, so that under load few
     * requests have to wake a thread; when it has come and there is more, it calls the next.
     */
    private boolean wake() {
        Worker worker = idle.pollLast();
        if (worker != null) {
            worker.called = true;
            worker.wakeUp.signal();
        } else if (all.size() < max) {
            worker = new Worker();
            all.add(worker);
            try {
                worker.thread.start();
            } catch (OutOfMemoryError e) {
                // What a JVM says that cannot make another thread.
                all.remove(worker);
                return false;
            }
        } else {
            return false;
        }
        waking = true;
        return true;
    }

    /** Idle threads end at once, busy ones with their task; waits for them, at most so long. */
    public boolean stop(long millis) throws InterruptedException {
        long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
        List<Worker> ending = new ArrayList<>();
        lock.lock();
        try {
            stopped = true;
            ending.addAll(all);
            for (Worker worker : idle) {
                worker.wakeUp.signal();
            }
            while (!all.isEmpty() && nanos > 0) {
                nanos = ended.awaitNanos(nanos);
            }
            for (Worker worker : all) {
                LOG.warn(
                        "SRV-0903 Application code still runs on {}; it is interrupted",
                        worker.thread.getName());
                worker.thread.interrupt();
            }
            ending.removeAll(all);
            return all.isEmpty();
        } finally {
            lock.unlock();
            for (Worker worker : ending) {
                // It has said that it ends; a caller that looks for threads must find none.
                worker.thread.join();
            }
        }
    }

    /**
     * No thread that has run a task so far runs another: idle ones end now, busy ones with their
     * task. Whatever an application has left in its thread-locals goes with them.
     */
    public void renew() {
        lock.lock();
        try {
            generation++;
            for (Worker worker : idle) {
                worker.wakeUp.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    private final class Worker implements Runnable {
        private final int born = generation;
        private final Thread thread = factory.newThread(this);
        private final Condition wakeUp = lock.newCondition();
        private boolean called = true; // by lock

        @Override
        public void run() {
            try {
                for (Runnable task = next(); task != null; task = next()) {
                    try {
                        task.run();
                    } catch (RuntimeException | Error e) {
                        LOG.error("SRV-0904 A task failed; please report this", e);
                    }
                    // What an application left behind must not meet the next one.
                    Thread.interrupted();
                    // While idle, the frame would hold the last request and so its application.
                    task = null;
                }
            } finally {
                end();
            }
        }

        private Runnable next() {
            lock.lock();
            try {
                long nanos = TimeUnit.SECONDS.toNanos(IDLE_SECONDS);
                while (true) {
                    if (called) {
                        called = false;
                        waking = false;
                        if (queue.size() > 1) {
                            wake();
                        }
                    }
                    if (born != generation && succeeded()) {
                        return null;
                    }
                    Runnable task = queue.pollFirst();
                    if (task != null || stopped || born != generation) {
                        return task;
                    }
                    idle.addLast(this);
                    while (!called && !stopped && born == generation && nanos > 0) {
                        nanos = wakeUp.awaitNanos(nanos);
                    }
                    if (!called) {
                        idle.remove(this);
                        if (nanos <= 0 && all.size() > spare) {
                            return null;
                        }
                    }
                    nanos = TimeUnit.SECONDS.toNanos(IDLE_SECONDS);
                }
            } catch (InterruptedException e) {
                // Only stop() interrupts, and an application that interrupts its own thread late.
                idle.remove(this);
                return null;
            } finally {
                lock.unlock();
            }
        }

        /** Whether others do what waits; if there can be no other thread, this one goes on. */
        private boolean succeeded() {
            all.remove(this);
            if (queue.isEmpty() || waking || wake()) {
                return true;
            }
            all.add(this);
            return false;
        }

        private void end() {
            lock.lock();
            try {
                all.remove(this);
                if (called) {
                    waking = false;
                }
                if (!queue.isEmpty() && !waking) {
                    wake();
                }
                ended.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    // ---- virtual threads, JDK 21 and newer

    private static final MethodHandle VIRTUAL = findVirtual();

    /** Thread.ofVirtual().name(prefix, 1).inheritInheritableThreadLocals(false).factory() */
    private static MethodHandle findVirtual() {
        try {
            Class<?> builder = Class.forName("java.lang.Thread$Builder");
            Class<?> ofVirtual = Class.forName("java.lang.Thread$Builder$OfVirtual");
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            MethodHandle start =
                    lookup.findStatic(Thread.class, "ofVirtual", MethodType.methodType(ofVirtual));
            MethodHandle name =
                    lookup.findVirtual(
                            builder,
                            "name",
                            MethodType.methodType(builder, String.class, long.class));
            MethodHandle inherit =
                    lookup.findVirtual(
                            builder,
                            "inheritInheritableThreadLocals",
                            MethodType.methodType(builder, boolean.class));
            MethodHandle factory =
                    lookup.findVirtual(
                            builder, "factory", MethodType.methodType(ThreadFactory.class));
            name = name.asType(MethodType.methodType(builder, ofVirtual, String.class, long.class));
            inherit = MethodHandles.insertArguments(inherit, 1, false);
            factory = MethodHandles.filterReturnValue(inherit, factory);
            return MethodHandles.filterReturnValue(
                    MethodHandles.collectArguments(name, 0, start), factory);
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    /** Named virtual threads; platform threads before JDK 21. */
    static ThreadFactory virtualThreads(String name) {
        if (VIRTUAL == null) {
            return platformThreads(name);
        }
        try {
            return heirless((ThreadFactory) VIRTUAL.invokeExact(name + "-", 1L));
        } catch (Throwable e) {
            throw new IllegalStateException("virtual threads cannot be made", e);
        }
    }
}
