package dev.serval.startup;

import dev.serval.config.ServerConfig;
import java.time.Duration;

/**
 * How long the parts of a stop may take. Immutable.
 *
 * @param delay how long ports stay open
 * @param within how long requests in flight have once the ports are closed
 */
record StopTimes(Duration delay, Duration within) {
    static StopTimes of(ServerConfig config) {
        return new StopTimes(config.stop().drainDelay(), config.gracefulStopAwait());
    }

    /** Both within a total time: the delay gets half of it at most. */
    StopTimes in(Duration all) {
        Duration half = all.dividedBy(2);
        Duration first = delay.compareTo(half) < 0 ? delay : half;
        return new StopTimes(first, all.minus(first));
    }
}
