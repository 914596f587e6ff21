package dev.serval.connector;

/** How a connector does its input and output. Immutable. */
public enum IoModel {
    /** Event loops over a selector, as many as cores; applications run on workers. */
    NIO,
    /**
     * Asynchronous channels in a group of as many threads as cores; applications run on workers.
     */
    NIO2,
    /** A thread per connection; virtual threads on JDK 21 and newer. */
    BIO
}
