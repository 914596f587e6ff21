package dev.serval.tests;

import dev.serval.embed.Serval;
import dev.serval.embed.ServalBuilder;
import dev.serval.lifecycle.LifecycleException;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/**
 * A server whose application at {@code /app} does with a request what the test gives along with it,
 * so that a sentence of the specification and its proof stand in a few lines. What the servlet
 * asserts is asserted in the test. One test at a time.
 */
final class ServletUnderTest implements AutoCloseable {
    private final Wire wire;
    private final Serval serval;
    private final AtomicReference<OneServlet.Body> body = new AtomicReference<>();
    private final AtomicReference<AssertionError> failure = new AtomicReference<>();

    private ServletUnderTest(Wire wire) {
        this.wire = wire;
        try {
            serval = on(wire).servlet("/app", "/*", new Given()).start();
        } catch (LifecycleException e) {
            throw new IllegalStateException("the server under test does not start", e);
        }
    }

    static ServletUnderTest start(Wire wire) {
        return new ServletUnderTest(wire);
    }

    Wire wire() {
        return wire;
    }

    /** GET of a path and query of the application, with nothing but Host and these fields. */
    RawResponse get(String target, OneServlet.Body servlet, String... fields) throws IOException {
        return send(ServerUnderTest.request("GET", "/app" + target, fields), servlet);
    }

    /** POST of content, a byte per char. */
    RawResponse post(String target, String type, String content, OneServlet.Body servlet)
            throws IOException {
        return send(OneServlet.post(target, type, content), servlet);
    }

    /** Any request, as it goes over the wire, on a connection of its own. */
    RawResponse send(String request, OneServlet.Body servlet) throws IOException {
        body.set(servlet);
        try (RawClient client = new RawClient(wire, serval.port())) {
            return client.exchange(request);
        } finally {
            check();
        }
    }

    /** A connection whose requests the servlet answers; {@link #check} tells what it asserted. */
    RawClient connect(OneServlet.Body servlet) throws IOException {
        body.set(servlet);
        return new RawClient(wire, serval.port());
    }

    /** Fails if anything that the application asserted was not so. */
    void check() {
        AssertionError found = failure.getAndSet(null);
        if (found != null) {
            throw found;
        }
    }

    /** A server of its own on the same wire; whoever starts it closes it. */
    Serval start(UnaryOperator<ServalBuilder> applications) throws LifecycleException {
        return applications.apply(on(wire)).start();
    }

    /** GET from a server that {@link #start(UnaryOperator)} gave. */
    RawResponse get(Serval server, String target, String... fields) throws IOException {
        return send(server, ServerUnderTest.request("GET", target, fields));
    }

    RawResponse send(Serval server, String request) throws IOException {
        try (RawClient client = new RawClient(wire, server.port())) {
            return client.exchange(request);
        }
    }

    private static ServalBuilder on(Wire wire) {
        return Serval.onPort(0).connector(unchanged -> new Settings().config(wire));
    }

    @Override
    public void close() {
        serval.close();
    }

    @Override
    public String toString() {
        return wire.name();
    }

    private final class Given extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            try {
                body.get().service(request, response);
            } catch (AssertionError e) {
                failure.compareAndSet(null, e);
                throw e;
            }
        }
    }
}
