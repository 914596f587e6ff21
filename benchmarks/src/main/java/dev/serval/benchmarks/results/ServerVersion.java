package dev.serval.benchmarks.results;

/**
 * A server that was asked for. Immutable.
 *
 * @param name as in {@link Row#server()}
 * @param version its own; empty when it was left out
 * @param note why it was left out; null when it took part
 */
public record ServerVersion(String name, String version, String note) {}
