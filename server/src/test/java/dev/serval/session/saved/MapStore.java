package dev.serval.session.saved;

import dev.serval.session.store.SessionStore;
import dev.serval.session.store.SessionStoreException;
import dev.serval.session.store.StoredSession;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A store in memory, which a test can switch off. Thread-safe. */
final class MapStore implements SessionStore {
    final ConcurrentSkipListMap<String, StoredSession> sessions = new ConcurrentSkipListMap<>();
    volatile boolean down;
    volatile boolean busy;
    // It can be read, and takes nothing.
    volatile boolean full;
    // The number of saves and of touches.
    final AtomicInteger saves = new AtomicInteger();
    final AtomicInteger touches = new AtomicInteger();
    final AtomicInteger waiting = new AtomicInteger();
    // Each call waits for it; null if none does.
    volatile CountDownLatch gate;
    // The most bytes of a session.
    volatile int most = Integer.MAX_VALUE;
    // What happens once a session was saved, before the store says so.
    volatile Runnable afterSave = () -> {};

    @Override
    public boolean isShared() {
        return true;
    }

    private void require() throws SessionStoreException {
        CountDownLatch closed = gate;
        waiting.incrementAndGet();
        try {
            if (closed != null && !closed.await(20, TimeUnit.SECONDS)) {
                throw new AssertionError("nobody has opened the gate");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            waiting.decrementAndGet();
        }
        if (busy) {
            throw SessionStoreException.busy("busy", null);
        }
        if (down) {
            throw new SessionStoreException("down", null);
        }
    }

    @Override
    public StoredSession load(String id) throws SessionStoreException {
        require();
        return sessions.get(id);
    }

    @Override
    public synchronized boolean save(StoredSession session, long loaded)
            throws SessionStoreException {
        require();
        if (full) {
            throw new SessionStoreException("full", null);
        }
        StoredSession there = sessions.get(session.id());
        if ((there == null ? 0 : there.version()) != loaded) {
            return false;
        }
        if (session.bytes().length > most) {
            throw SessionStoreException.ofSession("too large", null);
        }
        saves.incrementAndGet();
        sessions.put(session.id(), session);
        afterSave.run();
        return true;
    }

    @Override
    public boolean touch(String id, long expires) throws SessionStoreException {
        require();
        touches.incrementAndGet();
        return sessions.computeIfPresent(id, (key, there) -> there.expires(expires)) != null;
    }

    @Override
    public boolean remove(String id) throws SessionStoreException {
        require();
        return sessions.remove(id) != null;
    }

    @Override
    public List<StoredSession> claimExpired(long now, int most) throws SessionStoreException {
        require();
        List<StoredSession> claimed = new ArrayList<>();
        for (StoredSession each : sessions.values()) {
            if (claimed.size() < most
                    && each.expires() <= now
                    && sessions.remove(each.id(), each)) {
                claimed.add(each);
            }
        }
        return claimed;
    }

    @Override
    public List<String> ids(String after, int most) throws SessionStoreException {
        require();
        return sessions.keySet().stream()
                .filter(id -> after == null || id.compareTo(after) > 0)
                .limit(most)
                .toList();
    }

    @Override
    public long size() throws SessionStoreException {
        require();
        return sessions.size();
    }

    @Override
    public void close() {}
}
