package dev.serval.valve.around;

import dev.serval.lifecycle.LazyAttribute;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/**
 * A {@code traceparent} as defined by W3C Trace Context (level 1, §3.2). Immutable, except for its
 * text, which is made when it is first needed: for most traces that begin here it never is.
 */
final class TraceParent implements LazyAttribute, Supplier<String> {
    private static final int VERSION_END = 2;
    private static final int TRACE_BEGIN = 3;
    private static final int TRACE_END = 35;
    private static final int PARENT_BEGIN = 36;
    private static final int PARENT_END = 52;
    private static final int FLAGS_BEGIN = 53;
    private static final int LENGTH = 55;
    private static final int LONGEST = 512;
    private static final byte[] DIGITS = ascii("0123456789abcdef");
    // One whose digits are not yet set.
    private static final byte[] EMPTY =
            ascii("00-" + "0".repeat(32) + "-" + "0".repeat(16) + "-00");

    private final long high;
    private final long low;
    private final long parent;
    // Null until it is needed; concurrent threads make the same text.
    private String text;

    private TraceParent(long high, long low, long parent, String text) {
        this.high = high;
        this.low = low;
        this.parent = parent;
        this.text = text;
    }

    /** The whole field. */
    String text() {
        String known = text;
        if (known == null) {
            known = written();
            text = known;
        }
        return known;
    }

    @Override
    public String get() {
        return text();
    }

    @Override
    public Object value() {
        return text();
    }

    /**
     * Parses the field of a client; null if it is invalid. A later version may have more behind the
     * flags.
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
        return new TraceParent(0, 0, 0, field);
    }

    /** 32 digits, of the whole trace. */
    String traceId() {
        return text().substring(TRACE_BEGIN, TRACE_END);
    }

    /** 16 digits, of the caller. */
    String parentId() {
        return text().substring(PARENT_BEGIN, PARENT_END);
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

    /** A new trace, without the flag that it is recorded. */
    static TraceParent made() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return of(random.nextLong(), notZero(random), notZero(random));
    }

    /**
     * A new trace with these ids, of which neither may be zero.
     *
     * @param high the first half of the trace's id
     */
    static TraceParent of(long high, long low, long parent) {
        return new TraceParent(high, low, parent, null);
    }

    private String written() {
        byte[] digits = EMPTY.clone();
        write(high, digits, TRACE_BEGIN + 16);
        write(low, digits, TRACE_END);
        write(parent, digits, PARENT_END);
        return new String(digits, StandardCharsets.ISO_8859_1);
    }

    /** Writes digits by a table: if responses have the trace, each of them needs its text. */
    private static void write(long id, byte[] digits, int end) {
        long rest = id;
        for (int i = end - 1; i >= end - 16; i--) {
            digits[i] = DIGITS[(int) rest & 0xf];
            rest >>>= 4;
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static long notZero(ThreadLocalRandom random) {
        long value = random.nextLong();
        return value == 0 ? 1 : value;
    }
}
