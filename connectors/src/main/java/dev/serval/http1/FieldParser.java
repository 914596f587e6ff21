package dev.serval.http1;

import dev.serval.buffer.Ascii;
import dev.serval.http.HttpError;
import dev.serval.http.Refusal;

/** One field line (RFC 9112 §5), of a head or of a trailer section. Stateless. */
final class FieldParser {
    private FieldParser() {}

    /** Index of the colon behind the name. */
    static int nameEnd(byte[] array, int start, int end) throws HttpError {
        int at = start;
        while (at < end && Ascii.isToken(array[at])) {
            at++;
        }
        if (at == end) {
            throw new HttpError(Refusal.FIELD_NAME, "no colon");
        }
        if (Ascii.isBlank(array[at])) {
            throw new HttpError(at == start ? Refusal.OBS_FOLD : Refusal.FIELD_WHITESPACE, "");
        }
        if (at == start || array[at] != ':') {
            throw new HttpError(Refusal.FIELD_NAME, "character " + (array[at] & 0xff));
        }
        return at;
    }

    /** Index of the first byte of the value, behind optional white space. */
    static int valueStart(byte[] array, int start, int end) {
        int at = start;
        while (at < end && Ascii.isBlank(array[at])) {
            at++;
        }
        return at;
    }

    /** Index behind the last byte of the value, which is checked. */
    static int valueEnd(byte[] array, int start, int end) throws HttpError {
        for (int i = start; i < end; i++) {
            if (!Ascii.isFieldValue(array[i])) {
                throw new HttpError(Refusal.FIELD_VALUE, "character " + (array[i] & 0xff));
            }
        }
        int at = end;
        while (at > start && Ascii.isBlank(array[at - 1])) {
            at--;
        }
        return at;
    }
}
