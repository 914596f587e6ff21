package dev.serval.session;

/**
 * A session cannot be read or saved now, since the store does not answer: the request is to be
 * answered with 503 and Retry-After. Immutable, without a stack trace.
 */
public final class SessionsDownException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * @param message for the log
     */
    public SessionsDownException(String message) {
        super(message, null, false, false);
    }
}
