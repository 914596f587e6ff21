package dev.serval.ops;

import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/**
 * All platform threads with their stacks, as text. Stateless. Virtual threads are only in a dump of
 * {@code jcmd PID Thread.dump_to_file}; those that run requests are on the page of requests.
 */
final class ThreadsPage {
    void write(OpsRequest request, OpsAnswer answer) {
        Map<Thread, StackTraceElement[]> all =
                new TreeMap<>(
                        Comparator.comparing(Thread::getName)
                                .thenComparing(System::identityHashCode));
        all.putAll(Thread.getAllStackTraces());
        all.forEach(
                (thread, frames) -> {
                    answer.quoted(thread.getName());
                    answer.append(thread.isDaemon() ? " daemon " : " ");
                    answer.append(thread.getState().name()).append('\n');
                    for (StackTraceElement frame : frames) {
                        answer.append("    at ").append(frame.toString()).append('\n');
                    }
                    answer.append('\n');
                });
    }
}
