package dev.serval.benchmarks.faults;

import java.io.IOException;
import java.util.List;

/**
 * A fault of a system that gives the server no more threads, which runs as a user of its own for
 * that. Asked for meanwhile is the cached file alone, which needs none.
 */
interface WithoutThreads extends Scenario {
    @Override
    default String obstacle() {
        return Limited.obstacle();
    }

    @Override
    default FaultPlan plan(Wire wire, int jdk) {
        return FaultPlan.USUAL.asOwnUser();
    }

    @Override
    default List<Probe> during(Scene scene) {
        return scene.probes().stream().filter(probe -> probe.name().equals("cached")).toList();
    }

    @Override
    default long logBytes() {
        return 2_000_000; // The JVM itself writes two lines for each thread that it does not get.
    }

    @Override
    default void relent(Scene scene) throws IOException, InterruptedException {
        Limited.lift(scene.server());
    }
}
