package dev.serval.http1;

import dev.serval.buffer.Ascii;
import dev.serval.http.HttpError;
import dev.serval.http.Refusal;

/**
 * Checks the extensions of a chunk (RFC 9112 §7.1.1), which mean nothing here. Owned by a {@link
 * BodyDecoder}. No white space: what the grammar calls bad is refused.
 *
 * <pre>
 *   ; -> NAME -+-> = -> VALUE -> TOKEN ---+-> ; ...
 *              |          \ " -> QUOTED --+   QUOTED <-> ESCAPED
 *              +-------------------------------> ; ...
 * </pre>
 */
final class ChunkExtension {
    private enum State {
        NAME_START,
        NAME,
        VALUE_START,
        VALUE,
        QUOTED,
        ESCAPED,
        QUOTED_END
    }

    private State state = State.NAME_START;

    /** Behind a semicolon. */
    void begin() {
        state = State.NAME_START;
    }

    void next(byte b) throws HttpError {
        switch (state) {
            case NAME_START -> state = token(b, State.NAME);
            case NAME ->
                    state =
                            b == ';'
                                    ? State.NAME_START
                                    : b == '=' ? State.VALUE_START : token(b, State.NAME);
            case VALUE_START -> state = b == '"' ? State.QUOTED : token(b, State.VALUE);
            case VALUE -> state = b == ';' ? State.NAME_START : token(b, State.VALUE);
            case QUOTED ->
                    state = b == '"' ? State.QUOTED_END : b == '\\' ? State.ESCAPED : text(b);
            case ESCAPED -> state = text(b);
            case QUOTED_END -> {
                if (b != ';') {
                    throw malformed(b);
                }
                state = State.NAME_START;
            }
        }
    }

    /** At the end of the line. */
    void end() throws HttpError {
        switch (state) {
            case NAME, VALUE, QUOTED_END -> {}
            case NAME_START, VALUE_START, QUOTED, ESCAPED ->
                    throw new HttpError(Refusal.CHUNK, "an extension is not complete");
        }
    }

    private static State token(byte b, State next) throws HttpError {
        if (!Ascii.isToken(b)) {
            throw malformed(b);
        }
        return next;
    }

    private static State text(byte b) throws HttpError {
        if (!Ascii.isFieldValue(b)) {
            throw malformed(b);
        }
        return State.QUOTED;
    }

    private static HttpError malformed(byte b) {
        return new HttpError(Refusal.CHUNK, "character " + (b & 0xff) + " in an extension");
    }
}
