package dev.serval.http;

import dev.serval.buffer.Ascii;

/**
 * Validates the list of transfer codings, of all fields together (RFC 9112 §6.1, §7). Owned by the
 * connection's thread. Only {@code chunked}, once and alone, is accepted.
 */
final class TransferCodings {
    /** The result for a list. */
    enum Verdict {
        ABSENT,
        CHUNKED,
        /** Well-formed, with an unknown coding. */
        UNKNOWN,
        MALFORMED
    }

    private static final byte[] CHUNKED = Ascii.bytes("chunked");

    private Verdict verdict = Verdict.ABSENT;
    private boolean chunked;
    private boolean others;

    void reset() {
        verdict = Verdict.ABSENT;
        chunked = false;
        others = false;
    }

    /** Adds one field value, which has no white space around it. */
    void add(byte[] array, int start, int end) {
        int at = start;
        while (verdict != Verdict.MALFORMED) {
            int nameEnd = Ascii.skipToken(array, at, end);
            // Nothing may follow chunked: a later coding would hide where the body ends.
            if (nameEnd == at || chunked) {
                verdict = Verdict.MALFORMED;
                return;
            }
            int next = Ascii.skipBlanks(array, nameEnd, end);
            boolean isChunked = Ascii.equalsIgnoreCase(array, at, nameEnd, CHUNKED);
            if (next < end && array[next] == ';' && !isChunked) {
                // Parameters of a coding that is refused anyway; they may quote a comma.
                others = true;
                verdict = Verdict.UNKNOWN;
                return;
            }
            if (next < end && array[next] != ',') {
                verdict = Verdict.MALFORMED;
                return;
            }
            chunked = isChunked;
            others |= !isChunked;
            verdict = others ? Verdict.UNKNOWN : Verdict.CHUNKED;
            if (next == end) {
                return;
            }
            at = Ascii.skipBlanks(array, next + 1, end);
        }
    }

    Verdict verdict() {
        return verdict;
    }
}
