package dev.serval.files;

import java.util.Locale;

/** The treatment of a byte order mark at the beginning of a text file that is converted. */
enum Bom {
    /** It is removed, and decides the encoding. */
    USE,
    /** It is removed and ignored. */
    DROP,
    /** It stays, as an ordinary character. */
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
