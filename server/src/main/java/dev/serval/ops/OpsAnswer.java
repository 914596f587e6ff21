package dev.serval.ops;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An answer that is being written, in a buffer that was allocated before: short pages need no
 * further memory, long ones give it back. Used by one thread, again and again.
 */
final class OpsAnswer implements Appendable {
    private static final int KEPT = 32 * 1024;
    private static final int MOST = 64 * 1024 * 1024;

    private final byte[] kept = new byte[KEPT];
    private byte[] bytes = kept;
    private int length;
    private int declared;
    private int status;
    private String type;

    /** Begins anew. */
    void clear() {
        bytes = kept;
        length = 0;
        declared = -1;
        status = 200;
        type = "text/plain; charset=utf-8";
    }

    void status(int value) {
        status = value;
    }

    int status() {
        return status;
    }

    void type(String value) {
        type = value;
    }

    /** Sets the type of the page to JSON. */
    void json() {
        type = "application/json";
    }

    String type() {
        return type;
    }

    /** The answer to HEAD: only its length is sent. */
    void withoutBody() {
        declared = length;
        length = 0;
    }

    /** The length in its head. */
    int declared() {
        return declared >= 0 ? declared : length;
    }

    /** Replaces what was written by an error. */
    void refuse(int error, String why) {
        clear();
        status = error;
        append(String.valueOf(why)).append('\n');
    }

    /** The words of a status (RFC 9110 §15). */
    static String reason(int status) {
        return switch (status) {
            case 200 -> "OK";
            case 400 -> "Bad Request";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 421 -> "Misdirected Request";
            case 503 -> "Service Unavailable";
            default -> "Error";
        };
    }

    ByteBuffer body() {
        return ByteBuffer.wrap(bytes, 0, length);
    }

    @Override
    public OpsAnswer append(CharSequence text) {
        int end = text.length();
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                String rest = text.subSequence(i, end).toString();
                byte[] encoded = rest.getBytes(StandardCharsets.UTF_8);
                room(encoded.length);
                System.arraycopy(encoded, 0, bytes, length, encoded.length);
                length += encoded.length;
                return this;
            }
            append(c);
        }
        return this;
    }

    @Override
    public OpsAnswer append(CharSequence text, int start, int end) {
        return append(text.subSequence(start, end));
    }

    @Override
    public OpsAnswer append(char c) {
        room(3);
        if (c < 0x80) {
            bytes[length++] = (byte) c;
        } else if (c < 0x800) {
            bytes[length++] = (byte) (0xC0 | c >> 6);
            bytes[length++] = (byte) (0x80 | c & 0x3F);
        } else {
            bytes[length++] = (byte) (0xE0 | c >> 12);
            bytes[length++] = (byte) (0x80 | c >> 6 & 0x3F);
            bytes[length++] = (byte) (0x80 | c & 0x3F);
        }
        return this;
    }

    /** A text of JSON (RFC 8259 §7) with its quotes; {@code null} for null. */
    OpsAnswer quoted(String text) {
        if (text == null) {
            return append("null");
        }
        append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                append(String.format("\\u%04x", (int) c));
            } else {
                append(c);
            }
        }
        return append('"');
    }

    /** A member of an object of JSON: name and colon. */
    OpsAnswer member(String name) {
        return quoted(name).append(':');
    }

    private void room(int more) {
        if (bytes.length - length < more) {
            if (length > MOST) {
                throw new IllegalStateException("the page is too long");
            }
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
