package dev.serval.session.saved;

import dev.serval.session.NoteForm;
import dev.serval.session.Session;
import dev.serval.session.SessionContent;
import dev.serval.session.store.StoredSession;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes bytes of the sessions of an application and reads them, attribute by attribute.
 * Thread-safe; one for each application. Objects that two attributes share become two.
 */
public final class SessionBytes {
    private static final Logger LOG = LoggerFactory.getLogger(SessionBytes.class);

    private final String application;
    private final ClassLoader loader;
    private final AttributeRules rules;
    private final NoteForm notes;
    private final AttributeWarnings warnings;

    /**
     * @param loader of the application; only its classes are read
     * @param application its name in messages
     * @param purpose what the bytes are for, in the warning of an attribute that they lack: {@code
     *     over a reload}
     */
    public SessionBytes(
            ClassLoader loader,
            AttributeRules rules,
            NoteForm notes,
            String application,
            String purpose) {
        this.loader = loader;
        this.rules = rules;
        this.notes = notes;
        this.application = application;
        warnings = new AttributeWarnings(application, purpose, rules);
    }

    /**
     * The bytes of a session. Immutable.
     *
     * @param whole whether it has all attributes that are to be kept
     */
    record Written(byte[] bytes, boolean whole) {}

    /** The kept content of a session. Immutable. */
    record Restored(SessionContent content, Session.Note note) {}

    /** Logs that a session as a whole cannot be written or read. */
    void leftOut(Exception e) {
        LOG.warn("SRV-0718 [{}] a session is left out: {}", application, e.toString());
    }

    /** Whether a session is worth keeping. */
    boolean keeps(Session session) {
        return notes.keeps(session.note());
    }

    /** Whether all of its note is in its bytes too: then it may leave the memory. */
    boolean isWhole(Session session) {
        return notes.isWhole(session.note());
    }

    /** The bytes of attributes that are known already. */
    @FunctionalInterface
    interface KnownBytes {
        /** Null if they are not known. */
        byte[] of(String name, Object value);
    }

    /**
     * What is to be kept of a session. Immutable.
     *
     * @param whole whether it has all attributes that are to be kept
     */
    record Parted(SessionParts parts, boolean whole) {}

    /** Runs code of the application. */
    Written write(SessionContent content, Session.Note note) throws IOException {
        Parted parted = parts(content, note, (name, value) -> null);
        return new Written(parted.parts().toBytes(), parted.whole());
    }

    /** The same in parts. */
    Parted parts(SessionContent content, Session.Note note, KnownBytes known) {
        boolean whole = true;
        Map<String, byte[]> values = new HashMap<>();
        long size = 0;
        for (Map.Entry<String, Object> each : content.attributes().entrySet()) {
            String name = each.getKey();
            if (!rules.keeps(name, each.getValue())) {
                warnings.filtered(name);
                continue;
            }
            try {
                byte[] value = known.of(name, each.getValue());
                value = value == null ? AttributeBytes.write(each.getValue()) : value;
                size += value.length;
                if (size > StoredSession.MAX_BYTES / 2) {
                    throw new AttributeException("makes the session too large", false, null);
                }
                values.put(name, value);
            } catch (AttributeException e) {
                whole = false;
                warnings.notWritten(name, e);
            }
        }
        return new Parted(SessionParts.of(content, notes.write(note), values), whole);
    }

    /**
     * Runs code of the application.
     *
     * @throws IOException if the bytes are not a session, or are hostile; an attribute that cannot
     *     be read by this application is left out
     */
    Restored read(StoredSession stored) throws IOException {
        return read(stored, SessionParts.of(stored.bytes()));
    }

    /** The same for bytes that were split into parts. */
    Restored read(StoredSession stored, SessionParts parts) throws IOException {
        Map<String, Object> attributes = new HashMap<>();
        for (Map.Entry<String, byte[]> each : parts.attributes().entrySet()) {
            Object value = attribute(each.getKey(), each.getValue());
            if (value != null) {
                attributes.put(each.getKey(), value);
            }
        }
        return new Restored(
                new SessionContent(
                        stored.id(),
                        parts.created(),
                        parts.lastAccessed(),
                        parts.thisAccessed(),
                        lastUsed(stored, parts),
                        parts.maxInactive(),
                        parts.fresh(),
                        stored.version(),
                        attributes),
                note(parts));
    }

    /** The last use; a store records later uses without changing the bytes. */
    static long lastUsed(StoredSession stored, SessionParts parts) {
        if (parts.maxInactive() <= 0 || stored.expires() == Long.MAX_VALUE) {
            return parts.lastUsed();
        }
        long told = stored.expires() - parts.maxInactive() * 1000L;
        return Math.max(parts.lastUsed(), Math.min(told, System.currentTimeMillis()));
    }

    /** The kept note; null if there is none. */
    Session.Note note(SessionParts parts) {
        return notes.read(parts.note());
    }

    /**
     * An attribute; null if it is left out.
     *
     * @throws IOException if the bytes are damaged or hostile, so that the whole session is
     *     rejected
     */
    Object attribute(String name, byte[] value) throws IOException {
        try {
            if (rules.names() != null && !rules.names().matcher(name).matches()) {
                warnings.filtered(name);
                return null;
            }
            return AttributeBytes.read(value, loader, rules);
        } catch (AttributeException e) {
            warnings.notRead(name, e);
            if (e.isHostile()) {
                throw new IOException("attribute " + name + " " + e.getMessage(), e);
            }
            return null;
        }
    }
}
