package dev.serval.websocket.wire;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decompresses what comes in (RFC 7692 §7.2.2). Owned by whoever reads. Has a decompressor from the
 * first byte of a message to its last, and between messages only where they refer to each other.
 */
final class Inflation {
    /** Who takes what was decompressed. */
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
     * A part of a compressed message. However much comes of it, it is given away in small parts,
     * and what throws ends it.
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

    /** Nothing more comes. */
    void release() {
        if (inflater != null) {
            Buffers.give(inflater);
            inflater = null;
        }
    }
}
