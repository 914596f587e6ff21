package dev.serval.metrics;

import dev.serval.http.Exchange;
import dev.serval.http.Refusal;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/**
 * The counters of one connector or application. Thread-safe; threads that count at the same time do
 * not wait for each other, and counting makes no object. Sums are taken while others count: two of
 * them may be some requests apart.
 */
public final class RequestCounters implements ApplicationMeter {
    /** The first status of an error (RFC 9110 §15). */
    private static final int ERROR = 400;

    private static final int CLASSES = 6;

    /** More servlets of one application than this are not counted one by one. */
    private static final int MOST_SERVLETS = 1000;

    private final LongAdder[] statuses = new LongAdder[CLASSES];
    private final LongAdder errors = new LongAdder();
    private final LongAdder sent = new LongAdder();
    private final LongAdder received = new LongAdder();
    private final LongAdder nanos = new LongAdder();
    private final LongAdder cut = new LongAdder();
    private final LongAdder starts = new LongAdder();
    private final LongAccumulator longest = new LongAccumulator(Math::max, 0);
    private final LatencyHistogram latency = new LatencyHistogram();
    private final Map<Refusal, LongAdder> refusals = new ConcurrentHashMap<>();
    private final Map<String, CallCounters> servlets = new ConcurrentHashMap<>();

    public RequestCounters() {
        for (int i = 0; i < CLASSES; i++) {
            statuses[i] = new LongAdder();
        }
    }

    @Override
    public void completed(Exchange exchange) {
        long took = exchange.tookNanos();
        int status = exchange.status();
        statuses[Math.min(CLASSES - 1, status / 100)].increment();
        if (status >= ERROR) {
            errors.increment();
        }
        if (exchange.aborted()) {
            cut.increment();
        }
        long bytes = exchange.sent();
        if (bytes > 0) {
            sent.add(bytes);
        }
        long length = exchange.request().contentLength();
        if (length > 0) {
            received.add(length);
        }
        nanos.add(took);
        longest.accumulate(took);
        latency.took(took);
        Refusal refusal = exchange.refusal();
        if (refusal != null) {
            refused(refusal);
        }
    }

    private void refused(Refusal refusal) {
        LongAdder count = refusals.get(refusal);
        if (count == null) {
            count = refusals.computeIfAbsent(refusal, key -> new LongAdder());
        }
        count.increment();
    }

    @Override
    public CallMeter servlet(String name) {
        return servlets.size() < MOST_SERVLETS
                ? servlets.computeIfAbsent(name, key -> new CallCounters())
                : servlets.get(name);
    }

    /** The counters of a servlet; null if there are none. */
    public CallCounters ofServlet(String name) {
        return servlets.get(name);
    }

    /** Counts a start of the application whose requests are counted here. */
    void started() {
        starts.increment();
    }

    /** The number of starts. */
    public long starts() {
        return starts.sum();
    }

    /** The requests that ended so far. */
    public long requests() {
        long all = 0;
        for (LongAdder each : statuses) {
            all += each.sum();
        }
        return all;
    }

    /** The requests whose status began with that digit, 1 to 5. */
    public long requests(int digit) {
        return statuses[digit].sum();
    }

    /** The requests whose status was 400 or more. */
    public long errors() {
        return errors.sum();
    }

    /**
     * The requests whose response was cut: the client went away, or the application failed in it.
     */
    public long cut() {
        return cut.sum();
    }

    /** Bytes of response bodies, as they were sent. */
    public long bytesSent() {
        return sent.sum();
    }

    /** Declared bytes of request bodies; bodies of unknown length are not counted. */
    public long bytesReceived() {
        return received.sum();
    }

    /** The time of all requests together, from the head to the end of the response. */
    public long nanos() {
        return nanos.sum();
    }

    /** The longest time of a request in milliseconds. */
    public long longestMillis() {
        return TimeUnit.NANOSECONDS.toMillis(longest.get());
    }

    public LatencyHistogram latency() {
        return latency;
    }

    /** How many requests the server itself refused, by the codes of the log. */
    public Map<String, Long> refusals() {
        Map<String, Long> counts = new TreeMap<>();
        refusals.forEach((refusal, count) -> counts.merge(refusal.code(), count.sum(), Long::sum));
        return counts;
    }

    /**
     * Begins anew at zero, as the operation resetCounters of Tomcat's beans: resets all counters,
     * since the sum of a histogram and its classes belong together.
     */
    public void reset() {
        for (LongAdder each : statuses) {
            each.reset();
        }
        errors.reset();
        sent.reset();
        received.reset();
        nanos.reset();
        latency.reset();
        cut.reset();
        refusals.clear();
        longest.reset();
    }
}
