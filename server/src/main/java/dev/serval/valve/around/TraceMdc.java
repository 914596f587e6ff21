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
    // The trace of the call of a thread while it is not among the entries; otherwise null.
    private final ThreadLocal<TraceParent> untold = new ThreadLocal<>();

    /**
     * @param entries keeps them
     */
    public TraceMdc(MDCAdapter entries) {
        this.entries = entries;
    }

    /** From now on the MDC of this thread has a trace, whatever kind of MDC there is. */
    static void begin(TraceParent trace) {
        MDCAdapter mdc = MDC.getMDCAdapter();
        if (mdc instanceof TraceMdc own) {
            own.hold(trace);
        } else {
            // A program that embeds the server has its own log.
            tell(trace, mdc);
        }
    }

    /** The MDC of this thread has no trace any more. */
    static void end() {
        MDCAdapter mdc = MDC.getMDCAdapter();
        if (mdc instanceof TraceMdc own) {
            own.drop();
        } else {
            forget(mdc);
        }
    }

    void hold(TraceParent trace) {
        untold.set(trace);
    }

    void drop() {
        if (untold.get() == null) {
            forget(entries);
        } else {
            untold.set(null);
        }
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
        TraceParent trace = untold.get();
        if (trace != null) {
            untold.set(null);
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
        untold.set(null);
        entries.clear();
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
