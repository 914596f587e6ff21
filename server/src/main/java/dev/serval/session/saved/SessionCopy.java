package dev.serval.session.saved;

import dev.serval.session.Session;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * This node's knowledge of a session in a shared store: the bytes of the version that it has read
 * or written last. Used by the thread that has the turn of the session's id.
 */
final class SessionCopy {
    // Null as long as the store has nothing.
    private SessionParts base;
    // Values that cannot change, and whose bytes are those of the base.
    private final Map<String, Object> same = new HashMap<>();
    // Attributes that this application cannot read, but another release of it may.
    private final Set<String> unread = new HashSet<>();
    // When it expires in the store, in milliseconds since 1970.
    private volatile long expires;
    // Whether changes could not be saved: they are saved later, or lost.
    private volatile boolean unsaved;

    /** The copy of a session. */
    static SessionCopy of(Session session) {
        if (session.copy() instanceof SessionCopy known) {
            return known;
        }
        SessionCopy made = new SessionCopy();
        session.copy(made);
        return made;
    }

    /** The copy of a session that was read. */
    static SessionCopy of(SessionBytes.Restored restored, SessionParts parts, long expires) {
        SessionCopy copy = new SessionCopy();
        copy.stored(parts, restored.content().attributes(), expires);
        parts.attributes().keySet().stream()
                .filter(name -> !restored.content().attributes().containsKey(name))
                .forEach(copy.unread::add);
        return copy;
    }

    long expires() {
        return expires;
    }

    void expires(long millis) {
        expires = millis;
    }

    boolean isUnsaved() {
        return unsaved;
    }

    void unsaved() {
        unsaved = true;
    }

    /** The present content of the session as bytes. Runs code of the application. */
    SessionParts now(Session session, SessionBytes bytes) {
        SessionParts parts = bytes.parts(session.content(), session.note(), this::known).parts();
        for (String name : unread) {
            parts.attributes().putIfAbsent(name, base.attributes().get(name));
        }
        return parts;
    }

    private byte[] known(String name, Object value) {
        return same.get(name) == value ? base.attributes().get(name) : null;
    }

    /** Whether the store has all of these parts. */
    boolean has(SessionParts parts) {
        return parts.says(base);
    }

    /** Records that the store has these bytes of these values. */
    void stored(SessionParts parts, Map<String, Object> values, long until) {
        base = parts;
        same.clear();
        values.forEach(
                (name, value) -> {
                    if (isConstant(value) && parts.attributes().containsKey(name)) {
                        same.put(name, value);
                    }
                });
        expires = until;
        unsaved = false;
    }

    private static boolean isConstant(Object value) {
        return value instanceof String
                || value instanceof Integer
                || value instanceof Long
                || value instanceof Boolean
                || value instanceof Double
                || value instanceof Enum<?>;
    }

    /**
     * Takes over the changes that another node has saved, attribute by attribute. An attribute that
     * was changed here too stays as it is here, unless that change is older. Notifies no listeners
     * but those of activation.
     *
     * @param mine the present content of the session here
     * @param theirs the content in the store
     * @param older whether the changes here are older than that
     * @throws IOException if the stored content is damaged or hostile; then nothing has changed
     */
    void merge(
            Session session,
            SessionParts mine,
            SessionParts theirs,
            boolean older,
            SessionBytes bytes)
            throws IOException {
        SessionParts before = base == null ? theirs : base;
        Set<String> names = new HashSet<>(theirs.attributes().keySet());
        names.addAll(before.attributes().keySet());
        Map<String, Object> taken = new HashMap<>();
        for (String name : names) {
            byte[] was = base == null ? null : base.attributes().get(name);
            byte[] is = theirs.attributes().get(name);
            boolean stays = !older && !Arrays.equals(was, mine.attributes().get(name));
            if (!stays && !Arrays.equals(was, is)) {
                taken.put(name, is == null ? null : bytes.attribute(name, is));
            }
        }
        taken.forEach(
                (name, value) -> {
                    session.take(name, value);
                    same.remove(name);
                    if (value == null && theirs.attributes().containsKey(name)) {
                        unread.add(name);
                    } else {
                        unread.remove(name);
                    }
                });
        if (mine.maxInactive() == before.maxInactive()
                || older && theirs.maxInactive() != before.maxInactive()) {
            session.setMaxInactiveInterval(theirs.maxInactive());
        }
        if (base != null
                && (older || Arrays.equals(mine.note(), base.note()))
                && !Arrays.equals(base.note(), theirs.note())) {
            session.sameNote(session.note(), bytes.note(theirs));
        }
        unread.retainAll(theirs.attributes().keySet());
        same.keySet().removeIf(name -> !isAsBefore(name, theirs));
        base = theirs;
    }

    /** Whether the value here has the bytes that the store has now. */
    private boolean isAsBefore(String name, SessionParts theirs) {
        return Arrays.equals(base.attributes().get(name), theirs.attributes().get(name));
    }
}
