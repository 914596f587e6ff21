package dev.serval.http1;

import dev.serval.http.HttpDate;
import java.nio.charset.StandardCharsets;

/** The Date field line (RFC 9110 §6.6.1), rendered once a second. Thread-safe. */
final class DateField {
    private record Line(long second, byte[] bytes) {}

    private volatile Line line = new Line(-1, new byte[0]);

    /** {@code Date: ...} with its CRLF; never to be written to. */
    byte[] bytes() {
        long second = System.currentTimeMillis() / 1000;
        Line current = line;
        if (current.second != second) {
            String text = "Date: " + HttpDate.format(second * 1000) + "\r\n";
            current = new Line(second, text.getBytes(StandardCharsets.ISO_8859_1));
            line = current;
        }
        return current.bytes;
    }
}
