package dev.serval.servlet;

/**
 * The client sent something that the application asked for and that cannot be given to it. Servlet
 * 6.1 wants an IllegalStateException where parameters cannot be parsed; when the application does
 * not catch it, it is answered with its status.
 */
final class BadRequest extends IllegalStateException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String shown;

    /**
     * @param status 400 or 413
     * @param shown safe to be shown to the client
     */
    BadRequest(int status, String shown) {
        super(shown);
        this.status = status;
        this.shown = shown;
    }

    /**
     * Of a limit.
     *
     * @param setting what raises it, for the application and the log
     */
    BadRequest(int status, String shown, String setting) {
        super(shown + " The limit is " + setting + ".");
        this.status = status;
        this.shown = shown;
    }

    /** For the client; the message itself is for those who can change the limit. */
    String shown() {
        return shown;
    }

    int status() {
        return status;
    }
}
