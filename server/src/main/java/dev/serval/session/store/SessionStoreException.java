package dev.serval.session.store;

/** A store cannot do what it was asked for now. */
public final class SessionStoreException extends Exception {
    private static final long serialVersionUID = 1;

    /**
     * @param message for the operator
     * @param cause may be null
     */
    public SessionStoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
