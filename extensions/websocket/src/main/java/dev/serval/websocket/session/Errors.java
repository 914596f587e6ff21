package dev.serval.websocket.session;

import jakarta.websocket.Endpoint;
import jakarta.websocket.Session;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who hears of failures of an endpoint: it itself, else the log. Thread-safe.
 *
 * @param endpoint that is told
 * @param listens whether it does anything about them
 * @param name for the log
 */
public record Errors(Endpoint endpoint, boolean listens, String name) {
    private static final Logger LOG = LoggerFactory.getLogger(Errors.class);

    /** Of an endpoint that is no annotated one: it listens where it has its own onError. */
    public static Errors of(Endpoint endpoint) {
        Class<?> type = endpoint.getClass();
        boolean own;
        try {
            own =
                    type.getMethod("onError", Session.class, Throwable.class).getDeclaringClass()
                            != Endpoint.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
        return new Errors(endpoint, own, type.getName());
    }

    /** Something went wrong in a session. */
    public void failed(Session session, Throwable cause) {
        if (listens) {
            endpoint.onError(session, cause);
        } else {
            unheard(cause);
        }
    }

    /** Nobody else hears of it. What clients do wrong is not worth a line of the log. */
    public void unheard(Throwable cause) {
        if (cause instanceof IOException) {
            LOG.debug("{}: {}", name, cause.toString());
        } else {
            LOG.error("SRV-1001 WebSocket endpoint {} failed", name, cause);
        }
    }
}
