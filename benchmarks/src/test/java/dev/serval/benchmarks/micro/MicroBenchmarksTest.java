package dev.serval.benchmarks.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

class MicroBenchmarksTest {
    private static final int FEWEST = 50;

    @Test
    void everyBenchmarkRunsWithAllOfItsParameters() throws Exception {
        // Beside others on this machine: nothing is measured here.
        System.setProperty("jmh.ignoreLock", "true");
        Collection<RunResult> results =
                new Runner(
                                new OptionsBuilder()
                                        .include("^dev\\.serval\\.")
                                        .mode(Mode.SingleShotTime)
                                        .forks(0)
                                        .warmupIterations(0)
                                        .measurementIterations(1)
                                        .shouldFailOnError(true)
                                        .verbosity(VerboseMode.SILENT)
                                        .build())
                        .run();
        assertThat(results).hasSizeGreaterThanOrEqualTo(FEWEST);
        assertThat(results)
                .extracting(result -> MicroRow.name(result.getParams().getBenchmark()))
                .contains("Request.cachedFile")
                .allMatch(name -> name.matches("([a-z0-9]+\\.)*[A-Z]\\w+\\.\\w+"));
    }
}
