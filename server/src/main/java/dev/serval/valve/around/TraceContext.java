package dev.serval.valve.around;

import dev.serval.valve.CallChain;
import dev.serval.valve.CallValve;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Enumeration;

/**
 * The TraceContextValve: continues the trace of a request, or begins one, and names it in an
 * attribute, in the log and perhaps in the response. Thread-safe. The log of the call has {@code
 * traceparent}, {@code traceId} and {@code parentId} in its MDC; other threads of the application
 * do not.
 *
 * @param field of responses with the trace; null if there is none
 * @param takesUp whether the trace of a client is continued
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

    /** Null unless there is exactly one: of two it is unclear which one counts. */
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
