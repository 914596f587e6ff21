package dev.serval.webapp;

import dev.serval.thread.Threads;
import java.lang.ref.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports what an application has left in thread-locals of threads that belong neither to it nor to
 * the server, above all of the common pool's workers. The server renews its own threads. Stateless.
 */
final class LeftThreadLocals {
    private static final Logger LOG = LoggerFactory.getLogger(LeftThreadLocals.class);

    private LeftThreadLocals() {}

    /**
     * @param application its path, for the log
     */
    static void report(LoadedBy its, String application) {
        for (Thread thread : LeftThreads.all()) {
            if (!Threads.isOwn(thread)
                    && thread != Thread.currentThread()
                    && !LeftThreads.isOf(thread, its)) {
                report(thread, "threadLocals", its, application);
                report(thread, "inheritableThreadLocals", its, application);
            }
        }
    }

    private static void report(Thread thread, String field, LoadedBy its, String application) {
        Object map = Inside.get(Thread.class, field, thread);
        Object table = map == null ? null : Inside.get(map.getClass(), "table", map);
        if (!(table instanceof Object[] entries)) {
            return;
        }
        for (Object entry : entries) {
            if (entry instanceof Reference<?> key) {
                Object value = Inside.get(entry.getClass(), "value", entry);
                Object local = key.get();
                if (its.holds(local) || its.holdsAny(value)) {
                    LOG.warn(
                            "SRV-0844 [{}] was stopped but has left a {} in the ThreadLocal {} of"
                                    + " the thread {}, which keeps it in memory; call remove of the"
                                    + " ThreadLocal in a finally block where it is set",
                            application,
                            type(value),
                            type(local),
                            thread.getName());
                }
            }
        }
    }

    private static String type(Object any) {
        if (any == null) {
            return "(none)";
        }
        return any instanceof Class<?> c ? "Class of " + c.getName() : any.getClass().getName();
    }
}
