package dev.serval.benchmarks.results;

/**
 * One measurement; -1 stands for what was not measured. Immutable.
 *
 * @param value in the scenario's unit
 * @param p50Ms median latency, milliseconds
 * @param p99Ms 99th percentile of the latency, milliseconds
 * @param maxMs longest latency, milliseconds
 * @param cpuMicros CPU time of the server's processes for each request, microseconds
 * @param peakMemoryKb largest resident memory of the server's processes since their start, KiB
 * @param clientCpu share of the cores that the client could use, 0 to 1; near 1 the client is the
 *     bottleneck
 * @param serverCpu share of all cores that the server used, 0 to 1
 * @param requests answered
 * @param note what is to be known of this round: that the client was the bottleneck, wrong answers;
 *     null when there is nothing. A value of -1 with a note is a failure
 */
public record Round(
        double value,
        double p50Ms,
        double p99Ms,
        double maxMs,
        double cpuMicros,
        long peakMemoryKb,
        double clientCpu,
        double serverCpu,
        long requests,
        String note) {}
