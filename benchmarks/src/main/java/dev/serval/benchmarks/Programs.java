package dev.serval.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What is installed. Stateless. */
final class Programs {
    private static final Pattern VERSION = Pattern.compile("\\d+\\.\\d+(\\.\\d+)?");

    private Programs() {}

    /** Its path; empty when it is missing. */
    static Optional<String> find(String name) {
        return Stream.concat(
                        Stream.of(System.getenv().getOrDefault("PATH", "").split(":")),
                        Stream.of("/usr/sbin", "/usr/bin", "/usr/local/sbin"))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }

    /** The first number that looks like a version in what the command prints. */
    static String version(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader out = process.inputReader()) {
            Matcher version = VERSION.matcher(String.join("\n", out.lines().toList()));
            return version.find() ? version.group() : "";
        }
    }
}
