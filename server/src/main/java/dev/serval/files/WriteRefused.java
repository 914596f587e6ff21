package dev.serval.files;

/** A client may not, or cannot, change a file as it wants to. Immutable; without a stack trace. */
public class WriteRefused extends Exception {
    private static final long serialVersionUID = 1;

    private final int status;

    /**
     * @param status of the answer: 4xx, or 507 when the disk has failed
     * @param reason for the client; safe to show
     */
    public WriteRefused(int status, String reason) {
        super(reason, null, false, false);
        this.status = status;
    }

    /** The status of the answer. */
    public final int status() {
        return status;
    }
}
