package dev.serval.lifecycle;

/** A component could not be started; the message is for the operator. */
public final class LifecycleException extends Exception {
    private static final long serialVersionUID = 1;

    public LifecycleException(String message) {
        super(message);
    }

    public LifecycleException(String message, Throwable cause) {
        super(message, cause);
    }
}
