package dev.serval.valve.around;

import java.util.Deque;
import java.util.Map;
import org.slf4j.MDC;
import org.slf4j.spi.MDCAdapter;

/**
 * The MDC of the server's log, into which the trace of a call is put when the MDC is read or
 * changed for the first time in that call; whatever is logged reads it. So calls that log nothing
 * do without the entries. Thread-safe. The trace is that of the thread of the call; other threads
 * have none.
 */
public final class TraceMdc implements MDCAdapter {
    private final MDCAdapter entries;
    private final ThreadLocal<Held> held = ThreadLocal.withInitial(Held::new);

    /** What is known of a thread. Used by it alone. */
    final class Held {
        // The trace of its call while it is not among the entries; otherwise null.
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
     * From now on the MDC of this thread has a trace, whatever kind of MDC there is.
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

    /** The MDC of this thread has no trace any more. */
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

    /** With the trace of the call. */
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
        // Called after each request, most of which have not come here before.
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
