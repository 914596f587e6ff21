package dev.serval.benchmarks.faults;

import java.util.List;

/**
 * One line of the table. Immutable.
 *
 * @param timeOuts "held", or which connections stayed open
 * @param log whether the access log wrote a line afterwards
 * @param stop milliseconds from SIGTERM to the end; -1 when it did not end
 * @param broken why it is broken; empty when it held
 * @param skipped why it was not tried; null if it was
 */
record Row(
        String scenario,
        Wire wire,
        int jdk,
        Tally before,
        Tally during,
        Tally after,
        String timeOuts,
        boolean log,
        long stop,
        Figures first,
        Figures height,
        Figures last,
        List<String> notes,
        List<String> broken,
        String skipped) {

    static Row skipped(String scenario, Wire wire, int jdk, String why) {
        return without(scenario, wire, jdk, List.of(), why);
    }

    static Row failed(String scenario, Wire wire, int jdk, String why) {
        return without(scenario, wire, jdk, List.of(why), null);
    }

    private static Row without(
            String scenario, Wire wire, int jdk, List<String> broken, String skipped) {
        Figures none = new Figures(0, 0, 0, 0);
        Tally empty = new Tally();
        return new Row(
                scenario, wire, jdk, empty, empty, empty, "-", false, 0, none, none, none,
                List.of(), broken, skipped);
    }

    boolean held() {
        return broken.isEmpty();
    }
}
