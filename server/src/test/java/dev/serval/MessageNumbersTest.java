package dev.serval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.Leniency;
import dev.serval.http.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * An operator can search for the number of a message, so it leads to one place, and to one row of
 * {@code webapps/docs/codes.html}, which says what to do.
 */
class MessageNumbersTest {
    private static final Path CHECKOUT = checkout();

    /** What a message begins with, and the level if a logger gets it; not what refers to one. */
    private static final Pattern MESSAGE =
            Pattern.compile("(?:\\b(error|warn|info)\\(\\s*)?\"(SRV-\\d{4})[ \"]");

    private static final Pattern ROW =
            Pattern.compile(
                    "<tr id=\"(SRV-\\d{4})\"><th scope=\"row\"><code>(.*?)</code></th>"
                            + "<td>(.*?)</td><td>(.+?)</td><td>(.+?)</td></tr>");

    /** The application has failed: the log says it with the stack, the page without. */
    private static final Map<String, Set<String>> IN_TWO_PLACES =
            Map.of("SRV-0601", Set.of("FailedCall.java", "Refusal.APPLICATION"));

    /** One thing each, which is told in more than one sentence. */
    private static final Set<String> IN_SEVERAL_SENTENCES =
            Set.of(
                    "SRV-0503", // in the log, and in the state of the application
                    "SRV-0531", // the same
                    "SRV-0537", // the same
                    "SRV-0522", // of this application, or of all
                    "SRV-0536", // in its thread, or when it is waited for
                    "SRV-0608", // with the stack or without
                    "SRV-0711", // by its content, or by its name
                    "SRV-0701", // too slow, or not at all
                    "SRV-0801", // not made, or not writable
                    "SRV-0802", // named and wrong, or not found
                    "SRV-0805", // in the log, and on the terminal
                    "SRV-0808", // with its port, or without
                    "SRV-0810"); // each option of "serve"

    private record Row(String code, String level, String meaning, String advice) {}

    @Test
    void eachNumberStandsForOneThing() throws IOException {
        assertThat(places().size()).isGreaterThan(150);
        places().forEach(
                        (code, places) -> {
                            if (IN_TWO_PLACES.containsKey(code)) {
                                assertThat(Set.copyOf(places)).isEqualTo(IN_TWO_PLACES.get(code));
                            } else if (IN_SEVERAL_SENTENCES.contains(code)) {
                                assertThat(places.size()).as(code).isGreaterThan(1);
                                assertThat(Set.copyOf(places)).as(code).hasSize(1);
                            } else {
                                assertThat(places).as(code).hasSize(1);
                            }
                        });
    }

    @Test
    void numbersAreWrittenOutButForThoseOfTwoEnums() throws IOException {
        Set<String> made = new TreeSet<>();
        for (Path file : sources()) {
            if (Files.readString(file).matches("(?s).*\"SRV-\\d{0,3}\".*")) {
                made.add(file.getFileName().toString());
            }
        }

        assertThat(made).containsExactly("Leniency.java", "Refusal.java");
    }

    @Test
    void eachNumberHasItsRowAndEachRowItsNumberInOrder() throws IOException {
        List<String> rows = rows().stream().map(Row::code).toList();

        assertThat(rows).containsExactlyElementsOf(places().keySet());
    }

    @Test
    void eachRowTellsTheStatusOfARefusalOrTheLevelOfTheLog() throws IOException {
        Map<String, String> levels = levels();
        for (Row row : rows()) {
            assertThat(row.level()).as(row.code()).isEqualTo(levels.get(row.code()));
        }
    }

    @Test
    void eachRowRefersToRowsThatAreThere() throws IOException {
        Set<String> codes = places().keySet();
        for (MatchResult link : matches(Pattern.compile("#(SRV-\\d{4})\">(.*?)<"), page())) {
            assertThat(codes).contains(link.group(1));
            assertThat(link.group(2)).isEqualTo(link.group(1));
        }
    }

    /** The places of each number: files, and values of enums. */
    private static Map<String, List<String>> places() throws IOException {
        Map<String, List<String>> places = new TreeMap<>();
        Function<String, List<String>> of = c -> places.computeIfAbsent(c, x -> new ArrayList<>());
        for (Path file : sources()) {
            for (MatchResult message : matches(MESSAGE, Files.readString(file))) {
                of.apply(message.group(2)).add(file.getFileName().toString());
            }
        }
        for (Refusal refusal : Refusal.values()) {
            of.apply(refusal.code()).add("Refusal." + refusal);
        }
        for (Leniency leniency : Leniency.values()) {
            of.apply(leniency.code()).add("Leniency." + leniency);
        }
        return places;
    }

    /** What stands in the second column. */
    private static Map<String, String> levels() throws IOException {
        Map<String, String> levels = new TreeMap<>();
        for (Path file : sources()) {
            String source = Files.readString(file);
            for (MatchResult message : matches(MESSAGE, source)) {
                String level = message.group(1);
                if (level == null) {
                    level = keepsFromStarting(source, message.start()) ? "start" : "warn";
                }
                levels.merge(
                        message.group(2),
                        level.equals("warn") ? "warning" : level,
                        (one, other) -> one.equals("start") ? one : other);
            }
        }
        for (Leniency leniency : Leniency.values()) {
            levels.put(leniency.code(), "info");
        }
        for (Refusal refusal : Refusal.values()) {
            levels.put(refusal.code(), Integer.toString(refusal.status()));
        }
        return levels;
    }

    private static boolean keepsFromStarting(String source, int message) {
        return source.contains("StartFailure(")
                || source.substring(Math.max(0, message - 80), message)
                        .matches("(?s).*new (Lifecycle|Extension)Exception\\(\\s*\"?");
    }

    private static List<Row> rows() throws IOException {
        return matches(ROW, page()).stream()
                .map(
                        row -> {
                            assertThat(row.group(2)).isEqualTo(row.group(1));
                            return new Row(row.group(1), row.group(3), row.group(4), row.group(5));
                        })
                .toList();
    }

    private static String page() throws IOException {
        return Files.readString(CHECKOUT.resolve("webapps/docs/codes.html"));
    }

    private static List<MatchResult> matches(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.results().toList();
    }

    /** The main code of all modules, and the scripts. */
    private static List<Path> sources() throws IOException {
        List<Path> roots = new ArrayList<>(List.of(CHECKOUT.resolve("bin")));
        for (Path parent : List.of(CHECKOUT, CHECKOUT.resolve("extensions"))) {
            try (Stream<Path> modules = Files.list(parent)) {
                modules.map(module -> module.resolve("src/main/java"))
                        .filter(Files::isDirectory)
                        .forEach(roots::add);
            }
        }
        List<Path> sources = new ArrayList<>();
        for (Path root : roots) {
            try (Stream<Path> files = Files.walk(root)) {
                sources.addAll(
                        files.filter(file -> file.toString().matches(".*\\.(java|sh)"))
                                .collect(Collectors.toList()));
            }
        }
        return sources;
    }

    private static Path checkout() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(directory.resolve("connectors"))) {
            directory = directory.getParent();
        }
        return directory;
    }
}
