package dev.serval.filters;

import dev.serval.net.ClientNetwork;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Counts the requests of each client in windows of time that follow one another. Thread-safe. It
 * needs no timer: the first request of a window drops the window before.
 */
final class RateBuckets {
    /** Further clients are not counted, so that many of them do not fill the memory. */
    static final int MOST_CLIENTS = 100_000;

    private record Window(long number, Map<ClientNetwork, Integer> counts) {}

    private final long millis;
    private final AtomicReference<Window> current =
            new AtomicReference<>(new Window(Long.MIN_VALUE, Map.of()));

    RateBuckets(long seconds) {
        millis = seconds * 1000;
    }

    /**
     * One more request.
     *
     * @param now in milliseconds since 1970
     * @return the number of requests of that client in this window; 0 if it is not counted
     */
    int count(ClientNetwork client, long now) {
        Map<ClientNetwork, Integer> counts = at(now / millis).counts;
        if (counts.size() >= MOST_CLIENTS && !counts.containsKey(client)) {
            return 0;
        }
        return counts.merge(client, 1, (a, b) -> a == Integer.MAX_VALUE ? a : a + b);
    }

    private Window at(long number) {
        while (true) {
            Window window = current.get();
            // A clock that is set back does not begin a new one.
            if (window.number >= number) {
                return window;
            }
            Window next = new Window(number, new ConcurrentHashMap<>());
            if (current.compareAndSet(window, next)) {
                return next;
            }
        }
    }

    /** Seconds until the next window begins; at least 1. */
    long secondsLeft(long now) {
        return Math.max(1, (millis - now % millis + 999) / 1000);
    }
}
