package dev.serval.servlet;

import dev.serval.servlet.registration.RegisteredServlet;
import dev.serval.servlet.registration.ServletMatch;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.MappingMatch;
import java.util.concurrent.atomic.AtomicReference;

/** Runs one servlet against one request, without routing. */
final class Calls {
    private Calls() {}

    /** The servlet stands at {@code /app} with the mapping {@code /s/*}. */
    static FakeStream call(FakeStream stream, TestServlet.Body body) {
        AtomicReference<AssertionError> failure = new AtomicReference<>();
        TestServlet.Body watched =
                (request, response) -> {
                    try {
                        body.service(request, response);
                    } catch (AssertionError e) {
                        failure.set(e);
                        throw e;
                    }
                };
        try {
            AppContext context =
                    AppContext.builder("/app")
                            .servlet("s", TestServlet.of(watched), -1, "/s/*")
                            .build();
            context.start();
            RegisteredServlet servlet = context.registrations().iterator().next();
            ServletMatch match =
                    new ServletMatch(servlet, MappingMatch.PATH, "/s/*", "x", "/s", "/x");
            ServletCall call = new ServletCall(stream.exchange, context, "/s/x", match, null);
            stream.exchange.dispatch(call);
            stream.exchange.handled();
            if (failure.get() != null) {
                // The call answers 500 for it; the test is to fail.
                throw failure.get();
            }
            return stream;
        } catch (ServletException e) {
            throw new AssertionError(e);
        }
    }

    static FakeStream call(String head, TestServlet.Body body) {
        return call(FakeStream.of(head), body);
    }

    static FakeStream get(TestServlet.Body body) {
        return call(FakeStream.get("/app/s/x"), body);
    }
}
