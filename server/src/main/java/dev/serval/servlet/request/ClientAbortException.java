package dev.serval.servlet.request;

import java.io.IOException;

/**
 * The client went away, or was too slow, while its request was read or answered: the streams of a
 * request throw this to applications. It is no mistake of the server or the application, so it is
 * not logged as an error and has no stack trace.
 */
public final class ClientAbortException extends IOException {
    private static final long serialVersionUID = 1;

    ClientAbortException(IOException cause) {
        super(cause);
    }

    /** The failure that applications see; a mistake of the client stays as it is. */
    static IOException of(IOException cause) {
        return cause instanceof ClientAbortException ? cause : new ClientAbortException(cause);
    }
}
