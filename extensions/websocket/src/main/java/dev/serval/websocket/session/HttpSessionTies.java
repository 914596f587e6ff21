package dev.serval.websocket.session;

import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import jakarta.websocket.CloseReason;
import jakarta.websocket.CloseReason.CloseCodes;
import jakarta.websocket.Session;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Sessions of users end with the HttpSession in which these had logged in (WebSocket 2.2 §7.2):
 * with 1008. Thread-safe.
 */
public final class HttpSessionTies implements HttpSessionListener, HttpSessionIdListener {
    private static final CloseReason ENDED =
            new CloseReason(CloseCodes.VIOLATED_POLICY, "the HTTP session of the user has ended");

    private final Map<String, Tie> ties = new HashMap<>();

    /** What belongs to one HttpSession. */
    public final class Tie {
        private String id;
        // That of the first session, which has all of them.
        private Tie first = this;
        private final Set<Session> bound = new HashSet<>();

        private Tie(String id) {
            this.id = id;
        }

        void bind(Session session) {
            synchronized (ties) {
                Tie known = ties.putIfAbsent(id, this);
                first = known == null ? this : known;
                first.bound.add(session);
            }
        }

        void release(Session session) {
            synchronized (ties) {
                if (first.bound.remove(session) && first.bound.isEmpty()) {
                    ties.remove(first.id);
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
        Set<Session> ended = Set.of();
        synchronized (ties) {
            Tie tie = ties.get(event.getSession().getId());
            if (tie != null) {
                ended = Set.copyOf(tie.bound);
            }
        }
        for (Session each : ended) {
            try {
                each.close(ENDED);
            } catch (IOException e) {
                // It is closed then.
            }
        }
    }
}
