package dev.serval.tls;

/**
 * Detects the end of the first message of a client. Each byte is read once, in whatever reads and
 * records it comes: a client that sends one byte at a time costs no more than another. Owned by the
 * handshake.
 */
final class HelloExtent {
    // The type of the message and its length.
    private static final int HEADER = 4;

    private final HandshakeCursor cursor = new HandshakeCursor(new byte[0], 0, 0);
    private int passed;
    private int header;

    /**
     * True if the message is complete, or if the bytes are not such a message, which is left to the
     * engine.
     *
     * @param from where the bytes of the last call begin, now followed by more
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
