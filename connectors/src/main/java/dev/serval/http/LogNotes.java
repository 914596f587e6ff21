package dev.serval.http;

import java.util.HashMap;
import java.util.Map;

/**
 * What was noted of one request for its access logs. Written by the thread that runs the exchange,
 * one at a time, and read when it is over.
 */
public final class LogNotes {
    private final LogWants wants;
    private long commitNanos = -1;
    private String thread;
    private String sessionId;
    private final Map<LogValue, String> values = new HashMap<>();

    public LogNotes(LogWants wants) {
        this.wants = wants;
    }

    public LogWants wants() {
        return wants;
    }

    /** The head of the response is sent. */
    void committed(long nanos) {
        commitNanos = nanos;
    }

    /**
     * Nanoseconds from the request's arrival to the head of its response; negative if no head was
     * sent.
     */
    public long commitNanos() {
        return commitNanos;
    }

    public void thread(String name) {
        thread = name;
    }

    /** The thread that ran it last; null if none was noted. */
    public String thread() {
        return thread;
    }

    public void sessionId(String id) {
        sessionId = id;
    }

    /** The id of the session; null if there is none. */
    public String sessionId() {
        return sessionId;
    }

    /** Called for what is wanted; null if there is none. */
    public void value(LogValue which, String text) {
        values.put(which, text);
    }

    /** As text; null if there is none. */
    public String value(LogValue which) {
        return values.get(which);
    }
}
