package dev.serval.startup;

import dev.serval.config.xml.Problem;
import dev.serval.settings.Location;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Files of Tomcat in {@code conf/} that are not read. Stateless. For each that differs from the one
 * that Tomcat ships, a warning names what has no effect.
 */
final class TomcatProperties {
    private static final int MOST_KEYS = 12;
    private static final String FILE_HANDLER = "org\\.apache\\.juli\\.(Async)?FileHandler";
    private static final String NAMED = "(1catalina|2localhost|3manager|4host-manager)";
    private static final String HANDLER =
            "(" + NAMED + "\\." + FILE_HANDLER + "|java\\.util\\.logging\\.ConsoleHandler)";

    /** The content of Tomcat's own files, and entries that make no difference: values by keys. */
    private static final Map<Pattern, Pattern> HARMLESS =
            patterns(
                    // There is no security manager, and no such cache.
                    "package\\.(access|definition)",
                    ".*",
                    "tomcat\\.util\\.buf\\.StringCache\\..*",
                    ".*",
                    "(server|shared)\\.loader",
                    "",
                    "common\\.loader",
                    "\\$\\{catalina\\.base}/lib,\\$\\{catalina\\.base}/lib/\\*\\.jar,"
                            + "\\$\\{catalina\\.home}/lib,\\$\\{catalina\\.home}/lib/\\*\\.jar",
                    // The list as shipped, recognised by its two ends.
                    "tomcat\\.util\\.scan\\.StandardJarScanFilter\\.jarsToSkip",
                    "(annotations-api|bootstrap)\\.jar,.*,xom-\\*\\.jar|",
                    // All jars are scanned.
                    "tomcat\\.util\\.scan\\.StandardJarScanFilter\\.jarsToScan",
                    ".*",
                    "\\.?handlers",
                    HANDLER + "(," + HANDLER + ")*",
                    NAMED + "\\." + FILE_HANDLER + "\\.level",
                    "ALL|FINE",
                    NAMED + "\\." + FILE_HANDLER + "\\.directory",
                    "\\$\\{catalina\\.base}/logs",
                    NAMED + "\\." + FILE_HANDLER + "\\.prefix",
                    "(catalina|localhost|manager|host-manager)\\.",
                    NAMED + "\\." + FILE_HANDLER + "\\.maxDays",
                    "90",
                    NAMED + "\\." + FILE_HANDLER + "\\.encoding",
                    "UTF-8",
                    "java\\.util\\.logging\\.ConsoleHandler\\.level",
                    "ALL|FINE|INFO",
                    "java\\.util\\.logging\\.ConsoleHandler\\.formatter",
                    "org\\.apache\\.juli\\.OneLineFormatter",
                    "java\\.util\\.logging\\.ConsoleHandler\\.encoding",
                    "UTF-8",
                    "org\\.apache\\.catalina\\.core\\.ContainerBase\\.\\[Catalina]\\.\\[localhost]"
                            + "(\\.\\[/(host-)?manager])?\\.(level|handlers)",
                    "INFO|" + NAMED + "\\." + FILE_HANDLER);

    private TomcatProperties() {}

    private static Map<Pattern, Pattern> patterns(String... pairs) {
        Map<Pattern, Pattern> patterns = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            patterns.put(Pattern.compile(pairs[i]), Pattern.compile(pairs[i + 1]));
        }
        return patterns;
    }

    /** At most one warning for each file. */
    static List<Problem> warnings(Path conf) {
        List<Problem> problems = new ArrayList<>();
        add(
                conf.resolve("catalina.properties"),
                "jars for all applications belong in lib/, system properties in SERVAL_OPTS in"
                        + " bin/setenv.sh (-Dname=value)",
                problems);
        add(
                conf.resolve("logging.properties"),
                "what is logged where is said in conf/logback.xml, for java.util.logging too",
                problems);
        return problems;
    }

    private static void add(Path file, String instead, List<Problem> problems) {
        if (!Files.isRegularFile(file)) {
            return;
        }
        Location at = new Location("conf/" + file.getFileName(), 0, 0);
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            properties.load(in);
        } catch (IOException | IllegalArgumentException e) {
            problems.add(Problem.of(Problem.Severity.WARNING, at, "is not read; " + instead));
            return;
        }
        Set<String> others = new TreeSet<>(properties.stringPropertyNames());
        others.removeIf(key -> isHarmless(key, properties.getProperty(key)));
        if (others.isEmpty()) {
            return;
        }
        int more = others.size() - MOST_KEYS;
        String names =
                String.join(", ", others.stream().limit(MOST_KEYS).toList())
                        + (more > 0 ? " and " + more + " more" : "");
        problems.add(
                Problem.of(
                        Problem.Severity.WARNING,
                        at,
                        "is not read yet, so there is no effect of " + names + ": " + instead));
    }

    private static boolean isHarmless(String key, String value) {
        String plain = value.replaceAll("[\"\\s]+", "");
        return HARMLESS.entrySet().stream()
                .anyMatch(
                        each ->
                                each.getKey().matcher(key).matches()
                                        && each.getValue().matcher(plain).matches());
    }
}
