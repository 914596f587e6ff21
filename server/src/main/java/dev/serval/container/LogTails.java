package dev.serval.container;

import dev.serval.operations.LogTail;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the end of a log, at most half a mebibyte at a time. Stateless. */
final class LogTails {
    private static final int MOST_BYTES = 512 * 1024;
    private static final LogTail NONE = new LogTail(null, 0, false, List.of());

    private LogTails() {}

    /**
     * @param after less than 0 for the last lines
     * @param most lines
     */
    static LogTail of(Path file, long after, int most) throws IOException {
        if (!Files.isRegularFile(file)) {
            return NONE;
        }
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            long length = in.length();
            boolean another = after > length; // the file was begun anew
            long from = after < 0 || another ? 0 : after;
            boolean truncated = another || length - from > MOST_BYTES;
            from = Math.max(from, length - MOST_BYTES);
            in.seek(from);
            byte[] bytes = new byte[(int) (length - from)];
            in.readFully(bytes);
            int end = lastLine(bytes);
            List<String> lines = lines(new String(bytes, 0, end, StandardCharsets.UTF_8));
            if (from > 0 && truncated && !lines.isEmpty()) {
                lines.remove(0); // perhaps only a part of a line
            }
            if (lines.size() > most) {
                lines = lines.subList(lines.size() - most, lines.size());
                truncated = true;
            }
            return new LogTail(file.getFileName().toString(), from + end, truncated, lines);
        }
    }

    /** Where the last whole line ends. */
    private static int lastLine(byte[] bytes) {
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    private static List<String> lines(String text) {
        return new ArrayList<>(text.lines().toList());
    }
}
