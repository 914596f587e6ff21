package dev.serval.benchmarks;

import dev.serval.benchmarks.results.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a run is told to have run on. Stateless. */
final class ThisMachine {
    private ThisMachine() {}

    static Machine describe() throws IOException {
        return new Machine(
                field("/proc/cpuinfo", "model name"),
                Runtime.getRuntime().availableProcessors(),
                Long.parseLong(field("/proc/meminfo", "MemTotal").split(" ")[0]) / 1024,
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                "%s (%s)"
                        .formatted(
                                System.getProperty("java.version"),
                                System.getProperty("java.vendor")));
    }

    private static String field(String file, String name) throws IOException {
        return Files.readString(Path.of(file))
                .lines()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("unknown");
    }
}
