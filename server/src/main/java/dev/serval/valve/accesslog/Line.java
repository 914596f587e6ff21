package dev.serval.valve.accesslog;

import java.nio.charset.StandardCharsets;

/**
 * Appends one line to a chunk. Owned by the queue, used under its lock. Everything that a client
 * can choose goes through an {@code escaped} method, so that no request can end a line, close a
 * quote or send control codes to the terminal of a reader; the escapes are those of Tomcat.
 */
final class Line {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int LONGEST_ESCAPE = 6;

    private byte[] bytes;
    private int at;
    private boolean full;
    // Where a text in double quotes begins; -1 outside of one.
    private int quoted = -1;

    void begin(byte[] bytes, int at) {
        this.bytes = bytes;
        this.at = at;
        this.full = false;
        this.quoted = -1;
    }

    /** Begins a text in double quotes, in which a quote is doubled. */
    void quote() {
        one('"');
        quoted = at;
    }

    /** Ends the text in quotes; an empty text or a dash becomes a dash without quotes. */
    void unquote() {
        int length = at - quoted;
        boolean none = length == 0 || length == 1 && bytes[quoted] == '-';
        if (none && !full) {
            at = quoted - 1;
            one('-');
        } else {
            one('"');
        }
        quoted = -1;
    }

    /** The offset after the line with its end; -1 if it did not fit. */
    int end() {
        one('\n');
        return full ? -1 : at;
    }

    /** Truncates a line that does not fit; returns the offset after it. */
    int cut() {
        int end = Math.min(at, bytes.length - 1);
        bytes[end] = '\n';
        return end + 1;
    }

    void one(char c) {
        if (full || at == bytes.length) {
            full = true;
            return;
        }
        bytes[at++] = (byte) c;
    }

    /** Text of the server, in the charset of the log. */
    void text(byte[] text) {
        if (full || bytes.length - at < text.length) {
            full = true;
            return;
        }
        System.arraycopy(text, 0, bytes, at, text.length);
        at += text.length;
    }

    /** Text of the server, in US-ASCII. */
    void text(String text) {
        for (int i = 0; i < text.length(); i++) {
            one(text.charAt(i));
        }
    }

    /** A number in decimal, padded to at least that many digits; not negative. */
    void number(long value, int digits) {
        long scale = 1;
        for (int i = 1; i < digits; i++) {
            scale *= 10;
        }
        while (value / scale >= 10) {
            scale *= 10;
        }
        for (; scale > 0; scale /= 10) {
            one((char) ('0' + value / scale % 10));
        }
    }

    void number(long value) {
        number(value, 1);
    }

    /** Text that a client has sent. */
    void escaped(String text) {
        for (int i = 0; i < text.length(); i++) {
            escaped(text.charAt(i));
        }
    }

    /** Bytes that a client has sent. */
    void escaped(byte[] source, int start, int end) {
        for (int i = start; i < end; i++) {
            escaped((char) (source[i] & 0xff));
        }
    }

    private void escaped(char c) {
        if (c >= ' ' && c < 127 && c != '"' && c != '\\') {
            one(c);
            return;
        }
        if (bytes.length - at < LONGEST_ESCAPE) {
            // Half an escape would be read as another character.
            full = true;
            return;
        }
        if (c == '"' && quoted >= 0) {
            one('"');
            one('"');
            return;
        }
        one('\\');
        switch (c) {
            case '"', '\\' -> one(c);
            case '\n' -> one('n');
            case '\r' -> one('r');
            case '\t' -> one('t');
            case '\f' -> one('f');
            default -> {
                one('u');
                for (int shift = 12; shift >= 0; shift -= 4) {
                    one((char) HEX[c >> shift & 15]);
                }
            }
        }
    }
}
