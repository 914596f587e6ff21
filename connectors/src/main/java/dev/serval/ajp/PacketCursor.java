package dev.serval.ajp;

import dev.serval.http.HttpError;

/**
 * Reads the values of one whole packet in their order; refuses whatever would reach beyond its end.
 * Owned by the connection's thread. Without allocation.
 */
final class PacketCursor {
    // The length of a text that is not there.
    private static final int NONE = 0xffff;

    private byte[] array;
    private int at;
    private int end;
    private int textStart;
    private int textEnd;

    void begin(byte[] bytes, int from, int to) {
        array = bytes;
        at = from;
        end = to;
    }

    boolean atEnd() {
        return at == end;
    }

    int octet() throws HttpError {
        if (at == end) {
            throw Packet.malformed("it ends where a byte is missing");
        }
        return array[at++] & 0xff;
    }

    int number() throws HttpError {
        if (end - at < 2) {
            throw Packet.malformed("it ends where a number is missing");
        }
        int value = Packet.number(array, at);
        at += 2;
        return value;
    }

    /** The number that comes next is only looked at. */
    int peek() throws HttpError {
        int value = number();
        at -= 2;
        return value;
    }

    /** Takes a text, whose offsets are valid until the next one; false if there is none. */
    boolean text() throws HttpError {
        int length = number();
        if (length == NONE) {
            textStart = at;
            textEnd = at;
            return false;
        }
        if (end - at <= length) {
            throw Packet.malformed("a text of " + length + " bytes reaches beyond it");
        }
        textStart = at;
        textEnd = at + length;
        if (array[textEnd] != 0) {
            throw Packet.malformed("a text is longer than it says");
        }
        at = textEnd + 1;
        return true;
    }

    /** The same for a text that has to be there. */
    void needed(String what) throws HttpError {
        if (!text()) {
            throw Packet.malformed("no " + what);
        }
    }

    int textStart() {
        return textStart;
    }

    int textEnd() {
        return textEnd;
    }
}
