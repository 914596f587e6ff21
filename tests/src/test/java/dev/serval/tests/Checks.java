package dev.serval.tests;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** What happens in the application of a test, to be told in the test. Thread-safe. */
final class Checks {
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicReference<AssertionError> failed = new AtomicReference<>();
    private final AtomicReference<Throwable> thrown = new AtomicReference<>();

    /** A servlet that does what is given when a request comes, in all of its dispatches. */
    HttpServlet servlet(Supplier<OneServlet.Body> body) {
        return new Checked(body);
    }

    /** Something was asserted, and was not so. */
    void note(AssertionError failure) {
        failed.compareAndSet(null, failure);
    }

    /** A new request: nobody was called for it. */
    void begin() {
        calls.set(0);
        thrown.set(null);
    }

    int calls() {
        return calls.get();
    }

    /** Fails as the application has, when its servlets have returned. */
    void tell() {
        try {
            Waiting.until("the servlet returns", () -> inside.get() == 0);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        AssertionError found = failed.getAndSet(null);
        if (found != null) {
            throw found;
        }
    }

    /** Fails unless a servlet was called since the beginning and has thrown nothing. */
    void requireServed(RawResponse answer) {
        if (thrown.get() != null) {
            throw new AssertionError("the servlet failed", thrown.get());
        }
        if (calls.get() == 0) {
            throw new AssertionError("no servlet was called: " + answer.head());
        }
    }

    private final class Checked extends HttpServlet {
        private static final long serialVersionUID = 1;
        private final transient Supplier<OneServlet.Body> body;
        // By the ids of requests: a late dispatch of one is no call for the next one.
        private final transient Map<String, OneServlet.Body> bodies = new ConcurrentHashMap<>();

        Checked(Supplier<OneServlet.Body> body) {
            this.body = body;
        }

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            OneServlet.Body own = bodies.computeIfAbsent(request.getRequestId(), id -> body.get());
            boolean late = own != body.get();
            calls.addAndGet(late ? 0 : 1);
            inside.incrementAndGet();
            try {
                own.service(request, response);
            } catch (AssertionError e) {
                note(e);
                throw e;
            } catch (IOException | ServletException | RuntimeException | Error e) {
                DispatcherType type = request.getDispatcherType();
                // Who forwards or includes may catch it.
                if (!late && (type == DispatcherType.REQUEST || type == DispatcherType.ASYNC)) {
                    thrown.compareAndSet(null, e);
                }
                throw e;
            } finally {
                inside.decrementAndGet();
            }
        }
    }
}
