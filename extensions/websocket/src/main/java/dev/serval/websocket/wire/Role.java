package dev.serval.websocket.wire;

/** Which end of the connection this is (RFC 6455 §5.1): a client masks what it sends. */
public enum Role {
    SERVER,
    CLIENT
}
