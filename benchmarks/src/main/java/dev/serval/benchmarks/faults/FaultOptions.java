package dev.serval.benchmarks.faults;

import dev.serval.benchmarks.Jdk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What {@code run.sh faults} was asked for. Immutable.
 *
 * @param scenarios in their order
 * @param wires the kinds of connectors
 * @param jdks what servers run on
 * @param home the installation; its {@code lib/serval.classpath} names the server's jars
 */
record FaultOptions(List<Scenario> scenarios, List<Wire> wires, List<Jdk> jdks, Path home) {

    /**
     * @param checkout the installation unless {@code --home} names another one
     * @throws IllegalArgumentException that says what is wrong
     */
    static FaultOptions parse(Path checkout, String... args) throws IOException {
        List<Scenario> scenarios = new ArrayList<>();
        List<Wire> wires = new ArrayList<>();
        List<Jdk> jdks = new ArrayList<>();
        Path home = checkout;
        Deque<String> words = new ArrayDeque<>(List.of(args));
        while (!words.isEmpty()) {
            String word = words.remove();
            switch (word) {
                case "--connectors" -> {
                    for (String name : values(word, words)) {
                        wires.add(Wire.named(name));
                    }
                }
                case "--jdk" -> {
                    for (String version : values(word, words)) {
                        jdks.add(Jdk.of(number(version)));
                    }
                }
                case "--home" -> {
                    if (words.isEmpty()) {
                        throw new IllegalArgumentException("--home needs a directory");
                    }
                    home = Path.of(words.remove()).toAbsolutePath();
                }
                default -> {
                    if (word.startsWith("--")) {
                        throw new IllegalArgumentException("unknown: " + word);
                    }
                    scenarios.addAll(Scenarios.named(word));
                }
            }
        }
        return new FaultOptions(
                scenarios.isEmpty() ? Scenarios.all() : List.copyOf(scenarios),
                wires.isEmpty() ? List.of(Wire.values()) : List.copyOf(wires),
                jdks.isEmpty() ? Jdk.usual() : List.copyOf(jdks),
                home);
    }

    /** Takes the words up to the next option, each split at commas. */
    private static List<String> values(String option, Deque<String> words) {
        List<String> values = new ArrayList<>();
        while (!words.isEmpty() && !words.peek().startsWith("--")) {
            values.addAll(List.of(words.remove().split(",")));
        }
        if (values.isEmpty()) {
            throw new IllegalArgumentException(option + " needs a value");
        }
        return values;
    }

    private static int number(String version) {
        try {
            return Integer.parseInt(version);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--jdk takes versions, such as 17: " + version, e);
        }
    }
}
