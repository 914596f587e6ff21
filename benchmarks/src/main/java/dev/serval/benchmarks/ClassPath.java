package dev.serval.benchmarks;

import dev.serval.benchmarks.Contender.Family;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
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
    private static final String WEB_SOCKET = "|websocket[^/]*\\.jar$";
    private static final Pattern SERVAL_JAR =
            Pattern.compile("/((?:extensions/)?[^/]+)/target/serval-[^/]+\\.jar$");
    private static final int HELIDON_JAVA = 21;

    private ClassPath() {}

    /**
     * @param entries of {@link #entries()}, or of another checkout
     * @param webSocket whether it has WebSocket
     */
    static String of(Contender contender, List<String> entries, boolean webSocket) {
        String others =
                Arrays.stream(Family.values())
                        .filter(family -> family != contender.family() && family.jars != null)
                        .map(family -> family.jars)
                        .collect(
                                Collectors.joining("|", DRIVER + "|", webSocket ? "" : WEB_SOCKET));
        return without(entries, Pattern.compile(others))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Stream<String> without(List<String> entries, Pattern unwanted) {
        // The first entries are classes of this module, whatever their path is called.
        return entries.stream()
                .filter(entry -> !entry.endsWith(".jar") || !unwanted.matcher(entry).find());
    }

    /** This program's own. */
    static List<String> entries() {
        return List.of(System.getProperty("java.class.path").split(File.pathSeparator));
    }

    /**
     * That of a built checkout. Its own jars are those in it, wherever it was built.
     *
     * @throws IOException when it is not built, or a jar is missing
     */
    static List<String> entries(Path checkout) throws IOException {
        Path target = checkout.toAbsolutePath().normalize().resolve("benchmarks/target");
        List<String> entries = new ArrayList<>(List.of(target.resolve("classes").toString()));
        String listed = Files.readString(target.resolve("classpath")).strip();
        for (String entry : listed.split(File.pathSeparator)) {
            Path jar = Path.of(entry);
            Matcher own = SERVAL_JAR.matcher(entry);
            if (own.find()) {
                jar = target.resolve("../..").resolve(own.group(1)).resolve("target");
                jar = jar.resolve(Path.of(entry).getFileName()).normalize();
            }
            entries.add(jar.toString());
        }
        for (String entry : entries) {
            if (!Files.exists(Path.of(entry))) {
                throw new NoSuchFileException(entry, null, "is not built");
            }
        }
        return entries;
    }

    /** By the name of the jar; empty when it is not on the class path. */
    static Optional<String> version(Contender contender) {
        Pattern jar =
                Pattern.compile(
                        "/" + contender.family().artifact + "(\\d[^/]*?)(-SNAPSHOT)?\\.jar$");
        return entries().stream()
                .map(jar::matcher)
                .filter(Matcher::find)
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
