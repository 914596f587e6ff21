package dev.serval.startup;

/** The server cannot start, for a reason that its operator can remove: one line that says it. */
final class StartFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StartFailure(String message) {
        super(message, null, false, false);
    }
}
