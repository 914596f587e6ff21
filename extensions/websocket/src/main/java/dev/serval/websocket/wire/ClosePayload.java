package dev.serval.websocket.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The content of a close frame (RFC 6455 §5.5.1). Immutable.
 *
 * @param code 1005 if there is none
 * @param reason empty if there is none
 */
record ClosePayload(int code, String reason) {
    private static final int MOST = 123;

    /** A received payload; refuses codes that must not be sent. */
    static ClosePayload of(byte[] payload) throws WireException {
        if (payload.length == 0) {
            return new ClosePayload(CloseCode.NONE, "");
        }
        if (payload.length == 1) {
            throw new WireException(
                    CloseCode.PROTOCOL_ERROR, "RFC 6455 §5.5.1: a close code of one byte");
        }
        int code = (payload[0] & 0xFF) << 8 | payload[1] & 0xFF;
        if (!CloseCode.mayBeSent(code)) {
            throw new WireException(
                    CloseCode.PROTOCOL_ERROR, "RFC 6455 §7.4: the close code " + code);
        }
        Utf8 utf8 = new Utf8();
        int length = payload.length - 2;
        if (!utf8.accepts(payload, 2, length) || utf8.incomplete() > 0) {
            throw new WireException(
                    CloseCode.NOT_UTF_8, "RFC 6455 §5.5.1: a reason that is no UTF-8");
        }
        return new ClosePayload(code, new String(payload, 2, length, StandardCharsets.UTF_8));
    }

    /** The payload to be sent; a long reason is truncated between two characters. */
    byte[] bytes() {
        if (code == CloseCode.NONE) {
            return new byte[0];
        }
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        int length = text.length;
        if (length > MOST) {
            length = MOST;
            while ((text[length] & 0xC0) == 0x80) {
                length--;
            }
        }
        return ByteBuffer.allocate(2 + length).putShort((short) code).put(text, 0, length).array();
    }
}
