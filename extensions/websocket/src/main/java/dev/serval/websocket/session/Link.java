package dev.serval.websocket.session;

import dev.serval.websocket.coder.Coders;
import dev.serval.websocket.wire.WebSocketConnection;
import jakarta.websocket.Session;

/** What a session has of its connection, for whoever sends. Thread-safe. */
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

    /** From the moment that the session is open. */
    WebSocketConnection connection() {
        return connection;
    }

    /** Null before the endpoint hears of the session. */
    Coders coders() {
        return coders;
    }

    /** The endpoint hears of it, or the log. */
    void error(Throwable cause) {
        try {
            served.errors().failed(session, cause);
        } catch (Throwable e) {
            served.errors().unheard(e);
        }
    }
}
