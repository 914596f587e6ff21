package dev.serval.http1;

import dev.serval.buffer.Ascii;
import dev.serval.buffer.InputBuffer;
import dev.serval.http.Fields;
import dev.serval.http.Framing;
import dev.serval.http.HttpError;
import dev.serval.http.HttpLimits;
import dev.serval.http.Refusal;
import java.nio.ByteBuffer;

/**
 * Removes the framing from a request body (RFC 9112 §6, §7.1). Works on buffers, never on a socket.
 * Owned by the thread that reads the body. Resumable at every byte; consumes nothing that follows
 * the body.
 *
 * <pre>
 *   FIXED -- all bytes --------------------------------------------------------&gt; ENDED
 *   LINE -- size --&gt; DATA -- all bytes --&gt; CR --&gt; LF --&gt; LINE                      ^
 *     \-- size 0 --&gt; TRAILERS -- empty line ---------------------------------------+
 *   RAW: another protocol has begun, whose bytes are taken as they are
 * </pre>
 */
final class BodyDecoder {
    private enum BodyState {
        FIXED,
        LINE,
        DATA,
        CR,
        LF,
        TRAILERS,
        RAW,
        ENDED
    }

    private final ChunkLine line;
    private final TrailerSection trailers;
    private BodyState state = BodyState.ENDED;
    private boolean lengthKnown;
    // Bytes left of the body or of the chunk.
    private long left;

    BodyDecoder(HttpLimits limits) {
        line = new ChunkLine(limits.maxExtensionSize());
        trailers = new TrailerSection(limits);
    }

    /**
     * Begins a body.
     *
     * @param framing NONE, LENGTH or CHUNKED; no request body ends with its connection
     * @param length bytes of the body, if its framing is LENGTH
     */
    void begin(Framing framing, long length) {
        trailers.reset();
        lengthKnown = framing == Framing.LENGTH;
        switch (framing) {
            case NONE -> state = BodyState.ENDED;
            case LENGTH -> {
                left = length;
                state = length == 0 ? BodyState.ENDED : BodyState.FIXED;
            }
            case CHUNKED -> {
                line.reset();
                state = BodyState.LINE;
            }
            case CLOSE -> throw new IllegalArgumentException("RFC 9112 §6.3: not in a request");
        }
    }

    /** From now on all bytes are taken unchanged (RFC 9110 §7.8); there is no end. */
    void passThrough() {
        lengthKnown = false;
        state = BodyState.RAW;
    }

    /** Whether the bytes belong to another protocol. */
    boolean passesThrough() {
        return state == BodyState.RAW;
    }

    /**
     * Copies body bytes into {@code target} and consumes them and their framing from {@code input}.
     * Must not be called again after it has thrown.
     *
     * @return bytes copied; 0 if more input is needed or the target is full; -1 at the end of the
     *     body
     */
    int decode(InputBuffer input, ByteBuffer target) throws HttpError {
        int before = target.position();
        boolean goesOn = true;
        while (goesOn) {
            goesOn = step(input, target);
        }
        int count = target.position() - before;
        return count == 0 && state == BodyState.ENDED ? -1 : count;
    }

    /** True once the body was read to its end; bytes left in the input belong to what follows. */
    boolean ended() {
        return state == BodyState.ENDED;
    }

    /** Bytes that are still to come of a body with a declared length; -1 for any other body. */
    long remainingKnown() {
        return lengthKnown ? left : -1;
    }

    /** The trailers that were kept, complete once the body has ended; null if there are none. */
    Fields trailers() {
        return trailers.fields();
    }

    /** Handles one state; false if it cannot go on. */
    private boolean step(InputBuffer input, ByteBuffer target) throws HttpError {
        if (state == BodyState.ENDED || input.remaining() == 0) {
            return false;
        }
        return switch (state) {
            case FIXED -> copied(input, target, BodyState.ENDED);
            case LINE -> line(input);
            case DATA -> copied(input, target, BodyState.CR);
            case CR -> expect(input, '\r', BodyState.LF);
            case LF -> expect(input, '\n', BodyState.LINE);
            case TRAILERS -> {
                boolean complete = trailers.take(input);
                if (complete) {
                    state = BodyState.ENDED;
                }
                yield complete;
            }
            case RAW -> {
                left = input.remaining();
                yield copied(input, target, BodyState.RAW);
            }
            case ENDED -> false;
        };
    }

    private boolean copied(InputBuffer input, ByteBuffer target, BodyState then) {
        int count = (int) Math.min(left, Math.min(input.remaining(), target.remaining()));
        target.put(input.array(), input.position(), count);
        input.consume(count);
        left -= count;
        if (left > 0) {
            return false;
        }
        state = then;
        return true;
    }

    private boolean line(InputBuffer input) throws HttpError {
        byte[] array = input.array();
        int at = input.position();
        boolean complete = false;
        while (!complete && at < input.limit()) {
            complete = line.take(array[at++]);
        }
        input.consume(at - input.position());
        if (complete) {
            left = line.size();
            state = left == 0 ? BodyState.TRAILERS : BodyState.DATA;
            line.next();
        }
        return complete;
    }

    private boolean expect(InputBuffer input, char wanted, BodyState then) throws HttpError {
        byte seen = input.array()[input.position()];
        if (seen != wanted) {
            throw new HttpError(
                    Refusal.CHUNK, Ascii.describe(seen) + " behind the data of a chunk");
        }
        input.consume(1);
        state = then;
        return true;
    }
}
