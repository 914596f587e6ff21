package dev.serval.webapp;

import java.io.IOException;

/**
 * A WAR that cannot be used: incomplete, damaged or dangerous. The message tells operators the
 * reason.
 */
public final class WarException extends IOException {
    private static final long serialVersionUID = 1;

    WarException(String message) {
        super(message);
    }

    WarException(String message, Throwable cause) {
        super(message, cause);
    }
}
