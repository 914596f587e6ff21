package dev.serval.servlet.request;

import dev.serval.http.Refusal;

/**
 * The application asked for something that the client sent in a malformed or too large form, or
 * that its connection cannot carry. Servlet 6.1 requires an IllegalStateException for parameters
 * that cannot be parsed; if the application does not catch it, the response is its refusal.
 */
public final class BadRequest extends IllegalStateException {
    private static final long serialVersionUID = 1;

    private final transient Refusal refusal;
    private final String shown;

    /**
     * @param shown safe to be shown to the client
     */
    BadRequest(Refusal refusal, String shown) {
        super(shown);
        this.refusal = refusal;
        this.shown = shown;
    }

    /**
     * Of a limit.
     *
     * @param setting what raises it, for the application and the log
     */
    BadRequest(Refusal refusal, String shown, String setting) {
        super(shown + " The limit is " + setting + ".");
        this.refusal = refusal;
        this.shown = shown;
    }

    /** The text for the client; the message itself is for those who can change the limit. */
    public String shown() {
        return shown;
    }

    public Refusal refusal() {
        return refusal;
    }
}
