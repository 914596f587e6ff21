package dev.serval.valve.around;

import dev.serval.valve.CallChain;
import dev.serval.valve.CallValve;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Enumeration;

/**
 * The TraceContextValve: takes up the trace of a request, or begins one, and names it where the
 * request leaves traces. Thread-safe. The log of the call has {@code traceparent}, {@code traceId}
 * and {@code parentId} in its MDC; what an application does later by threads of its own has not.
 *
 * @param field of responses that tells of it; null for none
 * @param takesUp whether that of clients counts
 */
public record TraceContext(String field, boolean takesUp) implements CallValve {
    /** The field, the attribute of requests, and the name in the MDC. */
    public static final String NAME = "traceparent";

    static final String TRACE_ID = "traceId";
    static final String PARENT_ID = "parentId";

    @Override
    public void invoke(HttpServletRequest request, HttpServletResponse response, CallChain chain)
            throws IOException, ServletException {
        TraceParent sent = takesUp ? sent(request) : null;
        TraceParent trace = sent == null ? TraceParent.made() : sent;
        chain.exchange().traceparent(trace);
        request.setAttribute(NAME, trace);
        if (field != null) {
            response.setHeader(field, trace.text());
        }
        TraceMdc.Held begun = TraceMdc.begin(trace);
        try {
            chain.proceed();
        } finally {
            TraceMdc.end(begun);
        }
    }

    @Override
    public boolean mayWait() {
        return false;
    }

    /** Null unless there is one alone: of two nobody knows which counts. */
    private static TraceParent sent(HttpServletRequest request) {
        String first = request.getHeader(NAME);
        if (first == null) {
            return null;
        }
        Enumeration<String> all = request.getHeaders(NAME);
        all.nextElement();
        return all.hasMoreElements() ? null : TraceParent.of(first);
    }
}
