package dev.serval.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.benchmarks.results.Machine;
import dev.serval.benchmarks.results.Round;
import dev.serval.benchmarks.results.ServerVersion;
import dev.serval.benchmarks.results.SuiteFile;
import dev.serval.benchmarks.results.SuiteResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MeasurementsTest {
    private static final Machine MACHINE = new Machine("a processor", 2, 1000, "Linux", "17");
    private static final List<ServerVersion> SERVERS =
            List.of(new ServerVersion("nginx", "1", null));

    private final Suite suite = new Suites(Effort.FULL).named("series").withRounds(2);
    private final Scenario scenario = suite.scenarios().get(0);
    @TempDir Path directory;
    private Path file;

    @BeforeEach
    void nameFile() {
        file = directory.resolve("unfinished/series.json");
    }

    @Test
    void goesOnAfterAnInterruption() throws Exception {
        open(suite, 0).add(scenario, Contender.NGINX, round(10), List.of());
        Measurements again = open(suite, 60);
        assertThat(again.done(scenario, Contender.NGINX)).isEqualTo(1);
        assertThat(again.isDue(scenario, Contender.NGINX)).isTrue();
        again.add(scenario, Contender.NGINX, round(11), List.of());
        assertThat(again.isDue(scenario, Contender.NGINX)).isFalse();
        SuiteResult result = again.finish(directory.resolve("series.json"));
        assertThat(result.started()).isEqualTo("1970-01-01T00:00:00Z");
        assertThat(result.ended()).isEqualTo("1970-01-01T00:01:00Z");
        assertThat(SuiteFile.read(directory.resolve("series.json"))).isEqualTo(result);
        assertThat(Files.exists(file)).isFalse();
    }

    @Test
    void triesAgainWhatFailed() throws Exception {
        Measurements first = open(suite, 0);
        first.fail(scenario, Contender.NGINX, "it fell over");
        assertThat(first.isDue(scenario, Contender.NGINX)).isFalse();
        assertThat(open(suite, 1).isDue(scenario, Contender.NGINX)).isTrue();
    }

    @Test
    void startsAnewUnderOtherConditions() throws Exception {
        open(suite, 0).add(scenario, Contender.NGINX, round(10), List.of());
        assertThat(open(suite.withThreads(5), 1).done()).isZero();
    }

    @Test
    void goesOnWithAnotherNumberOfRounds() throws Exception {
        open(suite, 0).add(scenario, Contender.NGINX, round(10), List.of());
        Measurements fewer = open(suite.withRounds(1), 1);
        assertThat(fewer.done(scenario, Contender.NGINX)).isEqualTo(1);
        assertThat(fewer.isDue(scenario, Contender.NGINX)).isFalse();
    }

    @Test
    void repeatsUntilTheLastThreeAreAlike() {
        assertThat(Measurements.isStable(rounds(100, 101))).isFalse();
        assertThat(Measurements.isStable(rounds(100, 101, 102))).isTrue();
        assertThat(Measurements.isStable(rounds(50, 100, 101, 102))).isTrue();
        assertThat(Measurements.isStable(rounds(100, 101, 105))).isFalse();
    }

    private Measurements open(Suite what, int second) throws IOException {
        return new Measurements(
                what,
                MACHINE,
                SERVERS,
                file,
                Clock.fixed(Instant.ofEpochSecond(second), ZoneOffset.UTC));
    }

    private static List<Round> rounds(double... values) {
        return Arrays.stream(values).mapToObj(MeasurementsTest::round).toList();
    }

    private static Round round(double value) {
        return new Round(value, 1, 2, 3, 4, 5, 0.5, 0.5, 100, null);
    }
}
