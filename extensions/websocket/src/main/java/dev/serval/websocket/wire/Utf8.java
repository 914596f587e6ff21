package dev.serval.websocket.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Checks whether bytes are UTF-8 (RFC 3629), split at any place. Owned by the reader. A byte is
 * refused as soon as no character can contain it.
 *
 * <pre>
 *   START -- 00..7F --------------------------------------------&gt; START
 *   START -- C2..F4 --&gt; so many more, the first within low..high --&gt; START
 * </pre>
 */
final class Utf8 {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long NOT_ASCII = 0x8080808080808080L;

    // Bytes that the character still needs; the range of the next one.
    private int needed;
    private int low;
    private int high;
    // Bytes of the character that have arrived.
    private int begun;
    private long chars;

    /** False if they are not UTF-8, regardless of the following bytes. */
    boolean accepts(byte[] bytes, int offset, int count) {
        int at = offset;
        int end = offset + count;
        while (at < end) {
            if (needed == 0) {
                while (at <= end - Long.BYTES && ((long) LONGS.get(bytes, at) & NOT_ASCII) == 0) {
                    at += Long.BYTES;
                    chars += Long.BYTES;
                }
                if (at == end) {
                    return true;
                }
            }
            if (!accepts(bytes[at++] & 0xFF)) {
                return false;
            }
        }
        return true;
    }

    private boolean accepts(int next) {
        if (needed > 0) {
            if (next < low || next > high) {
                return false;
            }
            low = 0x80;
            high = 0xBF;
            begun++;
            needed--;
        } else if (next >= 0x80) {
            return begins(next);
        } else {
            chars++;
        }
        return true;
    }

    private boolean begins(int first) {
        if (first < 0xC2 || first > 0xF4) {
            return false;
        }
        begun = 1;
        chars += first < 0xF0 ? 1 : 2;
        needed = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
        // No overlong form, no surrogate, nothing beyond U+10FFFF.
        low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        return true;
    }

    /** The bytes at the end that are the beginning of a character. */
    int incomplete() {
        return needed == 0 ? 0 : begun;
    }

    /** The number of Java chars that have begun since the last reset. */
    long chars() {
        return chars;
    }

    /** Another text begins. */
    void reset() {
        needed = 0;
        chars = 0;
    }
}
