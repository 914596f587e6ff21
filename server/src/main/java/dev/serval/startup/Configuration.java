package dev.serval.startup;

import dev.serval.config.xml.Problem;
import java.util.List;

/** Messages about problems in the configuration. Stateless. */
final class Configuration {
    private Configuration() {}

    /** True if the server does not start with these problems. */
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

    /** The result of a configuration test. */
    static String summary(Home home, List<Problem> problems) {
        long errors = count(problems, Problem.Severity.ERROR);
        long warnings = count(problems, Problem.Severity.WARNING);
        if (errors + warnings == 0) {
            return home.serverXml() + " and all that belongs to it is in order.";
        }
        return home.serverXml()
                + " and what belongs to it: "
                + counted(errors, "error")
                + ", "
                + counted(warnings, "warning")
                + ".";
    }

    private static String counted(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    private static long count(List<Problem> problems, Problem.Severity severity) {
        return problems.stream().filter(problem -> problem.severity() == severity).count();
    }
}
