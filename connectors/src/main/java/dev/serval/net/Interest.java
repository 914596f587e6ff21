package dev.serval.net;

/** What a connection waits for. Immutable. */
public enum Interest {
    READ,
    WRITE
}
