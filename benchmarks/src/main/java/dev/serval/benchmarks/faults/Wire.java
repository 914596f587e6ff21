package dev.serval.benchmarks.faults;

import java.util.Locale;

/** A kind of connector, by the name that {@code server.xml} has for it. */
enum Wire {
    NIO("org.apache.coyote.http11.Http11NioProtocol"),
    NIO2("org.apache.coyote.http11.Http11Nio2Protocol"),
    BIO("org.apache.coyote.http11.Http11Protocol");

    final String protocol;

    Wire(String protocol) {
        this.protocol = protocol;
    }

    /**
     * @throws IllegalArgumentException naming those that there are
     */
    static Wire named(String name) {
        for (Wire wire : values()) {
            if (wire.name().equals(name.toUpperCase(Locale.ROOT))) {
                return wire;
            }
        }
        throw new IllegalArgumentException("no connector " + name + ": NIO, NIO2 or BIO");
    }
}
