package dev.serval.webapp;

import dev.serval.config.xml.Problem;
import dev.serval.config.xml.Problem.Severity;
import dev.serval.settings.Location;
import java.util.ArrayList;
import java.util.List;

/** The problems of one application found so far. Used by one thread. */
final class Problems {
    final List<Problem> all = new ArrayList<>();
    private final List<Problem> aboutPages = new ArrayList<>();

    /** The application is not served. */
    void error(Location at, String message) {
        add(Problem.of(Severity.ERROR, at, message));
    }

    /** Something has no effect. */
    void warning(Location at, String message) {
        add(Problem.of(Severity.WARNING, at, message));
    }

    /** A warning that applies only if nothing executes pages. */
    void withoutPages(Location at, String message) {
        warning(at, message);
        aboutPages.add(Problem.of(Severity.WARNING, at, message));
    }

    /** The application executes its pages itself. */
    void pagesAreExecuted() {
        all.removeAll(aboutPages);
    }

    /** Said once: sources are merged step by step, and each step looks at the same ones. */
    private void add(Problem problem) {
        if (!all.contains(problem)) {
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
