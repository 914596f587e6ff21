package dev.serval.benchmarks.faults;

import java.util.LinkedHashMap;
import java.util.Map;

/** What the probes have heard in one phase. Thread-safe. */
final class Tally {
    private final Map<String, String> failures = new LinkedHashMap<>();
    private int asked;
    private int answered;
    private long slowest;
    private String slowestProbe = "";

    /**
     * @param failure null if it was answered as it should be
     */
    synchronized void add(String probe, long millis, String failure) {
        asked++;
        if (failure == null) {
            answered++;
        } else {
            failures.putIfAbsent(probe, failure);
        }
        if (millis > slowest) {
            slowest = millis;
            slowestProbe = probe;
        }
    }

    synchronized int asked() {
        return asked;
    }

    synchronized int answered() {
        return answered;
    }

    /** Milliseconds of the slowest answer, also of one that never came. */
    synchronized long slowest() {
        return slowest;
    }

    /** What took so long. */
    synchronized String slowestProbe() {
        return slowestProbe;
    }

    /** The first failure of each probe that has failed, "probe: failure"; empty if none. */
    synchronized String failures() {
        StringBuilder text = new StringBuilder();
        failures.forEach(
                (probe, failure) ->
                        text.append(text.isEmpty() ? "" : ", ")
                                .append(probe)
                                .append(": ")
                                .append(failure));
        return text.toString();
    }

    /** Whether at least one was asked and all were answered. */
    synchronized boolean whole() {
        return asked > 0 && answered == asked;
    }
}
