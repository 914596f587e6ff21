package dev.serval.startup;

import dev.serval.config.Problem;
import java.util.List;

/** Words about what is wrong in the configuration. Stateless. */
final class Configuration {
    private Configuration() {}

    /** True when the server does not start with these. */
    static boolean broken(List<Problem> problems) {
        return count(problems, Problem.Severity.ERROR) > 0;
    }

    /** One line, the severity behind the place, where editors look for it. */
    static String line(Problem problem) {
        return switch (problem.severity()) {
            case ERROR -> problem.toString();
            case WARNING -> problem + " (warning)";
        };
    }

    /** What a configuration test has found. */
    static String summary(Home home, List<Problem> problems) {
        long errors = count(problems, Problem.Severity.ERROR);
        long warnings = count(problems, Problem.Severity.WARNING);
        if (errors + warnings == 0) {
            return home.serverXml() + " is in order.";
        }
        return home.serverXml() + " has " + errors + " errors and " + warnings + " warnings.";
    }

    private static long count(List<Problem> problems, Problem.Severity severity) {
        return problems.stream().filter(problem -> problem.severity() == severity).count();
    }
}
