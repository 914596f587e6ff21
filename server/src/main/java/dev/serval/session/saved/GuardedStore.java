package dev.serval.session.saved;

import dev.serval.session.store.SessionStore;
import dev.serval.session.store.SessionStoreException;
import dev.serval.session.store.StoredSession;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Guards a store that may be down, so that requests neither queue for it nor wait one after the
 * other. Thread-safe. When the limit of calls is reached, a read is refused at once, and so is the
 * request; a save waits a while for a place. Failures are logged and counted here. A failure whose
 * reason is the session of the call counts as an answer: the content of one session does not block
 * the others.
 *
 * <pre>
 *            MOST_FAILURES one after the other                    a second later: one call
 *   ASKED ----------------------------------------> NOT ASKED: calls fail at once ------> it is asked
 *     ^                                                  ^                                 |    |
 *     +------------------- it answers -------------------|---------------------------------+    |
 *                                                        +------------- it fails ---------------+
 * </pre>
 */
final class GuardedStore implements SessionStore {
    private static final int MOST_FAILURES = 3;
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    // For requests that were admitted: their changes should not be lost.
    private static final long BUSY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final SessionStore store;
    private final StoreFailures failures;
    private final int most;
    private final Semaphore places;
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicLong askedAgain = new AtomicLong();
    private volatile String reason = "";

    /**
     * @param most the limit of calls at a time
     */
    GuardedStore(SessionStore store, StoreFailures failures, int most) {
        this.store = store;
        this.failures = failures;
        this.most = most;
        places = new Semaphore(most);
    }

    /** A call of the store. */
    @FunctionalInterface
    private interface Call<T> {
        T run() throws SessionStoreException;
    }

    private <T> T ask(Call<T> call) throws SessionStoreException {
        return ask(call, BUSY_NANOS);
    }

    /**
     * @param patience in nanoseconds, how long it waits when the limit of calls is reached
     */
    private <T> T ask(Call<T> call, long patience) throws SessionStoreException {
        requireAsked();
        enter(patience);
        try {
            T answer = call.run();
            answered();
            return answer;
        } catch (SessionStoreException e) {
            if (e.isBusy()) {
                failures.refused(e);
                throw e;
            }
            if (!e.isOfSession()) {
                throw failed(e);
            }
            answered();
            failures.note(e);
            throw e;
        } catch (RuntimeException e) {
            throw failed(new SessionStoreException(e.toString(), e));
        } finally {
            places.release();
        }
    }

    private void answered() {
        if (failed.getAndSet(0) > 0) {
            failures.over();
        }
    }

    /** Takes a place for a call; a failure to get one says nothing about the next call. */
    private void enter(long patience) throws SessionStoreException {
        boolean mine = false;
        try {
            mine = places.tryAcquire(patience, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!mine) {
            SessionStoreException busy =
                    SessionStoreException.busy(
                            "as many calls wait for it as maxStoreCalls allows: " + most, null);
            failures.refused(busy);
            throw busy;
        }
    }

    private void requireAsked() throws SessionStoreException {
        if (failed.get() < MOST_FAILURES) {
            return;
        }
        long now = System.nanoTime();
        long until = askedAgain.get();
        if (now - until < 0 || !askedAgain.compareAndSet(until, now + PAUSE_NANOS)) {
            failures.refused();
            throw new SessionStoreException("it has failed before: " + reason, null);
        }
    }

    private SessionStoreException failed(SessionStoreException e) {
        reason = e.getMessage();
        askedAgain.set(System.nanoTime() + PAUSE_NANOS);
        failed.incrementAndGet();
        failures.note(e);
        return e;
    }

    @Override
    public void open() throws SessionStoreException {
        ask(
                () -> {
                    store.open();
                    return null;
                });
    }

    @Override
    public boolean isShared() {
        return store.isShared();
    }

    @Override
    public StoredSession load(String id) throws SessionStoreException {
        return ask(() -> store.load(id), 0);
    }

    @Override
    public StoredSession load(String id, long known) throws SessionStoreException {
        return ask(() -> store.load(id, known), 0);
    }

    @Override
    public boolean save(StoredSession session, long loaded) throws SessionStoreException {
        return ask(() -> store.save(session, loaded));
    }

    @Override
    public boolean touch(String id, long expires) throws SessionStoreException {
        return ask(() -> store.touch(id, expires));
    }

    @Override
    public boolean remove(String id) throws SessionStoreException {
        return ask(() -> store.remove(id));
    }

    @Override
    public List<StoredSession> claimExpired(long now, int limit) throws SessionStoreException {
        return ask(() -> store.claimExpired(now, limit));
    }

    @Override
    public List<String> ids(String after, int limit) throws SessionStoreException {
        return ask(() -> store.ids(after, limit));
    }

    @Override
    public long size() throws SessionStoreException {
        return ask(store::size);
    }

    @Override
    public void close() {
        store.close();
    }
}
