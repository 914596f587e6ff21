package dev.serval.tests;

import dev.serval.embed.Serval;
import dev.serval.embed.ServalBuilder;
import dev.serval.lifecycle.LifecycleException;
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
    private final Checks checks = new Checks();

    private ServletUnderTest(Wire wire) {
        this.wire = wire;
        try {
            serval = on(wire).servlet("/app", "/*", checks.servlet(body::get)).start();
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

    /**
     * Any request, as it goes over the wire, on a connection of its own. Fails unless the servlet
     * is called, and throws nothing.
     */
    RawResponse send(String request, OneServlet.Body servlet) throws IOException {
        RawResponse answer = attempt(request, servlet);
        checks.requireServed(answer);
        return answer;
    }

    /** The same where no servlet is to be reached, or where it fails on purpose. */
    RawResponse attempt(String request, OneServlet.Body servlet) throws IOException {
        body.set(servlet);
        checks.begin();
        try (RawClient client = new RawClient(wire, serval.port())) {
            return client.exchange(request);
        } finally {
            check();
        }
    }

    /** GET, as {@link #attempt(String, OneServlet.Body)}. */
    RawResponse tryGet(String target, OneServlet.Body servlet, String... fields)
            throws IOException {
        return attempt(ServerUnderTest.request("GET", "/app" + target, fields), servlet);
    }

    /** How often the servlet was called for the last request, its dispatches included. */
    int calls() {
        return checks.calls();
    }

    /** A connection whose requests the servlet answers; {@link #check} tells what it asserted. */
    RawClient connect(OneServlet.Body servlet) throws IOException {
        body.set(servlet);
        return new RawClient(wire, serval.port());
    }

    /** Fails if anything that the application asserted was not so. */
    void check() {
        checks.tell();
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
        checks.tell();
    }

    @Override
    public String toString() {
        return wire.name();
    }
}
