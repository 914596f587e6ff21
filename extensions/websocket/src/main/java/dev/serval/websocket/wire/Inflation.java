package dev.serval.websocket.wire;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decompresses input (RFC 7692 §7.2.2). Owned by the reader. Has a decompressor from the first byte
 * of a message to its last, and between messages only if they refer to each other.
 */
final class Inflation {
    /** Receives decompressed bytes. */
    interface Target {
        /** A part, valid during the call. */
        void plain(byte[] bytes, int offset, int count, boolean last) throws WireException;
    }

    private static final byte[] TAIL = {0, 0, (byte) 0xFF, (byte) 0xFF};

    private final boolean keeps;
    private Inflater inflater;

    /**
     * @param keeps whether messages refer to earlier ones
     */
    Inflation(boolean keeps) {
        this.keeps = keeps;
    }

    /**
     * A part of a compressed message. The output is passed on in small parts, and an exception ends
     * it.
     */
    void inflate(byte[] bytes, int offset, int count, boolean last, Target target)
            throws WireException {
        if (inflater == null) {
            inflater = Buffers.inflater();
        }
        var lent = Buffers.HEAP.take();
        try {
            byte[] room = lent.array();
            int filled = 0;
            byte[] input = bytes;
            int end = offset + count;
            inflater.setInput(bytes, offset, count);
            while (true) {
                filled += inflater.inflate(room, filled, room.length - filled);
                if (filled == room.length) {
                    target.plain(room, 0, filled, false);
                    filled = 0;
                } else if (inflater.finished()) {
                    // RFC 7692 §7.2.3.4: a last block does not end the message.
                    int rest = inflater.getRemaining();
                    inflater.reset();
                    inflater.setInput(input, end - rest, rest);
                } else if (inflater.needsDictionary()) {
                    throw new DataFormatException("a dictionary");
                } else if (last && input != TAIL) {
                    input = TAIL;
                    end = TAIL.length;
                    inflater.setInput(TAIL);
                } else {
                    break;
                }
            }
            if (last && !keeps) {
                release();
            }
            target.plain(room, 0, filled, last);
        } catch (DataFormatException e) {
            throw new WireException(
                    CloseCode.NOT_UTF_8, "RFC 7692 §7.2.2: it cannot be decompressed");
        } finally {
            Buffers.HEAP.give(lent);
        }
    }

    /** Nothing more arrives. */
    void release() {
        if (inflater != null) {
            Buffers.give(inflater);
            inflater = null;
        }
    }
}
