package dev.serval.servlet.request;

import java.io.IOException;

/**
 * The client went away, or was too slow, while its request was read or answered: what the streams
 * of a request throw to applications. Nobody's mistake here, so it is logged without a stack trace
 * and without being an error.
 */
public final class ClientAbortException extends IOException {
    private static final long serialVersionUID = 1;

    ClientAbortException(IOException cause) {
        super(cause);
    }

    /** The failure as applications get to see it; what the client did wrong itself stays. */
    static IOException of(IOException cause) {
        return cause instanceof ClientAbortException ? cause : new ClientAbortException(cause);
    }
}
