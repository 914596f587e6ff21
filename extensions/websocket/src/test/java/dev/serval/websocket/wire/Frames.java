package dev.serval.websocket.wire;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Frames as a client sends them, made without the code under test. */
final class Frames {
    static final int FIN = 0x80;
    static final int RSV1 = 0x40;
    private static final byte[] KEY = {0x37, (byte) 0xFA, 0x21, 0x3D};

    private Frames() {}

    static byte[] text(String text) {
        return masked(FIN | 1, text.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] binary(byte... payload) {
        return masked(FIN | 2, payload);
    }

    static byte[] close(int code, String reason) {
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        return masked(
                FIN | 8,
                ByteBuffer.allocate(2 + text.length).putShort((short) code).put(text).array());
    }

    /** With the shortest length. */
    static byte[] masked(int first, byte... payload) {
        return frame(first, 0x80, lengthCode(payload.length), payload.length, payload);
    }

    static byte[] unmasked(int first, byte... payload) {
        return frame(first, 0, lengthCode(payload.length), payload.length, payload);
    }

    private static int lengthCode(int length) {
        return length <= 125 ? length : length <= 0xFFFF ? 126 : 127;
    }

    /** With whatever length is told. */
    static byte[] frame(int first, int mask, int lengthCode, long told, byte... payload) {
        ByteBuffer frame = ByteBuffer.allocate(14 + payload.length);
        frame.put((byte) first).put((byte) (mask | lengthCode));
        if (lengthCode == 126) {
            frame.putShort((short) told);
        } else if (lengthCode == 127) {
            frame.putLong(told);
        }
        if (mask != 0) {
            frame.put(KEY);
        }
        for (int i = 0; i < payload.length; i++) {
            frame.put((byte) (mask == 0 ? payload[i] : payload[i] ^ KEY[i % 4]));
        }
        byte[] whole = new byte[frame.position()];
        frame.flip().get(whole);
        return whole;
    }

    static byte[] join(byte[]... frames) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] frame : frames) {
            all.writeBytes(frame);
        }
        return all.toByteArray();
    }

    static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits.replace(" ", ""));
    }
}
