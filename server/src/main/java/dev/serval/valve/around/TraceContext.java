package dev.serval.valve.around;

import dev.serval.jfr.Flight;
import dev.serval.valve.CallChain;
import dev.serval.valve.CallValve;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Enumeration;
import org.slf4j.MDC;

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

    private static final String TRACE_ID = "traceId";
    private static final String PARENT_ID = "parentId";

    @Override
    public void invoke(HttpServletRequest request, HttpServletResponse response, CallChain chain)
            throws IOException, ServletException {
        TraceParent sent = takesUp ? TraceParent.of(only(request.getHeaders(NAME))) : null;
        TraceParent trace = sent == null ? TraceParent.made() : sent;
        request.setAttribute(NAME, trace.text());
        if (field != null) {
            response.setHeader(field, trace.text());
        }
        MDC.put(NAME, trace.text());
        MDC.put(TRACE_ID, trace.traceId());
        MDC.put(PARENT_ID, trace.parentId());
        long begun = System.nanoTime();
        try {
            chain.proceed();
        } finally {
            MDC.remove(NAME);
            MDC.remove(TRACE_ID);
            MDC.remove(PARENT_ID);
            Flight.traced(trace.text(), System.nanoTime() - begun);
        }
    }

    @Override
    public boolean mayWait() {
        return false;
    }

    /** Null unless there is one alone: of two nobody knows which counts. */
    private static String only(Enumeration<String> fields) {
        String first = fields.hasMoreElements() ? fields.nextElement() : null;
        return fields.hasMoreElements() ? null : first;
    }
}
