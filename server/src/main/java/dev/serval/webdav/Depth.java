package dev.serval.webdav;

import dev.serval.files.WriteRefused;
import java.util.Locale;

/** How much of a tree a request is about (RFC 4918 §10.2). Immutable. */
enum Depth {
    ZERO("0"),
    ONE("1"),
    INFINITY("infinity");

    private final String text;

    Depth(String text) {
        this.text = text;
    }

    /** As it is written. */
    String text() {
        return text;
    }

    /**
     * What a field says; 400 for anything else.
     *
     * @param field null if it is missing
     * @param missing what it means then
     */
    static Depth of(String field, Depth missing) throws WriteRefused {
        if (field == null) {
            return missing;
        }
        for (Depth depth : values()) {
            if (depth.text.equals(field.strip().toLowerCase(Locale.ROOT))) {
                return depth;
            }
        }
        throw new WriteRefused(400, "Depth is 0, 1 or infinity (RFC 4918 §10.2).");
    }
}
