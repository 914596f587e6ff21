package dev.serval.benchmarks.report;

import dev.serval.benchmarks.results.SuiteFile;
import dev.serval.benchmarks.results.SuiteResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A result and the name of its file, which says more than the suite where the suite was run on
 * several JDKs: {@code servlet-17}. Immutable.
 *
 * @param name of the file without {@code .json}
 * @param result its content
 */
record NamedResult(String name, SuiteResult result) {
    private static final List<String> ORDER =
            List.of(
                    "guide", "series", "jigsaw", "servlet", "static", "idle", "start", "proxies",
                    "peers");

    /** Those of a directory in the order of the report; none when there is no such directory. */
    static List<NamedResult> in(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.filter(file -> file.toString().endsWith(".json")).toList();
        }
        List<NamedResult> results = new java.util.ArrayList<>();
        for (Path file : files) {
            String name = file.getFileName().toString().replaceFirst("\\.json$", "");
            results.add(new NamedResult(name, SuiteFile.read(file)));
        }
        results.sort(
                Comparator.comparingInt((NamedResult one) -> one.place())
                        .thenComparing(NamedResult::name));
        return results;
    }

    /** The title of its chapter. */
    String title() {
        return name.equals(result.suite()) ? result.title() : result.title() + " (`" + name + "`)";
    }

    /** The name of a chart's files: unique, and the same as long as the scenarios are. */
    String chart(String title) {
        String slug = title.toLowerCase(java.util.Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        return name + "-" + slug.replaceAll("^-|-$", "");
    }

    private int place() {
        int place = ORDER.indexOf(result.suite());
        return place < 0 ? ORDER.size() : place;
    }
}
