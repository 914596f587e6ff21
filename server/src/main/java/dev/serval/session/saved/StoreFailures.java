package dev.serval.session.saved;

import dev.serval.session.store.SessionStoreException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts failures of a store, and tells of them once a minute at most. Thread-safe. */
final class StoreFailures {
    private static final Logger LOG = LoggerFactory.getLogger(StoreFailures.class);
    private static final long QUIET_NANOS = 60_000_000_000L;

    private final String application;
    private final AtomicLong count = new AtomicLong();
    private final AtomicLong untold = new AtomicLong();
    private final AtomicLong told = new AtomicLong(System.nanoTime() - QUIET_NANOS);

    StoreFailures(String application) {
        this.application = application;
    }

    /** All of them. */
    long count() {
        return count.get();
    }

    /** It answers again. */
    void over() {
        LOG.info(
                "SRV-0722 [{}] the store of its sessions answers again, after {} failures in all",
                application,
                count.get());
    }

    void note(SessionStoreException e) {
        count.incrementAndGet();
        untold.incrementAndGet();
        long now = System.nanoTime();
        long last = told.get();
        if (now - last >= QUIET_NANOS && told.compareAndSet(last, now)) {
            LOG.error(
                    "SRV-0714 [{}] the store of its sessions failed {} times: {}",
                    application,
                    untold.getAndSet(0),
                    e.getMessage(),
                    e.getCause());
        }
    }
}
