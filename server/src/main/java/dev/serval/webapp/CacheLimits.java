package dev.serval.webapp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Limits a cache directory: the number of files and their bytes; files that were not used for three
 * months are removed. Stateless.
 */
final class CacheLimits {
    static final int FILES = 2000;
    static final long BYTES = 256L << 20;
    private static final Duration AGE = Duration.ofDays(90);

    private record Entry(Path file, long size, Instant used) {}

    private CacheLimits() {}

    static void apply(Path directory) throws IOException {
        apply(directory, FILES, BYTES);
    }

    /** Removes the least recently used files, until the rest is half of the limit. */
    static void apply(Path directory, int mostFiles, long mostBytes) throws IOException {
        List<Entry> entries = entries(directory);
        long bytes = entries.stream().mapToLong(Entry::size).sum();
        int files = entries.size();
        boolean full = files > mostFiles || bytes > mostBytes;
        Instant oldest = Instant.now().minus(AGE);
        for (Entry entry : entries) {
            boolean over = full && (files > mostFiles / 2 || bytes > mostBytes / 2);
            if (!over && !entry.used.isBefore(oldest)) {
                return;
            }
            Files.deleteIfExists(entry.file);
            files--;
            bytes -= entry.size;
        }
    }

    private static List<Entry> entries(Path directory) throws IOException {
        List<Entry> entries = new ArrayList<>();
        if (!Files.isDirectory(directory)) {
            return entries;
        }
        try (Stream<Path> all = Files.list(directory)) {
            for (Path file : all.toList()) {
                try {
                    BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class);
                    entries.add(new Entry(file, is.size(), is.lastModifiedTime().toInstant()));
                } catch (IOException e) {
                    // Another process was faster.
                }
            }
        }
        entries.sort(Comparator.comparing(Entry::used));
        return entries;
    }
}
