package dev.serval.security;

import dev.serval.session.Session;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The sessions of one application that keep a request until somebody logs in. Thread-safe. Whoever
 * asks for a protected page without a cookie gets a new one each time, so they are bounded, and so
 * is what they keep: the oldest go first, before all others those whose client has never come back.
 */
public final class AwaitedLogins {
    /** What one of them keeps on average at the most. */
    static final int BYTES_EACH = 2048;

    private final int most;
    // What they keep in bytes, the oldest first; both by this. Those of the first kind are moved
    // when somebody looks and their client has come back.
    private final Map<Session, Integer> fresh = new LinkedHashMap<>();
    private final Map<Session, Integer> returned = new LinkedHashMap<>();
    private long bytes; // by this

    /**
     * @param most sessions; what they keep has 2 KiB on average
     */
    public AwaitedLogins(int most) {
        this.most = most;
    }

    /** A session keeps that many bytes from now on. */
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
        // Outside of the lock: listeners of the application are told. They may take long, but no
        // request can log in to one of these meanwhile.
        out.forEach(Session::expire);
        if (!session.isValid()) {
            remove(session);
        }
    }

    /** Keeps nothing any more. */
    synchronized void remove(Session session) {
        Integer size = fresh.remove(session);
        if (size == null) {
            size = returned.remove(session);
        }
        bytes -= size == null ? 0 : size;
    }

    /** By this; null when requests use all others. */
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

    /** How many there are. */
    synchronized int size() {
        return fresh.size() + returned.size();
    }

    /** What all keep. */
    synchronized long bytes() {
        return bytes;
    }
}
