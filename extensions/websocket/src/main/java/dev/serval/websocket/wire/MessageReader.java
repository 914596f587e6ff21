package dev.serval.websocket.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Assembles messages from the payload of frames, and checks their text as it arrives (RFC 6455
 * §5.4, §8.1). Owned by the turn. Holds bytes only in the middle of a message: all of a whole one
 * so far, the beginning of a character for one in parts.
 */
final class MessageReader implements Inflation.Target {
    private static final byte[] NOTHING = {};
    private static final int BYTES_OF_CHAR = 3;
    private static final int MOST = Integer.MAX_VALUE - 16;

    private final MessageReceiver receiver;
    // Null without compression.
    private final Inflation inflation;
    private final Utf8 utf8 = new Utf8();
    private volatile int maxText;
    private volatile int maxBinary;
    private boolean text;
    private boolean compressed;
    private boolean inParts;
    // The number of messages that have begun.
    private int begun;
    // The limit in chars of a text, or in bytes of a binary message; the limit in bytes of both.
    private long most;
    private long mostBytes;
    // Of the frame: whether it is the last one of its message, and its remaining bytes.
    private boolean fin;
    private long left;
    private byte[] gathered = NOTHING;
    private int size;

    MessageReader(MessageReceiver receiver, Inflation inflation, Limits limits) {
        this.receiver = receiver;
        this.inflation = inflation;
        maxText = limits.maxText();
        maxBinary = limits.maxBinary();
    }

    /** Changes with each message. For the sweep, which may see an older value. */
    int begun() {
        return begun;
    }

    /** The number of bytes that wait for the rest of their message; also for the sweep. */
    int held() {
        return size;
    }

    void maxText(int chars) {
        maxText = chars;
    }

    void maxBinary(int bytes) {
        maxBinary = bytes;
    }

    /** A frame begins. */
    void frame(int opcode, boolean deflated, boolean last, long length) throws WireException {
        if (opcode != Opcode.CONTINUATION) {
            text = opcode == Opcode.TEXT;
            compressed = deflated;
            begun++;
            inParts = text ? receiver.takesTextParts() : receiver.takesBinaryParts();
            int limit = text ? maxText : maxBinary;
            most = inParts ? Long.MAX_VALUE : limit <= 0 ? MOST : limit;
            mostBytes = inParts ? most : Math.min(MOST, text ? BYTES_OF_CHAR * most : most);
            utf8.reset();
        }
        fin = last;
        left = length;
        if (!compressed) {
            requireRoom(length);
        }
    }

    /** Some of its payload. */
    void payload(byte[] bytes, int offset, int count, boolean frameEnds) throws WireException {
        left -= count;
        boolean last = fin && frameEnds;
        if (compressed) {
            inflation.inflate(bytes, offset, count, last, this);
        } else {
            plain(bytes, offset, count, last);
        }
    }

    /** Nothing more arrives. */
    void release() {
        gathered = NOTHING;
        if (inflation != null) {
            inflation.release();
        }
    }

    @Override
    public void plain(byte[] bytes, int offset, int count, boolean last) throws WireException {
        requireRoom(count);
        if (text && !(utf8.accepts(bytes, offset, count) && (!last || utf8.incomplete() == 0))) {
            throw new WireException(CloseCode.NOT_UTF_8, "RFC 6455 §8.1: text that is no UTF-8");
        }
        if (text && utf8.chars() > most) {
            throw tooBig();
        }
        if (count == 0 && !last) {
            return;
        }
        if (inParts) {
            part(bytes, offset, count, last);
        } else if (!last) {
            gather(bytes, offset, count);
        } else if (size == 0) {
            if (text) {
                receiver.text(new String(bytes, offset, count, StandardCharsets.UTF_8));
            } else {
                receiver.binary(copy(bytes, offset, count));
            }
        } else {
            gather(bytes, offset, count);
            byte[] whole = gathered;
            int length = drop();
            if (text) {
                receiver.text(new String(whole, 0, length, StandardCharsets.UTF_8));
            } else {
                receiver.binary(
                        whole.length == length ? ByteBuffer.wrap(whole) : copy(whole, 0, length));
            }
        }
    }

    private void part(byte[] bytes, int offset, int count, boolean last) {
        if (!text) {
            receiver.binaryPart(copy(bytes, offset, count), last);
            return;
        }
        byte[] all = bytes;
        int from = offset;
        int to = offset + count;
        if (size > 0) {
            gather(bytes, offset, count);
            all = gathered;
            from = 0;
            to = drop();
        }
        int end = to - utf8.incomplete();
        if (end > from || last) {
            receiver.textPart(new String(all, from, end - from, StandardCharsets.UTF_8), last);
        }
        gather(all, end, to - end);
    }

    private static ByteBuffer copy(byte[] bytes, int offset, int count) {
        return ByteBuffer.wrap(Arrays.copyOfRange(bytes, offset, offset + count));
    }

    private void requireRoom(long more) throws WireException {
        if (more > mostBytes - (inParts ? 0 : size)) {
            throw tooBig();
        }
    }

    private WireException tooBig() {
        return new WireException(
                CloseCode.TOO_BIG,
                "RFC 6455 §7.4.1: a message of more than "
                        + most
                        + (text ? " characters" : " bytes"));
    }

    /** Grows with the bytes that have arrived, not with an announced length. */
    private void gather(byte[] bytes, int offset, int count) {
        int wanted = size + count;
        if (wanted > gathered.length) {
            long room = Math.max(wanted, Math.min(2L * wanted, MOST));
            if (!compressed && fin) {
                room = Math.max(wanted, Math.min(room, wanted + left));
            }
            gathered = Arrays.copyOf(gathered, (int) room);
        }
        System.arraycopy(bytes, offset, gathered, size, count);
        size = wanted;
    }

    /** The receiver owns its bytes now: returns their number. */
    private int drop() {
        int dropped = size;
        gathered = NOTHING;
        size = 0;
        return dropped;
    }
}
