/**
 * Serval beside its peers under load: {@link dev.serval.benchmarks.Load} starts each {@link
 * dev.serval.benchmarks.Contender} as a process of its own and drives it with {@code ab}. Never a
 * dependency of anything.
 */
package dev.serval.benchmarks;
