package dev.serval.webapp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports the threads that an application has left running. Stateless. */
final class LeftThreads {
    private static final Logger LOG = LoggerFactory.getLogger(LeftThreads.class);

    private static final long LONGEST_WAIT_MILLIS = 500;

    private LeftThreads() {}

    /**
     * Reports the threads; those that were told to end have a short time to do so.
     *
     * @param application its path, for the log
     */
    static void report(LoadedBy its, String application) {
        for (Thread thread : remaining(its, LONGEST_WAIT_MILLIS)) {
            LOG.warn(
                    "SRV-0843 [{}] was stopped but has left the thread {} running, which keeps it"
                            + " in memory; {} in contextDestroyed. The thread is at {}",
                    application,
                    thread.getName(),
                    advice(thread),
                    place(thread));
        }
    }

    private static String advice(Thread thread) {
        if (thread.getClass().getName().equals("java.util.TimerThread")) {
            return "cancel its java.util.Timer";
        }
        Object task = task(thread);
        if (task != null && task.getClass().getName().startsWith("java.util.concurrent.")) {
            return "call shutdownNow of its executor";
        }
        return "end the thread";
    }

    /** The first line outside of the JDK, if there is one. */
    private static String place(Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        for (StackTraceElement frame : stack) {
            if (frame.getModuleName() == null || !frame.getModuleName().startsWith("java.")) {
                return frame.toString();
            }
        }
        return stack.length == 0 ? "its end" : stack[0].toString();
    }

    /**
     * The threads that still run after that many milliseconds, or when the caller is interrupted.
     */
    static List<Thread> remaining(LoadedBy its, long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        List<Thread> left = of(its);
        try {
            for (Thread thread : left) {
                TimeUnit.NANOSECONDS.timedJoin(thread, end - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return left.stream().filter(Thread::isAlive).toList();
    }

    /** Threads that run for the application: by their class, their context loader, their task. */
    static List<Thread> of(LoadedBy its) {
        List<Thread> left = new ArrayList<>();
        for (Thread thread : all()) {
            if (thread.isAlive() && thread != Thread.currentThread() && isOf(thread, its)) {
                left.add(thread);
            }
        }
        return left;
    }

    /** Whether a thread runs for the application; also for a thread that has not been started. */
    static boolean isOf(Thread thread, LoadedBy its) {
        return its.holds(thread)
                || its.holds(thread.getContextClassLoader())
                || its.holds(task(thread));
    }

    /** Null if the thread has no task, or the task is not accessible. */
    private static Object task(Thread thread) {
        if (Runtime.version().feature() < 19) {
            return Inside.get(Thread.class, "target", thread);
        }
        Object holder = Inside.get(Thread.class, "holder", thread);
        return holder == null ? null : Inside.get(holder.getClass(), "task", holder);
    }

    /** All platform threads; virtual threads end by themselves. */
    static List<Thread> all() {
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
