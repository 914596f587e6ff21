package dev.serval.webapp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Names the threads that an application has left running. Stateless. */
final class LeftThreads {
    private static final Logger LOG = LoggerFactory.getLogger(LeftThreads.class);

    private static final long PATIENCE_MILLIS = 500;

    private LeftThreads() {}

    /** Threads that have been told to end get a moment for it. */
    static void report(ClassLoader loader) {
        for (Thread thread : remaining(loader, PATIENCE_MILLIS)) {
            LOG.warn(
                    "SRV-0843 {} was stopped but has left the thread {} running, which keeps it in"
                            + " memory; end the thread in contextDestroyed",
                    loader,
                    thread.getName());
        }
    }

    /** Those that still run after so many milliseconds, or when the caller is interrupted. */
    static List<Thread> remaining(ClassLoader loader, long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        List<Thread> left = of(loader);
        try {
            for (Thread thread : left) {
                TimeUnit.NANOSECONDS.timedJoin(thread, end - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return left.stream().filter(Thread::isAlive).toList();
    }

    /** Threads that run for the loader's application: by their class or their context loader. */
    static List<Thread> of(ClassLoader loader) {
        List<Thread> left = new ArrayList<>();
        for (Thread thread : all()) {
            boolean its =
                    thread.getClass().getClassLoader() == loader
                            || thread.getContextClassLoader() == loader;
            if (its && thread.isAlive() && thread != Thread.currentThread()) {
                left.add(thread);
            }
        }
        return left;
    }

    private static List<Thread> all() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        Thread[] threads = new Thread[group.activeCount() + 16];
        int count = group.enumerate(threads);
        while (count == threads.length) {
            threads = new Thread[threads.length * 2];
            count = group.enumerate(threads);
        }
        return Arrays.asList(threads).subList(0, count);
    }
}
