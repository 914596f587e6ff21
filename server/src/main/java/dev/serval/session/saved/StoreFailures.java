package dev.serval.session.saved;

import dev.serval.http.LineLimit;
import dev.serval.session.store.SessionStoreException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts failures of a store, and tells of them once a minute at most. Thread-safe. */
final class StoreFailures {
    private static final Logger LOG = LoggerFactory.getLogger(StoreFailures.class);

    private final String application;
    private final AtomicLong count = new AtomicLong();
    private final AtomicLong ofStore = new AtomicLong();
    private final LineLimit limit = new LineLimit(System::nanoTime, 1, null);

    StoreFailures(String application) {
        this.application = application;
    }

    /** All of them. */
    long count() {
        return count.get();
    }

    /** Those whose reason was not the session of the call. */
    long ofStore() {
        return ofStore.get();
    }

    /** Sessions that have ended stay in the store, and nobody is left who removes them. */
    void left(int sessions) {
        LOG.error(
                "SRV-0732 [{}] sessions that have ended, and that the store could not remove: {}."
                        + " They can be used again until their time is over",
                application,
                sessions);
    }

    /** It answers again. */
    void over() {
        LOG.info(
                "[{}] the store of its sessions answers again, after {} failures in all",
                application,
                count.get());
    }

    void note(SessionStoreException e) {
        count.incrementAndGet();
        if (!e.isOfSession()) {
            ofStore.incrementAndGet();
        }
        LineLimit.Line line = limit.next();
        if (line != null) {
            LOG.error(
                    "SRV-0714 [{}] the store of its sessions failed {} times: {}",
                    application,
                    line.unsaid() + 1,
                    e.getMessage(),
                    e.getCause());
        }
    }
}
