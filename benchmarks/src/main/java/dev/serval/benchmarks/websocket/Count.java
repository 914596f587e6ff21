package dev.serval.benchmarks.websocket;

/**
 * What a crowd has received within some time. Immutable.
 *
 * @param messages by all connections together
 * @param seconds that it took
 * @param p50Millis from a message to its echo, or until all have it
 * @param p99Millis the same
 * @param cpuSeconds CPU time of this process
 */
public record Count(
        long messages, double seconds, double p50Millis, double p99Millis, double cpuSeconds) {

    public double perSecond() {
        return messages / seconds;
    }
}
