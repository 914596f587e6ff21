package dev.serval.benchmarks.faults;

import java.util.ArrayList;
import java.util.List;

/** What is broken, in words; empty when nothing is. Stateless. */
final class Verdict {
    // Pools keep some; what is left of hundreds of connections is a leak.
    private static final int LEAK = 60;

    private Verdict() {}

    /**
     * @param first before the fault
     * @param height while it lasts
     * @param usual milliseconds of the processor that the same time takes without the fault
     */
    static List<String> during(
            Scenario limits, Tally during, Figures first, Figures height, long usual) {
        List<String> broken = new ArrayList<>();
        if (limits.slowest() > 0) {
            if (during.asked() - during.answered() > limits.failures() || during.asked() == 0) {
                broken.add("during: " + during.failures());
            } else if (during.slowest() > limits.slowest()) {
                broken.add(
                        "during: %s took %d ms, the limit is %d"
                                .formatted(
                                        during.slowestProbe(), during.slowest(), limits.slowest()));
            }
        }
        long logged = height.logBytes() - first.logBytes();
        if (logged > limits.logBytes()) {
            broken.add("it logged " + logged / 1024 + " KiB");
        }
        long cpu = height.cpuMillis() - first.cpuMillis();
        if (limits.cpuMillis() > 0 && cpu - usual > limits.cpuMillis()) {
            broken.add(
                    "it took %d ms of the processor, %d without the fault, the limit is %d more"
                            .formatted(cpu, usual, limits.cpuMillis()));
        }
        return broken;
    }

    /**
     * @param left connections that no time-out has ended; empty if none
     * @param log whether the access log writes
     * @param last when everything has been let go
     */
    static List<String> after(Tally after, String left, boolean log, Figures first, Figures last) {
        List<String> broken = new ArrayList<>();
        if (!after.whole()) {
            broken.add("after: " + after.failures());
        }
        if (!left.isEmpty()) {
            broken.add("time-outs: left open " + left);
        }
        if (!log) {
            broken.add("the access log does not write");
        }
        if (last.descriptors() > first.descriptors() + LEAK) {
            broken.add("descriptors leak");
        }
        return broken;
    }
}
