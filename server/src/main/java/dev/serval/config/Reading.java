package dev.serval.config;

import dev.serval.config.xml.Problem;
import dev.serval.config.xml.Problem.Severity;
import dev.serval.extension.Extensions;
import dev.serval.settings.BadValue;
import dev.serval.settings.Location;
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
    private final Extensions extensions;

    /** For files that name no other files and nothing of extensions. */
    Reading(Placeholders placeholders) {
        this(placeholders, Path.of(""), Extensions.NONE);
    }

    /** For files that name nothing of extensions. */
    Reading(Placeholders placeholders, Path base) {
        this(placeholders, base, Extensions.NONE);
    }

    /**
     * @param base what paths in the file are relative to
     * @param extensions what may be named in it beside what the server itself has
     */
    Reading(Placeholders placeholders, Path base, Extensions extensions) {
        this.placeholders = placeholders;
        this.base = base;
        this.extensions = extensions;
    }

    /** What may be named beside what the server itself has. */
    Extensions extensions() {
        return extensions;
    }

    /** The file that an attribute names, perhaps as {@code file:/...}; null for null. */
    Path path(String text) {
        return text == null
                ? null
                : base.resolve(text.startsWith("file:/") ? URI.create(text).getPath() : text);
    }

    void add(Problem problem) {
        problems.add(problem);
    }

    void error(Location at, String message) {
        add(Problem.of(Severity.ERROR, at, message));
    }

    void warning(Location at, String message) {
        add(Problem.of(Severity.WARNING, at, message));
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
