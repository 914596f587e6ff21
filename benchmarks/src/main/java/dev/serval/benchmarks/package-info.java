/**
 * Serval beside its peers under load: {@link dev.serval.benchmarks.Load} starts every {@link
 * dev.serval.benchmarks.Contender} as a process of its own and measures the scenarios of a suite on
 * each; {@link dev.serval.benchmarks.results} is what it keeps. Never a dependency of anything.
 */
package dev.serval.benchmarks;
