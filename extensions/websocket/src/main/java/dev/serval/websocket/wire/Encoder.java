package dev.serval.websocket.wire;

import dev.serval.buffer.BufferPool;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Writes frames into a buffer (RFC 6455 §5.2): compressed, masked, with their head. Owned by the
 * sender. Its buffer is borrowed, and held only while there are bytes in it.
 */
final class Encoder {
    private static final int LONGEST_HEAD = 14;
    private static final int FIN = 0x80;
    private static final int RSV1 = 0x40;
    private static final int MASKED = 0x80;

    private final boolean masks;
    private final BufferPool pool;
    // Null without compression.
    private final Deflation deflation;
    // In the middle of a message, whose last part is still to come.
    private boolean inMessage;
    private boolean compressing;
    // The first half of a pair whose second half is in the next part; 0 if there is none.
    private char half;
    private ByteBuffer out;
    private boolean leaving;

    Encoder(Role role, Deflation deflation) {
        masks = role == Role.CLIENT;
        pool = masks ? Buffers.HEAP : Buffers.DIRECT;
        this.deflation = deflation;
    }

    boolean isEmpty() {
        return out == null;
    }

    /** Whether it takes too much time for an event loop. */
    boolean isCostly() {
        return deflation != null;
    }

    /** Whether a write has begun: nothing is encoded until all was written. */
    boolean isLeaving() {
        return leaving;
    }

    /** The bytes to be written; {@link #left} follows when all were. */
    ByteBuffer leaving() {
        if (!leaving) {
            leaving = true;
            out.flip();
        }
        return out;
    }

    /** Encodes as much as there is room for; true if that was all. */
    boolean encode(Outgoing frame) {
        if (out == null) {
            out = pool.take();
        }
        if (!frame.headed) {
            if (out.remaining() < LONGEST_HEAD) {
                return false;
            }
            head(frame);
            frame.headed = true;
        }
        ByteBuffer data = frame.data;
        int count = Math.min(out.remaining(), data.remaining());
        int from = out.position();
        if (count == data.remaining()) {
            out.put(data);
        } else {
            int limit = data.limit();
            out.put(data.limit(data.position() + count));
            data.limit(limit);
        }
        if (masks) {
            frame.key = Masking.apply(frame.key, out.array(), out.arrayOffset() + from, count);
        }
        return !data.hasRemaining();
    }

    private void head(Outgoing frame) {
        int first = frame.opcode;
        if (frame.isMessage()) {
            prepare(frame);
            if (inMessage) {
                first = Opcode.CONTINUATION;
            } else if (compressing) {
                first |= RSV1;
            }
            inMessage = !frame.fin;
        }
        out.put((byte) (frame.fin ? first | FIN : first));
        int mask = masks ? MASKED : 0;
        int length = frame.data.remaining();
        if (length <= 125) {
            out.put((byte) (mask | length));
        } else if (length <= 0xFFFF) {
            out.put((byte) (mask | 126)).putShort((short) length);
        } else {
            out.put((byte) (mask | 127)).putLong(length);
        }
        if (masks) {
            frame.key = Masking.newKey();
            out.putInt(frame.key);
        }
    }

    private void prepare(Outgoing frame) {
        CharSequence text = frame.takeText();
        if (text != null) {
            frame.data = ByteBuffer.wrap(utf8(text, frame.fin));
        }
        if (deflation == null) {
            return;
        }
        if (!inMessage) {
            compressing = !frame.fin || deflation.isWorthwhile(frame.data.remaining());
        }
        if (compressing) {
            frame.data = deflation.deflate(frame.data, frame.fin);
        }
    }

    private byte[] utf8(CharSequence text, boolean last) {
        String whole = half == 0 ? text.toString() : half + text.toString();
        half = 0;
        int length = whole.length();
        if (!last && length > 0 && Character.isHighSurrogate(whole.charAt(length - 1))) {
            half = whole.charAt(length - 1);
            whole = whole.substring(0, length - 1);
        }
        return whole.getBytes(StandardCharsets.UTF_8);
    }

    /** All encoded bytes are written, or never will be. */
    void left() {
        leaving = false;
        if (out != null) {
            pool.give(out);
            out = null;
        }
    }

    /** Nothing more is sent. */
    void release() {
        left();
        if (deflation != null) {
            deflation.release();
        }
    }
}
