package dev.serval.benchmarks;

import dev.serval.benchmarks.Contender.Family;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * The class path of each Java contender: this program's own, without what only other contenders or
 * the driver need, so that none starts with the jars of all. Stateless.
 */
final class ClassPath {
    private static final String DRIVER =
            "/org/openjdk/jmh/|/jopt-simple|/com/fasterxml/|/org/jfree/|/de/erichseifert/";
    private static final int HELIDON_JAVA = 21;

    private ClassPath() {}

    static String of(Contender contender) {
        String others =
                Arrays.stream(Family.values())
                        .filter(family -> family != contender.family() && family.jars != null)
                        .map(family -> family.jars)
                        .collect(Collectors.joining("|", DRIVER + "|", ""));
        return without(Pattern.compile(others)).collect(Collectors.joining(File.pathSeparator));
    }

    private static Stream<String> without(Pattern unwanted) {
        // The first entries are classes of this module, whatever their path is called.
        return entries().stream()
                .filter(entry -> !entry.endsWith(".jar") || !unwanted.matcher(entry).find());
    }

    private static List<String> entries() {
        return List.of(System.getProperty("java.class.path").split(File.pathSeparator));
    }

    /** By the name of the jar; empty when it is not on the class path. */
    static Optional<String> version(Contender contender) {
        Pattern jar =
                Pattern.compile(
                        "/" + contender.family().artifact + "(\\d[^/]*?)(-SNAPSHOT)?\\.jar$");
        return entries().stream()
                .map(jar::matcher)
                .filter(java.util.regex.Matcher::find)
                .map(match -> match.group(1))
                .findFirst();
    }

    /**
     * Why there is no Helidon; empty when there is, and its server compiled, which needs a newer
     * Java than the rest.
     *
     * @param source of the server
     */
    static Optional<String> withoutHelidon(Path source) {
        if (Runtime.version().feature() < HELIDON_JAVA) {
            return Optional.of(
                    "needs Java %d, and JAVA_HOME is Java %d"
                            .formatted(HELIDON_JAVA, Runtime.version().feature()));
        }
        if (version(Contender.HELIDON).isEmpty() || !Files.exists(source)) {
            return Optional.of("is not on the class path");
        }
        if (ToolProvider.getSystemJavaCompiler() == null) {
            return Optional.of("needs a JDK to be compiled, and JAVA_HOME is a runtime only");
        }
        int status =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-proc:none",
                                "-nowarn",
                                "-d",
                                entries().get(0),
                                "-cp",
                                System.getProperty("java.class.path"),
                                source.toString());
        return status == 0 ? Optional.empty() : Optional.of("did not compile");
    }
}
