package dev.serval.session.saved;

import dev.serval.session.store.SessionStore;
import dev.serval.session.store.SessionStoreException;
import dev.serval.session.store.StoredSession;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;

/** A store in memory, which a test can switch off. Thread-safe. */
final class MapStore implements SessionStore {
    final ConcurrentSkipListMap<String, StoredSession> sessions = new ConcurrentSkipListMap<>();
    volatile boolean down;

    private void require() throws SessionStoreException {
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
        StoredSession there = sessions.get(session.id());
        if ((there == null ? 0 : there.version()) != loaded) {
            return false;
        }
        sessions.put(session.id(), session);
        return true;
    }

    @Override
    public boolean touch(String id, long expires) throws SessionStoreException {
        require();
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
