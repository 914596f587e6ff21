package dev.serval.http;

import dev.serval.buffer.Ascii;
import java.nio.charset.StandardCharsets;

/**
 * The content codings that a client accepts (RFC 9110 §12.5.3), for the choice among several forms
 * of a response. Stateless: the result is a number with ten bits for each coding, so that requests
 * allocate nothing for it.
 *
 * <p>Weights are thousandths. A coding that is not listed has the weight of {@code *}, otherwise 0.
 * The same holds for identity, which is nevertheless sent if nothing better is accepted, even if
 * the client refuses it. A malformed element counts as refused.
 */
public final class AcceptEncoding {
    /** The value of a request without the field: identity only. */
    public static final long NOTHING = -1;

    private static final int BITS = 10;
    private static final int ABSENT = (1 << BITS) - 1;
    private static final int IDENTITY = ContentCoding.values().length;
    private static final int ANY = IDENTITY + 1;
    private static final byte[] GZIP = Ascii.bytes("gzip");
    private static final byte[] X_GZIP = Ascii.bytes("x-gzip");
    private static final byte[] BR = Ascii.bytes("br");
    private static final byte[] ZSTD = Ascii.bytes("zstd");
    private static final byte[] DEFLATE = Ascii.bytes("deflate");
    private static final byte[] NO_CODING = Ascii.bytes("identity");

    private AcceptEncoding() {}

    /** The value of a request with one such field or several. */
    public static long of(RequestHead head) {
        long accepted = NOTHING;
        int i = head.indexOf(FieldName.ACCEPT_ENCODING, 0);
        while (i >= 0) {
            accepted = list(accepted, head.bytes(), head.valueStart(i), head.valueEnd(i));
            i = head.indexOf(FieldName.ACCEPT_ENCODING, i + 1);
        }
        return accepted;
    }

    /** The value of a field; null means that there is none. */
    public static long of(String value) {
        if (value == null) {
            return NOTHING;
        }
        byte[] bytes = value.getBytes(StandardCharsets.ISO_8859_1);
        return list(NOTHING, bytes, 0, bytes.length);
    }

    /** The weight of a coding, 0 to 1000; 0 if the client does not accept it. */
    public static int weight(long accepted, ContentCoding coding) {
        return weight(accepted, coding.ordinal());
    }

    /** The weight of identity; 0 if the client does not mention it. */
    public static int identityWeight(long accepted) {
        return weight(accepted, IDENTITY);
    }

    /** Whether the client accepts a coding, and prefers identity no more than it. */
    public static boolean prefers(long accepted, ContentCoding coding) {
        int weight = weight(accepted, coding);
        return weight > 0 && weight >= identityWeight(accepted);
    }

    private static int weight(long accepted, int slot) {
        int weight = at(accepted, slot);
        if (weight == ABSENT) {
            weight = at(accepted, ANY);
        }
        return weight == ABSENT ? 0 : weight;
    }

    private static int at(long accepted, int slot) {
        return (int) (accepted >>> slot * BITS) & ABSENT;
    }

    private static long list(long before, byte[] bytes, int start, int end) {
        long accepted = before;
        int at = start;
        while (at < end) {
            int comma = indexOf(bytes, at, end, ',');
            accepted = element(accepted, bytes, at, comma);
            at = comma + 1;
        }
        return accepted;
    }

    private static long element(long accepted, byte[] bytes, int start, int end) {
        int semicolon = indexOf(bytes, start, end, ';');
        int first = behindBlanks(bytes, start, semicolon);
        int slot = slot(bytes, first, beforeBlanks(bytes, first, semicolon));
        if (slot < 0) {
            return accepted;
        }
        int weight = semicolon == end ? 1000 : weight(bytes, semicolon + 1, end);
        if (weight >= at(accepted, slot)) {
            // Named twice: the lower weight is the safer one.
            return accepted;
        }
        int shift = slot * BITS;
        return accepted & ~((long) ABSENT << shift) | (long) weight << shift;
    }

    private static int slot(byte[] bytes, int start, int end) {
        return switch (end - start) {
            case 1 -> bytes[start] == '*' ? ANY : -1;
            case 2 -> is(bytes, start, end, BR, ContentCoding.BR.ordinal());
            case 4 -> {
                int gzip = is(bytes, start, end, GZIP, ContentCoding.GZIP.ordinal());
                yield gzip >= 0 ? gzip : is(bytes, start, end, ZSTD, ContentCoding.ZSTD.ordinal());
            }
            // RFC 9110 §8.4.1.3: an equivalent name.
            case 6 -> is(bytes, start, end, X_GZIP, ContentCoding.GZIP.ordinal());
            case 7 -> is(bytes, start, end, DEFLATE, ContentCoding.DEFLATE.ordinal());
            case 8 -> is(bytes, start, end, NO_CODING, IDENTITY);
            default -> -1;
        };
    }

    private static int is(byte[] bytes, int start, int end, byte[] name, int slot) {
        return Ascii.equalsIgnoreCase(bytes, start, end, name) ? slot : -1;
    }

    /** RFC 9110 §12.4.2; digits beyond the third are ignored. */
    private static int weight(byte[] bytes, int start, int end) {
        int at = behindBlanks(bytes, start, end);
        int stop = beforeBlanks(bytes, at, end);
        if (stop - at < 3 || (bytes[at] | 0x20) != 'q' || bytes[at + 1] != '=') {
            return 0;
        }
        int whole = bytes[at + 2] - '0';
        if (whole < 0 || whole > 1 || stop - at > 3 && bytes[at + 3] != '.') {
            return 0;
        }
        int weight = whole * 1000;
        int step = 100;
        for (int i = at + 4; i < stop; i++) {
            int digit = bytes[i] - '0';
            if (digit < 0 || digit > 9) {
                return 0;
            }
            weight += digit * step;
            step /= 10;
        }
        return weight <= 1000 ? weight : 0;
    }

    private static int indexOf(byte[] bytes, int start, int end, char wanted) {
        int at = start;
        while (at < end && bytes[at] != wanted) {
            at++;
        }
        return at;
    }

    private static int behindBlanks(byte[] bytes, int start, int end) {
        int at = start;
        while (at < end && isBlank(bytes[at])) {
            at++;
        }
        return at;
    }

    private static int beforeBlanks(byte[] bytes, int start, int end) {
        int at = end;
        while (at > start && isBlank(bytes[at - 1])) {
            at--;
        }
        return at;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }
}
