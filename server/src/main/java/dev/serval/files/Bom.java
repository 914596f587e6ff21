package dev.serval.files;

import java.util.Locale;

/** What is done with a byte order mark at the begin of a text file that is converted. */
enum Bom {
    /** It goes, and what it says of the encoding counts. */
    USE,
    /** It goes, and counts for nothing. */
    DROP,
    /** It stays, a character like any other. */
    PASS;

    /** By Tomcat's words; throws IllegalArgumentException for others. */
    static Bom of(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "true" -> USE;
            case "false" -> DROP;
            case "pass-through" -> PASS;
            default -> throw new IllegalArgumentException(word);
        };
    }
}
