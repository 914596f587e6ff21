package dev.serval.config;

import dev.serval.config.Problem.Severity;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** One run over one file: what was found wrong so far, and the placeholders. One thread. */
final class Reading {
    private final List<Problem> problems = new ArrayList<>();
    private final Placeholders placeholders;
    private final Path base;

    /** For files that name no other files. */
    Reading(Placeholders placeholders) {
        this(placeholders, Path.of(""));
    }

    /**
     * @param base what paths in the file are relative to
     */
    Reading(Placeholders placeholders, Path base) {
        this.placeholders = placeholders;
        this.base = base;
    }

    /** The file that an attribute names, perhaps as {@code file:/...}; null for null. */
    Path path(String text) {
        return text == null
                ? null
                : base.resolve(text.startsWith("file:/") ? URI.create(text).getPath() : text);
    }

    void error(Location at, String message) {
        problems.add(Problem.of(Severity.ERROR, at, message));
    }

    void warning(Location at, String message) {
        problems.add(Problem.of(Severity.WARNING, at, message));
    }

    /** The text with its placeholders replaced; throws when one has no value. */
    String resolve(String text) throws BadValue {
        return placeholders.resolve(text);
    }

    /** How many errors there are so far. */
    int errors() {
        return (int) problems.stream().filter(p -> p.severity() == Severity.ERROR).count();
    }

    boolean failed() {
        return errors() > 0;
    }

    /** In the order of the file. */
    List<Problem> problems() {
        List<Problem> sorted = new ArrayList<>(problems);
        sorted.sort(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
        return List.copyOf(sorted);
    }
}
