package dev.serval.manager;

import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MonitorInfo;
import java.lang.management.RuntimeMXBean;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/** All threads with their stacks, in the form of Tomcat's manager. Stateless. */
final class ThreadDump {
    private static final String END = "\r\n";

    private ThreadDump() {}

    static String text() {
        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        StringBuilder out = new StringBuilder(Clock.now()).append(END);
        out.append("Full thread dump ")
                .append(runtime.getVmName())
                .append(" (")
                .append(runtime.getVmVersion());
        String more = System.getProperty("java.vm.info");
        if (more != null) {
            out.append(' ').append(more);
        }
        out.append("):").append(END).append(END);
        for (ThreadInfo info : threads.dumpAllThreads(true, true)) {
            append(out, info, threads);
        }
        long[] deadlocked = threads.findDeadlockedThreads();
        if (deadlocked != null) {
            out.append("Deadlock found between the following threads:").append(END);
            for (ThreadInfo info : threads.getThreadInfo(deadlocked, true, true)) {
                if (info != null) {
                    append(out, info, threads);
                }
            }
        }
        return out.toString();
    }

    private static void append(StringBuilder out, ThreadInfo info, ThreadMXBean threads) {
        long id = info.getThreadId();
        out.append('"').append(info.getThreadName()).append("\" Id=").append(id);
        boolean timed = threads.isThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled();
        out.append(" cpu=").append(timed ? threads.getThreadCpuTime(id) : -1);
        out.append(" ns usr=").append(timed ? threads.getThreadUserTime(id) : -1);
        out.append(" ns blocked ").append(info.getBlockedCount());
        out.append(" for ").append(info.getBlockedTime());
        out.append(" ms waited ").append(info.getWaitedCount());
        out.append(" for ").append(info.getWaitedTime()).append(" ms");
        if (info.isSuspended()) {
            out.append(" (suspended)");
        }
        if (info.isInNative()) {
            out.append(" (running in native)");
        }
        out.append(END).append("   java.lang.Thread.State: ").append(info.getThreadState());
        out.append(END);
        StackTraceElement[] stack = info.getStackTrace();
        for (int i = 0; i < stack.length; i++) {
            out.append("\tat ").append(stack[i]).append(END);
            LockInfo waited = info.getLockInfo();
            if (i == 0 && waited != null) {
                out.append("\t- waiting on (a ").append(waited).append(')').append(END);
            }
            for (MonitorInfo held : info.getLockedMonitors()) {
                if (held.getLockedStackDepth() == i) {
                    out.append("\t- locked (a ").append(held).append(')').append(END);
                }
            }
        }
        for (LockInfo held : info.getLockedSynchronizers()) {
            out.append("\t- locked synchronizer (a ").append(held).append(')').append(END);
        }
        out.append(END);
    }
}
