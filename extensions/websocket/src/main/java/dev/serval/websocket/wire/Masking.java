package dev.serval.websocket.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.SecureRandom;

/** The mask of frames from clients (RFC 6455 §5.3), eight bytes at a time. */
final class Masking {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final SecureRandom KEYS = new SecureRandom();

    private Masking() {}

    /** An unpredictable key (RFC 6455 §10.3). */
    static int newKey() {
        return KEYS.nextInt();
    }

    /**
     * Masks or unmasks bytes in place.
     *
     * @param key its first byte is the highest
     * @return the key for the next byte
     */
    static int apply(int key, byte[] bytes, int offset, int count) {
        int at = offset;
        int end = offset + count;
        if (count >= Long.BYTES) {
            long wide = (long) key << 32 | key & 0xFFFFFFFFL;
            for (; at <= end - Long.BYTES; at += Long.BYTES) {
                LONGS.set(bytes, at, (long) LONGS.get(bytes, at) ^ wide);
            }
        }
        int rest = key;
        for (; at < end; at++) {
            bytes[at] ^= (byte) (rest >>> 24);
            rest = Integer.rotateLeft(rest, 8);
        }
        return rest;
    }
}
