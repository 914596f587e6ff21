package dev.serval.websocket.wire;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.Deflater;

/**
 * Compresses output (RFC 7692 §7.2.1). Owned by the sender. Has a compressor from the first part of
 * a message to its last, and between messages only if they refer to each other.
 */
final class Deflation {
    // The least size at which a single message becomes shorter.
    private static final int WORTHWHILE = 128;
    private static final int TAIL = 4;

    private final boolean keeps;
    private Deflater deflater;

    /**
     * @param keeps whether messages refer to earlier ones
     */
    Deflation(boolean keeps) {
        this.keeps = keeps;
    }

    /** Whether a message of that many bytes is to be compressed. */
    boolean isWorthwhile(int size) {
        return keeps || size >= WORTHWHILE;
    }

    /** A part of a message, compressed. */
    ByteBuffer deflate(ByteBuffer part, boolean last) {
        if (deflater == null) {
            deflater = Buffers.deflater();
        }
        byte[] room = new byte[part.remaining() / 2 + 64];
        int filled = 0;
        deflater.setInput(part);
        while (true) {
            filled += deflater.deflate(room, filled, room.length - filled, Deflater.SYNC_FLUSH);
            if (filled < room.length) {
                break;
            }
            room = Arrays.copyOf(room, 2 * room.length);
        }
        if (last) {
            // A flush without new data outputs nothing: RFC 7692 §7.2.3.6 requires an empty block.
            filled = Math.max(filled - TAIL, 1);
            if (!keeps) {
                release();
            }
        }
        return ByteBuffer.wrap(room, 0, filled);
    }

    /** Nothing more is sent. */
    void release() {
        if (deflater != null) {
            Buffers.give(deflater);
            deflater = null;
        }
    }
}
