package dev.serval.container;

import dev.serval.builtin.RewriteFactory;
import dev.serval.config.ElementFactory;
import dev.serval.config.xml.Problem;
import dev.serval.config.xml.Problem.Severity;
import dev.serval.extension.Offer.Factory;
import dev.serval.settings.Location;
import dev.serval.valve.Valve;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Reads the rules of RewriteValves, as a start would. Stateless. */
final class RewriteCheck {
    private RewriteCheck() {}

    /**
     * What is wrong in the rules of an engine, a host or an application.
     *
     * @param valves its valves
     * @param shown how problems call a file
     */
    static List<Problem> of(
            List<Factory<Valve>> valves, ElementPlace place, Function<Path, String> shown) {
        List<Problem> problems = new ArrayList<>();
        for (Factory<Valve> valve : valves) {
            boolean rewrites =
                    valve instanceof ElementFactory<Valve> element
                            && element.factory() instanceof RewriteFactory;
            Path file = rewrites ? RewriteFactory.file(place) : null;
            if (file == null) {
                continue;
            }
            String name = shown.apply(file);
            if (Files.exists(file)) {
                new RewriteFactory()
                        .make(place)
                        .mistakes(name)
                        .forEach((at, what) -> problems.add(Problem.of(Severity.ERROR, at, what)));
            } else {
                problems.add(
                        Problem.of(
                                Severity.WARNING,
                                new Location(name, 0, 0),
                                "is missing: there are no rules for the RewriteValve"));
            }
        }
        return problems;
    }
}
