package dev.serval.metrics;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** The counters of one servlet. Thread-safe, as {@link RequestCounters}. */
public final class CallCounters implements CallMeter {
    private final LongAdder requests = new LongAdder();
    private final LongAdder errors = new LongAdder();
    private final LongAdder nanos = new LongAdder();
    private final LongAccumulator longest = new LongAccumulator(Math::max, 0);
    private final LongAccumulator shortest = new LongAccumulator(Math::min, Long.MAX_VALUE);

    CallCounters() {}

    @Override
    public void called(long took, boolean failed) {
        requests.increment();
        nanos.add(took);
        longest.accumulate(took);
        shortest.accumulate(took);
        if (failed) {
            errors.increment();
        }
    }

    public long requests() {
        return requests.sum();
    }

    public long errors() {
        return errors.sum();
    }

    /** The time of all of them together, in milliseconds. */
    public long millis() {
        return TimeUnit.NANOSECONDS.toMillis(nanos.sum());
    }

    public long longestMillis() {
        return TimeUnit.NANOSECONDS.toMillis(longest.get());
    }

    /** 0 before the first call, unlike Tomcat, whose beans have the largest number then. */
    public long shortestMillis() {
        long least = shortest.get();
        return least == Long.MAX_VALUE ? 0 : TimeUnit.NANOSECONDS.toMillis(least);
    }
}
