package dev.serval.tls;

/**
 * Reads the handshake bytes of one or more records as if there were no records (RFC 8446 §5.1).
 * Owned by one call, or by the caller of {@link #more}. Once there are no more bytes, or they do
 * not belong to a handshake, every number is 0.
 */
final class HandshakeCursor {
    private static final int HEADER = 5;
    private static final int HANDSHAKE = 22;
    private static final int MOST_OF_A_RECORD = 16 * 1024;

    private byte[] array;
    private int limit;
    private int at;
    // Handshake bytes left in the current record; and all handshake bytes that were read.
    private int left;
    private int position;
    private boolean ranOut;
    private boolean foreign;

    HandshakeCursor(byte[] array, int from, int to) {
        this.array = array;
        this.at = from;
        this.limit = to;
    }

    /**
     * Continues with more bytes, {@code passed} bytes after {@code from}; the bytes may have moved.
     */
    void more(byte[] array, int from, int passed, int to) {
        this.array = array;
        this.at = from + passed;
        this.limit = to;
        ranOut = false;
    }

    /** Index of the next byte. */
    int at() {
        return at;
    }

    /** True if more bytes are needed to continue. */
    boolean isShort() {
        return ranOut;
    }

    boolean isFine() {
        return !ranOut && !foreign;
    }

    /** The number of handshake bytes read so far. */
    int position() {
        return position;
    }

    /** The next number, of the given number of bytes, at most 3. */
    int number(int bytes) {
        int value = 0;
        for (int i = 0; i < bytes; i++) {
            if (!enter()) {
                return 0;
            }
            value = value << 8 | array[at++] & 0xff;
            left--;
            position++;
        }
        return value;
    }

    void skip(int bytes) {
        int rest = bytes;
        while (rest > 0 && enter()) {
            int step = Math.min(rest, Math.min(left, limit - at));
            at += step;
            left -= step;
            position += step;
            rest -= step;
        }
    }

    /** True if the next byte belongs to the handshake; moves past the header of a record. */
    private boolean enter() {
        if (!isFine()) {
            return false;
        }
        if (at < limit && left == 0) {
            if (array[at] != HANDSHAKE) {
                foreign = true;
                return false;
            }
            if (limit - at < HEADER) {
                ranOut = true;
                return false;
            }
            left = (array[at + 3] & 0xff) << 8 | array[at + 4] & 0xff;
            at += HEADER;
            // An empty one is forbidden (RFC 8446 §5.1).
            foreign = left == 0 || left > MOST_OF_A_RECORD;
        }
        ranOut = !foreign && at >= limit;
        return isFine();
    }
}
