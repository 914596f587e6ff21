package dev.serval.tests;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;

/** What a client makes of a gzip body, a char per byte. Stateless. */
final class Gunzip {
    private Gunzip() {}

    /** The body of a response that says it is gzip, which must be whole. */
    static String text(RawResponse response) {
        if (!"gzip".equals(response.field("Content-Encoding"))) {
            throw new AssertionError("not gzip: " + response.head());
        }
        return text(response.body());
    }

    static String text(byte[] body) {
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException("not a whole gzip body", e);
        }
    }

    /** What can be read of a body so far; an AssertionError when it has its end. */
    static String begun(byte[] body) throws IOException {
        ByteArrayOutputStream seen = new ByteArrayOutputStream();
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(body), 1)) {
            int b;
            while ((b = in.read()) >= 0) {
                seen.write(b);
            }
            throw new AssertionError("the body has an end");
        } catch (EOFException e) {
            return seen.toString(StandardCharsets.ISO_8859_1);
        }
    }
}
