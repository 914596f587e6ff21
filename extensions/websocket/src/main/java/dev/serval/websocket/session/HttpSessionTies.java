package dev.serval.websocket.session;

import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.websocket.CloseReason;
import jakarta.websocket.CloseReason.CloseCodes;
import jakarta.websocket.Session;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Ends sessions of users with the HttpSession of their login (WebSocket 2.2 §7.2): with 1008.
 * Thread-safe.
 */
public final class HttpSessionTies {
    // From the first handshake in an HttpSession to its end.
    private final Map<String, Tie> ties = new HashMap<>();

    /** The sessions of one HttpSession. */
    public final class Tie {
        private final Set<Session> bound = new HashSet<>();
        private boolean ended;
        // Of a handshake that has seen a new id before the change was reported; null if there is
        // none.
        private Tie begunMeanwhile;

        void bind(Session session) {
            synchronized (ties) {
                if (!ended) {
                    bound.add(session);
                    return;
                }
            }
            close(session);
        }

        void release(Session session) {
            synchronized (ties) {
                bound.remove(session);
            }
        }
    }

    /**
     * The tie of an HttpSession, created before its session. The caller then checks whether the
     * HttpSession has ended before, and reports that by {@link #end}.
     */
    public Tie to(HttpSession httpSession) {
        synchronized (ties) {
            return ties.computeIfAbsent(httpSession.getId(), id -> new Tie());
        }
    }

    /** Closes all sessions of an HttpSession, now or when they begin. */
    public void end(HttpSession httpSession) {
        Set<Session> ended = new HashSet<>();
        synchronized (ties) {
            Tie tie = ties.remove(httpSession.getId());
            for (; tie != null; tie = tie.begunMeanwhile) {
                tie.ended = true;
                ended.addAll(tie.bound);
            }
        }
        ended.forEach(HttpSessionTies::close);
    }

    private static void close(Session session) {
        try {
            session.close(
                    new CloseReason(
                            CloseCodes.VIOLATED_POLICY, "the HTTP session of the user has ended"));
        } catch (IOException e) {
            // The session is closed already.
        }
    }

    /** Called as a listener of sessions. */
    public void sessionIdChanged(HttpSessionEvent event, String before) {
        synchronized (ties) {
            Tie tie = ties.remove(before);
            if (tie != null) {
                Tie begun = ties.put(event.getSession().getId(), tie);
                if (begun != null) {
                    begun.begunMeanwhile = tie.begunMeanwhile;
                    tie.begunMeanwhile = begun;
                }
            }
        }
    }
}
