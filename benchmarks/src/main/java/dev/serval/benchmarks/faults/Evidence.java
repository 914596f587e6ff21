package dev.serval.benchmarks.faults;

import dev.serval.benchmarks.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What a server that did not hold leaves behind, for people. Stateless. */
final class Evidence {
    private static final int PATIENCE_SECONDS = 10;
    // Of each log: a flood of lines is told by its size.
    private static final long MOST_BYTES = 16 * 1024 * 1024;

    private Evidence() {}

    /**
     * Writes what the threads of a JVM do; where it does not let anybody in, it is asked to write
     * that to its console.
     */
    static void threads(Jdk jdk, long pid, Path file) throws IOException, InterruptedException {
        String process = Long.toString(pid);
        Path jcmd = jdk.home().resolve("bin/jcmd");
        if (!succeeds(file, List.of(jcmd.toString(), process, "Thread.print"))) {
            succeeds(file, List.of("kill", "-QUIT", process));
        }
    }

    private static boolean succeeds(Path file, List<String> command)
            throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(file.toFile()))
                        .start();
        try {
            return process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
        } finally {
            process.destroyForcibly();
        }
    }

    /** Copies the logs to a directory, in place of what is there. */
    static void keep(Path logs, Path directory) throws IOException {
        if (Files.exists(directory)) {
            Workshop.delete(directory);
        }
        Files.createDirectories(directory);
        try (Stream<Path> files = Files.list(logs)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                try (var in = Files.newInputStream(file);
                        var out = Files.newOutputStream(directory.resolve(file.getFileName()))) {
                    byte[] block = new byte[65_536];
                    long left = MOST_BYTES;
                    for (int n = in.read(block); n > 0 && left > 0; n = in.read(block)) {
                        out.write(block, 0, n);
                        left -= n;
                    }
                }
            }
        }
    }
}
