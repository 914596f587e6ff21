package dev.serval.benchmarks.report;

/**
 * The part of a file that is generated, between {@code <!-- measured -->} and {@code <!-- end of
 * measured -->}, each on a line of its own; the rest of the file is written by hand. Stateless.
 */
final class MarkedPart {
    private static final String START = "<!-- measured -->\n";
    private static final String END = "<!-- end of measured -->";

    private MarkedPart() {}

    /** The file with another part. Throws IllegalArgumentException when it has no such marks. */
    static String replace(String file, String part) {
        int start = file.indexOf(START);
        int end = file.indexOf(END);
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("a file has lost its marks " + START.strip());
        }
        int lineOfEnd = file.lastIndexOf('\n', end) + 1;
        return file.substring(0, start + START.length()) + part + file.substring(lineOfEnd);
    }
}
