package dev.serval.benchmarks.results;

/**
 * Where a suite ran. Immutable.
 *
 * @param processor its name, as the kernel tells it
 * @param cores as the JVM counts them
 * @param memoryMb all of it, MiB
 * @param kernel name and release
 * @param java version and vendor of the JVM that ran the Java servers
 */
public record Machine(String processor, int cores, long memoryMb, String kernel, String java) {}
