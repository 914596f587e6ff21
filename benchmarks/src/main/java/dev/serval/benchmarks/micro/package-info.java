/**
 * The micro benchmarks: {@link dev.serval.benchmarks.micro.MicroBenchmarks} runs all of them, also
 * those that stand in the package of a class that nobody else sees, and keeps their figures in
 * {@code benchmarks/results/jmh}.
 */
package dev.serval.benchmarks.micro;
