package dev.serval.benchmarks.websocket;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A message as a client sends it: masked (RFC 6455 §5.3), made once and sent again and again. */
final class ClientFrame {
    private static final byte[] MASK = {0x37, (byte) 0xfa, 0x21, 0x3d};
    private static final int TEXT = 0x81;
    private static final int MASKED = 0x80;

    private ClientFrame() {}

    /**
     * @param text of ASCII, 125 characters at most
     */
    static ByteBuffer text(String text) {
        byte[] payload = text.getBytes(StandardCharsets.US_ASCII);
        ByteBuffer frame = ByteBuffer.allocateDirect(2 + MASK.length + payload.length);
        frame.put((byte) TEXT).put((byte) (MASKED | payload.length)).put(MASK);
        for (int i = 0; i < payload.length; i++) {
            frame.put((byte) (payload[i] ^ MASK[i % MASK.length]));
        }
        return frame.flip();
    }
}
