package dev.serval.session.store;

/** A store cannot do what it was asked for now. */
public class SessionStoreException extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean ofSession;

    /**
     * @param message for the operator
     * @param cause may be null
     */
    public SessionStoreException(String message, Throwable cause) {
        this(message, cause, false);
    }

    private SessionStoreException(String message, Throwable cause, boolean ofSession) {
        super(message, cause);
        this.ofSession = ofSession;
    }

    /**
     * The session of the call is the reason, for example since it is larger than the store takes:
     * other calls are answered. After it the store is asked as before.
     *
     * @param message for the operator
     * @param cause may be null
     */
    public static SessionStoreException ofSession(String message, Throwable cause) {
        return new SessionStoreException(message, cause, true);
    }

    /** Whether the session of the call is the reason, and not the store. */
    public boolean isOfSession() {
        return ofSession;
    }
}
