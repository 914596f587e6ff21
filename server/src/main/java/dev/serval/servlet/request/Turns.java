package dev.serval.servlet.request;

/**
 * Who calls the listeners of two streams, in turns, one at a time. Thread-safe; called by the
 * streams.
 */
public interface Turns {
    /** Something can be read, or the reader is to be told of the end. */
    void readable();

    /** Something can be written, or the writer is to be told of a failure. */
    void writable();

    /** Whether there may be listeners. */
    boolean isStarted();

    /** Whether a failure that a listener was told of has to be answered by somebody else. */
    boolean isUndecided();
}
