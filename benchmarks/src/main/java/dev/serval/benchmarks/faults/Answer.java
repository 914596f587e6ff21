package dev.serval.benchmarks.faults;

import java.nio.charset.StandardCharsets;

/**
 * A response. Immutable.
 *
 * @param bytes all of it as it came, one character per byte; empty when the server ended the
 *     connection without a word
 * @param millis from before the connection was opened until its end
 */
record Answer(String bytes, long millis) {

    /** Of its first line; 0 when there is none. */
    int status() {
        if (!bytes.startsWith("HTTP/1.1 ") || bytes.length() < 12) {
            return 0;
        }
        return Integer.parseInt(bytes.substring(9, 12));
    }

    /** The value of the first field of this name; null if there is none. */
    String field(String name) {
        int end = bytes.indexOf("\r\n\r\n");
        for (String line : bytes.substring(0, Math.max(0, end)).split("\r\n")) {
            if (line.regionMatches(true, 0, name + ":", 0, name.length() + 1)) {
                return line.substring(name.length() + 1).strip();
            }
        }
        return null;
    }

    /** What follows the head, still in its chunks if it has some; empty without a whole head. */
    String body() {
        int end = bytes.indexOf("\r\n\r\n");
        return end < 0 ? "" : bytes.substring(end + 4);
    }

    int size() {
        return bytes.getBytes(StandardCharsets.ISO_8859_1).length;
    }
}
