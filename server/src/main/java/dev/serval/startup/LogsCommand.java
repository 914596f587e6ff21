package dev.serval.startup;

import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * {@code serval.sh logs} and {@code audit}: prints the log of the server. One thread. Throws
 * StartFailure if it fails.
 */
final class LogsCommand {
    private static final String USAGE = "Usage: serval.sh logs [-f] [-n LINES]";
    private static final String FILE = "serval.log";
    // Enough for the requested lines, unless they are very long.
    private static final int BYTES_OF_A_LINE = 1000;
    private static final int MOST_LINES = 10_000;
    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(250);
    // Lines about changes by the manager or by these scripts.
    private static final Pattern AUDIT = Pattern.compile("SRV-07[27]0 ");

    private final Path logs;
    private final PrintStream out;

    LogsCommand(Path logs, PrintStream out) {
        this.logs = logs;
        this.out = out;
    }

    /** Prints the last lines, and with {@code -f} the following ones until the process is ended. */
    int tail(List<String> words) throws IOException {
        int lines = 50;
        boolean follow = false;
        for (int i = 0; i < words.size(); i++) {
            if (words.get(i).equals("-f")) {
                follow = true;
            } else if (words.get(i).equals("-n")
                    && ++i < words.size()
                    && words.get(i).matches("[0-9]{1,5}")) {
                lines = Math.min(MOST_LINES, Integer.parseInt(words.get(i)));
            } else {
                throw new StartFailure(USAGE);
            }
        }
        Path file = logs.resolve(FILE);
        if (!Files.isRegularFile(file)) {
            throw new StartFailure("logs: there is no " + file);
        }
        long end;
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
            end = log.length();
            long start = Math.max(0, end - (long) lines * BYTES_OF_A_LINE);
            List<String> last = new ArrayList<>(text(log, start, end).lines().toList());
            if (start > 0 && !last.isEmpty()) {
                last.remove(0); // only a part of it
            }
            last.subList(Math.max(0, last.size() - lines), last.size()).forEach(out::println);
        }
        while (follow && !out.checkError()) {
            LockSupport.parkNanos(LOOK);
            end = more(file, end);
        }
        return 0;
    }

    /** Prints new lines; returns the position of their end. */
    private long more(Path file, long from) throws IOException {
        if (!Files.exists(file)) {
            return 0; // it is rolled over
        }
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
            long start = log.length() < from ? 0 : from;
            long end = Math.min(log.length(), start + (1 << 20));
            out.print(text(log, start, end));
            out.flush();
            return end;
        }
    }

    private static String text(RandomAccessFile log, long start, long end) throws IOException {
        byte[] bytes = new byte[Math.toIntExact(end - start)];
        log.seek(start);
        log.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Prints the lines about changes, from all log files that are not compressed. */
    int audit(List<String> words) throws IOException {
        StartOptions.none("audit", words);
        List<Path> files = new ArrayList<>();
        if (Files.isDirectory(logs)) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(logs, "serval*.log")) {
                all.forEach(files::add);
            }
        }
        // The current file is the last.
        files.sort((one, other) -> order(one).compareTo(order(other)));
        for (Path file : files) {
            try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
                lines.filter(line -> AUDIT.matcher(line).find())
                        .map(
                                line ->
                                        new String(
                                                line.getBytes(StandardCharsets.ISO_8859_1),
                                                StandardCharsets.UTF_8))
                        .forEach(out::println);
            }
        }
        return 0;
    }

    private static String order(Path file) {
        String name = file.getFileName().toString();
        return name.equals(FILE) ? "~" : name;
    }
}
