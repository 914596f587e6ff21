package dev.serval.webapp;

import dev.serval.config.xml.Problem;
import dev.serval.config.xml.Problem.Severity;
import dev.serval.settings.Location;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The problems of one application found so far. Used by one thread. */
final class Problems {
    final List<Problem> all = new ArrayList<>();
    private final Set<Problem> told = new HashSet<>();
    private final List<Problem> aboutPages = new ArrayList<>();

    /** Adds an error: the application is not served. */
    void error(Location at, String message) {
        add(Problem.of(Severity.ERROR, at, message));
    }

    /** Adds a warning: something has no effect. */
    void warning(Location at, String message) {
        add(Problem.of(Severity.WARNING, at, message));
    }

    /** Adds a warning that applies only if nothing executes pages. */
    void withoutPages(Location at, String message) {
        warning(at, message);
        aboutPages.add(Problem.of(Severity.WARNING, at, message));
    }

    /** Drops those warnings: the application executes its pages itself. */
    void pagesAreExecuted() {
        all.removeAll(aboutPages);
    }

    /**
     * A problem is added once: sources are merged step by step, and each step finds the same ones.
     */
    private void add(Problem problem) {
        if (told.add(problem)) {
            all.add(problem);
        }
    }

    void addAll(Problems others) {
        others.all.forEach(this::add);
    }

    boolean failed() {
        return all.stream().anyMatch(p -> p.severity() == Severity.ERROR);
    }
}
