package dev.serval.session.saved;

import dev.serval.session.Session;
import dev.serval.session.SessionContent;
import dev.serval.session.Sessions;
import dev.serval.session.store.SessionStore;
import dev.serval.session.store.SessionStoreException;
import dev.serval.session.store.StoredSession;
import java.io.IOException;

/**
 * Carries sessions between the memory of this node and the store that it shares. For {@link
 * SharedSessions}. All methods but {@link #write} are called by the thread that has the turn of the
 * session's id.
 */
final class SharedCopies {
    private static final long TOUCH_MILLIS = 60_000;
    private static final int MOST_CONFLICTS = 10;

    private final Sessions sessions;
    private final SessionBytes bytes;
    private final SessionStore store;
    private final IdTurns turns;
    private final UnremovedSessions unremoved;

    SharedCopies(
            Sessions sessions,
            SessionBytes bytes,
            SessionStore store,
            IdTurns turns,
            UnremovedSessions unremoved) {
        this.sessions = sessions;
        this.bytes = bytes;
        this.store = store;
        this.turns = turns;
        this.unremoved = unremoved;
    }

    // ---- from the store

    /**
     * Creates a session from stored content; null if the content is not a session: it is removed
     * then.
     */
    Session made(StoredSession found) throws SessionStoreException {
        SessionBytes.Restored restored;
        SessionCopy copy;
        try {
            SessionParts parts = SessionParts.of(found.bytes());
            restored = bytes.read(found, parts);
            copy = SessionCopy.of(restored, parts, found.expires());
        } catch (IOException e) {
            bytes.leftOut(e);
            store.remove(found.id());
            return null;
        }
        return sessions.restore(
                restored.content(),
                fresh -> {
                    fresh.copy(copy);
                    fresh.firstNote(restored.note());
                    fresh.activate();
                });
    }

    /** Merges the stored session; false if the stored content is not a session. */
    boolean merge(Session session, StoredSession found) throws SessionStoreException {
        SessionCopy copy = SessionCopy.of(session);
        try {
            SessionParts mine = copy.now(session, bytes);
            SessionParts theirs = SessionParts.of(found.bytes());
            // Changes that could not be saved when their request ended are older than those that
            // another node has saved since; but the store may have an earlier save of this node
            // whose answer was lost.
            boolean older =
                    copy.isUnsaved()
                            && !session.isUsed()
                            && theirs.thisAccessed() >= mine.thisAccessed();
            copy.merge(session, mine, theirs, older, bytes);
        } catch (IOException e) {
            bytes.leftOut(e);
            store.remove(found.id());
            forget(session);
            return false;
        }
        session.version(found.version());
        told(session, found.expires());
        return true;
    }

    static void told(Session session, long expires) {
        SessionCopy.of(session).expires(expires);
        int seconds = session.getMaxInactiveInterval();
        if (seconds > 0 && expires != Long.MAX_VALUE) {
            session.usedElsewhere(Math.min(System.currentTimeMillis(), expires - seconds * 1000L));
        }
    }

    /** Drops a session that has ended elsewhere. */
    void forget(Session session) {
        sessions.detach(session);
        session.drop();
    }

    // ---- to the store

    /** Saves all changes of a session, or records its use in the store. */
    void write(Session session) throws SessionStoreException {
        String id = session.getId();
        if (!turns.enter(id)) {
            throw new SessionStoreException("another request waits for the same session", null);
        }
        try {
            for (int tries = 0; tries < MOST_CONFLICTS; tries++) {
                if (!session.isValid()
                        || !id.equals(session.getId()) // the thread that changed it saves
                        || writeOnce(session, id)) {
                    return;
                }
                StoredSession there = store.load(id);
                if (there != null) {
                    if (!merge(session, there)) {
                        return;
                    }
                } else if (session.version() > 0) {
                    forget(session); // it has ended elsewhere
                    return;
                }
            }
            throw new SessionStoreException("others save the session all the time", null);
        } finally {
            turns.leave(id);
        }
    }

    /** Tries to save once; false if another node was faster. */
    private boolean writeOnce(Session session, String id) throws SessionStoreException {
        SessionCopy copy = SessionCopy.of(session);
        session.passivate();
        SessionContent content = session.content();
        SessionParts parts;
        try {
            parts = copy.now(session, bytes);
        } finally {
            session.activate();
        }
        long before = session.version();
        if (before > 0 && copy.has(parts)) {
            touch(session, copy, content.expires());
            return true;
        }
        StoredSession next;
        try {
            long expires = later(content.expires(), content.maxInactive());
            next = new StoredSession(id, before + 1, expires, parts.toBytes());
        } catch (IOException | IllegalArgumentException e) {
            bytes.leftOut(e); // the session is too large
            return true;
        }
        if (!store.save(next, before)) {
            return false;
        }
        session.version(next.version());
        copy.stored(parts, content.attributes(), next.expires());
        if (!session.isValid()) {
            removed(id); // the session ended meanwhile
        }
        return true;
    }

    /** Removes a session that has ended here; false if it was removed elsewhere. */
    boolean removed(String id) {
        try {
            return store.remove(id);
        } catch (SessionStoreException e) {
            unremoved.add(id);
            return true;
        }
    }

    /**
     * The expiry of a session in the store: later than the actual one, by the time for which the
     * store is not told of uses.
     */
    private static long later(long expires, int seconds) {
        return expires == Long.MAX_VALUE
                ? expires
                : expires + Math.min(TOUCH_MILLIS, seconds * 1000L / 3);
    }

    void touch(Session session, SessionCopy copy, long expires) throws SessionStoreException {
        if (expires > copy.expires()) {
            long next = later(expires, session.getMaxInactiveInterval());
            if (store.touch(session.getId(), next)) {
                copy.expires(next);
            } else {
                forget(session);
            }
        }
    }
}
