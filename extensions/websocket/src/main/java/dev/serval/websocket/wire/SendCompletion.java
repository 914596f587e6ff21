package dev.serval.websocket.wire;

/** Is told once that a message was written, or that it will not be. */
@FunctionalInterface
public interface SendCompletion {
    /** For whoever does not want to know. */
    SendCompletion IGNORED = failure -> {};

    /**
     * On the thread that sends, when the message could leave at once, or in a turn of the
     * connection; one at a time. It may send.
     *
     * @param failure null when the operating system has taken all of it
     */
    void completed(Throwable failure);
}
