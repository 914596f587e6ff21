package dev.serval.security;

/**
 * A password was not checked, since too many others are being checked, or since there is no answer:
 * the request is to be answered with 503 and Retry-After. A {@link Realm} throws it; it says
 * nothing about the user. Immutable, without a stack trace.
 */
public final class LoginsBusyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int retryAfter;

    /**
     * @param message what the administrator can do about it
     * @param retryAfter seconds after which the client may try again, at least 1
     */
    public LoginsBusyException(String message, int retryAfter) {
        super(message, null, false, false);
        this.retryAfter = Math.max(1, retryAfter);
    }

    /** Seconds after which the client may try again. */
    public int retryAfter() {
        return retryAfter;
    }
}
