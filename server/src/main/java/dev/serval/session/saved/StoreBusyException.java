package dev.serval.session.saved;

import dev.serval.session.store.SessionStoreException;

/** The store was not asked, since as many calls as may be wait for it. That is no failure of it. */
final class StoreBusyException extends SessionStoreException {
    private static final long serialVersionUID = 1;

    StoreBusyException(String message) {
        super(message, null);
    }
}
