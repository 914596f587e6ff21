package dev.serval.http;

/**
 * Placeholder filled by the HTTP package work: IMF-fixdate formatting and parsing of all three
 * forms (RFC 9110 §5.6.7). Stateless.
 */
public final class HttpDate {
    private HttpDate() {}

    /** Formats as IMF-fixdate, 29 characters. */
    public static String format(long epochMillis) {
        return java.time.format.DateTimeFormatter.RFC_1123_DATE_TIME.format(
                java.time.Instant.ofEpochMilli(epochMillis).atZone(java.time.ZoneOffset.UTC));
    }

    /** Milliseconds since the epoch; -1 when the text is no HTTP date. */
    public static long parse(String text) {
        return -1;
    }
}
