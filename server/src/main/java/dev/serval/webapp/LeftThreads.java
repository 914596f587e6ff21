package dev.serval.webapp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Names the threads that an application has left running. Stateless. */
final class LeftThreads {
    private static final Logger LOG = LoggerFactory.getLogger(LeftThreads.class);

    private LeftThreads() {}

    static void report(ClassLoader loader) {
        for (Thread thread : of(loader)) {
            LOG.warn(
                    "SRV-0843 {} was stopped but has left the thread {} running, which keeps it in"
                            + " memory; end the thread in contextDestroyed",
                    loader,
                    thread.getName());
        }
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
