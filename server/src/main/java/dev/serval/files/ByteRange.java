package dev.serval.files;

/**
 * A part of a file that a Range field asks for (RFC 9110 §14.1.2). Immutable.
 *
 * @param first offset of the first byte
 * @param last offset of the last byte, inclusive
 */
record ByteRange(long first, long last) {
    /** It is ignored: the whole file is sent. */
    static final ByteRange WHOLE = new ByteRange(0, -1);

    /** It covers no byte of the file. */
    static final ByteRange UNSATISFIABLE = new ByteRange(-1, -1);

    long length() {
        return last - first + 1;
    }

    /** The value of Content-Range for a file of that many bytes (RFC 9110 §14.4). */
    String contentRange(long size) {
        return "bytes " + first + "-" + last + "/" + size;
    }

    /** Parses one range of the list; WHOLE if it is malformed. */
    static ByteRange parse(String spec, long size) {
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
            // Any suffix of an empty file is the whole file, which has no Content-Range.
            return size == 0 ? WHOLE : new ByteRange(Math.max(0, size - suffix), size - 1);
        }
        long first = number(spec, 0, dash);
        long last = open ? Long.MAX_VALUE : number(spec, dash + 1, spec.length());
        if (last < first) {
            return WHOLE;
        }
        return first >= size ? UNSATISFIABLE : new ByteRange(first, Math.min(last, size - 1));
    }

    private static boolean isDigits(String text, int start, int end) {
        for (int i = start; i < end; i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /** Digits as a number; at most the largest long. */
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
