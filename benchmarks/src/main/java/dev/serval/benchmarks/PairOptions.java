package dev.serval.benchmarks;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What {@code run.sh pairs} was asked for. Immutable.
 *
 * @param other the other checkout
 * @param connectors each with servers of its own
 * @param loads in their order
 */
record PairOptions(
        Path other, int rounds, int seconds, List<Contender> connectors, List<Scenario> loads) {
    private static final Map<String, Contender> CONNECTORS = new LinkedHashMap<>();
    // What they are called in the suites servlet and static.
    private static final Map<String, String> LOADS = new LinkedHashMap<>();

    static {
        CONNECTORS.put("NIO", Contender.SERVAL_NIO);
        CONNECTORS.put("NIO2", Contender.SERVAL_NIO2);
        CONNECTORS.put("BIO", Contender.SERVAL_BIO);
        LOADS.put("HELLO", "hello");
        LOADS.put("JSON", "JSON echo, 1 KB by POST");
        LOADS.put("SESSION", "session");
        LOADS.put("ASYNC", "async completion");
        LOADS.put("13", "13 B, 149 clients");
        LOADS.put("32K", "31,819 B, 25 clients");
    }

    /** Throws an IllegalArgumentException that says what is wrong. */
    static PairOptions parse(String... args) {
        Path other = null;
        int rounds = 7;
        int seconds = 3;
        List<Contender> connectors = List.copyOf(CONNECTORS.values());
        List<String> loads = List.copyOf(LOADS.values());
        Deque<String> words = new ArrayDeque<>(List.of(args));
        while (!words.isEmpty()) {
            String word = words.remove();
            switch (word) {
                case "--rounds" -> rounds = positive(word, words);
                case "--seconds" -> seconds = positive(word, words);
                case "--connectors" -> connectors = named(word, words, CONNECTORS);
                case "--loads" -> loads = named(word, words, LOADS);
                default -> {
                    if (word.startsWith("--") || other != null) {
                        throw new IllegalArgumentException("unknown: " + word);
                    }
                    other = Path.of(word);
                }
            }
        }
        if (other == null) {
            throw new IllegalArgumentException("no directory is named");
        }
        return new PairOptions(other, rounds, seconds, connectors, scenarios(loads, seconds));
    }

    private static List<Scenario> scenarios(List<String> names, int seconds) {
        // Warmed up by two runs.
        Suites suites = new Suites(Effort.FULL.withSeconds(seconds));
        List<Scenario> all =
                Stream.of("servlet", "static")
                        .flatMap(suite -> suites.named(suite).scenarios().stream())
                        .toList();
        return names.stream()
                .flatMap(name -> all.stream().filter(one -> one.name().equals(name)))
                .toList();
    }

    private static int positive(String option, Deque<String> words) {
        String word = words.isEmpty() ? "" : words.remove();
        if (!word.matches("[1-9]\\d{0,5}")) {
            throw new IllegalArgumentException(option + " takes a number, at least 1: " + word);
        }
        return Integer.parseInt(word);
    }

    /** Takes the words up to the next option. */
    private static <T> List<T> named(String option, Deque<String> words, Map<String, T> known) {
        List<T> found = new ArrayList<>();
        while (!words.isEmpty() && !words.peek().startsWith("--")) {
            T one = known.get(words.peek().toUpperCase(Locale.ROOT));
            if (one == null) {
                throw new IllegalArgumentException(
                        "%s: no %s; there are %s"
                                .formatted(option, words.peek(), String.join(" ", known.keySet())));
            }
            words.remove();
            found.add(one);
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException(option + " needs a value");
        }
        return found;
    }
}
