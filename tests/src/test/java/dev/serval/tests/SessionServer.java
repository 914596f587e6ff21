package dev.serval.tests;

import jakarta.servlet.ServletContext;
import jakarta.servlet.SessionTrackingMode;
import java.io.IOException;
import java.util.EventListener;
import java.util.Set;
import java.util.function.Consumer;

/** A server of one test of sessions, whose application at {@code /app} is set up as it says. */
final class SessionServer implements AutoCloseable {
    private final ContextServer server;

    private SessionServer(ContextServer server) {
        this.server = server;
    }

    static SessionServer start(
            ServletUnderTest wire, Consumer<ServletContext> setUp, OneServlet.Body body)
            throws Exception {
        return new SessionServer(ContextServer.onStartup(wire, setUp::accept, "/*", body));
    }

    /** With those tracking modes. */
    static SessionServer tracking(
            ServletUnderTest wire, OneServlet.Body body, SessionTrackingMode... modes)
            throws Exception {
        return start(wire, context -> context.setSessionTrackingModes(Set.of(modes)), body);
    }

    static SessionServer listening(
            ServletUnderTest wire, OneServlet.Body body, EventListener... listeners)
            throws Exception {
        return start(
                wire,
                context -> {
                    for (EventListener listener : listeners) {
                        context.addListener(listener);
                    }
                },
                body);
    }

    RawResponse get(String target, String... fields) throws IOException {
        return server.get(target, fields);
    }

    RawClient connect() throws IOException {
        return server.connect();
    }

    /** The field by which the client returns the cookie that it got. */
    static String returned(RawResponse response) {
        return "Cookie: " + response.field("Set-Cookie").replaceAll(";.*", "");
    }

    @Override
    public void close() {
        server.close();
    }
}
