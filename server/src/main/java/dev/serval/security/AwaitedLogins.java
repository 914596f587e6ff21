package dev.serval.security;

import dev.serval.session.Session;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The sessions of one application that keep a request until its user logs in. Thread-safe. A client
 * without a cookie gets a new one for each protected page, so their number and size are bounded:
 * the oldest are removed first, and before all others those whose client has never come back.
 */
public final class AwaitedLogins {
    /** The limit of the average size of a request. */
    static final int BYTES_EACH = 2048;

    private final int most;
    // The sizes in bytes, the oldest first; both are guarded by this. Those of the first kind are
    // moved when they are checked and their client has come back.
    private final Map<Session, Integer> fresh = new LinkedHashMap<>();
    private final Map<Session, Integer> returned = new LinkedHashMap<>();
    private long bytes; // guarded by this

    /**
     * @param most the limit of sessions, with 2 KiB each on average
     */
    public AwaitedLogins(int most) {
        this.most = most;
    }

    /** The session now keeps that many bytes. */
    void add(Session session, int size) {
        List<Session> out = new ArrayList<>(0);
        synchronized (this) {
            remove(session);
            (session.isFresh() ? fresh : returned).put(session, size);
            bytes += size;
            while (fresh.size() + returned.size() > most || bytes > (long) most * BYTES_EACH) {
                Session oldest = oldest(session);
                if (oldest == null) {
                    break;
                }
                remove(oldest);
                if (SessionLogin.giveUp(oldest)) {
                    out.add(oldest);
                }
            }
        }
        // Outside of the lock, because listeners of the application are called. These may take
        // long, but no request can log in to one of the sessions meanwhile.
        out.forEach(Session::expire);
        if (!session.isValid()) {
            remove(session);
        }
    }

    /** The session keeps nothing any more. */
    synchronized void remove(Session session) {
        Integer size = fresh.remove(session);
        if (size == null) {
            size = returned.remove(session);
        }
        bytes -= size == null ? 0 : size;
    }

    /** Guarded by this; null if requests use all others. */
    private Session oldest(Session except) {
        Iterator<Map.Entry<Session, Integer>> entries = fresh.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<Session, Integer> entry = entries.next();
            Session session = entry.getKey();
            if (!session.isFresh()) {
                entries.remove();
                returned.put(session, entry.getValue());
            } else if (session != except && !session.isUsed()) {
                return session;
            }
        }
        for (Session session : returned.keySet()) {
            if (session != except && !session.isUsed()) {
                return session;
            }
        }
        return null;
    }

    /** The number of sessions. */
    synchronized int size() {
        return fresh.size() + returned.size();
    }

    /** The bytes that all of them keep. */
    synchronized long bytes() {
        return bytes;
    }
}
