package dev.serval.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Answers of 13 bytes, read without any client, which would keep memory and time. Stateless. */
final class RawAnswer {
    private RawAnswer() {}

    /** Reads one whole; throws when it is not 200. */
    static void read(InputStream in) throws IOException {
        byte[] answer = new byte[4096];
        int at = 0;
        while (true) {
            int count = in.read(answer, at, answer.length - at);
            if (count <= 0) {
                throw new IOException("no answer on a connection: " + at + " bytes");
            }
            at += count;
            String text = new String(answer, 0, at, StandardCharsets.ISO_8859_1);
            int end = text.indexOf("\r\n\r\n");
            // Chunked or not, the answer is text of 13 bytes, or a file of 13.
            if (end >= 0 && (text.endsWith("0\r\n\r\n") && at > end + 4 || at >= end + 4 + 13)) {
                if (!text.startsWith("HTTP/1.1 200")) {
                    throw new IOException("answered with " + text.lines().findFirst().orElse(""));
                }
                return;
            }
        }
    }
}
