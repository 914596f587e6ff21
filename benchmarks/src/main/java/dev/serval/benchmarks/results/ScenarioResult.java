package dev.serval.benchmarks.results;

import java.util.List;

/**
 * One table: a load, and how the servers bore it. Immutable.
 *
 * @param name unique within its suite, for people
 * @param client the load generator, or "driver" for what the driver measures by itself
 * @param command how it was called, with HOST:PORT for the server
 * @param unit of {@link Round#value()}: requests/s, ms, KiB
 * @param higherIsBetter how to order the rows
 * @param rows one for each server that took part
 */
public record ScenarioResult(
        String name,
        String client,
        String command,
        String unit,
        boolean higherIsBetter,
        List<Row> rows) {

    public ScenarioResult {
        rows = rows == null ? List.of() : List.copyOf(rows);
    }
}
