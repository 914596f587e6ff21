package dev.serval.http;

/**
 * A request that is refused: the reason, and the words that the client may see. Immutable; carries
 * no stack trace, since a client's mistake is no failure of the server.
 */
public final class HttpError extends Exception {
    private static final long serialVersionUID = 1;

    private final Refusal refusal;
    private final String detail;

    /**
     * @param refusal the rule or limit that was broken
     * @param detail what was seen, for the log only; never sent to the client
     */
    public HttpError(Refusal refusal, String detail) {
        super(refusal.code() + " " + refusal.message() + ": " + detail, null, false, false);
        this.refusal = refusal;
        this.detail = detail;
    }

    /** For a value above the limit that {@link Refusal#setting} names. */
    public static HttpError limit(Refusal refusal, long limit, long value) {
        return new HttpError(refusal, "limit " + limit + ", value at least " + value);
    }

    /** What was seen, for the log only. */
    public String detail() {
        return detail;
    }

    public Refusal refusal() {
        return refusal;
    }

    /** The status code to answer with. */
    public int status() {
        return refusal.status();
    }
}
