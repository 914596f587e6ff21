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

    /** As they are now. */
    public Set<WebSocketSession> all() {
        return Set.copyOf(open);
    }

    Set<Session> shown() {
        Set<Session> shown = new HashSet<>();
        for (WebSocketSession each : open) {
            if (each.isOpen()) {
                shown.add(each);
            }
        }
        return shown;
    }
}
