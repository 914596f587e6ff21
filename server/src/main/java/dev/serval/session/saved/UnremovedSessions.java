package dev.serval.session.saved;

import dev.serval.session.store.SessionStore;
import dev.serval.session.store.SessionStoreException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ids of sessions that have ended here while their store could not remove them. Thread-safe. They
 * are no longer sessions, and are removed when the store can remove them. At most {@value #MOST}
 * are remembered.
 */
final class UnremovedSessions {
    private static final int MOST = 100_000;
    private static final int MOST_AT_ONCE = 1000;

    private final SessionStore store;
    private final Set<String> ids = ConcurrentHashMap.newKeySet();

    UnremovedSessions(SessionStore store) {
        this.store = store;
    }

    boolean contains(String id) {
        return ids.contains(id);
    }

    int count() {
        return ids.size();
    }

    void add(String id) {
        if (ids.size() < MOST) {
            ids.add(id);
        }
    }

    /** Removes the next ones. */
    void remove() throws SessionStoreException {
        int done = 0;
        for (String id : ids) {
            if (++done > MOST_AT_ONCE) {
                return;
            }
            store.remove(id);
            ids.remove(id);
        }
    }

    /** Tries for the last time, and logs the number that is left. */
    void close(StoreFailures failures) {
        try {
            remove();
        } catch (SessionStoreException e) {
            // The remaining sessions are logged.
        }
        if (!ids.isEmpty()) {
            failures.left(ids.size());
        }
    }
}
