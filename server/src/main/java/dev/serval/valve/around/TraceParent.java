package dev.serval.valve.around;

import dev.serval.lifecycle.LazyAttribute;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/**
 * A {@code traceparent} as W3C Trace Context (level 1, §3.2) has it. Immutable, but for its text,
 * which is made when somebody asks for it: most traces that begin here end without.
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
    private static final int DIGITS = 16; // of a long
    private static final VarHandle EIGHT =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final byte[] NOTHING =
            ascii("00-" + "0".repeat(32) + "-" + "0".repeat(16) + "-00");

    private final long high;
    private final long low;
    private final long parent;
    // Null until somebody asks; whoever makes it makes the same.
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

    /** A new trace, of which nobody has said that it is recorded. */
    static TraceParent made() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return of(random.nextLong(), notZero(random), notZero(random));
    }

    /**
     * A new trace of these ids, of which neither may be zero.
     *
     * @param high the first half of that of the trace
     */
    static TraceParent of(long high, long low, long parent) {
        return new TraceParent(high, low, parent, null);
    }

    private String written() {
        byte[] bytes = NOTHING.clone();
        digits(high, bytes, TRACE_BEGIN);
        digits(low, bytes, TRACE_BEGIN + DIGITS);
        digits(parent, bytes, PARENT_BEGIN);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static long notZero(ThreadLocalRandom random) {
        long value = random.nextLong();
        return value == 0 ? 1 : value;
    }

    private static void digits(long value, byte[] into, int at) {
        EIGHT.set(into, at, digits(value >>> 32));
        EIGHT.set(into, at + DIGITS / 2, digits(value & 0xffffffffL));
    }

    /**
     * The eight digits of an int, each in a byte: all at once, since each request that brings no
     * trace needs 48.
     */
    private static long digits(long value) {
        // Each step spreads its halves over twice the width.
        long spread = (value << 16 | value) & 0x0000ffff_0000ffffL;
        spread = (spread << 8 | spread) & 0x00ff00ff_00ff00ffL;
        spread = (spread << 4 | spread) & 0x0f0f0f0f_0f0f0f0fL;
        // With 6 added, 10 and more carry into the next half of their byte.
        long letters = spread + 0x06060606_06060606L >>> 4 & 0x01010101_01010101L;
        return spread + 0x30303030_30303030L + letters * ('a' - '0' - 10);
    }
}
