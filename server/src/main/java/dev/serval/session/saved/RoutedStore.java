package dev.serval.session.saved;

import dev.serval.session.SessionIds;
import dev.serval.session.store.SessionStore;
import dev.serval.session.store.SessionStoreException;
import dev.serval.session.store.StoredSession;
import java.util.List;

/**
 * A store that keeps sessions by their ids without a route, while each node adds its own: so a
 * session is found whatever route the client's id has. Thread-safe.
 */
final class RoutedStore implements SessionStore {
    private final SessionStore store;
    private final SessionIds ids;

    RoutedStore(SessionStore store, SessionIds ids) {
        this.store = store;
        this.ids = ids;
    }

    private StoredSession here(StoredSession found) {
        return found == null ? null : named(found, ids.here(found.id()));
    }

    private static StoredSession named(StoredSession session, String id) {
        return session.id().equals(id)
                ? session
                : new StoredSession(id, session.version(), session.expires(), session.bytes());
    }

    @Override
    public void open() throws SessionStoreException {
        store.open();
    }

    @Override
    public boolean isShared() {
        return store.isShared();
    }

    @Override
    public StoredSession load(String id) throws SessionStoreException {
        return here(store.load(ids.bare(id)));
    }

    @Override
    public StoredSession load(String id, long known) throws SessionStoreException {
        return here(store.load(ids.bare(id), known));
    }

    @Override
    public boolean save(StoredSession session, long loaded) throws SessionStoreException {
        return store.save(named(session, ids.bare(session.id())), loaded);
    }

    @Override
    public boolean touch(String id, long expires) throws SessionStoreException {
        return store.touch(ids.bare(id), expires);
    }

    @Override
    public boolean remove(String id) throws SessionStoreException {
        return store.remove(ids.bare(id));
    }

    @Override
    public List<StoredSession> claimExpired(long now, int most) throws SessionStoreException {
        return store.claimExpired(now, most).stream()
                .filter(over -> ids.mayBe(over.id()))
                .map(this::here)
                .toList();
    }

    @Override
    public List<String> ids(String after, int most) throws SessionStoreException {
        return store.ids(after == null ? null : ids.bare(after), most).stream()
                .filter(ids::mayBe)
                .map(ids::here)
                .toList();
    }

    @Override
    public long size() throws SessionStoreException {
        return store.size();
    }

    @Override
    public void close() {
        store.close();
    }
}
