package dev.serval.http;

import java.io.IOException;

/**
 * A request body that cannot be read to its end: malformed, too large, too late, or cut. Immutable;
 * carries no stack trace, since a client's mistake is no failure of the server.
 */
public final class BodyException extends IOException {
    private static final long serialVersionUID = 1;

    private final Refusal refusal;
    private final String detail;

    /**
     * @param refusal the rule or limit that was broken
     * @param detail what was seen, for the log only
     */
    public BodyException(Refusal refusal, String detail) {
        super(refusal.code() + " " + refusal.message() + " " + detail);
        this.refusal = refusal;
        this.detail = detail;
    }

    /** What was seen, for the log only. */
    public String detail() {
        return detail;
    }

    /** What to answer if the response has not gone out yet. */
    public Refusal refusal() {
        return refusal;
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
