package dev.serval.websocket.session;

import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import jakarta.websocket.CloseReason.CloseCodes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Sessions of users end with the HttpSession in which these had logged in (WebSocket 2.2 §7.2):
 * with 1008. Thread-safe.
 */
public final class HttpSessionTies implements HttpSessionListener, HttpSessionIdListener {
    private final Map<String, Tie> ties = new HashMap<>();

    /** What belongs to one HttpSession. */
    public final class Tie {
        private String id;
        private final Set<WebSocketSession> bound = new HashSet<>();

        private Tie(String id) {
            this.id = id;
        }

        void bind(WebSocketSession session) {
            synchronized (ties) {
                bound.add(session);
                ties.put(id, this);
            }
        }

        void release(WebSocketSession session) {
            synchronized (ties) {
                if (bound.remove(session) && bound.isEmpty()) {
                    ties.remove(id);
                }
            }
        }
    }

    /** The tie of an HttpSession. */
    public Tie to(String httpSession) {
        synchronized (ties) {
            Tie known = ties.get(httpSession);
            return known == null ? new Tie(httpSession) : known;
        }
    }

    @Override
    public void sessionIdChanged(HttpSessionEvent event, String before) {
        synchronized (ties) {
            Tie tie = ties.remove(before);
            if (tie != null) {
                tie.id = event.getSession().getId();
                ties.put(tie.id, tie);
            }
        }
    }

    @Override
    public void sessionDestroyed(HttpSessionEvent event) {
        Set<WebSocketSession> ended = Set.of();
        synchronized (ties) {
            Tie tie = ties.get(event.getSession().getId());
            if (tie != null) {
                ended = Set.copyOf(tie.bound);
            }
        }
        for (WebSocketSession each : ended) {
            each.close(CloseCodes.VIOLATED_POLICY, "the HTTP session of the user has ended");
        }
    }
}
