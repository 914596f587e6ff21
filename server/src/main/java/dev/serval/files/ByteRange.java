package dev.serval.files;

import java.util.Arrays;
import java.util.Comparator;

/**
 * The part of a file that a Range field asks for (RFC 9110 §14.1.2). Immutable.
 *
 * @param first offset of the first byte
 * @param last offset of the last byte, itself included
 */
record ByteRange(long first, long last) {
    /** The field has no bearing: the whole file is the answer. */
    static final ByteRange WHOLE = new ByteRange(0, -1);

    /** None of the ranges has a byte of the file: 416. */
    static final ByteRange UNSATISFIABLE = new ByteRange(-1, -1);

    /** Ranges beyond this number are not worth their parsing (CVE-2011-3192). */
    private static final int MOST = 16;

    private static final String UNIT = "bytes=";

    long length() {
        return last - first + 1;
    }

    /**
     * What a Range field selects of a file of that many bytes. Malformed fields, other units, too
     * many ranges and ranges which do not make one together select the whole.
     */
    static ByteRange select(String field, long size) {
        if (!field.regionMatches(true, 0, UNIT, 0, UNIT.length())) {
            return WHOLE;
        }
        ByteRange[] ranges = new ByteRange[MOST];
        int count = 0;
        boolean any = false;
        for (String text : field.substring(UNIT.length()).split(",", -1)) {
            String spec = text.strip();
            if (spec.isEmpty()) {
                continue;
            }
            ByteRange range = one(spec, size);
            if (range == WHOLE || count == MOST) {
                return WHOLE;
            }
            any = true;
            if (range != UNSATISFIABLE) {
                ranges[count++] = range;
            }
        }
        if (count == 0) {
            return any ? UNSATISFIABLE : WHOLE;
        }
        return merge(ranges, count);
    }

    /** One range of the list; WHOLE when it is malformed. */
    private static ByteRange one(String spec, long size) {
        int dash = spec.indexOf('-');
        if (dash < 0 || !isDigits(spec, 0, dash) || !isDigits(spec, dash + 1, spec.length())) {
            return WHOLE;
        }
        boolean open = dash == spec.length() - 1;
        if (dash == 0) {
            if (open) {
                return WHOLE;
            }
            long suffix = number(spec, 1, spec.length());
            if (suffix == 0) {
                return UNSATISFIABLE;
            }
            // A suffix of nothing is all of it, which no Content-Range can say.
            return size == 0 ? WHOLE : new ByteRange(Math.max(0, size - suffix), size - 1);
        }
        long first = number(spec, 0, dash);
        long last = open ? Long.MAX_VALUE : number(spec, dash + 1, spec.length());
        if (last < first) {
            return WHOLE;
        }
        return first >= size ? UNSATISFIABLE : new ByteRange(first, Math.min(last, size - 1));
    }

    /** The one range that overlapping or adjacent ranges make; WHOLE when they leave a gap. */
    private static ByteRange merge(ByteRange[] ranges, int count) {
        Arrays.sort(ranges, 0, count, Comparator.comparingLong(r -> r.first));
        long last = ranges[0].last;
        for (int i = 1; i < count; i++) {
            if (ranges[i].first > last + 1) {
                return WHOLE;
            }
            last = Math.max(last, ranges[i].last);
        }
        return new ByteRange(ranges[0].first, last);
    }

    private static boolean isDigits(String text, int start, int end) {
        for (int i = start; i < end; i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /** Digits as a number; what no long can hold is the largest one. */
    private static long number(String text, int start, int end) {
        long value = 0;
        for (int i = start; i < end; i++) {
            int digit = text.charAt(i) - '0';
            if (value > (Long.MAX_VALUE - digit) / 10) {
                return Long.MAX_VALUE;
            }
            value = value * 10 + digit;
        }
        return value;
    }
}
