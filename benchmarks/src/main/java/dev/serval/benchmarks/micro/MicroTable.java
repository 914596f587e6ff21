package dev.serval.benchmarks.micro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The figures of the micro benchmarks on one JDK: plain text, sorted by name, so that git shows
 * what a change has changed. Immutable.
 */
final class MicroTable {
    private static final String COLUMNS = "%-48s  %-18s  %10s  %9s  %7s";

    private final SortedMap<String, MicroRow> rows;

    private MicroTable(SortedMap<String, MicroRow> rows) {
        this.rows = rows;
    }

    static MicroTable empty() {
        return new MicroTable(new TreeMap<>());
    }

    /** What was kept; empty when there is no such file. */
    static MicroTable read(Path file) throws IOException {
        MicroTable table = empty();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                String[] words = line.strip().split("\\s+");
                if (line.startsWith("#") || words.length != 5 || words[0].equals("benchmark")) {
                    continue;
                }
                table = table.with(new MicroRow(words[0], words[1], words[2], words[3], words[4]));
            }
        }
        return table;
    }

    /** With that row, in the place of the one of the same benchmark and parameters. */
    MicroTable with(MicroRow row) {
        SortedMap<String, MicroRow> more = new TreeMap<>(rows);
        more.put(row.benchmark() + " " + row.parameters(), row);
        return new MicroTable(more);
    }

    Collection<MicroRow> rows() {
        return rows.values();
    }

    String text(String heading) {
        StringBuilder text = new StringBuilder("# ").append(heading).append('\n');
        line(new MicroRow("benchmark", "parameters", "ns/op", "±", "B/op"), text);
        rows().forEach(row -> line(row, text));
        return text.toString();
    }

    /** Makes directories. */
    void write(Path file, String heading) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text(heading));
    }

    private static void line(MicroRow row, StringBuilder text) {
        text.append(
                        String.format(
                                COLUMNS,
                                row.benchmark(),
                                row.parameters(),
                                row.nanos(),
                                row.error(),
                                row.bytes()))
                .append('\n');
    }
}
