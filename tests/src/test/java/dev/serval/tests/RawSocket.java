package dev.serval.tests;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * A WebSocket by its bytes: sends the frames that it is given, also wrong ones, and reads those
 * that come. Owned by one thread.
 */
final class RawSocket implements AutoCloseable {
    static final int FIN = 0x80;
    static final int RSV1 = 0x40;
    private static final byte[] KEY = {0x37, (byte) 0xFA, 0x21, 0x3D};

    private final RawClient client;
    private final RawResponse answer;

    /** A frame that came. The server has masked nothing, and used the shortest length. */
    record Frame(int first, byte[] payload) {
        /** Short binaries in hexadecimal digits. */
        @Override
        public String toString() {
            String hex = HexFormat.of().formatHex(payload);
            return switch (first) {
                case FIN | 1 -> "text " + new String(payload, StandardCharsets.UTF_8);
                case FIN | 2 -> "binary " + (payload.length < 8 ? hex : payload.length);
                case FIN | 8 ->
                        payload.length == 0
                                ? "close"
                                : "close " + (ByteBuffer.wrap(payload).getShort() & 0xFFFF);
                case FIN | 10 -> "pong " + hex;
                default -> Integer.toHexString(first) + " " + hex;
            };
        }
    }

    /** Asks for it with these fields, too; whatever is behind the request is sent along with it. */
    RawSocket(Wire wire, int port, String path, String behind, String... fields)
            throws IOException {
        client = new RawClient(wire, port);
        answer = client.exchange(WebSocketHandshakeTest.ask(path, fields) + behind);
        if (answer.status() != 101) {
            throw new AssertionError("no WebSocket: " + answer.text());
        }
    }

    RawResponse answer() {
        return answer;
    }

    /** All in one write. */
    RawSocket send(byte[]... frames) throws IOException {
        client.send(join(frames));
        return this;
    }

    /** A byte per write. */
    RawSocket drip(byte[] frame) throws IOException {
        client.drip(new String(frame, StandardCharsets.ISO_8859_1));
        return this;
    }

    RawSocket finish() throws IOException {
        client.finish();
        return this;
    }

    Frame frame() throws IOException {
        int first = client.bytes(1)[0] & 0xFF;
        int code = client.bytes(1)[0] & 0xFF;
        if (code > 127) {
            throw new AssertionError("RFC 6455 §5.1: the server has masked a frame");
        }
        long length = code;
        if (code == 126) {
            length = ByteBuffer.wrap(client.bytes(2)).getShort() & 0xFFFF;
        } else if (code == 127) {
            length = ByteBuffer.wrap(client.bytes(8)).getLong();
        }
        if (code != code(length)) {
            throw new AssertionError("RFC 6455 §5.2: " + length + " by the code " + code);
        }
        return new Frame(first, client.bytes((int) length));
    }

    String next() throws IOException {
        return frame().toString();
    }

    /** What comes instead of a frame: the end. */
    void ends() {
        String rest;
        try {
            rest = client.untilItEnds();
        } catch (IOException e) {
            throw new AssertionError("the server did not close", e);
        }
        if (!rest.isEmpty()) {
            throw new AssertionError("behind a close frame: " + rest);
        }
    }

    static byte[] text(String text) {
        return masked(FIN | 1, text.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] close(int code, String reason) {
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        return masked(
                FIN | 8,
                ByteBuffer.allocate(2 + text.length).putShort((short) code).put(text).array());
    }

    static byte[] masked(int first, byte... payload) {
        return frame(first, true, code(payload.length), payload.length, payload);
    }

    private static int code(long length) {
        return length <= 125 ? (int) length : length <= 0xFFFF ? 126 : 127;
    }

    /** With whatever length is told. */
    static byte[] frame(int first, boolean mask, int code, long told, byte... payload) {
        ByteBuffer frame = ByteBuffer.allocate(14 + payload.length);
        frame.put((byte) first).put((byte) ((mask ? 0x80 : 0) | code));
        if (code == 126) {
            frame.putShort((short) told);
        } else if (code == 127) {
            frame.putLong(told);
        }
        if (mask) {
            frame.put(KEY);
        }
        for (int i = 0; i < payload.length; i++) {
            frame.put((byte) (mask ? payload[i] ^ KEY[i % 4] : payload[i]));
        }
        byte[] whole = new byte[frame.position()];
        frame.flip().get(whole);
        return whole;
    }

    static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    @Override
    public void close() throws IOException {
        client.close();
    }
}
