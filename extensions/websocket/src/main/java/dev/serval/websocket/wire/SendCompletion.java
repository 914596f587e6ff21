package dev.serval.websocket.wire;

/** Called once when a message was written, or will not be. */
@FunctionalInterface
public interface SendCompletion {
    /** Does nothing. */
    SendCompletion IGNORED = failure -> {};

    /**
     * On the sending thread, if the message could be sent at once, or in a turn of the connection;
     * one at a time. It may send.
     *
     * @param failure null if the operating system has taken all of it
     */
    void completed(Throwable failure);
}
