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

    /** The depth as it is written in a field. */
    String text() {
        return text;
    }

    /**
     * The depth in a field; 400 for any other value.
     *
     * @param field null if it is missing
     * @param missing the depth if the field is missing
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
