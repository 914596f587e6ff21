package dev.serval.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** What the kernel tells of processes. Stateless. */
final class ProcessFigures {
    private static final int CLOCK_TICKS_PER_SECOND = 100;

    private ProcessFigures() {}

    /** A process and those that it has started. */
    static long[] pids(Process process) {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .mapToLong(ProcessHandle::pid)
                .toArray();
    }

    /** User and system time of a process and those that it has started, microseconds. */
    static double cpuMicros(Process process) throws IOException {
        long ticks = 0;
        for (long pid : pids(process)) {
            String stat = read(pid, "stat");
            if (!stat.isEmpty()) {
                String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
                // Its own, and that of children that have ended.
                for (int i = 11; i <= 14; i++) {
                    ticks += Long.parseLong(fields[i]);
                }
            }
        }
        return ticks * 1e6 / CLOCK_TICKS_PER_SECOND;
    }

    /** A line of one of its files, in KiB. */
    static long kib(long pid, String file, String name) throws IOException {
        return read(pid, file)
                .lines()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.split("\\s+")[1]))
                .findFirst()
                .orElse(0);
    }

    /** Empty when the process has just ended, as workers do. */
    private static String read(long pid, String file) throws IOException {
        Path path = Path.of(String.format(Locale.ROOT, "/proc/%d/%s", pid, file));
        try {
            return Files.readString(path);
        } catch (IOException e) {
            if (ProcessHandle.of(pid).isPresent()) {
                throw e;
            }
            return "";
        }
    }
}
