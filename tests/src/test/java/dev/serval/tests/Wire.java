package dev.serval.tests;

import dev.serval.connector.IoModel;

/**
 * What can stand between a client and the server: every combination of connector kind and
 * encryption that the suite runs on. Immutable. A new kind is a new constant here.
 */
enum Wire {
    BIO(IoModel.BIO, false),
    NIO(IoModel.NIO, false),
    BIO_TLS(IoModel.BIO, true),
    NIO_TLS(IoModel.NIO, true);

    private final IoModel io;
    private final boolean tls;

    Wire(IoModel io, boolean tls) {
        this.io = io;
        this.tls = tls;
    }

    IoModel io() {
        return io;
    }

    boolean tls() {
        return tls;
    }

    /** What {@code getScheme} answers. */
    String scheme() {
        return tls ? "https" : "http";
    }
}
