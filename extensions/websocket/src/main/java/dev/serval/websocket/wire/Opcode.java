package dev.serval.websocket.wire;

/** The kinds of frames (RFC 6455 §5.2), by their values in a head. */
final class Opcode {
    static final int CONTINUATION = 0;
    static final int TEXT = 1;
    static final int BINARY = 2;
    static final int CLOSE = 8;
    static final int PING = 9;
    static final int PONG = 10;

    private Opcode() {}

    static boolean isControl(int opcode) {
        return opcode >= CLOSE;
    }

    static boolean isKnown(int opcode) {
        return opcode <= BINARY || opcode >= CLOSE && opcode <= PONG;
    }
}
