package dev.serval.websocket.session;

import dev.serval.websocket.coder.Coders;
import dev.serval.websocket.wire.WebSocketConnection;
import jakarta.websocket.Session;

/** A session's connection, for senders. Thread-safe. */
final class Link {
    private final Session session;
    private final Served served;
    private volatile WebSocketConnection connection;
    private volatile Coders coders;

    Link(Session session, Served served) {
        this.session = session;
        this.served = served;
    }

    void opened(WebSocketConnection made) {
        connection = made;
    }

    void coders(Coders made) {
        coders = made;
    }

    Session session() {
        return session;
    }

    Served served() {
        return served;
    }

    /** Set once the session is open. */
    WebSocketConnection connection() {
        return connection;
    }

    /** Null before the endpoint is called with the session. */
    Coders coders() {
        return coders;
    }

    /** Passed to the endpoint, otherwise logged. */
    void error(Throwable cause) {
        try {
            served.errors().failed(session, cause);
        } catch (Throwable e) {
            served.errors().unheard(e);
        }
    }
}
