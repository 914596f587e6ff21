package dev.serval.websocket.session;

import jakarta.websocket.Endpoint;
import jakarta.websocket.Session;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles failures of an endpoint: calls it, otherwise logs them. Thread-safe.
 *
 * @param endpoint that is called
 * @param listens whether it handles them itself
 * @param name for the log
 * @param context the path of its application; null for a client that no application has opened
 */
public record Errors(Endpoint endpoint, boolean listens, String name, String context) {
    private static final Logger LOG = LoggerFactory.getLogger(Errors.class);

    /** For an endpoint without annotations: it listens if it has its own onError. */
    public static Errors of(Endpoint endpoint, String context) {
        Class<?> type = endpoint.getClass();
        boolean own;
        try {
            own =
                    type.getMethod("onError", Session.class, Throwable.class).getDeclaringClass()
                            != Endpoint.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
        return new Errors(endpoint, own, type.getName(), context);
    }

    /** Something went wrong in a session. */
    public void failed(Session session, Throwable cause) {
        if (listens) {
            endpoint.onError(session, cause);
        } else {
            unheard(cause);
        }
    }

    /** A failure that no endpoint handles. Errors of clients are not worth a line of the log. */
    public void unheard(Throwable cause) {
        if (cause instanceof IOException) {
            LOG.debug("{}: {}", name, cause.toString());
        } else {
            LOG.error(
                    "SRV-1001 WebSocket endpoint {}{} failed",
                    name,
                    context == null ? "" : " of context '" + context + "'",
                    cause);
        }
    }
}
