package dev.serval.startup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * Tells {@code bin/serval.sh start} how the start went: a file that appears whole, with {@code ok}
 * or {@code failed} in its first line and then what the operator shall read. Immutable.
 */
final class Report {
    private final Path file;

    /** A report to that file; null means that nobody waits for one. */
    Report(String file) {
        this.file = file == null || file.isEmpty() ? null : Path.of(file);
    }

    void ok(List<String> lines) {
        write("ok", lines);
    }

    void failed(List<String> lines) {
        write("failed", lines);
    }

    private void write(String outcome, List<String> lines) {
        if (file == null) {
            return;
        }
        try {
            Path part = file.resolveSibling(file.getFileName() + ".part");
            Files.writeString(part, outcome + "\n" + String.join("\n", lines) + "\n");
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            // The script sees the end of the process, or the operator its own patience's.
            System.err.println("The report " + file + " cannot be written: " + e.getMessage());
        }
    }
}
