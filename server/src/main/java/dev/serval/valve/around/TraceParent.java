package dev.serval.valve.around;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A {@code traceparent} as W3C Trace Context (level 1, §3.2) has it. Immutable.
 *
 * @param text the whole field
 */
record TraceParent(String text) {
    private static final int VERSION_END = 2;
    private static final int TRACE_BEGIN = 3;
    private static final int TRACE_END = 35;
    private static final int PARENT_BEGIN = 36;
    private static final int PARENT_END = 52;
    private static final int FLAGS_BEGIN = 53;
    private static final int LENGTH = 55;
    private static final int LONGEST = 512;
    private static final int DIGITS = 16; // of a long
    private static final byte[] HEX = ascii("0123456789abcdef");
    private static final byte[] NOTHING =
            ascii("00-" + "0".repeat(32) + "-" + "0".repeat(16) + "-00");

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /**
     * What a client has sent; null if it is none that counts. A later version may have more behind
     * the flags.
     */
    static TraceParent of(String field) {
        if (field == null || field.length() < LENGTH || field.length() > LONGEST) {
            return null;
        }
        boolean shaped =
                field.charAt(VERSION_END) == '-'
                        && field.charAt(TRACE_END) == '-'
                        && field.charAt(PARENT_END) == '-'
                        && areDigits(field, 0, VERSION_END)
                        && areDigits(field, TRACE_BEGIN, TRACE_END)
                        && areDigits(field, PARENT_BEGIN, PARENT_END)
                        && areDigits(field, FLAGS_BEGIN, LENGTH);
        if (!shaped || field.startsWith("ff")) {
            return null;
        }
        boolean first = field.startsWith("00");
        if (field.length() > LENGTH && (first || field.charAt(LENGTH) != '-')) {
            return null;
        }
        if (isZero(field, TRACE_BEGIN, TRACE_END) || isZero(field, PARENT_BEGIN, PARENT_END)) {
            return null;
        }
        for (int i = LENGTH; i < field.length(); i++) {
            if (field.charAt(i) <= ' ' || field.charAt(i) > '~') {
                return null;
            }
        }
        return new TraceParent(field);
    }

    /** 32 digits, of the whole trace. */
    String traceId() {
        return text.substring(TRACE_BEGIN, TRACE_END);
    }

    /** 16 digits, of the caller. */
    String parentId() {
        return text.substring(PARENT_BEGIN, PARENT_END);
    }

    private static boolean areDigits(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return false;
            }
        }
        return true;
    }

    private static boolean isZero(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (text.charAt(i) != '0') {
                return false;
            }
        }
        return true;
    }

    /** A new trace, of which nobody has said that it is recorded. */
    static TraceParent made() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        byte[] bytes = NOTHING.clone();
        digits(random.nextLong(), bytes, TRACE_BEGIN);
        digits(notZero(random), bytes, TRACE_BEGIN + DIGITS);
        digits(notZero(random), bytes, PARENT_BEGIN);
        return new TraceParent(new String(bytes, StandardCharsets.ISO_8859_1));
    }

    private static long notZero(ThreadLocalRandom random) {
        long value = random.nextLong();
        return value == 0 ? 1 : value;
    }

    private static void digits(long value, byte[] into, int at) {
        for (int i = 0; i < DIGITS; i++) {
            into[at + i] = HEX[(int) (value >>> 4 * (DIGITS - 1 - i)) & 15];
        }
    }
}
