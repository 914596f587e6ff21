package dev.serval.session.saved;

import dev.serval.http.LineLimit;
import dev.serval.session.StoreFigures;
import dev.serval.session.store.SessionStoreException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts failures of a store and calls that were not made, and logs them once a minute at most.
 * Thread-safe.
 */
final class StoreFailures {
    private static final Logger LOG = LoggerFactory.getLogger(StoreFailures.class);

    private final String application;
    private final AtomicLong count = new AtomicLong();
    private final AtomicBoolean told = new AtomicBoolean(); // its end was not logged yet
    private final AtomicLong ofStore = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final LineLimit limit = new LineLimit(System::nanoTime, 1, null);

    StoreFailures(String application) {
        this.application = application;
    }

    /** The failures whose reason was not the session of the call. */
    long ofStore() {
        return ofStore.get();
    }

    StoreFigures figures(UnremovedSessions unremoved) {
        return new StoreFigures(count.get(), refused.get(), unremoved.count());
    }

    /** Counts a call that was not made, without a log line. */
    void refused() {
        refused.incrementAndGet();
    }

    /** Counts and logs a call that was not made. */
    void refused(SessionStoreException e) {
        refused();
        tell(e);
    }

    /** Logs that ended sessions stay in the store, and nothing will remove them. */
    void left(int sessions) {
        LOG.error(
                "SRV-0732 [{}] sessions that have ended, and that the store could not remove: {}."
                        + " They can be used again until their time is over",
                application,
                sessions);
    }

    /** The store answers again: logged once for each logged failure. */
    void over() {
        if (told.getAndSet(false)) {
            LOG.info(
                    "[{}] the store of its sessions answers again, after {} failures in all",
                    application,
                    count.get());
        }
    }

    void note(SessionStoreException e) {
        count.incrementAndGet();
        boolean said = tell(e);
        if (!e.isOfSession()) {
            ofStore.incrementAndGet();
            if (said) {
                told.set(true);
            }
        }
    }

    /** Logs a failure; false if there was such a line recently. */
    private boolean tell(SessionStoreException e) {
        LineLimit.Line line = limit.next();
        if (line != null) {
            LOG.error(
                    "SRV-0714 [{}] the store of its sessions failed {} times: {}",
                    application,
                    line.unsaid() + 1,
                    e.getMessage(),
                    e.getCause());
        }
        return line != null;
    }
}
