package dev.serval.buffer;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The characters of HTTP as bytes: classes, scans over a range, numbers, and comparison without
 * regard to case. Stateless; nothing here allocates unless it says so.
 */
public final class Ascii {
    private static final int TOKEN = 1;
    private static final int FIELD = 2;
    private static final int PATH = 4;
    private static final int QUERY = 8;
    private static final int REG_NAME = 16;
    private static final int QUOTED = 32;

    private static final String ALPHANUMERIC =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final byte[] CLASSES = classes();
    private static final byte[] HEX_VALUES = hexValues();
    private static final byte[] HEX_DIGITS = bytes("0123456789abcdef");

    private Ascii() {}

    /** The bytes of a text of characters up to 255; allocates. */
    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /**
     * Puts as many bytes as the text has characters: those up to 255, and a question mark for each
     * other.
     */
    public static void put(ByteBuffer target, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            target.put((byte) (c < 256 ? c : '?'));
        }
    }

    /** True for {@code tchar} (RFC 9110 §5.6.2). */
    public static boolean isToken(byte b) {
        return (CLASSES[b & 0xff] & TOKEN) != 0;
    }

    /** True for {@code qdtext}, a character of a quoted string (RFC 9110 §5.6.4). */
    public static boolean isQuoted(byte b) {
        return (CLASSES[b & 0xff] & QUOTED) != 0;
    }

    /** True for what a field value may contain, white space included (RFC 9110 §5.5). */
    public static boolean isField(byte b) {
        return (CLASSES[b & 0xff] & FIELD) != 0;
    }

    /** True for {@code DIGIT}. */
    public static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    /** True for space and tab, the characters of {@code OWS} (RFC 9110 §5.6.3). */
    public static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    /** The value of a hexadecimal digit in upper or lower case; -1 for another character. */
    public static int hexValue(byte b) {
        return HEX_VALUES[b & 0xff];
    }

    /**
     * Index of the first byte at or behind {@code from} that no token may contain; {@code to} if
     * there is none.
     */
    public static int skipToken(byte[] array, int from, int to) {
        return skip(TOKEN, array, from, to);
    }

    /**
     * Index of the first byte that no field value may contain (RFC 9110 §5.5); {@code to} if there
     * is none.
     */
    public static int skipField(byte[] array, int from, int to) {
        return skip(FIELD, array, from, to);
    }

    /** Index of the first byte that is neither {@code pchar} nor slash (RFC 3986 §3.3). */
    public static int skipPath(byte[] array, int from, int to) {
        return skip(PATH, array, from, to);
    }

    /**
     * Index of the first byte that no query may contain (RFC 3986 §3.4); {@code to} if there is
     * none.
     */
    public static int skipQuery(byte[] array, int from, int to) {
        return skip(QUERY, array, from, to);
    }

    /** Index of the first byte that no {@code reg-name} may contain (RFC 3986 §3.2.2). */
    public static int skipRegName(byte[] array, int from, int to) {
        return skip(REG_NAME, array, from, to);
    }

    /** Index of the first byte that is neither space nor tab; {@code to} if there is none. */
    public static int skipBlanks(byte[] array, int from, int to) {
        int at = from;
        while (at < to && isBlank(array[at])) {
            at++;
        }
        return at;
    }

    /** End of the range without the spaces and tabs at its end. */
    public static int trimEnd(byte[] array, int from, int to) {
        int end = to;
        while (end > from && isBlank(array[end - 1])) {
            end--;
        }
        return end;
    }

    /** The value of these digits; -1 if there are none, for another byte, and on overflow. */
    public static long decimal(byte[] array, int from, int to) {
        if (from >= to) {
            return -1;
        }
        long value = 0;
        for (int i = from; i < to; i++) {
            int digit = array[i] - '0';
            if (digit < 0 || digit > 9 || value > (Long.MAX_VALUE - digit) / 10) {
                return -1;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    /** Like {@link #decimal}, for hexadecimal digits in upper or lower case. */
    public static long hex(byte[] array, int from, int to) {
        if (from >= to) {
            return -1;
        }
        long value = 0;
        for (int i = from; i < to; i++) {
            int digit = hexValue(array[i]);
            if (digit < 0 || value > Long.MAX_VALUE >> 4) {
                return -1;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    /** A letter in lower case; another byte as it is. */
    public static byte toLower(byte b) {
        return b >= 'A' && b <= 'Z' ? (byte) (b | 0x20) : b;
    }

    /** True if the range has the letters of {@code lower}, which is in lower case. */
    public static boolean equalsIgnoreCase(byte[] array, int from, int to, byte[] lower) {
        return to - from == lower.length && startsWithIgnoreCase(array, from, to, lower);
    }

    /** True if the range begins with the letters of {@code lower}, which is in lower case. */
    public static boolean startsWithIgnoreCase(byte[] array, int from, int to, byte[] lower) {
        if (to - from < lower.length) {
            return false;
        }
        for (int i = 0; i < lower.length; i++) {
            if (toLower(array[from + i]) != lower[i]) {
                return false;
            }
        }
        return true;
    }

    /** True if the range is exactly {@code expected}. */
    public static boolean equals(byte[] array, int from, int to, byte[] expected) {
        if (to - from != expected.length) {
            return false;
        }
        for (int i = 0; i < expected.length; i++) {
            if (array[from + i] != expected[i]) {
                return false;
            }
        }
        return true;
    }

    /** Digits that {@link #putDecimal} writes for a value of 0 or more. */
    public static int decimalLength(long value) {
        int length = 1;
        for (long rest = value / 10; rest != 0; rest /= 10) {
            length++;
        }
        return length;
    }

    /** Writes a value of 0 or more at {@code at}; returns the index behind it. */
    public static int putDecimal(byte[] target, int at, long value) {
        int end = at + decimalLength(value);
        long rest = value;
        for (int i = end - 1; i >= at; i--) {
            target[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return end;
    }

    /** Writes a value of 0 or more. */
    public static void putDecimal(ByteBuffer target, long value) {
        int end = target.position() + decimalLength(value);
        long rest = value;
        for (int i = end - 1; i >= target.position(); i--) {
            target.put(i, (byte) ('0' + rest % 10));
            rest /= 10;
        }
        target.position(end);
    }

    /** Digits that {@link #putHex} writes. */
    public static int hexLength(long value) {
        return Math.max(1, (67 - Long.numberOfLeadingZeros(value)) / 4);
    }

    /** Writes a value in lower-case digits without leading zeros; returns the index behind it. */
    public static int putHex(byte[] target, int at, long value) {
        int next = at;
        for (int shift = 4 * hexLength(value) - 4; shift >= 0; shift -= 4) {
            target[next++] = HEX_DIGITS[(int) (value >>> shift) & 15];
        }
        return next;
    }

    /** Writes a value in lower-case digits without leading zeros. */
    public static void putHex(ByteBuffer target, long value) {
        for (int shift = 4 * hexLength(value) - 4; shift >= 0; shift -= 4) {
            target.put(HEX_DIGITS[(int) (value >>> shift) & 15]);
        }
    }

    /** The byte as a log line may show it, for example {@code 0x0a}; allocates. */
    public static String describe(byte b) {
        return "0x" + (char) HEX_DIGITS[b >> 4 & 15] + (char) HEX_DIGITS[b & 15];
    }

    private static int skip(int kind, byte[] array, int from, int to) {
        int at = from;
        while (at < to && (CLASSES[array[at] & 0xff] & kind) != 0) {
            at++;
        }
        return at;
    }

    private static byte[] classes() {
        byte[] classes = new byte[256];
        mark(classes, TOKEN | PATH | QUERY | REG_NAME, ALPHANUMERIC);
        mark(classes, TOKEN, "!#$%&'*+-.^_`|~");
        mark(classes, PATH | QUERY | REG_NAME, "-._~%!$&'()*+,;=");
        mark(classes, PATH | QUERY, ":@/");
        mark(classes, QUERY, "?");
        for (int c = 0; c < 256; c++) {
            if (c == '\t' || c >= ' ' && c != 127) {
                classes[c] |= FIELD;
                if (c != '"' && c != '\\') {
                    classes[c] |= QUOTED;
                }
            }
        }
        return classes;
    }

    private static void mark(byte[] classes, int kinds, String characters) {
        for (int i = 0; i < characters.length(); i++) {
            classes[characters.charAt(i)] |= (byte) kinds;
        }
    }

    private static byte[] hexValues() {
        byte[] values = new byte[256];
        for (int c = 0; c < 256; c++) {
            values[c] = (byte) (c < 128 ? Character.digit(c, 16) : -1);
        }
        return values;
    }
}
