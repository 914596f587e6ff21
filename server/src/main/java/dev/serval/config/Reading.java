package dev.serval.config;

import dev.serval.config.Problem.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** One run over one file: what was found wrong so far, and the placeholders. One thread. */
final class Reading {
    private final List<Problem> problems = new ArrayList<>();
    private final Placeholders placeholders;

    Reading(Placeholders placeholders) {
        this.placeholders = placeholders;
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

    boolean failed() {
        return problems.stream().anyMatch(p -> p.severity() == Severity.ERROR);
    }

    /** In the order of the file. */
    List<Problem> problems() {
        List<Problem> sorted = new ArrayList<>(problems);
        sorted.sort(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
        return List.copyOf(sorted);
    }
}
