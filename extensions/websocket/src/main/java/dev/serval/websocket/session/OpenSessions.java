package dev.serval.websocket.session;

import jakarta.websocket.Session;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The open sessions of one endpoint. Thread-safe. */
public final class OpenSessions {
    private final Set<WebSocketSession> open = ConcurrentHashMap.newKeySet();

    void add(WebSocketSession session) {
        open.add(session);
    }

    void remove(WebSocketSession session) {
        open.remove(session);
    }

    /** The current ones. */
    public Set<Session> all() {
        return Set.copyOf(open);
    }

    /** Without those that are closing. */
    Set<Session> shown() {
        Set<Session> shown = new HashSet<>();
        for (WebSocketSession each : open) {
            if (each.isSending()) {
                shown.add(each);
            }
        }
        return shown;
    }
}
