package dev.serval.benchmarks.faults;

import java.util.Locale;

/** The rows as text, one line each; what is broken below it. Stateless. */
final class FaultTable {
    private static final String FORMAT =
            "%-13s %-4s %3s | %15s | %15s | %15s | %-9s %-4s %5s | %14s | %14s | %7s %6s | %s";

    private FaultTable() {}

    /**
     * Three columns of answers (answered/asked, slowest in ms), and figures before/during/after.
     */
    static String head() {
        return String.format(
                Locale.ROOT,
                FORMAT,
                "scenario",
                "wire",
                "jdk",
                "before ms",
                "during ms",
                "after ms",
                "time-outs",
                "log",
                "stop",
                "threads",
                "descriptors",
                "log KiB",
                "CPU ms",
                "verdict");
    }

    static String line(Row row) {
        if (row.skipped() != null) {
            return String.format(
                    Locale.ROOT,
                    "%-13s %-4s %3d | skipped: %s",
                    row.scenario(),
                    row.wire(),
                    row.jdk(),
                    row.skipped());
        }
        StringBuilder line = new StringBuilder();
        line.append(
                String.format(
                        Locale.ROOT,
                        FORMAT,
                        row.scenario(),
                        row.wire(),
                        row.jdk(),
                        answers(row.before()),
                        answers(row.during()),
                        answers(row.after()),
                        row.timeOuts().isEmpty()
                                ? "held"
                                : row.timeOuts().equals("-") ? "-" : "NOT",
                        row.log() ? "yes" : "NO",
                        row.stop() < 0 ? "NOT" : Long.toString(row.stop()),
                        three(row.first().threads(), row.height().threads(), row.last().threads()),
                        three(
                                row.first().descriptors(),
                                row.height().descriptors(),
                                row.last().descriptors()),
                        (row.height().logBytes() - row.first().logBytes()) / 1024,
                        row.height().cpuMillis() - row.first().cpuMillis(),
                        row.held() ? "held" : "BROKEN"));
        row.notes().forEach(note -> line.append("\n    ").append(note));
        row.broken().forEach(why -> line.append("\n    BROKEN: ").append(why));
        return line.toString();
    }

    private static String answers(Tally tally) {
        return tally.asked() == 0
                ? "-"
                : tally.answered() + "/" + tally.asked() + " " + tally.slowest();
    }

    private static String three(long before, long during, long after) {
        return before + "/" + during + "/" + after;
    }
}
