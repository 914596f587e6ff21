package dev.serval.http1;

import dev.serval.buffer.Ascii;
import dev.serval.buffer.InputBuffer;
import dev.serval.http.Framing;
import dev.serval.http.HttpError;
import dev.serval.http.HttpLimits;
import dev.serval.http.Refusal;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Takes the body out of the received bytes (RFC 9112 §6, §7.1), in parts of any size. Owned by
 * whoever owns the exchange.
 *
 * <pre>
 *   FIRST_DIGIT -> SIZE -+-> SIZE_LF -> DATA -> DATA_CR -> DATA_LF -> FIRST_DIGIT
 *                        |     ^  \ size 0
 *                        +-> EXTENSION -+   +-> TRAILER --empty line--> END
 *   LENGTH --------------------------------------------------------> END
 * </pre>
 */
final class BodyDecoder {
    private enum State {
        LENGTH,
        FIRST_DIGIT,
        SIZE,
        EXTENSION,
        SIZE_LF,
        DATA,
        DATA_CR,
        DATA_LF,
        TRAILER,
        END
    }

    // 15 hexadecimal digits cannot overflow a long.
    private static final int MAX_DIGITS = 15;

    private final HttpLimits limits;
    private final ChunkExtension extension = new ChunkExtension();
    private State state = State.END;
    private long remaining;
    private int digits;
    private int extensionBytes;
    private byte[] trailer = new byte[0];
    private int trailerLength;
    private int trailerLine;
    private int trailerCount;

    BodyDecoder(HttpLimits limits) {
        this.limits = limits;
    }

    /**
     * @param length of the body in bytes where {@code framing} is LENGTH
     */
    void begin(Framing framing, long length) {
        remaining = 0;
        extensionBytes = 0;
        trailerLength = 0;
        trailerLine = 0;
        trailerCount = 0;
        switch (framing) {
            case LENGTH -> {
                remaining = length;
                state = length == 0 ? State.END : State.LENGTH;
            }
            case CHUNKED -> state = State.FIRST_DIGIT;
            case NONE, CLOSE -> state = State.END;
        }
    }

    boolean ended() {
        return state == State.END;
    }

    /** Bytes still to come, where that is known; else -1. */
    long remainingKnown() {
        return state == State.LENGTH ? remaining : state == State.END ? 0 : -1;
    }

    /**
     * Moves body bytes into {@code target}: count, 0 when more must be received first, -1 at the
     * end.
     */
    int decode(InputBuffer in, ByteBuffer target) throws HttpError {
        int before = target.remaining();
        while (state != State.END && in.remaining() > 0) {
            if (state == State.LENGTH || state == State.DATA) {
                if (!target.hasRemaining()) {
                    break;
                }
                copy(in, target);
            } else {
                byte b = in.array()[in.position()];
                in.consume(1);
                step(b);
            }
        }
        int count = before - target.remaining();
        return count == 0 && state == State.END ? -1 : count;
    }

    private void copy(InputBuffer in, ByteBuffer target) {
        int count = (int) Math.min(remaining, Math.min(in.remaining(), target.remaining()));
        target.put(in.array(), in.position(), count);
        in.consume(count);
        remaining -= count;
        if (remaining == 0) {
            state = state == State.LENGTH ? State.END : State.DATA_CR;
        }
    }

    private void step(byte b) throws HttpError {
        switch (state) {
            case FIRST_DIGIT -> {
                remaining = hex(b);
                digits = 1;
                state = State.SIZE;
            }
            case SIZE -> {
                if (b == '\r') {
                    state = State.SIZE_LF;
                } else if (b == ';') {
                    extensionByte();
                    extension.begin();
                    state = State.EXTENSION;
                } else {
                    if (++digits > MAX_DIGITS) {
                        throw new HttpError(Refusal.CHUNK, "the size has too many digits");
                    }
                    remaining = remaining << 4 | hex(b);
                }
            }
            case EXTENSION -> {
                if (b == '\r') {
                    extension.end();
                    state = State.SIZE_LF;
                } else {
                    extensionByte();
                    extension.next(b);
                }
            }
            case SIZE_LF -> {
                expect(b, '\n');
                state = remaining == 0 ? State.TRAILER : State.DATA;
            }
            case DATA_CR -> {
                expect(b, '\r');
                state = State.DATA_LF;
            }
            case DATA_LF -> {
                expect(b, '\n');
                state = State.FIRST_DIGIT;
            }
            case TRAILER -> trailerByte(b);
            case LENGTH, DATA, END -> throw new IllegalStateException(state.name());
        }
    }

    private static int hex(byte b) throws HttpError {
        int digit = Ascii.hex(b);
        if (digit < 0) {
            throw new HttpError(Refusal.CHUNK, "character " + (b & 0xff) + " in the size");
        }
        return digit;
    }

    private static void expect(byte b, char wanted) throws HttpError {
        if (b != wanted) {
            throw new HttpError(Refusal.CHUNK, "no CRLF");
        }
    }

    private void extensionByte() throws HttpError {
        if (++extensionBytes > limits.maxExtensionSize()) {
            throw new HttpError(
                    Refusal.EXTENSION_TOO_LARGE, "more than " + limits.maxExtensionSize());
        }
    }

    private void trailerByte(byte b) throws HttpError {
        // The empty line does not count.
        if (trailerLength >= limits.maxTrailerSize() + 2) {
            throw new HttpError(Refusal.TRAILER_TOO_LARGE, "more than " + limits.maxTrailerSize());
        }
        if (trailerLength == trailer.length) {
            trailer = Arrays.copyOf(trailer, Math.max(64, 2 * trailerLength));
        }
        trailer[trailerLength++] = b;
        if (b != '\n') {
            return;
        }
        int end = trailerLength - 2;
        if (end < trailerLine || trailer[end] != '\r') {
            throw new HttpError(Refusal.TRAILER, "a line ends in LF alone");
        }
        if (end == trailerLine) {
            state = State.END;
            return;
        }
        if (limits.maxHeaderCount() >= 0 && ++trailerCount > limits.maxHeaderCount()) {
            throw new HttpError(Refusal.TRAILER_TOO_LARGE, "too many fields");
        }
        try {
            // Checked as strictly as a head, and kept out of it (RFC 9110 §6.5.1).
            int colon = FieldParser.nameEnd(trailer, trailerLine, end);
            FieldParser.valueEnd(trailer, colon + 1, end);
        } catch (HttpError e) {
            throw new HttpError(Refusal.TRAILER, e.getMessage());
        }
        trailerLine = trailerLength;
    }
}
