package dev.serval.tests;

import dev.serval.connector.IoModel;
import java.util.List;
import java.util.stream.Stream;

/**
 * What can stand between a client and the server: every combination of connector kind and
 * encryption that the suite runs on. Immutable. A new kind is a new constant here.
 */
enum Wire {
    BIO(IoModel.BIO, null),
    NIO(IoModel.NIO, null),
    NIO2(IoModel.NIO2, null),
    // Either version on some of them: TlsTest has both on each.
    BIO_TLS(IoModel.BIO, "TLSv1.2"),
    NIO_TLS(IoModel.NIO, "TLSv1.3"),
    NIO2_TLS(IoModel.NIO2, "TLSv1.2");

    private final IoModel io;
    private final String protocol;

    Wire(IoModel io, String protocol) {
        this.io = io;
        this.protocol = protocol;
    }

    /** All, or those that the system property {@code serval.tests.wires} names. */
    static List<Wire> tested() {
        String names = System.getProperty("serval.tests.wires");
        return names == null
                ? List.of(values())
                : Stream.of(names.split(",")).map(Wire::valueOf).toList();
    }

    IoModel io() {
        return io;
    }

    boolean tls() {
        return protocol != null;
    }

    /** The version of TLS that clients speak; null without TLS. */
    String protocol() {
        return protocol;
    }

    /** What {@code getScheme} answers. */
    String scheme() {
        return tls() ? "https" : "http";
    }
}
