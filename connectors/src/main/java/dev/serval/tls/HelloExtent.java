package dev.serval.tls;

/**
 * Tells when the first message of a client is all there. Each byte is looked at once, however many
 * reads and records they come in: a client that sends one at a time costs no more than another.
 * Owned by the handshake.
 */
final class HelloExtent {
    // The type of the message and its length.
    private static final int HEADER = 4;

    private final HandshakeCursor cursor = new HandshakeCursor(new byte[0], 0, 0);
    private int passed;
    private int header;

    /**
     * True when all of it is there, or what is there is none, which the engine judges.
     *
     * @param from where the bytes of the last call begin, with more behind them
     */
    boolean reached(byte[] array, int from, int to) {
        cursor.more(array, from, passed, to);
        while (cursor.position() < HEADER) {
            int next = cursor.number(1);
            if (!cursor.isFine()) {
                break;
            }
            header = header << 8 | next;
            if (cursor.position() == 1 && next != ClientHello.CLIENT_HELLO) {
                return true;
            }
        }
        if (cursor.isFine()) {
            cursor.skip(HEADER + (header & 0xffffff) - cursor.position());
        }
        passed = cursor.at() - from;
        return !cursor.isShort();
    }
}
