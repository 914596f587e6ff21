package dev.serval.tests;

import dev.serval.embed.Serval;
import dev.serval.lifecycle.LifecycleException;
import jakarta.servlet.ServletContext;
import jakarta.servlet.SessionTrackingMode;
import java.io.IOException;
import java.util.EventListener;
import java.util.Set;
import java.util.function.Consumer;

/** A server of one test of sessions, whose application at {@code /app} is set up as it says. */
final class SessionServer implements AutoCloseable {
    private final ServletUnderTest wire;
    private final Serval serval;

    private SessionServer(ServletUnderTest wire, Serval serval) {
        this.wire = wire;
        this.serval = serval;
    }

    static SessionServer start(
            ServletUnderTest wire, Consumer<ServletContext> setUp, OneServlet.Body body)
            throws LifecycleException {
        return new SessionServer(
                wire,
                wire.start(
                        builder ->
                                builder.initializer(
                                                "/app", (none, context) -> setUp.accept(context))
                                        .servlet("/app", "/*", new OneServlet.Given(body))));
    }

    /** With those tracking modes. */
    static SessionServer tracking(
            ServletUnderTest wire, OneServlet.Body body, SessionTrackingMode... modes)
            throws LifecycleException {
        return start(wire, context -> context.setSessionTrackingModes(Set.of(modes)), body);
    }

    static SessionServer listening(
            ServletUnderTest wire, OneServlet.Body body, EventListener... listeners)
            throws LifecycleException {
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
        return wire.get(serval, "/app" + target, fields);
    }

    RawClient connect() throws IOException {
        return new RawClient(wire.wire(), serval.port());
    }

    int port() {
        return serval.port();
    }

    /** The field by which the client returns the cookie that it got. */
    static String returned(RawResponse response) {
        return "Cookie: " + response.field("Set-Cookie").replaceAll(";.*", "");
    }

    @Override
    public void close() {
        serval.close();
    }
}
