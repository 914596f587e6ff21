/**
 * What a suite has measured, as it is kept in {@code benchmarks/results/load}: written by the
 * driver, read by whatever makes tables and charts. Start with {@link
 * dev.serval.benchmarks.results.SuiteResult}.
 */
package dev.serval.benchmarks.results;
