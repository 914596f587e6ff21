package dev.serval.benchmarks.faults;

import dev.serval.benchmarks.Jdk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The driver of {@code run.sh faults}. Called by the JVM only. Exit codes: 0 when every fault was
 * held, 1 when one was not, 2 when it was not understood.
 */
public final class Faults {
    // Longer than all waits of a scenario together, so that a row says what broke.
    private static final int TRIAL_SECONDS = 120;

    private Faults() {}

    /** {@code [SCENARIO ...] [--connectors NIO ...] [--jdk 17 ...] [--home DIRECTORY]}. */
    public static void main(String[] args) throws Exception {
        FaultOptions options;
        try {
            Path checkout = Path.of(System.getProperty("serval.benchmarks", "benchmarks"), "..");
            options = FaultOptions.parse(checkout.toAbsolutePath().normalize(), args);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        System.exit(run(options) ? 0 : 1);
    }

    private static boolean run(FaultOptions options) throws Exception {
        List<Row> rows = new ArrayList<>();
        try (Workshop workshop = new Workshop(options.home())) {
            // Ctrl-C comes here, too.
            Runtime.getRuntime()
                    .addShutdownHook(
                            new Thread(
                                    () -> {
                                        FaultServer.end();
                                        workshop.close();
                                    }));
            System.out.println(FaultTable.head());
            for (Scenario scenario : options.scenarios()) {
                for (Jdk jdk : options.jdks()) {
                    for (Wire wire : options.wires()) {
                        Row row = row(workshop, scenario, wire, jdk);
                        System.out.println(FaultTable.line(row));
                        rows.add(row);
                    }
                }
            }
        }
        long broken = rows.stream().filter(row -> !row.held()).count();
        System.out.printf("%d of %d are broken%n", broken, rows.size());
        return broken == 0;
    }

    /** In a thread of its own, so that nothing that hangs stops the others. */
    private static Row row(Workshop workshop, Scenario scenario, Wire wire, Jdk jdk)
            throws InterruptedException {
        Path kept =
                Path.of(System.getProperty("serval.benchmarks", "benchmarks"), "target", "faults")
                        .resolve(scenario.name() + "-" + wire + "-" + jdk.feature());
        ExecutorService one = Executors.newSingleThreadExecutor();
        try {
            Future<Row> row = one.submit(() -> new Trial(scenario, wire, jdk, kept).run(workshop));
            return row.get(TRIAL_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            return Row.failed(
                    scenario.name(),
                    wire,
                    jdk.feature(),
                    "no end after " + TRIAL_SECONDS + " s" + FaultServer.keepAll(kept));
        } catch (ExecutionException e) {
            return Row.failed(scenario.name(), wire, jdk.feature(), "no trial: " + e.getCause());
        } finally {
            one.shutdownNow();
            FaultServer.killAll();
        }
    }
}
