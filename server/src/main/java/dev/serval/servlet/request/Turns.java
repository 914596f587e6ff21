package dev.serval.servlet.request;

/**
 * Calls the listeners of two streams in turns, one at a time. Thread-safe; called by the streams.
 */
public interface Turns {
    /** Bytes can be read, or the reader has to be told of the end. */
    void readable();

    /** Bytes can be written, or the writer has to be told of a failure. */
    void writable();

    /** Whether there may be listeners. */
    boolean isStarted();

    /** Whether the container has to answer a failure that a listener was told of. */
    boolean isUndecided();
}
