package dev.serval.servlet.request;

import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Encodes characters into the body of a response. Owned by the thread that runs the call. ASCII
 * goes straight into the output where the encoding allows; a character that the encoding lacks
 * becomes its replacement.
 */
final class ResponseWriter extends Writer {
    private static final int BLOCK = 512;

    private final ResponseOutput output;
    private final Charset charset;
    private final boolean asciiStays;
    // Only as long as needed, so that a small text leaves little garbage.
    private byte[] block = new byte[0];
    // Made for the first character that is not ASCII; many responses have none.
    private CharsetEncoder encoder;
    private ByteBuffer encoded;
    // A high surrogate that waits for its other half; 0 if there is none.
    private char pending;

    ResponseWriter(ResponseOutput output, Charset charset) {
        this.output = output;
        this.charset = charset;
        this.asciiStays =
                charset.equals(StandardCharsets.UTF_8)
                        || charset.equals(StandardCharsets.ISO_8859_1)
                        || charset.equals(StandardCharsets.US_ASCII);
        if (!asciiStays) {
            makeEncoder();
        }
    }

    @Override
    public void write(int c) throws IOException {
        if (asciiStays && c < 128 && c >= 0 && pending == 0) {
            output.write(c);
            return;
        }
        encode(CharBuffer.wrap(new char[] {(char) c}));
    }

    @Override
    public void write(char[] chars, int offset, int length) throws IOException {
        int at = offset;
        int end = offset + length;
        room(length);
        while (asciiStays && pending == 0 && at < end) {
            int filled = 0;
            while (filled < block.length && at < end && chars[at] < 128) {
                block[filled++] = (byte) chars[at++];
            }
            output.write(block, 0, filled);
            if (at < end && chars[at] >= 128) {
                break;
            }
        }
        if (at < end) {
            encode(CharBuffer.wrap(chars, at, end - at));
        }
    }

    @Override
    public void write(String text, int offset, int length) throws IOException {
        int at = offset;
        int end = offset + length;
        room(length);
        while (asciiStays && pending == 0 && at < end) {
            int filled = 0;
            while (filled < block.length && at < end && text.charAt(at) < 128) {
                block[filled++] = (byte) text.charAt(at++);
            }
            output.write(block, 0, filled);
            if (at < end && text.charAt(at) >= 128) {
                break;
            }
        }
        if (at < end) {
            encode(CharBuffer.wrap(text, at, end));
        }
    }

    @Override
    public void flush() throws IOException {
        output.flush();
    }

    @Override
    public void close() throws IOException {
        finish();
        output.close();
    }

    /** Writes what the encoder still holds; nothing may be written afterwards. */
    void finish() throws IOException {
        if (output.isClosed() || output.isMuted()) {
            return;
        }
        if (encoder == null) {
            return;
        }
        encode(CharBuffer.allocate(0), true);
        CoderResult result;
        do {
            encoded.clear();
            result = encoder.flush(encoded);
            output.write(encoded.array(), 0, encoded.position());
        } while (result.isOverflow());
        encoder.reset();
    }

    private void encode(CharBuffer chars) throws IOException {
        encode(chars, false);
    }

    private void room(int length) {
        int wanted = Math.min(length, BLOCK);
        if (block.length < wanted) {
            block = new byte[wanted];
        }
    }

    private void makeEncoder() {
        encoder =
                charset.newEncoder()
                        .onMalformedInput(CodingErrorAction.REPLACE)
                        .onUnmappableCharacter(CodingErrorAction.REPLACE);
        encoded = ByteBuffer.allocate(BLOCK);
    }

    private void encode(CharBuffer chars, boolean last) throws IOException {
        if (encoder == null) {
            makeEncoder();
        }
        CharBuffer input = chars;
        if (pending != 0) {
            input = CharBuffer.allocate(chars.remaining() + 1).put(pending).put(chars).flip();
            pending = 0;
        }
        CoderResult result;
        do {
            encoded.clear();
            result = encoder.encode(input, encoded, last);
            output.write(encoded.array(), 0, encoded.position());
        } while (result.isOverflow());
        if (input.hasRemaining()) {
            pending = input.get();
        }
    }
}
