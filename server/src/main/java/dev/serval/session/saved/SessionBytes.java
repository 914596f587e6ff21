package dev.serval.session.saved;

import dev.serval.session.NoteForm;
import dev.serval.session.Session;
import dev.serval.session.SessionContent;
import dev.serval.session.store.StoredSession;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bytes of a session, attribute by attribute. Thread-safe; one for each application. Objects
 * that two attributes share become two.
 *
 * <pre>
 *   version of the form (1), five times, seconds, flags, note, number of attributes,
 *   each with its name and its value; texts and values with their lengths before them
 * </pre>
 */
public final class SessionBytes {
    private static final byte FORM = 1;
    private static final int MOST_ATTRIBUTES = 100_000;

    private static final Logger LOG = LoggerFactory.getLogger(SessionBytes.class);

    private final String application;
    private final ClassLoader loader;
    private final AttributeRules rules;
    private final NoteForm notes;
    private final AttributeWarnings warnings;

    /**
     * @param loader of the application, whose classes alone are read
     * @param application its name in messages
     */
    public SessionBytes(
            ClassLoader loader, AttributeRules rules, NoteForm notes, String application) {
        this.loader = loader;
        this.rules = rules;
        this.notes = notes;
        this.application = application;
        warnings = new AttributeWarnings(application, rules);
    }

    /**
     * What becomes of a session. Immutable.
     *
     * @param whole whether it has all attributes that are to be kept
     */
    record Written(byte[] bytes, boolean whole) {}

    /** What was kept of a session. Immutable. */
    record Restored(SessionContent content, Session.Note note) {}

    /** A session as a whole cannot be written or read. */
    void leftOut(Exception e) {
        LOG.warn("SRV-0718 [{}] a session is left out: {}", application, e.toString());
    }

    /** Whether it is worth to be kept. */
    boolean keeps(Session session) {
        return notes.keeps(session.note());
    }

    /** Whether what the server knows of it is in its bytes too: then it may leave the memory. */
    boolean isWhole(Session session) {
        return notes.isWhole(session.note());
    }

    /** Runs code of the application. */
    Written write(SessionContent content, Session.Note note) throws IOException {
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
                byte[] value = AttributeBytes.write(each.getValue());
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
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(FORM);
        out.writeLong(content.created());
        out.writeLong(content.lastAccessed());
        out.writeLong(content.thisAccessed());
        out.writeLong(content.lastUsed());
        out.writeInt(content.maxInactive());
        out.writeByte(content.fresh() ? 1 : 0);
        write(out, notes.write(note));
        out.writeInt(values.size());
        for (Map.Entry<String, byte[]> each : values.entrySet()) {
            write(out, each.getKey().getBytes(StandardCharsets.UTF_8));
            write(out, each.getValue());
        }
        return new Written(bytes.toByteArray(), whole);
    }

    private static void write(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /**
     * Runs code of the application.
     *
     * @throws IOException if the bytes are no session; an attribute that cannot be read is left out
     */
    Restored read(StoredSession stored) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(stored.bytes());
        try {
            if (in.get() != FORM) {
                throw new IOException("another form");
            }
            long created = in.getLong();
            long lastAccessed = in.getLong();
            long thisAccessed = in.getLong();
            long lastUsed = in.getLong();
            int maxInactive = in.getInt();
            boolean fresh = in.get() != 0;
            byte[] note = bytes(in);
            int count = in.getInt();
            if (count < 0 || count > MOST_ATTRIBUTES) {
                throw new IOException(count + " attributes");
            }
            Map<String, Object> attributes = new HashMap<>();
            for (int i = 0; i < count; i++) {
                String name = new String(bytes(in), StandardCharsets.UTF_8);
                read(name, bytes(in), attributes);
            }
            return new Restored(
                    new SessionContent(
                            stored.id(),
                            created,
                            lastAccessed,
                            thisAccessed,
                            lastUsed,
                            maxInactive,
                            fresh,
                            stored.version(),
                            attributes),
                    notes.read(note));
        } catch (BufferUnderflowException e) {
            throw new IOException("its bytes are cut off", e);
        }
    }

    private void read(String name, byte[] value, Map<String, Object> into) {
        try {
            if (rules.names() != null && !rules.names().matcher(name).matches()) {
                warnings.filtered(name);
                return;
            }
            into.put(name, AttributeBytes.read(value, loader, rules));
        } catch (AttributeException e) {
            warnings.notRead(name, e);
        }
    }

    private static byte[] bytes(ByteBuffer in) throws IOException {
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw new IOException("a length of " + length + " with " + in.remaining() + " left");
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }
}
