package dev.serval.websocket.wire;

/**
 * Reads frames from the bytes of a connection (RFC 6455 §5.2), however these are split. Owned by
 * the turn. Keeps no bytes except those of a control frame. An exception is final.
 *
 * <pre>
 *   HEAD --&gt; SIZE --&gt; LENGTH (2 or 8 bytes) --&gt; KEY (4 bytes) --&gt; PAYLOAD -- all --&gt; HEAD
 *             |          ^  \                    ^   |              |
 *             |          |   \-- from a server --|---|------------&gt; |  a close frame --&gt; ENDED:
 *             |  126,127 |                       |   |              |  nothing behind it counts
 *             +----------+                       |   |  no payload: |
 *             +-- below 126, from a client ------+   +-- done ------+
 * </pre>
 */
final class FrameReader {
    /** Receives control frames. */
    interface Controls {
        /**
         * @param payload belongs to the callee
         */
        void control(int opcode, byte[] payload) throws WireException;
    }

    private static final int FIN = 0x80;
    private static final int RSV1 = 0x40;
    private static final int RSV2_3 = 0x30;
    private static final int OPCODE = 0x0F;
    private static final int MASKED = 0x80;
    private static final int SIZE = 0x7F;
    private static final int MOST_OF_CONTROL = 125;

    private enum FrameState {
        HEAD,
        SIZE,
        LENGTH,
        KEY,
        PAYLOAD,
        ENDED
    }

    private final boolean masked;
    private final boolean deflates;
    private final MessageReader messages;
    private final Controls controls;
    private FrameState state = FrameState.HEAD;
    private int opcode;
    private boolean fin;
    private boolean compressed;
    // Bytes of the length or of the key that are still missing.
    private int missing;
    private int sizeCode;
    private long length;
    private int key;
    // Of the payload.
    private long left;
    // Null outside of a control frame.
    private byte[] control;
    private boolean inMessage;

    /**
     * @param role of this side
     * @param deflates whether permessage-deflate was agreed on
     */
    FrameReader(Role role, boolean deflates, MessageReader messages, Controls controls) {
        masked = role == Role.SERVER;
        this.deflates = deflates;
        this.messages = messages;
        this.controls = controls;
    }

    /** True within a frame or a message. For the sweep, which may see a slightly older state. */
    boolean isWithin() {
        return inMessage || state != FrameState.HEAD && state != FrameState.ENDED;
    }

    /** Whether a close frame has arrived. */
    boolean ended() {
        return state == FrameState.ENDED;
    }

    /** Takes all of it; unmasking changes the array. */
    void take(byte[] bytes, int from, int to) throws WireException {
        int at = from;
        while (at < to) {
            switch (state) {
                case HEAD -> head(bytes[at++]);
                case SIZE -> size(bytes[at++], bytes);
                case LENGTH -> length(bytes[at++], bytes);
                case KEY -> {
                    key = key << 8 | bytes[at++] & 0xFF;
                    if (--missing == 0) {
                        beginPayload(bytes);
                    }
                }
                case PAYLOAD -> {
                    int count = (int) Math.min(left, to - at);
                    payload(bytes, at, count);
                    at += count;
                }
                case ENDED -> at = to;
            }
        }
    }

    private void head(byte first) throws WireException {
        opcode = first & OPCODE;
        fin = (first & FIN) != 0;
        compressed = (first & RSV1) != 0;
        require(
                (first & RSV2_3) == 0
                        && (!compressed
                                || deflates && (opcode == Opcode.TEXT || opcode == Opcode.BINARY)),
                "§5.2: a reserved bit");
        require(Opcode.isKnown(opcode), "§5.2: an unknown opcode");
        if (Opcode.isControl(opcode)) {
            require(fin, "§5.5: a control frame in fragments");
        } else {
            require(
                    inMessage == (opcode == Opcode.CONTINUATION),
                    inMessage
                            ? "§5.4: a message within another"
                            : "§5.4: a continuation of no message");
            inMessage = !fin;
        }
        state = FrameState.SIZE;
    }

    private void size(byte second, byte[] bytes) throws WireException {
        require(
                (second & MASKED) != 0 == masked,
                masked ? "§5.1: a frame without a mask" : "§5.1: a masked frame");
        sizeCode = second & SIZE;
        require(
                !Opcode.isControl(opcode) || sizeCode <= MOST_OF_CONTROL,
                "§5.5: a control frame of more than 125 bytes");
        length = 0;
        if (sizeCode > MOST_OF_CONTROL) {
            missing = sizeCode == SIZE ? Long.BYTES : Short.BYTES;
            state = FrameState.LENGTH;
        } else {
            length = sizeCode;
            lengthKnown(bytes);
        }
    }

    private void length(byte next, byte[] bytes) throws WireException {
        length = length << 8 | next & 0xFF;
        if (--missing == 0) {
            require(length >= 0, "§5.2: a length of 2^63 or more");
            require(
                    length > (sizeCode == SIZE ? 0xFFFF : MOST_OF_CONTROL),
                    "§5.2: a length that needs fewer bytes");
            lengthKnown(bytes);
        }
    }

    private void lengthKnown(byte[] bytes) throws WireException {
        if (masked) {
            key = 0;
            missing = Integer.BYTES;
            state = FrameState.KEY;
        } else {
            beginPayload(bytes);
        }
    }

    private void beginPayload(byte[] bytes) throws WireException {
        left = length;
        state = FrameState.PAYLOAD;
        if (Opcode.isControl(opcode)) {
            control = new byte[(int) length];
        } else {
            messages.frame(opcode, compressed, fin, length);
        }
        if (left == 0) {
            payload(bytes, 0, 0);
        }
    }

    private void payload(byte[] bytes, int at, int count) throws WireException {
        if (masked) {
            key = Masking.apply(key, bytes, at, count);
        }
        left -= count;
        if (control != null) {
            System.arraycopy(bytes, at, control, (int) (control.length - left - count), count);
        }
        if (left > 0) {
            if (control == null) {
                messages.payload(bytes, at, count, false);
            }
            return;
        }
        state = opcode == Opcode.CLOSE ? FrameState.ENDED : FrameState.HEAD;
        if (control == null) {
            messages.payload(bytes, at, count, true);
        } else {
            byte[] whole = control;
            control = null;
            controls.control(opcode, whole);
        }
    }

    private static void require(boolean kept, String rule) throws WireException {
        if (!kept) {
            throw new WireException(CloseCode.PROTOCOL_ERROR, "RFC 6455 " + rule);
        }
    }
}
