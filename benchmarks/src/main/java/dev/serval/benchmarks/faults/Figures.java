package dev.serval.benchmarks.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What a process has at one moment. Immutable.
 *
 * @param threads of the operating system
 * @param descriptors open ones; -1 when they may not be looked at
 * @param logBytes in its log and on its console, since its start
 * @param cpuMillis user and system time since its start
 */
record Figures(long threads, long descriptors, long logBytes, long cpuMillis) {
    private static final int MILLIS_PER_TICK = 10;

    /** Zeros for a process that has ended. */
    static Figures of(long pid, long logBytes) throws IOException {
        Path process = Path.of("/proc", Long.toString(pid));
        if (!Files.isDirectory(process)) {
            return new Figures(0, 0, logBytes, 0);
        }
        return new Figures(
                entries(process.resolve("task")),
                entries(process.resolve("fd")),
                logBytes,
                cpuMillis(Files.readString(process.resolve("stat"))));
    }

    private static long entries(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.count();
        } catch (IOException e) {
            return -1; // Another user's.
        }
    }

    /**
     * Milliseconds, of the text of {@code /proc/PID/stat}. The name of the program may hold blanks
     * and parentheses.
     */
    static long cpuMillis(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * MILLIS_PER_TICK;
    }
}
