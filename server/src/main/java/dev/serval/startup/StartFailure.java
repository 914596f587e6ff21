package dev.serval.startup;

/** The server cannot start, for a reason that its operator can remove: the message is one line. */
final class StartFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StartFailure(String message) {
        super(message, null, false, false);
    }
}
