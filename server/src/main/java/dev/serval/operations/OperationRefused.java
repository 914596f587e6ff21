package dev.serval.operations;

import java.util.List;

/** The server refuses an operation; nothing has changed, unless the reason says so. */
public final class OperationRefused extends Exception {
    private static final long serialVersionUID = 1L;

    /** Why. Each has as many details as its description names. */
    public enum Reason {
        /** The host, of which there is none. */
        NO_HOST,
        /** The application, of which there is none. */
        NO_APPLICATION,
        /** The session, of which there is none. */
        NO_SESSION,
        /** The path, which cannot be one. */
        BAD_PATH,
        /** The host's name, which cannot be one. */
        BAD_HOST,
        /** The file and the directory outside of which it would be. */
        OUTSIDE,
        /** The application, which is there already. */
        EXISTS,
        /** The application, which another caller is changing. */
        BUSY,
        /** The application or host, which is the caller's own. */
        SELF,
        /** The application, which was stopped, so that it cannot be reloaded. */
        STOPPED,
        /** The application, which is declared in server.xml. */
        DECLARED,
        /** The file that cannot be removed; the application has ended. */
        NOT_REMOVED,
        /** The directory that cannot be made. */
        NOT_MADE,
        /** The source and the target of a copy that has failed. */
        NOT_COPIED,
        /** The application, whose deployment has failed. */
        NOT_DEPLOYED,
        /** The host, which is there already. */
        HOST_EXISTS,
        /** The host, which is started already. */
        HOST_STARTED,
        /** The host, which is stopped already. */
        HOST_STOPPED,
        /** The default host, which cannot be removed or stopped. */
        DEFAULT_HOST,
        /** The host, which cannot start. */
        HOST_FAILED,
        /** The name of the settings of TLS; empty if there is no TLS at all. */
        NO_TLS,
        /** The server or the host, which stops. */
        STOPPING
    }

    private final Reason reason;
    private final transient List<String> details;

    public OperationRefused(Reason reason, String... details) {
        super(reason + " " + List.of(details));
        this.reason = reason;
        this.details = List.of(details);
    }

    /** A refusal with its cause, as a line of text. */
    public OperationRefused(Reason reason, String detail, Throwable cause) {
        super(reason + " [" + detail + "]", cause);
        this.reason = reason;
        this.details = List.of(detail);
    }

    public Reason reason() {
        return reason;
    }

    /**
     * A detail of the reason.
     *
     * @param index from 0
     */
    public String detail(int index) {
        return details.get(index);
    }
}
