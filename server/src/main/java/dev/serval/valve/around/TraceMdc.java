package dev.serval.valve.around;

import java.util.Deque;
import java.util.Map;
import org.slf4j.MDC;
import org.slf4j.spi.MDCAdapter;

/**
 * The MDC of the server's log, into which the trace of a call is put when the MDC is read or
 * changed for the first time in that call; each log event reads it. So calls that log nothing do
 * not need the entries. Thread-safe. The trace is that of the thread of the call; other threads
 * have none.
 */
public final class TraceMdc implements MDCAdapter {
    private final MDCAdapter entries;
    private final ThreadLocal<Held> held = ThreadLocal.withInitial(Held::new);

    /** The state of a thread. Used by this thread alone. */
    final class Held {
        // The trace of its call while the MDC has no entries for it; otherwise null.
        private TraceParent untold;
        // Whether there may be entries.
        private boolean used;

        void drop() {
            if (untold == null) {
                forget(entries);
            } else {
                untold = null;
            }
        }
    }

    /**
     * @param entries keeps them
     */
    public TraceMdc(MDCAdapter entries) {
        this.entries = entries;
    }

    /**
     * Puts a trace into the MDC of this thread, of any implementation.
     *
     * @return the argument for {@link #end}
     */
    static Held begin(TraceParent trace) {
        MDCAdapter mdc = MDC.getMDCAdapter();
        if (mdc instanceof TraceMdc own) {
            return own.hold(trace);
        }
        // A program that embeds the server has its own log.
        tell(trace, mdc);
        return null;
    }

    /** Removes the trace from the MDC of this thread. */
    static void end(Held begun) {
        if (begun != null) {
            begun.drop();
        } else {
            forget(MDC.getMDCAdapter());
        }
    }

    Held hold(TraceParent trace) {
        Held mine = held.get();
        mine.untold = trace;
        return mine;
    }

    private static void forget(MDCAdapter mdc) {
        mdc.remove(TraceContext.NAME);
        mdc.remove(TraceContext.TRACE_ID);
        mdc.remove(TraceContext.PARENT_ID);
    }

    private static void tell(TraceParent trace, MDCAdapter mdc) {
        mdc.put(TraceContext.NAME, trace.text());
        mdc.put(TraceContext.TRACE_ID, trace.traceId());
        mdc.put(TraceContext.PARENT_ID, trace.parentId());
    }

    /** The entries, including the trace of the call. */
    private MDCAdapter whole() {
        Held mine = held.get();
        mine.used = true;
        TraceParent trace = mine.untold;
        if (trace != null) {
            mine.untold = null;
            tell(trace, entries);
        }
        return entries;
    }

    @Override
    public void put(String key, String value) {
        whole().put(key, value);
    }

    @Override
    public String get(String key) {
        return whole().get(key);
    }

    @Override
    public void remove(String key) {
        whole().remove(key);
    }

    @Override
    public void clear() {
        Held mine = held.get();
        mine.untold = null;
        // Called after each request; most requests have not used the MDC.
        if (mine.used) {
            mine.used = false;
            entries.clear();
        }
    }

    @Override
    public Map<String, String> getCopyOfContextMap() {
        return whole().getCopyOfContextMap();
    }

    @Override
    public void setContextMap(Map<String, String> map) {
        whole().setContextMap(map);
    }

    @Override
    public void pushByKey(String key, String value) {
        whole().pushByKey(key, value);
    }

    @Override
    public String popByKey(String key) {
        return whole().popByKey(key);
    }

    @Override
    public Deque<String> getCopyOfDequeByKey(String key) {
        return whole().getCopyOfDequeByKey(key);
    }

    @Override
    public void clearDequeByKey(String key) {
        whole().clearDequeByKey(key);
    }
}
