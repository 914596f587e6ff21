package dev.serval.session.saved;

import dev.serval.session.SessionContent;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A session as bytes, attribute by attribute. Immutable; callers do not change the arrays.
 *
 * <pre>
 *   version of the form (1), four times, seconds, flags, note, number of attributes,
 *   each with its name and its value; texts and values with their lengths before them
 * </pre>
 *
 * @param created and the other times as in {@link SessionContent}
 * @param note of the server; empty if there is none
 * @param attributes by name, each by Java's serialisation
 */
record SessionParts(
        long created,
        long lastAccessed,
        long thisAccessed,
        long lastUsed,
        int maxInactive,
        boolean fresh,
        byte[] note,
        Map<String, byte[]> attributes) {
    private static final byte FORM = 1;
    private static final int MOST_ATTRIBUTES = 100_000;

    static SessionParts of(SessionContent content, byte[] note, Map<String, byte[]> attributes) {
        return new SessionParts(
                content.created(),
                content.lastAccessed(),
                content.thisAccessed(),
                content.lastUsed(),
                content.maxInactive(),
                content.fresh(),
                note,
                attributes);
    }

    /**
     * @throws IOException if the bytes are not a session
     */
    static SessionParts of(byte[] bytes) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(bytes);
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
            byte[] note = part(in);
            int count = in.getInt();
            if (count < 0 || count > MOST_ATTRIBUTES) {
                throw new IOException(count + " attributes");
            }
            Map<String, byte[]> attributes = new HashMap<>();
            for (int i = 0; i < count; i++) {
                String name = new String(part(in), StandardCharsets.UTF_8);
                attributes.put(name, part(in));
            }
            return new SessionParts(
                    created,
                    lastAccessed,
                    thisAccessed,
                    lastUsed,
                    maxInactive,
                    fresh,
                    note,
                    attributes);
        } catch (BufferUnderflowException e) {
            throw new IOException("its bytes are cut off", e);
        }
    }

    private static byte[] part(ByteBuffer in) throws IOException {
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw new IOException("a length of " + length + " with " + in.remaining() + " left");
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    byte[] toBytes() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(FORM);
        out.writeLong(created);
        out.writeLong(lastAccessed);
        out.writeLong(thisAccessed);
        out.writeLong(lastUsed);
        out.writeInt(maxInactive);
        out.writeByte(fresh ? 1 : 0);
        write(out, note);
        out.writeInt(attributes.size());
        for (Map.Entry<String, byte[]> each : attributes.entrySet()) {
            write(out, each.getKey().getBytes(StandardCharsets.UTF_8));
            write(out, each.getValue());
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** Whether only times differ from the content of a store, which may be unknown. */
    boolean says(SessionParts stored) {
        return stored != null
                && maxInactive == stored.maxInactive
                && Arrays.equals(note, stored.note)
                && attributes.keySet().equals(stored.attributes.keySet())
                && attributes.entrySet().stream().allMatch(each -> stored.has(each));
    }

    private boolean has(Map.Entry<String, byte[]> attribute) {
        return Arrays.equals(attributes.get(attribute.getKey()), attribute.getValue());
    }
}
