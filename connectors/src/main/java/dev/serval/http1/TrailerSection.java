package dev.serval.http1;

import dev.serval.buffer.Ascii;
import dev.serval.buffer.InputBuffer;
import dev.serval.http.FieldName;
import dev.serval.http.Fields;
import dev.serval.http.HttpError;
import dev.serval.http.HttpLimits;
import dev.serval.http.Refusal;
import dev.serval.http.Trailers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The fields after the last chunk (RFC 9112 §7.1.2). Owned by the thread that reads the body. They
 * are kept apart from the header fields, and those that would change the meaning of the message are
 * dropped (RFC 9110 §6.5.1). A body without trailers costs nothing.
 */
final class TrailerSection {
    private static final byte[] NONE = new byte[0];
    private static final int FIRST_SIZE = 128;
    private static final int EMPTY_LINE = 2;

    private final int mostBytes;
    private final int mostFields;
    private final FieldParser parser = new FieldParser(true);
    // A copy, since the input buffer may be too small for the section.
    private byte[] bytes = NONE;
    private int size;
    private int count;
    private Fields fields;

    TrailerSection(HttpLimits limits) {
        mostBytes =
                limits.maxTrailerSize() < 0
                        ? Integer.MAX_VALUE - EMPTY_LINE
                        : limits.maxTrailerSize();
        mostFields = limits.maxHeaderCount() < 0 ? Integer.MAX_VALUE : limits.maxHeaderCount();
    }

    void reset() {
        size = 0;
        count = 0;
        fields = null;
        parser.begin(0);
    }

    /** Takes the available part of the section, and nothing after it; true at its end. */
    boolean take(InputBuffer input) throws HttpError {
        while (input.remaining() > 0) {
            int wanted = lineLength(input);
            int taken = Math.min(wanted, mostBytes + EMPTY_LINE - size);
            append(input, taken);
            if (parse()) {
                return true;
            }
            if (taken < wanted) {
                throw HttpError.limit(Refusal.TRAILER_TOO_LARGE, mostBytes, mostBytes + 1L);
            }
        }
        return false;
    }

    /** The trailers that were kept, in order; null if there are none. */
    Fields fields() {
        return fields;
    }

    /** The number of bytes up to and including the next LF; of all if there is none. */
    private static int lineLength(InputBuffer input) {
        byte[] array = input.array();
        int at = input.position();
        while (at < input.limit()) {
            if (array[at++] == '\n') {
                break;
            }
        }
        return at - input.position();
    }

    private void append(InputBuffer input, int length) {
        if (bytes.length - size < length) {
            int larger = Math.max(FIRST_SIZE, Math.max(2 * bytes.length, size + length));
            bytes = Arrays.copyOf(bytes, larger);
        }
        System.arraycopy(input.array(), input.position(), bytes, size, length);
        size += length;
        input.consume(length);
    }

    private boolean parse() throws HttpError {
        while (true) {
            switch (parser.next(bytes, size)) {
                case MORE -> {
                    return false;
                }
                case FIELD -> keep();
                case END -> {
                    return true;
                }
            }
        }
    }

    private void keep() throws HttpError {
        if (++count > mostFields) {
            throw new HttpError(
                    Refusal.TRAILER_TOO_LARGE,
                    "limit "
                            + mostFields
                            + " fields (maxHeaderCount of the Connector), value at least "
                            + count);
        }
        String name = text(parser.nameStart(), parser.nameEnd());
        for (int i = parser.nameStart(); i < parser.nameEnd(); i++) {
            bytes[i] = Ascii.toLower(bytes[i]);
        }
        if (Trailers.isForbidden(text(parser.nameStart(), parser.nameEnd()))) {
            return;
        }
        if (fields == null) {
            fields = new Fields();
        }
        fields.add(FieldName.of(name), text(parser.valueStart(), parser.valueEnd()));
    }

    private String text(int start, int end) {
        return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
    }
}
