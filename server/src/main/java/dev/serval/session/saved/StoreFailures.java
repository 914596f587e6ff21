package dev.serval.session.saved;

import dev.serval.http.LineLimit;
import dev.serval.session.store.SessionStoreException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts failures of a store, and tells of them once a minute at most. Thread-safe. */
final class StoreFailures {
    private static final Logger LOG = LoggerFactory.getLogger(StoreFailures.class);

    private final String application;
    private final AtomicLong count = new AtomicLong();
    private final AtomicBoolean told = new AtomicBoolean(); // no end of it was told yet
    private final LineLimit limit = new LineLimit(System::nanoTime, 1, null);

    StoreFailures(String application) {
        this.application = application;
    }

    /** All of them. */
    long count() {
        return count.get();
    }

    /** It answers again: said once for each failure that was told. */
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
        LineLimit.Line line = limit.next();
        if (line != null) {
            told.set(true);
            LOG.error(
                    "SRV-0714 [{}] the store of its sessions failed {} times: {}",
                    application,
                    line.unsaid() + 1,
                    e.getMessage(),
                    e.getCause());
        }
    }
}
