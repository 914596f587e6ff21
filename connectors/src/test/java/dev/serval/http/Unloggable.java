package dev.serval.http;

/** What is thrown while there is no memory for the log either: who writes of it throws it, too. */
public final class Unloggable extends OutOfMemoryError {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
        throw this;
    }
}
