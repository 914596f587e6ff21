package dev.serval.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The kept figures of the micro benchmarks, a table for each JDK. Stateless. */
final class MicroTables {
    private MicroTables() {}

    /** Of a directory of text files; none when there is no such directory. */
    static List<Table> in(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.filter(file -> file.toString().endsWith(".txt")).sorted().toList();
        }
        List<Table> tables = new java.util.ArrayList<>();
        for (Path file : files) {
            List<String> lines = Files.readAllLines(file);
            List<List<String>> rows =
                    lines.stream()
                            .filter(line -> !line.startsWith("#"))
                            .map(line -> List.of(line.strip().split("\\s+")))
                            .filter(words -> words.size() == 5)
                            .toList();
            if (rows.size() > 1) {
                tables.add(
                        new Table(
                                lines.get(0).replaceFirst("^# *", ""),
                                rows.get(0),
                                rows.subList(1, rows.size())));
            }
        }
        return tables;
    }
}
