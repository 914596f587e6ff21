package dev.serval.http1;

import dev.serval.buffer.Ascii;
import dev.serval.http.HttpError;
import dev.serval.http.Refusal;

/**
 * The line before each chunk: a size, extensions, CRLF (RFC 9112 §7.1). Owned by the thread that
 * reads the body. Takes one byte at a time.
 *
 * <pre>
 *   SIZE -- ";" --&gt; NAME -- "=" --&gt; VALUE -- token --------------&gt; TOKEN --+
 *    |               |  ^               \-- quote --&gt; QUOTED -- quote --&gt; QUOTE_END
 *    |               |  +-- ";" ----------------------- ^  | "\"            |
 *    |               |                                  ESCAPE              |
 *    +------ CR -----+---------------- CR ----------------------------------+--&gt; LF --&gt; COMPLETE
 * </pre>
 *
 * White space around a size or an extension is refused although RFC 9112 §7.1.1 allows it: no
 * client sends it, and differences between parsers here allow request smuggling.
 */
final class ChunkLine {
    private enum ChunkLineState {
        SIZE,
        NAME,
        VALUE,
        TOKEN,
        QUOTED,
        ESCAPE,
        QUOTE_END,
        LF,
        COMPLETE
    }

    // Enough for every long, and a bound for leading zeros.
    private static final int MOST_DIGITS = 16;

    private final int mostExtensions;
    private ChunkLineState state = ChunkLineState.SIZE;
    private long size;
    // Number of characters of the size, or of the name of an extension.
    private int length;
    private int extensions;

    /**
     * @param mostExtensions bytes of all extensions of a body, semicolons included; less than 0
     *     means no limit
     */
    ChunkLine(int mostExtensions) {
        this.mostExtensions = mostExtensions < 0 ? Integer.MAX_VALUE : mostExtensions;
    }

    /** Begins with the first line of a body. */
    void reset() {
        extensions = 0;
        next();
    }

    /** Begins with the next line of the same body. */
    void next() {
        state = ChunkLineState.SIZE;
        size = 0;
        length = 0;
    }

    /** Bytes of the chunk; 0 for the last one. Valid when the line is complete. */
    long size() {
        return size;
    }

    /** Takes the next byte; true if it completes the line. */
    boolean take(byte b) throws HttpError {
        if (state == ChunkLineState.SIZE && Ascii.hexValue(b) >= 0) {
            digit(Ascii.hexValue(b));
            return false;
        }
        state = after(b);
        if (state == null) {
            throw new HttpError(Refusal.CHUNK, Ascii.describe(b) + " in the line of a chunk");
        }
        if (state == ChunkLineState.COMPLETE) {
            return true;
        }
        if (state != ChunkLineState.LF && ++extensions > mostExtensions) {
            throw HttpError.limit(Refusal.EXTENSION_TOO_LARGE, mostExtensions, extensions);
        }
        return false;
    }

    private void digit(int digit) throws HttpError {
        if (++length > MOST_DIGITS || size > Long.MAX_VALUE >> 4) {
            throw new HttpError(Refusal.CHUNK, "a size of more than 63 bits");
        }
        size = size << 4 | digit;
    }

    /** The state that this byte leads to; null if the byte is not allowed here. */
    private ChunkLineState after(byte b) {
        return switch (state) {
            case SIZE -> length > 0 ? afterPart(b) : null;
            case NAME -> name(b);
            case VALUE ->
                    b == '"'
                            ? ChunkLineState.QUOTED
                            : Ascii.isToken(b) ? ChunkLineState.TOKEN : null;
            case TOKEN -> Ascii.isToken(b) ? ChunkLineState.TOKEN : afterPart(b);
            case QUOTED -> quoted(b);
            case ESCAPE -> Ascii.isField(b) ? ChunkLineState.QUOTED : null;
            case QUOTE_END -> afterPart(b);
            case LF -> b == '\n' ? ChunkLineState.COMPLETE : null;
            case COMPLETE -> null;
        };
    }

    private ChunkLineState name(byte b) {
        if (Ascii.isToken(b)) {
            length++;
            return ChunkLineState.NAME;
        }
        if (length == 0) {
            return null;
        }
        return b == '=' ? ChunkLineState.VALUE : afterPart(b);
    }

    private static ChunkLineState quoted(byte b) {
        return switch (b) {
            case '"' -> ChunkLineState.QUOTE_END;
            case '\\' -> ChunkLineState.ESCAPE;
            default -> Ascii.isQuoted(b) ? ChunkLineState.QUOTED : null;
        };
    }

    private ChunkLineState afterPart(byte b) {
        if (b == ';') {
            length = 0;
            return ChunkLineState.NAME;
        }
        return b == '\r' ? ChunkLineState.LF : null;
    }
}
