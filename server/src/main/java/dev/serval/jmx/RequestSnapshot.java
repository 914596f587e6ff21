package dev.serval.jmx;

import dev.serval.connector.Connector;
import dev.serval.net.RequestInFlight;
import java.lang.ref.WeakReference;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The requests that a connector has in flight, the oldest first. Thread-safe. A client reads one
 * attribute after the other: the connections are searched once for reads that follow each other
 * closely.
 */
final class RequestSnapshot {
    private static final long FRESH = TimeUnit.MILLISECONDS.toNanos(50);

    private record Look(long at, List<RequestInFlight> requests) {}

    private final Connector connector;
    // Weak: threads of ended requests refer to classes of applications.
    private volatile WeakReference<Look> last = new WeakReference<>(null);

    RequestSnapshot(Connector connector) {
        this.connector = connector;
    }

    /** The request of that index; null if there are fewer. */
    RequestInFlight find(int index) {
        long now = System.nanoTime();
        Look look = last.get();
        if (look == null || now - look.at >= FRESH) {
            List<RequestInFlight> all = connector.inFlight();
            all.sort(Comparator.comparingLong(each -> each.startedNanos() - now));
            look = new Look(now, List.copyOf(all));
            last = new WeakReference<>(look);
        }
        return index < look.requests.size() ? look.requests.get(index) : null;
    }
}
