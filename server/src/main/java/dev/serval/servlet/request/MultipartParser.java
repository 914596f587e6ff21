package dev.serval.servlet.request;

import dev.serval.http.Refusal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Splits a multipart/form-data body into its parts (RFC 7578, RFC 2046 §5.1.1). Owned by one
 * thread. Accepts only unambiguous framing: lines end in CRLF, and the last boundary must be there;
 * anything else throws {@link BadRequest}. Every length is limited.
 */
final class MultipartParser {
    /** Bytes of a boundary at most (RFC 2046 §5.1.1). */
    static final int MAX_BOUNDARY = 70;

    private static final int BLOCK = 8192;

    /** Gets the content of a part. */
    interface Sink {
        void write(byte[] bytes, int offset, int length) throws IOException;
    }

    private final InputStream body;
    private final byte[] delimiter;
    private final int maxHeaderSize;
    private final Charset charset;
    private final byte[] buffer = new byte[BLOCK];
    private int position;
    private int limit;
    private int headerLeft;

    /**
     * @param maxHeaderSize bytes of the fields of a part; negative: no limit
     * @param charset of the header lines
     */
    MultipartParser(InputStream body, String boundary, int maxHeaderSize, Charset charset) {
        this.body = body;
        this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
        this.maxHeaderSize = maxHeaderSize < 0 ? Integer.MAX_VALUE : maxHeaderSize;
        this.charset = charset;
    }

    /** Skips the preamble; false if there is no part. */
    boolean begin() throws IOException {
        // The body may begin with the boundary itself, which then has no line end before it.
        if (!fill(delimiter.length)) {
            throw cut();
        }
        boolean atOnce = true;
        for (int i = 2; i < delimiter.length; i++) {
            atOnce &= buffer[position + i - 2] == delimiter[i];
        }
        if (atOnce) {
            position += delimiter.length - 2;
        } else {
            content((bytes, offset, length) -> {});
        }
        return next();
    }

    /** After a boundary: true if a part follows, false at the end. */
    boolean next() throws IOException {
        if (!fill(2)) {
            throw cut();
        }
        if (buffer[position] == '-' && buffer[position + 1] == '-') {
            position += 2;
            drain();
            return false;
        }
        while (buffer[position] == ' ' || buffer[position] == '\t') {
            // RFC 2046 §5.1.1: a boundary may be followed by blanks.
            position++;
            if (!fill(2)) {
                throw cut();
            }
        }
        if (buffer[position] != '\r' || buffer[position + 1] != '\n') {
            throw new BadRequest(Refusal.FORM, "A part of the body has a malformed boundary.");
        }
        position += 2;
        return true;
    }

    /** Skips the epilogue, which has no meaning (RFC 2046 §5.1.1) but belongs to the body. */
    private void drain() throws IOException {
        position = 0;
        limit = 0;
        while (body.read(buffer) >= 0) {
            // Limited by the size of the whole body.
        }
    }

    /** The fields of a part, by their names in lower case. */
    Map<String, List<String>> headers() throws IOException {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        headerLeft = maxHeaderSize;
        while (true) {
            String line = line();
            if (line.isEmpty()) {
                return fields;
            }
            int colon = line.indexOf(':');
            if (colon <= 0 || line.charAt(0) <= ' ' || line.charAt(colon - 1) <= ' ') {
                throw new BadRequest(Refusal.FORM, "A part of the body has a malformed field.");
            }
            fields.computeIfAbsent(
                            line.substring(0, colon).toLowerCase(Locale.ROOT),
                            key -> new ArrayList<>())
                    .add(line.substring(colon + 1).trim());
        }
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(128);
        while (true) {
            if (!fill(1)) {
                throw cut();
            }
            byte b = buffer[position++];
            if (b == '\r') {
                if (!fill(1)) {
                    throw cut();
                }
                if (buffer[position++] != '\n') {
                    throw new BadRequest(Refusal.FORM, "A part of the body has a malformed field.");
                }
                headerLeft -= 2;
                return line.toString(charset);
            }
            if (b >= 0 && b < ' ' && b != '\t' || b == 127) {
                throw new BadRequest(Refusal.FORM, "A part of the body has a malformed field.");
            }
            if (--headerLeft < 2) {
                throw new BadRequest(
                        Refusal.PART_HEADERS_TOO_LARGE,
                        "The fields of a part are longer than " + maxHeaderSize + " bytes.",
                        "maxPartHeaderSize of the Connector");
            }
            line.write(b);
        }
    }

    /** Gives the content up to the next boundary to the sink, and consumes the boundary. */
    void content(Sink sink) throws IOException {
        while (true) {
            if (!fill(delimiter.length)) {
                throw cut();
            }
            int found = find();
            if (found >= 0) {
                sink.write(buffer, position, found - position);
                position = found + delimiter.length;
                return;
            }
            // The end may be the beginning of a boundary.
            int safe = limit - delimiter.length + 1;
            if (safe > position) {
                sink.write(buffer, position, safe - position);
                position = safe;
            }
        }
    }

    private int find() {
        int end = limit - delimiter.length;
        for (int i = position; i <= end; i++) {
            if (buffer[i] != '\r') {
                continue;
            }
            int j = 1;
            while (j < delimiter.length && buffer[i + j] == delimiter[j]) {
                j++;
            }
            if (j == delimiter.length) {
                return i;
            }
        }
        return -1;
    }

    /** Reads until so many bytes are there; false if the body ends before. */
    private boolean fill(int wanted) throws IOException {
        if (limit - position >= wanted) {
            return true;
        }
        System.arraycopy(buffer, position, buffer, 0, limit - position);
        limit -= position;
        position = 0;
        while (limit < wanted) {
            int count = body.read(buffer, limit, buffer.length - limit);
            if (count < 0) {
                return false;
            }
            limit += count;
        }
        return true;
    }

    private static BadRequest cut() {
        return new BadRequest(
                Refusal.FORM, "The parts of the body end without their last boundary.");
    }
}
