package dev.serval.buffer;

/** Character classes of the protocols' grammars, as tables over bytes. Stateless. */
public final class Ascii {
    private static final byte TOKEN = 1;
    private static final byte FIELD_VALUE = 2;
    private static final byte TARGET = 4;
    private static final byte HOST = 8;
    private static final byte[] CLASSES = new byte[256];
    private static final byte[] HEX = new byte[256];

    static {
        String alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        mark(alphanumeric + "!#$%&'*+-.^_`|~", TOKEN);
        // RFC 3986: unreserved, sub-delims, percent; and what separates the parts of a target.
        mark(alphanumeric + "-._~!$&'()*+,;=%:@/?", TARGET);
        mark(alphanumeric + "-._~!$&'()*+,;=%", HOST);
        CLASSES['\t'] |= FIELD_VALUE;
        for (int c = ' '; c < 256; c++) {
            if (c != 127) {
                CLASSES[c] |= FIELD_VALUE;
            }
        }
        java.util.Arrays.fill(HEX, (byte) -1);
        for (int i = 0; i < 16; i++) {
            HEX["0123456789abcdef".charAt(i)] = (byte) i;
            HEX["0123456789ABCDEF".charAt(i)] = (byte) i;
        }
    }

    private Ascii() {}

    private static void mark(String characters, byte kind) {
        for (int i = 0; i < characters.length(); i++) {
            CLASSES[characters.charAt(i)] |= kind;
        }
    }

    /** A character of a token (RFC 9110 §5.6.2). */
    public static boolean isToken(byte b) {
        return (CLASSES[b & 0xff] & TOKEN) != 0;
    }

    /** HTAB, SP, a visible character or obs-text (RFC 9110 §5.5). */
    public static boolean isFieldValue(byte b) {
        return (CLASSES[b & 0xff] & FIELD_VALUE) != 0;
    }

    /** A character of a path or query (RFC 3986 §3.3, §3.4). */
    public static boolean isTarget(byte b) {
        return (CLASSES[b & 0xff] & TARGET) != 0;
    }

    /** A character of a registered name (RFC 3986 §3.2.2). */
    public static boolean isHost(byte b) {
        return (CLASSES[b & 0xff] & HOST) != 0;
    }

    public static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    /** 0 to 15; -1 when it is no hexadecimal digit. */
    public static int hex(byte b) {
        return HEX[b & 0xff];
    }

    /** SP or HTAB. */
    public static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    /** True when the range is that text, which must be in lower case, in any case. */
    public static boolean equalsIgnoreCase(byte[] array, int start, int end, String lower) {
        if (end - start != lower.length()) {
            return false;
        }
        for (int i = 0; i < lower.length(); i++) {
            int c = array[start + i];
            if (c >= 'A' && c <= 'Z') {
                c |= 0x20;
            }
            if (c != lower.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /**
     * The decimal number in the range; -1 when it is empty, has another character, or is too large
     * for a long.
     */
    public static long decimal(byte[] array, int start, int end) {
        if (start >= end) {
            return -1;
        }
        long value = 0;
        for (int i = start; i < end; i++) {
            int digit = array[i] - '0';
            if (digit < 0 || digit > 9 || value > (Long.MAX_VALUE - digit) / 10) {
                return -1;
            }
            value = value * 10 + digit;
        }
        return value;
    }
}
