package dev.serval.tls;

import java.io.IOException;

/**
 * Keys, certificates or settings that cannot be used. The message is for the operator: it names the
 * file, what was found in it, and what to do.
 */
public final class TlsException extends IOException {
    private static final long serialVersionUID = 1;

    TlsException(String message) {
        super(message);
    }

    TlsException(String message, Throwable cause) {
        super(message, cause);
    }
}
