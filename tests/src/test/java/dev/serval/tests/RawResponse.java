package dev.serval.tests;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * One response exactly as it arrived, and the same taken apart. Immutable by convention.
 *
 * @param statusLine without its CRLF
 * @param fields lines as received, without CRLF, in their order
 * @param body content after the transfer coding was removed
 * @param trailers of a chunked body, without CRLF
 * @param raw every byte of the response
 */
record RawResponse(
        String statusLine, List<String> fields, byte[] body, List<String> trailers, byte[] raw) {

    int status() {
        return Integer.parseInt(statusLine.substring(9, 12));
    }

    /** The body, a char per byte. */
    String text() {
        return new String(body, StandardCharsets.ISO_8859_1);
    }

    String utf8() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** The value of the only field of that name; null if there is none. */
    String field(String name) {
        List<String> values = all(name);
        if (values.size() > 1) {
            throw new AssertionError("more than one " + name + ": " + fields);
        }
        return values.isEmpty() ? null : values.get(0);
    }

    List<String> all(String name) {
        String prefix = name.toLowerCase(Locale.ROOT) + ":";
        return fields.stream()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(prefix))
                .map(line -> line.substring(prefix.length()).strip())
                .toList();
    }

    /** The head with every value that changes from run to run replaced: exact bytes to compare. */
    String head() {
        StringBuilder text = new StringBuilder(statusLine).append("\r\n");
        for (String field : fields) {
            boolean date = field.toLowerCase(Locale.ROOT).startsWith("date:");
            text.append(date ? "Date: *" : field).append("\r\n");
        }
        return text.append("\r\n").toString();
    }
}
