package dev.serval.websocket.wire;

/** Which end of the connection this is (RFC 6455 §5.1): a client masks its frames. */
public enum Role {
    SERVER,
    CLIENT
}
