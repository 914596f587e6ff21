package dev.serval.session.store;

/** A store cannot execute a call now. */
public final class SessionStoreException extends Exception {
    private static final long serialVersionUID = 1;

    private final Reason reason;

    private enum Reason {
        STORE,
        SESSION,
        BUSY
    }

    /**
     * The store is the reason: after some of these failures it is not called for a while.
     *
     * @param message for the operator
     * @param cause may be null
     */
    public SessionStoreException(String message, Throwable cause) {
        this(message, cause, Reason.STORE);
    }

    private SessionStoreException(String message, Throwable cause, Reason reason) {
        super(message, cause);
        this.reason = reason;
    }

    /**
     * The session of the call is the reason, for example because it is larger than the store
     * accepts: other calls are answered. The store is called as before.
     *
     * @param message for the operator
     * @param cause may be null
     */
    public static SessionStoreException ofSession(String message, Throwable cause) {
        return new SessionStoreException(message, cause, Reason.SESSION);
    }

    /**
     * There are more calls than places, for example connections of a pool, so the store was not
     * called. That says nothing about the next call or the store.
     *
     * @param message for the operator
     * @param cause may be null
     */
    public static SessionStoreException busy(String message, Throwable cause) {
        return new SessionStoreException(message, cause, Reason.BUSY);
    }

    /** Whether the session of the call is the reason, and not the store. */
    public boolean isOfSession() {
        return reason == Reason.SESSION;
    }

    /** Whether there was no place for the call. */
    public boolean isBusy() {
        return reason == Reason.BUSY;
    }
}
