package dev.serval.ajp;

import dev.serval.buffer.Ascii;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What a request says beside its head: where in the bytes each value stands. Filled by {@link
 * ForwardRequest}; strings are made only on request. Owned by the owner of the exchange.
 */
final class ForwardedAttributes {
    /** A value, whose offsets are kept. */
    enum Value {
        REMOTE_ADDRESS,
        REMOTE_HOST,
        SERVER_NAME,
        REMOTE_USER,
        AUTH_TYPE,
        CERTIFICATE,
        CIPHER,
        SESSION,
        SECRET,
        STORED_METHOD,
        QUERY,
        REMOTE_PORT,
        LOCAL_ADDRESS,
        TLS_PROTOCOL
    }

    private static final int ABSENT = -1;

    private final int[] starts = new int[Value.values().length];
    private final int[] ends = new int[Value.values().length];
    private byte[] bytes;
    private int serverPort;
    private int remotePort;
    private boolean overTls;
    private int keySize;
    // Two texts each: name start, name end, value start, value end.
    private int[] attributes = new int[8];
    private int attributeCount;

    /** Another request begins, whose values stand in these bytes. */
    void begin(byte[] array) {
        bytes = array;
        Arrays.fill(starts, ABSENT);
        serverPort = 0;
        remotePort = 0;
        overTls = false;
        keySize = 0;
        attributeCount = 0;
    }

    /** The values stand at the same offsets of other bytes from now on. */
    void moved(byte[] array) {
        bytes = array;
    }

    void set(Value value, int start, int end) {
        starts[value.ordinal()] = start;
        ends[value.ordinal()] = end;
    }

    boolean has(Value value) {
        return starts[value.ordinal()] != ABSENT;
    }

    int start(Value value) {
        return starts[value.ordinal()];
    }

    int end(Value value) {
        return ends[value.ordinal()];
    }

    byte[] bytes() {
        return bytes;
    }

    /** Null if it was not told, or is empty. */
    String text(Value value) {
        int start = start(value);
        return start == ABSENT || end(value) == start ? null : text(start, end(value));
    }

    /** UTF-8 as servers mostly have it; what is none is ISO-8859-1. */
    private String text(int start, int end) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, start, end - start))
                    .toString();
        } catch (CharacterCodingException e) {
            return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
        }
    }

    int serverPort() {
        return serverPort;
    }

    void serverPort(int port) {
        serverPort = port;
    }

    /** Of the client; 0 if it was not told. */
    int remotePort() {
        return remotePort;
    }

    void remotePort(int port) {
        remotePort = port;
    }

    boolean overTls() {
        return overTls;
    }

    void overTls(boolean is) {
        overTls = is;
    }

    /** Bits of the cipher's key; 0 if it was not told. */
    int keySize() {
        return keySize;
    }

    void keySize(int bits) {
        keySize = bits;
    }

    /** One of the front's own attributes. */
    void attribute(int nameStart, int nameEnd, int valueStart, int valueEnd) {
        int at = 4 * attributeCount++;
        if (at == attributes.length) {
            attributes = Arrays.copyOf(attributes, 2 * at);
        }
        attributes[at] = nameStart;
        attributes[at + 1] = nameEnd;
        attributes[at + 2] = valueStart;
        attributes[at + 3] = valueEnd;
    }

    int attributeCount() {
        return attributeCount;
    }

    boolean isAttribute(int index, byte[] name) {
        return Ascii.equals(bytes, attributes[4 * index], attributes[4 * index + 1], name);
    }

    String attributeName(int index) {
        // A name is a text that has to be there.
        return text(attributes[4 * index], attributes[4 * index + 1]);
    }

    String attributeValue(int index) {
        return text(attributes[4 * index + 2], attributes[4 * index + 3]);
    }
}
