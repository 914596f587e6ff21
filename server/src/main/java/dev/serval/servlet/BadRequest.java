package dev.serval.servlet;

/**
 * The client sent something that the application asked for and that cannot be given to it. Servlet
 * 6.1 wants an IllegalStateException where parameters cannot be parsed; when the application does
 * not catch it, it is answered with its status.
 */
final class BadRequest extends IllegalStateException {
    private static final long serialVersionUID = 1;

    private final int status;

    /**
     * @param status 400 or 413
     * @param message safe to be shown to the client
     */
    BadRequest(int status, String message) {
        super(message);
        this.status = status;
    }

    int status() {
        return status;
    }
}
