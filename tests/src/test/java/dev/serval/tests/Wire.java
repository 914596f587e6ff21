package dev.serval.tests;

import dev.serval.connector.IoModel;

/**
 * What can stand between a client and the server: every combination of connector kind and
 * encryption that the suite runs on. Immutable. A new kind is a new constant here.
 */
enum Wire {
    BIO(IoModel.BIO),
    NIO(IoModel.NIO),
    NIO2(IoModel.NIO2);

    private final IoModel io;

    Wire(IoModel io) {
        this.io = io;
    }

    IoModel io() {
        return io;
    }
}
