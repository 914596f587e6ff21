package dev.serval.net;

/** What a conversation waits for after a step. Immutable. */
public enum Next {
    /** More bytes from the peer. */
    READ,
    /** Room in the socket. */
    WRITE,
    /** Nothing that the driver knows of: {@code Connection.resume} will be called. */
    SUSPEND,
    /** Nothing: there is more to do at once. */
    AGAIN,
    /** It is over. */
    CLOSE
}
