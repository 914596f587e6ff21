package dev.serval.examples;

import java.util.List;

/** The content of a message of the board. Immutable. */
public record Strokes(List<Stroke> all) {
    /** Throws IllegalArgumentException if there is none. */
    public Strokes {
        if (all.isEmpty()) {
            throw new IllegalArgumentException("no stroke");
        }
    }
}
