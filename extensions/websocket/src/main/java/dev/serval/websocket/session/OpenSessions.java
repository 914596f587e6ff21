package dev.serval.websocket.session;

import jakarta.websocket.Session;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The open sessions of one endpoint. Thread-safe. */
public final class OpenSessions {
    private final Set<Session> open = ConcurrentHashMap.newKeySet();

    void add(Session session) {
        open.add(session);
    }

    void remove(Session session) {
        open.remove(session);
    }

    /** As they are now. */
    public Set<Session> all() {
        return Set.copyOf(open);
    }

    Set<Session> shown() {
        Set<Session> shown = new HashSet<>();
        for (Session each : open) {
            if (each.isOpen()) {
                shown.add(each);
            }
        }
        return shown;
    }
}
