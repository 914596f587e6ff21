package dev.serval.benchmarks;

import dev.serval.benchmarks.results.Round;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The driver of {@code run.sh pairs}: whether this checkout needs more CPU time for each request
 * than another one. Three servers run for each connector, two of them of the other checkout, and
 * one load at a time. Exit codes: 0, 1 when a row is worse or failed, 2 when it was not understood.
 */
public final class Pairs {
    private final PairOptions options;
    private final List<List<String>> classPaths;

    private Pairs(PairOptions options) throws IOException {
        this.options = options;
        List<String> other = ClassPath.entries(options.other());
        this.classPaths = List.of(other, other, ClassPath.entries());
    }

    /** {@code DIRECTORY [--rounds 7] [--seconds 3] [--connectors NIO ...] [--loads hello ...]}. */
    public static void main(String[] args) throws Exception {
        Pairs pairs;
        try {
            pairs = new Pairs(PairOptions.parse(args));
            if (LoadClient.WRK.missing() != null) {
                throw new IllegalArgumentException(LoadClient.WRK.missing());
            }
        } catch (IllegalArgumentException | IOException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        System.exit(pairs.run() ? 0 : 1);
    }

    private boolean run() throws Exception {
        System.out.println("old: " + jars(classPaths.get(0)) + "\nnow: " + jars(classPaths.get(2)));
        System.out.print(PairRow.DEFINITION);
        System.out.println(PairRow.head());
        boolean good = true;
        for (Contender connector : options.connectors()) {
            Suite suite =
                    Suites.suite("pairs", "", List.of(connector), Effort.FULL, options.loads());
            try (Servers old = new Servers(suite, classPaths.get(0));
                    Servers again = new Servers(suite, classPaths.get(1));
                    Servers now = new Servers(suite, classPaths.get(2))) {
                for (Scenario load : options.loads()) {
                    good &= row(load, connector, List.of(old, again, now));
                }
            }
        }
        return good;
    }

    private static String jars(List<String> classPath) {
        return String.join(
                " ", classPath.stream().filter(entry -> entry.contains("/target/")).toList());
    }

    /** False when it is worse, or has failed, which leaves the others as they are. */
    private boolean row(Scenario load, Contender connector, List<Servers> three)
            throws InterruptedException {
        try {
            PairRow row = measure(load, connector, three);
            System.out.println(row.line(connector.toString(), load.name()));
            return row.verdict() != PairRow.Verdict.WORSE;
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            // Whatever a server or the client has.
            System.out.printf("%-12s %-26s failed: %s%n", connector, load.name(), e);
            return false;
        }
    }

    private PairRow measure(Scenario load, Contender connector, List<Servers> three)
            throws Exception {
        for (Servers servers : three) {
            load.prepare(connector, servers);
        }
        List<List<Round>> rounds =
                Stream.generate(() -> (List<Round>) new ArrayList<Round>()).limit(3).toList();
        for (int round = 0; round < options.rounds(); round++) {
            for (int turn : PairRow.order(round, three.size())) {
                rounds.get(turn).add(load.measure(connector, three.get(turn)));
            }
        }
        return new PairRow(rounds.get(0), rounds.get(1), rounds.get(2));
    }
}
