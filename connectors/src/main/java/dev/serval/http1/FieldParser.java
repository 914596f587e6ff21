package dev.serval.http1;

import dev.serval.buffer.Ascii;
import dev.serval.http.HttpError;
import dev.serval.http.Refusal;

/**
 * Finds field lines in received bytes, for header and trailer sections alike (RFC 9112 §5). Owned
 * by the connection's thread. Resumable at every byte: no byte is scanned twice.
 *
 * <pre>
 *   LINE -- token --&gt; NAME -- ":" --&gt; OWS -- no blank --&gt; VALUE -- CRLF: FIELD --&gt; LINE
 *    \-- CRLF: END
 * </pre>
 *
 * Refuses white space around a name, a folded value, control characters, and a line that does not
 * end in CRLF.
 */
final class FieldParser {
    /** The result of {@link #next}. */
    enum Outcome {
        /** More bytes are needed. */
        MORE,
        /** A field is complete; its four offsets are valid until the next call. */
        FIELD,
        /** The empty line behind the last field was taken. */
        END
    }

    private enum FieldState {
        LINE,
        NAME,
        OWS,
        VALUE
    }

    private final boolean trailers;
    private FieldState state = FieldState.LINE;
    private boolean first;
    private int at;
    private int nameStart;
    private int nameEnd;
    private int valueStart;
    private int valueEnd;

    /**
     * @param trailers whether mistakes are reported as those of a trailer
     */
    FieldParser(boolean trailers) {
        this.trailers = trailers;
    }

    /** Begins a section at that index. */
    void begin(int start) {
        at = start;
        state = FieldState.LINE;
        first = true;
    }

    /** Index of the next byte to scan. */
    int at() {
        return at;
    }

    int nameStart() {
        return nameStart;
    }

    int nameEnd() {
        return nameEnd;
    }

    int valueStart() {
        return valueStart;
    }

    int valueEnd() {
        return valueEnd;
    }

    /** Continues to the end of the next line, as far as there are bytes before {@code end}. */
    Outcome next(byte[] array, int end) throws HttpError {
        if (state == FieldState.LINE) {
            if (at == end) {
                return Outcome.MORE;
            }
            if (array[at] == '\r') {
                return lineEnds(array, end) ? Outcome.END : Outcome.MORE;
            }
            if (Ascii.isBlank(array[at])) {
                throw refuse(first ? Refusal.FIELD_WHITESPACE : Refusal.OBS_FOLD, array);
            }
            nameStart = at;
            state = FieldState.NAME;
        }
        if (state == FieldState.NAME) {
            at = Ascii.skipToken(array, at, end);
            if (at == end) {
                return Outcome.MORE;
            }
            if (array[at] != ':' || at == nameStart) {
                throw refuse(badName(array[at]), array);
            }
            nameEnd = at++;
            state = FieldState.OWS;
        }
        if (state == FieldState.OWS) {
            at = Ascii.skipBlanks(array, at, end);
            if (at == end) {
                return Outcome.MORE;
            }
            valueStart = at;
            state = FieldState.VALUE;
        }
        return value(array, end);
    }

    private Outcome value(byte[] array, int end) throws HttpError {
        at = Ascii.skipField(array, at, end);
        if (at == end) {
            return Outcome.MORE;
        }
        if (array[at] != '\r') {
            throw refuse(array[at] == '\n' ? Refusal.LINE_END : Refusal.FIELD_VALUE, array);
        }
        int valueLimit = at;
        if (!lineEnds(array, end)) {
            return Outcome.MORE;
        }
        valueEnd = Ascii.trimEnd(array, valueStart, valueLimit);
        state = FieldState.LINE;
        first = false;
        return Outcome.FIELD;
    }

    /** At a CR: takes it and the LF after it; false if the LF has not come yet. */
    private boolean lineEnds(byte[] array, int end) throws HttpError {
        if (at + 1 == end) {
            return false;
        }
        if (array[at + 1] != '\n') {
            throw refuse(Refusal.LINE_END, array);
        }
        at += 2;
        return true;
    }

    private static Refusal badName(byte seen) {
        return switch (seen) {
            case '\n' -> Refusal.LINE_END;
            case ' ', '\t' -> Refusal.FIELD_WHITESPACE;
            default -> Refusal.FIELD_NAME;
        };
    }

    private HttpError refuse(Refusal refusal, byte[] array) {
        return new HttpError(
                trailers ? Refusal.TRAILER : refusal,
                Ascii.describe(array[at]) + " in a field line");
    }
}
