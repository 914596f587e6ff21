package dev.serval.benchmarks.faults;

import dev.serval.benchmarks.Jdk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One scenario on one kind of connector and one Java. Owned by its thread. */
final class Trial {
    private static final int WARM_ROUNDS = 10;
    private static final int ROUNDS = 5;
    // Longer than any promise, so that the table shows how late an answer was.
    private static final int PATIENCE_MILLIS = 5000;
    private static final int RECOVERY_MILLIS = 3000;
    private static final int AFTERWARDS_MILLIS = 2000;
    private static final int CALM_MILLIS = 4000;

    private final Scenario scenario;
    private final Wire wire;
    private final Jdk jdk;
    private final Path kept;

    /**
     * @param kept where what a server leaves behind is kept if it does not hold
     */
    Trial(Scenario scenario, Wire wire, Jdk jdk, Path kept) {
        this.scenario = scenario;
        this.wire = wire;
        this.jdk = jdk;
        this.kept = kept;
    }

    Row run(Workshop workshop) throws Exception {
        if (scenario.obstacle() != null) {
            return Row.skipped(scenario.name(), wire, jdk.feature(), scenario.obstacle());
        }
        FaultPlan plan = scenario.plan(wire, jdk.feature());
        try (FaultServer server = FaultServer.start(workshop, plan, wire, jdk)) {
            Scene scene = new Scene(server, wire, jdk.feature());
            try {
                return run(scene, plan);
            } catch (IOException | RuntimeException e) {
                server.dump();
                throw new IOException(e + "; " + server.keep(kept), e);
            } finally {
                scene.letGo();
            }
        }
    }

    private Row run(Scene scene, FaultPlan plan) throws Exception {
        FaultServer server = scene.server();
        scenario.prepare(scene);
        Tally before = new Tally();
        if (!scenario.isColdStart()) {
            rounds(scene, WARM_ROUNDS, PATIENCE_MILLIS);
            before = rounds(scene, ROUNDS, PATIENCE_MILLIS);
        }
        double calm = scenario.cpuMillis() > 0 ? processorWithoutFault(scene) : 0;
        Figures first = server.figures();
        long begun = System.nanoTime();
        Tally during;
        Figures height;
        long measured;
        try (Watch watch = new Watch(scenario.during(scene), PATIENCE_MILLIS)) {
            during = watch.tally();
            scenario.inflict(scene);
            height = server.figures();
            measured = System.nanoTime();
        }
        long usual = Math.round(calm * (measured - begun));
        scenario.relent(scene);
        scene.letGo();
        awaitRecovery(scene);
        Tally after = rounds(scene, ROUNDS, AFTERWARDS_MILLIS);
        scenario.examine(scene);
        String left = timeOuts(scene, plan.timeout());
        boolean log = accessLogWrites(scene);
        Figures last = server.figures();
        boolean alive = server.isAlive();

        List<String> broken = new ArrayList<>();
        if (!scenario.isColdStart() && !before.whole()) {
            broken.add("not even before: " + before.failures());
        }
        broken.addAll(Verdict.during(scenario, during, first, height, usual));
        broken.addAll(scene.broken());
        broken.addAll(Verdict.after(after, left, log, first, last));
        if (!alive) {
            broken.add("the process has ended");
        }
        if (!broken.isEmpty()) {
            server.dump();
        }
        long stop = server.stop();
        if (stop < 0) {
            broken.add("SIGTERM does not end it");
            server.dump();
        }
        if (!broken.isEmpty()) {
            broken.add(server.keep(kept));
        }
        return new Row(
                scenario.name(),
                wire,
                jdk.feature(),
                before,
                during,
                after,
                left,
                log,
                stop,
                first,
                height,
                last,
                scene.notes(),
                broken,
                null);
    }

    private static Tally rounds(Scene scene, int rounds, int millis) {
        Tally tally = new Tally();
        for (int i = 0; i < rounds; i++) {
            for (Probe probe : scene.probes()) {
                probe.ask(tally, millis);
            }
            if (!tally.whole()) {
                break; // Broken; waiting longer shows nothing.
            }
        }
        return tally;
    }

    /**
     * Milliseconds of the processor per nanosecond that the questions of the scenario alone take: a
     * young JVM compiles, and TLS has its handshakes.
     */
    private double processorWithoutFault(Scene scene) throws Exception {
        FaultServer server = scene.server();
        long begun = System.nanoTime();
        Figures first = server.figures();
        long spent;
        long nanos;
        try (Watch watch = new Watch(scenario.during(scene), PATIENCE_MILLIS)) {
            TimeUnit.MILLISECONDS.sleep(CALM_MILLIS);
            spent = server.figures().cpuMillis() - first.cpuMillis();
            nanos = System.nanoTime() - begun;
        }
        scene.note(
                "without the fault %d ms of the processor in %d ms"
                        .formatted(spent, nanos / 1_000_000));
        return (double) spent / nanos;
    }

    private static void awaitRecovery(Scene scene) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(RECOVERY_MILLIS);
        while (System.nanoTime() < deadline && !rounds(scene, 1, RECOVERY_MILLIS / 3).whole()) {
            Thread.onSpinWait();
        }
    }

    private static String timeOuts(Scene scene, int millis) {
        try {
            return TimeOuts.leftOpen(
                    List.of(scene.server().plain(), scene.server().tls()),
                    millis + TimeOuts.GRACE_MILLIS);
        } catch (IOException e) {
            return "none could be opened: " + e.getClass().getSimpleName();
        }
    }

    private static boolean accessLogWrites(Scene scene) throws Exception {
        String mark = "/hello?mark=" + System.nanoTime();
        try {
            scene.server().plain().get(mark, "", AFTERWARDS_MILLIS);
        } catch (IOException e) {
            return false;
        }
        for (int i = 0; i < 30; i++) {
            if (scene.server().accessed(mark) > 0) {
                return true;
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        return false;
    }
}
