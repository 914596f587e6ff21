package dev.serval.benchmarks;

import dev.serval.benchmarks.results.Machine;
import dev.serval.benchmarks.results.Round;
import dev.serval.benchmarks.results.Row;
import dev.serval.benchmarks.results.ScenarioResult;
import dev.serval.benchmarks.results.Series;
import dev.serval.benchmarks.results.ServerVersion;
import dev.serval.benchmarks.results.SuiteFile;
import dev.serval.benchmarks.results.SuiteResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a suite has measured so far, written after every measurement, so that an interrupted run
 * goes on where it was. Owned by the driver's thread.
 */
final class Measurements {
    private final Suite suite;
    private final Machine machine;
    private final List<ServerVersion> servers;
    private final Path file;
    private final Clock clock;
    private final Map<String, Map<String, List<Round>>> rounds = new LinkedHashMap<>();
    private final List<Series> series = new ArrayList<>();
    private String started;

    /**
     * Goes on with what the file holds, if that was measured under the same conditions and not to
     * its end.
     *
     * @param file of what is not finished
     */
    Measurements(Suite suite, Machine machine, List<ServerVersion> servers, Path file, Clock clock)
            throws IOException {
        this.suite = suite;
        this.machine = machine;
        this.servers = servers;
        this.file = file;
        this.clock = clock;
        this.started = now();
        if (Files.exists(file)) {
            goOn(SuiteFile.read(file));
        }
    }

    private void goOn(SuiteResult before) {
        if (before.ended() != null
                || before.quick() != suite.quick()
                || !before.machine().equals(machine)
                || !conditions(before.settings()).equals(conditions(suite.settings()))
                || !before.servers().equals(servers)) {
            return;
        }
        started = before.started();
        series.addAll(before.series());
        for (ScenarioResult scenario : before.scenarios()) {
            for (Row row : scenario.rows()) {
                // What failed is tried again.
                List<Round> good = row.rounds().stream().filter(round -> !failed(round)).toList();
                rounds(scenario.name(), row.server()).addAll(good);
            }
        }
    }

    /** How often is no condition: a run may go on with fewer rounds or more. */
    private static Map<String, String> conditions(Map<String, String> settings) {
        Map<String, String> conditions = new LinkedHashMap<>(settings);
        conditions.remove(Suite.ROUNDS);
        return conditions;
    }

    private static boolean failed(Round round) {
        return round.value() < 0 && round.note() != null;
    }

    /** How many rounds there are. */
    int done(Scenario scenario, Contender contender) {
        return rounds(scenario.name(), contender.toString()).size();
    }

    int done() {
        return rounds.values().stream()
                .flatMap(servers -> servers.values().stream())
                .mapToInt(List::size)
                .sum();
    }

    /** Whether another round is due. */
    boolean isDue(Scenario scenario, Contender contender) {
        List<Round> measured = rounds(scenario.name(), contender.toString());
        if (measured.stream().anyMatch(Measurements::failed)) {
            return false;
        }
        return measured.size() < leastRounds(scenario)
                || !scenario.isOnce()
                        && measured.size() < suite.mostRounds()
                        && !isStable(measured);
    }

    private int leastRounds(Scenario scenario) {
        return scenario.isOnce() ? 1 : suite.rounds();
    }

    /** How many rounds are still to come at least. */
    int toCome(Scenario scenario, Contender contender) {
        return isDue(scenario, contender)
                ? Math.max(1, leastRounds(scenario) - done(scenario, contender))
                : 0;
    }

    /** Whether the last three differ by three per cent at most. */
    static boolean isStable(List<Round> measured) {
        double[] last =
                measured.stream()
                        .skip(Math.max(0, measured.size() - 3))
                        .mapToDouble(Round::value)
                        .sorted()
                        .toArray();
        return last.length == 3 && last[2] - last[0] <= 0.03 * last[1];
    }

    void add(Scenario scenario, Contender contender, Round round, List<Series> curves)
            throws IOException {
        rounds(scenario.name(), contender.toString()).add(round);
        for (Series curve : curves) {
            series.removeIf(
                    old -> old.server().equals(curve.server()) && old.name().equals(curve.name()));
            series.add(curve);
        }
        SuiteFile.write(result(null), file);
    }

    /** Why it could not be measured. */
    void fail(Scenario scenario, Contender contender, String why) throws IOException {
        add(scenario, contender, new Round(-1, -1, -1, -1, -1, -1, -1, -1, 0, why), List.of());
    }

    /** Moves it all to where it stays. */
    SuiteResult finish(Path where) throws IOException {
        SuiteResult result = result(now());
        SuiteFile.write(result, where);
        Files.deleteIfExists(file);
        return result;
    }

    private SuiteResult result(String ended) {
        List<ScenarioResult> scenarios = new ArrayList<>();
        for (Scenario scenario : suite.scenarios()) {
            List<Row> rows =
                    rounds.getOrDefault(scenario.name(), Map.of()).entrySet().stream()
                            .filter(row -> !row.getValue().isEmpty())
                            .map(row -> new Row(row.getKey(), row.getValue()))
                            .toList();
            if (!rows.isEmpty()) {
                scenarios.add(
                        new ScenarioResult(
                                scenario.name(),
                                scenario.client(),
                                scenario.command(),
                                scenario.unit(),
                                scenario.higherIsBetter(),
                                rows));
            }
        }
        return new SuiteResult(
                suite.name(),
                suite.title(),
                machine,
                suite.settings(),
                servers,
                scenarios,
                started,
                ended,
                suite.quick(),
                series);
    }

    private List<Round> rounds(String scenario, String server) {
        return rounds.computeIfAbsent(scenario, name -> new LinkedHashMap<>())
                .computeIfAbsent(server, name -> new ArrayList<>());
    }

    private String now() {
        return Instant.now(clock).truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
