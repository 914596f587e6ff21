package dev.serval.startup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * Tells {@code bin/serval.sh start} how the start went: a file that appears complete, with {@code
 * ok} or {@code failed} in its first line, followed by text for the operator. Also deletes the
 * script's mark of a start in progress, by which a JVM that crashed on its archive of classes is
 * found. Immutable.
 */
final class Report {
    private final Path file;
    private final Path mark;

    /**
     * @param file null means that no script waits for a report
     * @param mark a file to delete when the start has come to an end; null if there is none
     */
    Report(String file, String mark) {
        this.file = path(file);
        this.mark = path(mark);
    }

    private static Path path(String name) {
        return name == null || name.isEmpty() ? null : Path.of(name);
    }

    void ok(List<String> lines) {
        write("ok", lines);
    }

    void failed(List<String> lines) {
        write("failed", lines);
    }

    private void write(String outcome, List<String> lines) {
        if (mark != null) {
            try {
                Files.deleteIfExists(mark);
            } catch (IOException e) {
                // Only costs the next start its archive.
                System.err.println("The mark " + mark + " cannot be deleted: " + e.getMessage());
            }
        }
        if (file == null) {
            return;
        }
        try {
            Path part = file.resolveSibling(file.getFileName() + ".part");
            Files.writeString(part, outcome + "\n" + String.join("\n", lines) + "\n");
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            // The script sees the end of the process, or the end of the operator's own limit.
            System.err.println("The report " + file + " cannot be written: " + e.getMessage());
        }
    }
}
