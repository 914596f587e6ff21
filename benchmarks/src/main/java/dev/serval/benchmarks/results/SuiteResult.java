package dev.serval.benchmarks.results;

import java.util.List;
import java.util.Map;

/**
 * Everything that one run of a suite has measured. Immutable.
 *
 * @param suite short, as {@code run.sh} takes it
 * @param title for people
 * @param settings what all servers have in common: heap, threads, limits
 * @param servers those asked for, in the order of the tables, also those left out
 * @param series curves over time; empty for most suites
 * @param started when it began, ISO 8601 in UTC
 * @param ended when it was done; null while it runs or was interrupted
 * @param quick whether it was cut short, so that its figures show the order and little more
 */
public record SuiteResult(
        String suite,
        String title,
        Machine machine,
        Map<String, String> settings,
        List<ServerVersion> servers,
        List<ScenarioResult> scenarios,
        String started,
        String ended,
        boolean quick,
        List<Series> series) {

    public SuiteResult {
        settings = settings == null ? Map.of() : settings;
        servers = servers == null ? List.of() : List.copyOf(servers);
        scenarios = scenarios == null ? List.of() : List.copyOf(scenarios);
        series = series == null ? List.of() : List.copyOf(series);
    }
}
